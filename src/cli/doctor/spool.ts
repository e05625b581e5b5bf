// Checks whether the spool can be written, and what waits in it or was set aside.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { counted } from '../../domain/counted.ts';
import { bad, check, type Judgement, ok, warn } from './check.ts';

const FULL_BYTES = 128 * 1024 * 1024; // half of its limit

export interface SpoolFacts {
  readonly folder: string;
  /** Why nothing can be written there; `null` when it can. */
  readonly unwritable: string | null;
  /** Polls that wait for Postgres, and polls that it refused for good. */
  readonly waiting: number;
  readonly setAside: number;
  readonly bytes: number;
  /** Files that were moved away because they could not be read. */
  readonly broken: readonly string[];
}

export const spool = check('spool', ({ config }) => askSpool(resolve(config.data_dir)), judgeSpool);

/** Reads the spool, and opens nothing for writing: a running monitor has it. */
export function askSpool(folder: string): SpoolFacts {
  const path = join(folder, 'spool.sqlite');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const broken = names.filter((name) => /\.(?:broken|salvaged)-/.test(name));
  const facts = { folder, unwritable: whyUnwritable(folder), broken };
  if (!names.includes('spool.sqlite')) return { ...facts, waiting: 0, setAside: 0, bytes: 0 };
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const count = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
    return { ...facts, waiting: count('record'), setAside: count('quarantine'), bytes: statSync(path).size };
  } finally {
    db.close();
  }
}

/** Why the folder can't be written; `null` when it can. `run` makes a missing folder: then its parent counts. */
function whyUnwritable(folder: string): string | null {
  const there = existsSync(folder) ? folder : dirname(folder);
  try {
    accessSync(there, constants.W_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

export function judgeSpool(facts: SpoolFacts): readonly Judgement[] {
  const { folder, unwritable, waiting, setAside, bytes, broken } = facts;
  const found: Judgement[] = [];
  const waits = `${counted(waiting, 'poll')} ${waiting === 1 ? 'waits' : 'wait'} for Postgres`;
  if (unwritable !== null) {
    found.push(
      bad(`${folder} can't be written: ${unwritable}`, 'give the folder to the user that floatwatch runs as'),
    );
  }
  if (bytes > FULL_BYTES) {
    found.push(bad(waits, 'bring Postgres back: beyond 256 MiB polls are lost'));
  } else if (waiting > 0) {
    found.push(warn(waits, 'nothing while it is away; "floatwatch run" stores them'));
  }
  if (setAside > 0) {
    found.push(
      warn(
        `${counted(setAside, 'poll')} set aside, not stored`,
        'see "What was set aside" in docs/operations.md',
      ),
    );
  }
  if (broken.length > 0) {
    found.push(
      warn(`${broken.join(', ')} could not be read`, 'keep it for whoever looks into it, or remove it'),
    );
  }
  return found.length > 0 ? found : [ok(`nothing waits in ${folder}`)];
}
