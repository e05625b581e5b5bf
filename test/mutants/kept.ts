// What tests did, kept on disk: a sample that is gone on with, or drawn again, asks none of them a second time.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileRan } from './resident.ts';

export interface Kept {
  /** By test. */
  readonly known: ReadonlyMap<string, FileRan>;
  keep(ran: FileRan): void;
}

/** Of tests that pass: one that failed may have met a busy machine, and is asked again. */
export function openKept(path: string): Kept {
  mkdirSync(dirname(path), { recursive: true });
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = text.split('\n').filter((line) => line !== '');
  const rans = lines.map((line) => JSON.parse(line) as FileRan);
  return {
    known: new Map(rans.map((ran) => [ran.test, ran])),
    keep(ran) {
      if (ran.passed) appendFileSync(path, `${JSON.stringify(ran)}\n`);
    },
  };
}

/** Another one for other texts of the files, and for other places that are watched. */
export function keyOf(root: string, files: readonly string[], watched: string): string {
  const hash = createHash('sha256').update(watched);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
