// Opens and makes the spool's SQLite file, for one process at a time. `salvage.ts` saves what it can of a broken one.
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tryLock } from '../file-lock.ts';
import { makeFolder } from '../make-folder.ts';

/** Why the spool can't be opened, or why a write to it failed. The message says where, and what to do. */
export class SpoolError extends Error {
  override readonly name = 'SpoolError';
  readonly reason: 'in_use' | 'unwritable' | 'disk_full' | 'corrupt' | 'too_new';

  constructor(reason: SpoolError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** Locks the folder for this process until disposed of. Throws a {@link SpoolError} when it is locked or can't be written. */
export function lockFolder(folder: string): Disposable {
  const path = join(folder, 'spool.lock');
  let lock: Disposable | undefined;
  try {
    makeFolder(folder);
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
    closeSync(openSync(path, 'a', 0o600)); // balances are private; the WAL and its index inherit the mode
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

/** Describes an error of SQLite or of the file system; returns a {@link SpoolError} as it is. */
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
  if (code === CORRUPT || code === NOTADB || (code === ERROR && DAMAGED.test(text(cause)))) {
    return new SpoolError('corrupt', `${path} is broken: ${text(cause)}`, cause);
  }
  const whose = isForbidden(cause) ? whoWeAre() : '';
  return new SpoolError('unwritable', `${path} can't be written: ${text(cause)}${whose}`, cause);
}

const VERSION = 1;
const ERROR = 1;
const DAMAGED = /^no such (?:table|column)|has no column named/; // our statements name only what we made
const CORRUPT = 11;
const FULL = 13;
const NO_ROOM_FOR_INDEX = [4618, 4874, 5386]; // SQLITE_IOERR_SHMOPEN, _SHMSIZE, _SHMMAP
const NOTADB = 26;
const FORBIDDEN = [3, 8, 14]; // SQLITE_PERM, _READONLY, _CANTOPEN

// The index has all that the count at start needs, so that the count does not read a long queue.
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

/** Whether another owner of the folder would help. */
function isForbidden(error: unknown): boolean {
  const { code } = Object(error) as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM' || FORBIDDEN.includes(primaryCode(error) ?? 0);
}

function whoWeAre(): string {
  const uid = process.getuid?.();
  return uid === undefined
    ? ''
    : ` (we run as user ${uid}: make the folder and what is in it that user's own)`;
}

/** Whether the disk is full. Even a read needs room, for the index of the WAL. */
export function lacksRoom(error: unknown): boolean {
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
