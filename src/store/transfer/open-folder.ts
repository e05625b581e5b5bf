// Opens the folder of an export, and describes the exported database.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { tryLock } from '../file-lock.ts';
import { makeFolders } from '../make-folder.ts';
import { BEGIN, type Schema } from '../postgres/connection.ts';
import { ExportError, fileError } from './export-error.ts';
import { FORMAT, MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { AS_TEXT } from './statements.ts';
import { COLUMNS } from './tables.ts';
import { halfOf } from './write-whole.ts';

const LOCK = '.lock';
/** What an export that was killed at its beginning leaves. */
const OWN: readonly string[] = [LOCK, halfOf(MANIFEST)];

/** The manifest of a database, without any accounts yet. */
export async function describe(client: pg.Client, schema: Schema, version: string): Promise<Manifest> {
  await client.query(`${BEGIN}; ${AS_TEXT}`);
  const { rows } = await client.query<Pick<Manifest, 'schema' | 'engine' | 'database' | 'began_at'>>(
    `SELECT max(m.name) AS schema, min(d.engine) AS engine, min(m.run_on)::text AS database, now()::text AS began_at
     FROM ${schema}.migration m JOIN ${schema}.migration_digest d USING (name)`,
  );
  await client.query('COMMIT');
  const head = { format: FORMAT, floatwatch: version, ...rows[0]! };
  return { ...head, taken_at: null, complete: false, tables: COLUMNS as Manifest['tables'], accounts: [] };
}

/**
 * Makes the folder, or opens one that is empty or has an export of this same database and schema; `manifest` is that
 * export's.
 *
 * No other process exports to it until it is disposed of.
 */
export function openFolder(
  folder: string,
  began: Manifest,
): Disposable & { readonly manifest: Manifest | null } {
  try {
    makeFolders(folder, { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      throw new ExportError(`${folder} is a file: name a folder`, 2, { cause });
    throw fileError(folder, "can't be made", cause, 2);
  }
  const manifest = readManifest(folder);
  if (!manifest && namesIn(folder).some((name) => !OWN.includes(name)))
    throw new ExportError(`${folder} isn't empty, and not an export: name an empty folder, or a new one`, 2);
  if (manifest && manifest.database !== began.database)
    throw new ExportError(`${folder} has the export of another database: name another folder`, 2);
  if (manifest && (manifest.schema !== began.schema || manifest.format !== FORMAT))
    throw new ExportError(
      `${folder} has an export by another version of floatwatch (${manifest.floatwatch}, schema ${manifest.schema}): name another folder`,
      2,
    );
  const lock = lockOf(folder);
  if (!lock) throw new ExportError(`another floatwatch is exporting to ${folder}: wait for its end`);
  return { manifest, [Symbol.dispose]: () => lock[Symbol.dispose]() };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw fileError(folder, "can't be read", cause);
  }
}

function lockOf(folder: string): Disposable | undefined {
  const path = join(folder, LOCK);
  try {
    return tryLock(path);
  } catch (cause) {
    throw fileError(path, "can't be written", cause);
  }
}
