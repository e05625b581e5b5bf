// Saves what can be read of a broken file of the spool: copies it into a new file, which takes its place. Used by `spool.ts`.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { lacksRoom, openFile, spoolError } from './spool-file.ts';

const DRAFT = '.draft';
const SALVAGED = '.salvaged-'; // and a time: a broken file whose readable rows have been saved
const BROKEN = '.broken-'; // the mark of 0.1.0, which may not have saved anything

/**
 * Replaces a broken file with a new one that has its readable rows, and moves the broken one aside.
 *
 * The new file is made beside it under another name first. When there is no room, or the process dies, the broken
 * file stays in its place and this runs again.
 */
export function replaceBroken(
  path: string,
  now: number,
): { readonly movedTo: string; readonly saved: number } {
  const draft = path + DRAFT;
  remove(draft);
  let saved: number;
  try {
    const db = openFile(draft);
    try {
      saved = salvage(path, db, now);
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  } catch (cause) {
    remove(draft);
    throw spoolError(path, cause);
  }
  const movedTo = path + SALVAGED + new Date(now).toISOString().replaceAll(':', '');
  move(path, movedTo);
  renameSync(draft, path);
  return { movedTo, saved };
}

/**
 * Completes an interrupted {@link replaceBroken}: a draft is complete once the broken file is gone.
 *
 * The broken file's WAL may still be there. It moves to where the file is, because SQLite would read it into the
 * draft.
 */
export function finishReplacing(path: string): void {
  const draft = path + DRAFT;
  if (!existsSync(draft)) return;
  if (existsSync(path)) {
    remove(draft);
    return;
  }
  const movedTo = besides(path, SALVAGED).at(-1);
  if (movedTo) move(path, movedTo);
  else remove(path);
  renameSync(draft, path);
}

/**
 * Adds the readable rows of broken files that 0.1.0 moved aside; on a full disk it saved none of them.
 *
 * Each file is added once. `saved` is `null` where that failed, for example without room; the next start tries again.
 * Never throws.
 */
export function takeLeftBehind(path: string): readonly LeftBehind[] {
  return besides(path, BROKEN).map((file) => {
    try {
      const db = openFile(path);
      try {
        const saved = append(file, db);
        move(file, file.replace(BROKEN, SALVAGED));
        return { file, saved };
      } finally {
        db.close();
      }
    } catch {
      return { file, saved: null }; // an old file must not prevent our start
    }
  });
}

/** A broken file beside the spool, and how many of its records now wait in the spool. */
export interface LeftBehind {
  readonly file: string;
  readonly saved: number | null;
}

/** The files beside the spool whose names continue with `mark`, without their WALs: the oldest first. */
function besides(path: string, mark: string): string[] {
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path) + mark));
  return names
    .filter((name) => !/-(wal|shm)$/.test(name))
    .sort()
    .map((name) => join(dirname(path), name));
}

function remove(path: string): void {
  for (const suffix of SUFFIXES) rmSync(path + suffix, { force: true });
}

/** Moves a file with its WAL, as far as they exist. */
function move(path: string, to: string): void {
  for (const suffix of SUFFIXES) {
    try {
      renameSync(path + suffix, to + suffix);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

const SUFFIXES = ['', '-wal', '-shm'];

/**
 * Copies the readable rows of a broken file into a new one; returns their number.
 *
 * Reads each table from both ends, so that one bad page costs only its own rows. Rows with a wrong checksum are
 * copied too: the reader sets them aside. Handles stay the same, and none is used twice.
 */
function salvage(broken: string, into: DatabaseSync, now: number): number {
  let saved = 0;
  into.exec('BEGIN IMMEDIATE');
  into.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('record', ?)").run(now);
  for (const [table, columns] of TABLES) {
    const insert = into.prepare(insertion(table, columns));
    for (const row of readable(broken, table)) {
      saved += Number(insert.run(...columns.map((_, i) => row[i] ?? null)).changes);
    }
  }
  into.exec('COMMIT');
  return saved;
}

/** Copies the readable rows into a file that has its own records, under new handles. It already has the alerts' states. */
function append(broken: string, into: DatabaseSync): number {
  let saved = 0;
  into.exec('BEGIN IMMEDIATE');
  for (const [table, [, ...columns]] of TABLES) {
    if (table === 'state') continue;
    const insert = into.prepare(insertion(table, columns));
    const taken = new Set<SQLOutputValue | undefined>();
    for (const [key, ...row] of readable(broken, table)) {
      if (taken.has(key)) continue;
      taken.add(key);
      saved += Number(insert.run(...columns.map((_, i) => row[i] ?? null)).changes);
    }
  }
  into.exec('COMMIT');
  return saved;
}

/** An insert that casts each value to its column's type: changed bits may say another. It skips rows that lack a value. */
function insertion(table: string, columns: readonly string[]): string {
  const values = columns.map((column) => `CAST(? AS ${TEXTS.has(column) ? 'TEXT' : 'INTEGER'})`);
  return `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`;
}

/** The rows of a table of a broken file, some twice, with the values in the order of the columns: their names may be broken. */
function* readable(path: string, table: string): Generator<readonly SQLOutputValue[]> {
  for (const direction of ['ASC', 'DESC']) {
    let broken: DatabaseSync | undefined;
    try {
      broken = new DatabaseSync(path);
      // NOT INDEXED: in the table's own order, only its own pages must be whole.
      const rows = broken.prepare(`SELECT * FROM ${table} NOT INDEXED ORDER BY rowid ${direction}`).iterate();
      for (const row of rows) yield Object.values(row);
      return; // read to its end: the other direction has nothing more
    } catch (error) {
      if (lacksRoom(error)) throw error;
      // a bad page, or not even a database
    } finally {
      broken?.close();
    }
  }
}

const TABLES = [
  ['record', ['id', 'slot', 'bytes', 'crc', 'body']],
  ['quarantine', ['id', 'since', 'reason', 'slot', 'bytes', 'crc', 'body']],
  ['state', ['key', 'value']],
] as const;
const TEXTS: ReadonlySet<string> = new Set(['body', 'reason', 'key', 'value']);
