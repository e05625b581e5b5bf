// The queue in which finished polls wait, durable on this machine, until Postgres has them.
import { join } from 'node:path';
import type { PollResult } from '../../domain/poll-result.ts';
import type { Place, Spool, SpoolOptions, Waiting } from './contract.ts';
import { createReserve } from './reserve.ts';
import { finishReplacing, replaceBroken, takeLeftBehind } from './salvage.ts';
import { decode, encode } from './spool-codec.ts';
import { lockFolder, openFile, SpoolError, spoolError } from './spool-file.ts';
import { createTables, type NewRow, type SpoolTables } from './tables.ts';

export type { Place, Spool, SpoolOptions, SpoolStats, SpoolTrouble } from './contract.ts';

/**
 * Opens the spool in `folder` (created if absent) for this process alone, until disposed of.
 *
 * Throws a {@link SpoolError} when another process has the folder, or it can't be written. A broken file is moved
 * aside, and its readable records are copied into a new one.
 */
export function openSpool(folder: string, options: SpoolOptions): Spool {
  const { maxBytes = 256 * MEBIBYTE, reserveBytes = 8 * MEBIBYTE, now, onTrouble } = options;
  const path = join(folder, 'spool.sqlite');
  const lock = lockFolder(folder);
  let closed = false;
  let tables: SpoolTables | undefined;
  const reserve = createReserve(join(folder, 'spool.reserve'), reserveBytes);
  try {
    tables = openOnFullDisk();
    takeIn();
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }

  return {
    append(results) {
      const records = results.map(toRecord);
      return guarded((tables) => {
        let room = roomIn(tables);
        return tables.transaction(() =>
          records.map((record) => {
            if (record.bytes > room) return null;
            room -= record.bytes;
            return tables.insert(record);
          }),
        );
      });
    },

    oldest: (most, mostText = Number.POSITIVE_INFINITY) =>
      guarded((tables) => {
        const waiting: Waiting[] = [];
        for (const row of tables.head(most, mostText)) {
          try {
            waiting.push({ id: row.id, result: decode(row) });
          } catch (error) {
            quarantine(tables, row.id, `unreadable: ${(error as Error).message}`);
            onTrouble({ kind: 'unreadable', slot: row.slot, reason: (error as Error).message });
          }
        }
        return waiting;
      }),

    newest: ({ since, from, most }) =>
      guarded((tables) => {
        const rows = tables.tail(since, from ?? END, most);
        const waiting = rows.flatMap((row) => {
          try {
            return [{ id: row.id, result: decode(row) }];
          } catch {
            return []; // set aside when its turn to be stored comes
          }
        });
        const last = rows.at(-1);
        return { waiting, next: last ? { slot: last.slot, id: last.id } : null };
      }),

    remove(ids) {
      const remove = () =>
        guarded((tables) => {
          tables.transaction(() => ids.forEach(tables.remove));
          tables.shrink();
          if (tables.queue().polls === 0) reserve.restore();
        });
      try {
        remove();
      } catch (error) {
        if ((error as SpoolError).reason !== 'disk_full' || !reserve.release()) throw error;
        remove();
      }
    },

    quarantine: (id, reason) => guarded((tables) => quarantine(tables, id, reason)),

    setAside: (result, reason) =>
      guarded((tables) => {
        const record = toRecord(result);
        if (record.bytes > roomIn(tables)) return false;
        quarantine(tables, () => tables.insert(record), reason);
        return true;
      }),

    putBack: ({ reason, since, from = 0, most }) =>
      guarded((tables) =>
        tables.transaction(() => {
          const ids = tables.aside(reason, since, from, most);
          ids.forEach(tables.putBack);
          return { polls: ids.length, next: ids.length < most ? null : (ids.at(-1) ?? null) };
        }),
      ),

    stats: () =>
      guarded((tables) => ({
        ...tables.queue(),
        oldest: tables.oldestSlot(),
        quarantined: tables.quarantine().polls,
        maxBytes: maxBytes - tables.quarantine().bytes,
      })),

    saveStates: (changes) => guarded((tables) => tables.transaction(() => changes.forEach(tables.saveState))),
    loadStates: () => guarded((tables) => tables.states()),

    [Symbol.dispose]() {
      if (closed) return;
      closed = true;
      tables?.close();
      lock[Symbol.dispose]();
    },
  };

  function roomIn(tables: SpoolTables): number {
    return maxBytes - tables.queue().bytes - tables.quarantine().bytes;
  }

  function quarantine(tables: SpoolTables, id: number | (() => number), reason: string): void {
    tables.transaction(() => {
      const row = typeof id === 'number' ? id : id();
      tables.copyAside(row, now(), reason);
      tables.remove(row);
    });
  }

  /** Runs the work. When the file is broken, runs it again on a new file with what could be saved. */
  function guarded<T>(work: (tables: SpoolTables) => T): T {
    if (closed) throw new SpoolError('unwritable', `${path} is closed`);
    tables ??= open();
    try {
      return work(tables);
    } catch (cause) {
      const error = spoolError(path, cause);
      if (error.reason !== 'corrupt') throw error;
      tables.close();
      tables = undefined; // should this fail too, the next call tries again
      tables = replace(error);
      return work(tables);
    }
  }

  /** Opens the file. SQLite needs some room even for that: on a full disk it gets the reserve. */
  function openOnFullDisk(): SpoolTables {
    try {
      return open();
    } catch (error) {
      if (spoolError(path, error).reason !== 'disk_full' || !reserve.release()) throw error;
      return open();
    }
  }

  /** Adds the records of broken files that an earlier version left beside the file. */
  function takeIn(): void {
    const left = takeLeftBehind(path);
    for (const { file, saved } of left) onTrouble({ kind: 'left_behind', file, saved });
    if (left.length === 0) return;
    tables?.close();
    tables = open(); // it counts the records again
  }

  function open(): SpoolTables {
    finishReplacing(path);
    try {
      return createTables(openFile(path));
    } catch (cause) {
      const error = spoolError(path, cause);
      if (error.reason !== 'corrupt') throw error;
      return replace(error);
    }
  }

  function replace(cause: SpoolError): SpoolTables {
    const { movedTo, saved } = replaceBroken(path, now());
    onTrouble({ kind: 'replaced', movedTo, saved, cause });
    return createTables(openFile(path));
  }
}

const MEBIBYTE = 1024 * 1024;
const END: Place = { slot: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

function toRecord(result: PollResult): NewRow {
  const encoded = encode(result);
  return { slot: result.slot, bytes: Buffer.byteLength(encoded.body), ...encoded };
}
