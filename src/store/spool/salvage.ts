// What is saved of a broken file of the spool: copied into a new one, which takes its place. `spool.ts` uses it.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { lacksRoom, openFile, spoolError } from './spool-file.ts';

const DRAFT = '.draft';
const SALVAGED = '.salvaged-'; // and when: a broken file of which what can be read has been saved
const BROKEN = '.broken-'; // the same of 0.1.0, which may not have saved anything

/**
 * Puts a new file, which holds what can still be read of a broken one, in its place; the broken one is moved aside.
 *
 * The new one is made beside it under another name first: when there is no room for it, or the process dies, the
 * broken one stays where it is and this is done again.
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
 * Ends what {@link replaceBroken} had begun when it was interrupted: a draft is whole once the broken file is gone.
 *
 * The broken file's log may still be there: it goes where the file is, or SQLite would read it into the draft.
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
 * Adds what can be read of the broken files that 0.1.0 moved aside: on a full disk it saved nothing of them. Each is
 * taken in once. `saved` is `null` where it failed, as without room: that is tried again at the next start. Never throws.
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
      return { file, saved: null }; // an old file mustn't keep us from starting
    }
  });
}

/** A broken file that lay beside the spool, and how many records of it wait in the spool now. */
export interface LeftBehind {
  readonly file: string;
  readonly saved: number | null;
}

/** The files beside the spool's whose names go on so, without their logs: the oldest first. */
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

/** Moves a file with its log, as far as they are there. */
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
 * Copies what can still be read of a broken file into a new one; returns the number of rows.
 *
 * Reads each table from both ends, so that one bad page costs no more than what lies on it. Rows whose checksum
 * doesn't fit come along: whoever reads them sets them aside. Handles stay what they were, and none is given twice.
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

/** The same into a file that has records of its own: under new handles. What states the alerts have is known there. */
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

/** Each value as the type of its column: bits that say which it is may have changed too. A row that lacks one is left out. */
function insertion(table: string, columns: readonly string[]): string {
  const values = columns.map((column) => `CAST(? AS ${TEXTS.has(column) ? 'TEXT' : 'INTEGER'})`);
  return `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`;
}

/** The rows of a table of a broken file, some of them twice: the values in the order of its columns, whose names may be broken. */
function* readable(path: string, table: string): Generator<readonly SQLOutputValue[]> {
  for (const direction of ['ASC', 'DESC']) {
    let broken: DatabaseSync | undefined;
    try {
      broken = new DatabaseSync(path);
      // Not by an index: the table's own order needs no other page to be whole.
      const rows = broken.prepare(`SELECT * FROM ${table} NOT INDEXED ORDER BY rowid ${direction}`).iterate();
      for (const row of rows) yield Object.values(row);
      return; // read to its end: the other direction has nothing more
    } catch (error) {
      if (lacksRoom(error)) throw error;
      // the bad page, or not even a database
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
