// The SQLite file of the spool: who may open it, how it is made, and what is saved from a broken one.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { tryLock } from '../file-lock.ts';

/** Why the spool can't be opened, or a write to it failed. The message says where and what to do. */
export class SpoolError extends Error {
  override readonly name = 'SpoolError';
  readonly reason: 'in_use' | 'unwritable' | 'disk_full' | 'corrupt' | 'too_new';

  constructor(reason: SpoolError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** Takes the folder for this process until disposed of; a {@link SpoolError} when another has it or it can't be written. */
export function lockFolder(folder: string): Disposable {
  const path = join(folder, 'spool.lock');
  let lock: Disposable | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    lock = tryLock(path);
  } catch (cause) {
    throw spoolError(path, cause);
  }
  if (lock) return lock;
  const advice = 'stop that one, or give each replica a data_dir of its own';
  throw new SpoolError('in_use', `${folder} is in use by another floatwatch process: ${advice}`);
}

/** Opens or makes the spool's file; every commit is on the disk when it returns (WAL, synchronous FULL). */
export function openFile(path: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    closeSync(openSync(path, 'a', 0o600)); // balances are nobody else's business; WAL and index inherit the mode
    db = new DatabaseSync(path, { timeout: 2_000 });
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > VERSION) {
      const advice = 'start the later version, or move the file away';
      throw new SpoolError('too_new', `${path} was written by a later version of floatwatch: ${advice}`);
    }
    if (version < VERSION) db.exec(`BEGIN IMMEDIATE; ${SCHEMA}; PRAGMA user_version = ${VERSION}; COMMIT`);
    return db;
  } catch (cause) {
    db?.close();
    throw spoolError(path, cause);
  }
}

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
  const movedTo = moveAside(path, now);
  renameSync(draft, path);
  return { movedTo, saved };
}

/** Ends what {@link replaceBroken} had begun when the process died: a draft is whole once the broken file is gone. */
export function finishReplacing(path: string): void {
  const draft = path + DRAFT;
  if (!existsSync(draft)) return;
  if (existsSync(path)) remove(draft);
  else renameSync(draft, path);
}

const DRAFT = '.draft';

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** Moves a broken file aside, with its log; returns its new path. Never overwrites an earlier one. */
function moveAside(path: string, now: number): string {
  const aside = `${path}.broken-${new Date(now).toISOString().replaceAll(':', '')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      renameSync(path + suffix, aside + suffix);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return aside;
}

/**
 * Copies what can still be read of a broken file into a new one; returns the number of rows.
 *
 * Reads each table from both ends, so that one bad page costs no more than what lies on it. Rows whose checksum
 * doesn't fit come along: whoever reads them sets them aside. Handles stay what they were, and none is given twice.
 */
function salvage(aside: string, into: DatabaseSync, now: number): number {
  let saved = 0;
  into.exec('BEGIN IMMEDIATE');
  into.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('record', ?)").run(now);
  for (const [table, key, columns] of TABLES) {
    const places = columns.map(() => '?').join(', ');
    const insert = into.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
    for (const row of readable(aside, table, key)) {
      saved += Number(insert.run(...columns.map((column) => row[column] ?? null)).changes);
    }
  }
  into.exec('COMMIT');
  return saved;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

/** The rows of a table of a broken file, some of them twice. Throws when there is no room to read it. */
function* readable(path: string, table: string, key: string): Generator<Row> {
  for (const direction of ['ASC', 'DESC']) {
    let broken: DatabaseSync | undefined;
    try {
      broken = new DatabaseSync(path);
      // Not by an index: the table's own order needs no other page to be whole.
      yield* broken.prepare(`SELECT * FROM ${table} NOT INDEXED ORDER BY ${key} ${direction}`).iterate();
      return; // read to its end: the other direction has nothing more
    } catch (error) {
      if (lacksRoom(error)) throw error;
      // the bad page, or not even a database
    } finally {
      broken?.close();
    }
  }
}

/** Puts an error of SQLite or of the file system in words; a {@link SpoolError} passes as it is. */
export function spoolError(path: string, cause: unknown): SpoolError {
  if (cause instanceof SpoolError) return cause;
  const code = primaryCode(cause);
  if (lacksRoom(cause) || (cause as NodeJS.ErrnoException).code === 'ENOSPC') {
    return new SpoolError(
      'disk_full',
      `no room on the disk for ${path}: make some; history waits for it`,
      cause,
    );
  }
  if (code === CORRUPT || code === NOTADB) {
    return new SpoolError('corrupt', `${path} is broken: ${text(cause)}`, cause);
  }
  return new SpoolError('unwritable', `${path} can't be written: ${text(cause)}${whose()}`, cause);
}

const VERSION = 1;
const CORRUPT = 11;
const FULL = 13;
const NO_ROOM_FOR_INDEX = [4618, 4874, 5386]; // SQLITE_IOERR_SHMOPEN, _SHMSIZE, _SHMMAP
const NOTADB = 26;

const TABLES = [
  ['record', 'id', ['id', 'slot', 'bytes', 'crc', 'body']],
  ['quarantine', 'id', ['id', 'since', 'reason', 'slot', 'bytes', 'crc', 'body']],
  ['state', 'key', ['key', 'value']],
] as const;

// The index covers what is counted at start, so that a long queue isn't read for it.
const SCHEMA = `
  CREATE TABLE record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slot INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX record_by_slot ON record (slot, id, bytes);
  CREATE TABLE quarantine (
    id INTEGER PRIMARY KEY,
    since INTEGER NOT NULL,
    reason TEXT NOT NULL,
    slot INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE state (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT`;

function whose(): string {
  const uid = process.getuid?.();
  return uid === undefined
    ? ''
    : ` (we run as user ${uid}: make the folder and what is in it that user's own)`;
}

/** A disk that is full, also for the index of the log, which reading needs. */
function lacksRoom(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return primaryCode(error) === FULL || (errcode !== undefined && NO_ROOM_FOR_INDEX.includes(errcode));
}

function primaryCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
