// The statements of the spool's file, and its counters. They are kept in memory, so that a scrape reads nothing from disk.
import type { DatabaseSync } from 'node:sqlite';
import type { Instant } from '../../domain/observation.ts';
import type { Place } from './contract.ts';

/** A row of the queue as read from the disk, where bits may have changed: an empty body stands for a missing one. */
export interface SpoolRow {
  readonly id: number;
  readonly slot: Instant;
  readonly crc: number;
  readonly body: string;
}

/** A row before its insert. */
export interface NewRow extends Omit<SpoolRow, 'id'> {
  readonly bytes: number;
}

export type SpoolTables = ReturnType<typeof createTables>;

// SQLite returns a value in the type that its bits say, but refuses to write a type that is not the column's.
const TEXT = (column: string) => `ifnull(CAST(${column} AS TEXT), '')`;
const INTEGER = (column: string) => `ifnull(CAST(${column} AS INTEGER), 0)`;
const NUMBERS = ['slot', 'bytes', 'crc'].map(INTEGER).join(', ');
const ROW = `id, ${INTEGER('slot')} AS slot, ${INTEGER('crc')} AS crc, ${TEXT('body')} AS body`;

/** The queue, the quarantine and the states of an open file; closing it closes the file. */
export function createTables(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO record (slot, bytes, crc, body) VALUES (?, ?, ?, ?)');
  const select = db.prepare(`SELECT ${ROW} FROM record ORDER BY record.slot, id LIMIT ?`);
  const newest = db.prepare(
    `SELECT ${ROW} FROM record WHERE slot >= ? AND (slot, id) < (?, ?) ORDER BY record.slot DESC, id DESC LIMIT ?`,
  );
  const remove = db.prepare('DELETE FROM record WHERE id = ? RETURNING bytes');
  const oldest = db.prepare('SELECT min(slot) AS slot FROM record');
  const setAside = db.prepare(
    'INSERT INTO quarantine (since, reason, slot, bytes, crc, body) ' +
      `SELECT ?, ?, ${NUMBERS}, ${TEXT('body')} FROM record WHERE id = ? RETURNING bytes`,
  );
  const asideFor = db.prepare(
    'SELECT id FROM quarantine WHERE id > ? AND reason = ? AND since >= ? ORDER BY id LIMIT ?',
  );
  const putBack = db.prepare(
    'INSERT INTO record (slot, bytes, crc, body) SELECT slot, bytes, crc, body FROM quarantine WHERE id = ?',
  );
  const removeAside = db.prepare('DELETE FROM quarantine WHERE id = ? RETURNING bytes');
  const saveState = db.prepare('INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)');
  const removeState = db.prepare('DELETE FROM state WHERE key = ?');
  const states = db.prepare('SELECT key, value FROM state');
  const waiting = db.prepare('SELECT count(*) AS polls, ifnull(sum(bytes), 0) AS bytes FROM record');
  const aside = db.prepare('SELECT count(*) AS polls, ifnull(sum(bytes), 0) AS bytes FROM quarantine');
  const free = db.prepare('PRAGMA freelist_count');

  let queue = count(waiting.get());
  let quarantine = count(aside.get());

  return {
    queue: () => queue,
    quarantine: () => quarantine,

    /** Runs the work in one transaction: afterwards all of it is on the disk, or nothing. */
    transaction<T>(work: () => T): T {
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        queue = count(waiting.get());
        quarantine = count(aside.get());
        throw error;
      }
    },

    insert({ slot, bytes, crc, body }: NewRow): number {
      const { lastInsertRowid } = insert.run(slot, bytes, crc, body);
      queue = more(queue, { bytes });
      return Number(lastInsertRowid);
    },

    head: (most: number, mostText: number) => upTo(select.iterate(most), mostText),

    /** The newest slots since an instant that come before a place in the queue. */
    tail: (since: Instant, { slot, id }: Place, most: number) =>
      upTo(newest.iterate(since, slot, id, most), TAIL_TEXT),

    remove(id: number): void {
      const gone = remove.get(id);
      if (gone) queue = less(queue, gone);
    },

    /** Copies a row of the queue into the quarantine; the caller removes it from the queue next. */
    copyAside(id: number, since: Instant, reason: string): void {
      const copied = setAside.get(since, reason, id);
      if (copied) quarantine = more(quarantine, copied);
    },

    /** The first records that were set aside for a reason since an instant, after a place in the quarantine. */
    aside: (reason: string, since: Instant, from: number, most: number) =>
      asideFor.all(from, reason, since, most).map((row) => Number(row['id'])),

    /** Moves a record from the quarantine back to the queue. */
    putBack(id: number): void {
      putBack.run(id);
      const gone = removeAside.get(id);
      if (!gone) return;
      queue = more(queue, gone);
      quarantine = less(quarantine, gone);
    },

    oldestSlot: () => oldest.get()?.['slot'] as Instant | null,

    saveState(value: string | null, key: string): void {
      if (value === null) removeState.run(key);
      else saveState.run(key, value);
    },

    states: () => new Map(states.all().map((row) => [row['key'] as string, row['value'] as string])),

    /** Returns free pages to the file system, only a few at a time, because it blocks. */
    shrink(): void {
      if (Number(free.get()?.['freelist_count']) > PAGES) db.exec(`PRAGMA incremental_vacuum(${PAGES})`);
    },

    close: () => db.close(),
  };
}

/** The first rows, until they have `mostText` characters together; one at least, unless there is none. */
function upTo(rows: Iterable<unknown>, mostText: number): SpoolRow[] {
  const taken: SpoolRow[] = [];
  let text = 0;
  for (const row of rows as Iterable<SpoolRow>) {
    text += row.body.length;
    if (taken.length > 0 && text > mostText) break;
    taken.push(row);
  }
  return taken;
}

const TAIL_TEXT = 262_144;
const PAGES = 512; // 2 MiB

interface Count {
  readonly polls: number;
  readonly bytes: number;
}

function count(row: Record<string, unknown> | undefined): Count {
  return { polls: Number(row?.['polls']), bytes: Number(row?.['bytes']) };
}

/** Adds one record. */
function more({ polls, bytes }: Count, row: Record<string, unknown>): Count {
  return { polls: polls + 1, bytes: bytes + Number(row['bytes']) };
}

/** Removes one record. */
function less({ polls, bytes }: Count, row: Record<string, unknown>): Count {
  return { polls: polls - 1, bytes: bytes - (Number(row['bytes']) || 0) };
}
