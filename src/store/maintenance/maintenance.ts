// Runs the tasks that one replica does for all: partitions ahead, lost claims, the relay, figures, retention, compression.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import { COMPRESS_AFTER_DAYS } from '../engines/timescaledb.ts';
import { emptyRelay } from '../ledger/relay.ts';
import { readDatabaseClock } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import { compressOld, makePartitionsAhead } from '../postgres/partitions.ts';
import type { Pool } from '../postgres/pool.ts';
import { applyRetention, type Retention } from './retention.ts';
import { rollUp } from './rollups.ts';

/** How often each task is due, in the order of execution. Retention needs the figures first, and saves compression work. */
const DUE_EVERY_MS = {
  partitions: 6 * HOUR_MS,
  lost: MINUTE_MS,
  relay: MINUTE_MS,
  rollups: MINUTE_MS,
  retention: 6 * HOUR_MS,
  compression: 6 * HOUR_MS,
} as const;

export type MaintenanceTask = keyof typeof DUE_EVERY_MS;
export const MAINTENANCE_TASKS = Object.keys(DUE_EVERY_MS) as readonly MaintenanceTask[];

/** The suffix of a second row for a task: its last success before it began to fail; infinity while it does not fail. */
const FAILS = ' fails';

/** The state of a task among all replicas. */
export interface TaskStatus {
  readonly task: MaintenanceTask;
  /** When it last succeeded, by the database's clock; `null`: never. */
  readonly succeededAt: Instant | null;
  /** How long it has been due, in milliseconds; 0 when it is not due. */
  readonly overdueMs: number;
}

/** Called with what was done, for the log. */
export interface MaintenanceEvents {
  /** Tables that were dropped because all their rows were too old. */
  dropped(partitions: readonly string[]): void;
  /** Polls whose process died: their outcome is now `lost`. */
  lost(polls: number): void;
  /** A task failed; the next call tries it again. */
  failed(task: string, error: unknown): void;
}

export interface MaintenanceOptions {
  readonly pool: Pool;
  readonly schema: Schema;
  readonly replica: string;
  readonly retention: Retention;
  /**
   * The age at which a claim without a result is given up, in milliseconds; longer than any deadline.
   *
   * @default 10 minutes
   */
  readonly lostAfterMs?: number;
  readonly events: MaintenanceEvents;
}

export interface Maintenance {
  /** Does the tasks that are due and that no other replica has done. Call it once a minute. Never rejects. */
  run(): Promise<void>;
  /** The state of the tasks at the end of the last run; `null` when the database did not answer. */
  status(): readonly TaskStatus[] | null;
}

export function createMaintenance(options: MaintenanceOptions): Maintenance {
  const { pool, schema, replica, retention, lostAfterMs = 10 * MINUTE_MS, events } = options;
  const began = performance.now();
  let status: readonly TaskStatus[] | null = null;

  const tasks: Readonly<Record<MaintenanceTask, (doneBefore: Instant | null) => Promise<unknown>>> = {
    partitions: () => makePartitionsAhead(pool, schema, Math.min(retention.snapshotsMs, retention.pollsMs)),
    async lost(doneBefore) {
      const lost = await markLost(doneBefore);
      if (lost > 0) events.lost(lost);
    },
    relay: () => emptyRelay(pool, schema),
    rollups: () => rollUp(pool, schema),
    retention: () =>
      applyRetention(pool, schema, {
        ...retention,
        onDropped: (partitions) => partitions.length > 0 && events.dropped(partitions),
      }),
    compression: () => compressOld(pool, schema),
  };

  return {
    async run() {
      for (const task of MAINTENANCE_TASKS) await turn(task);
      status = await readStatus().catch(() => null);
    },
    status: () => status,
  };

  /** Does a task, unless this or another replica did it within its time. */
  async function turn(task: MaintenanceTask): Promise<void> {
    try {
      await pool.query(
        `INSERT INTO ${schema}.chore (name, done_at, replica) VALUES ($1, '-infinity', $2) ON CONFLICT DO NOTHING`,
        [task, replica],
      );
      // As text: a Date would lose the microseconds, and the comparison would fail.
      const [before] = await pool.query<{ done_at: string }>(
        // A time that lies ahead is from before the database's clock was set back.
        `SELECT done_at::text FROM ${schema}.chore WHERE name = $1
           AND (done_at <= now() - $2::float8 * interval '1 ms' OR done_at > now() + interval '1 minute')`,
        [task, DUE_EVERY_MS[task]],
      );
      if (!before) return;
      const mine = await pool.query(
        `UPDATE ${schema}.chore SET done_at = now(), replica = $2 WHERE name = $1 AND done_at = $3::timestamptz RETURNING name`,
        [task, replica, before.done_at],
      );
      if (mine.length === 0) return;
      try {
        // `doneBefore` is when it was last done.
        await tasks[task](before.done_at === '-infinity' ? null : Date.parse(before.done_at));
      } catch (error) {
        await giveBack(task, before.done_at);
        throw error;
      }
      await pool.query(
        `UPDATE ${schema}.chore SET done_at = 'infinity', replica = $2 WHERE name = $1 AND done_at < 'infinity'`,
        [task + FAILS, replica],
      );
    } catch (error) {
      events.failed(task, error);
    }
  }

  /** Makes the task due again. While a replica tries it, its row looks as if it were done, so a second row says that it fails. */
  async function giveBack(task: MaintenanceTask, doneBefore: string): Promise<void> {
    await pool.query(
      `UPDATE ${schema}.chore SET done_at = least($2::timestamptz, now()) WHERE name = $1 AND replica = $3`,
      [task, doneBefore, replica],
    );
    await pool.query(
      `INSERT INTO ${schema}.chore AS c (name, done_at, replica) VALUES ($1, least($2::timestamptz, now()), $3)
       ON CONFLICT (name) DO UPDATE SET done_at = least(c.done_at, EXCLUDED.done_at), replica = EXCLUDED.replica`,
      [task + FAILS, doneBefore, replica],
    );
  }

  async function readStatus(): Promise<TaskStatus[]> {
    const rows = await pool.query<{ task: MaintenanceTask; succeeded: number; age: number }>(
      `SELECT task, (extract(epoch FROM done_at) * 1000)::float8 AS succeeded,
         (extract(epoch FROM now()) * 1000 - extract(epoch FROM done_at) * 1000)::float8 AS age
       FROM (
         SELECT c.name AS task, least(c.done_at, f.done_at) AS done_at
         FROM ${schema}.chore c LEFT JOIN ${schema}.chore f ON f.name = c.name || '${FAILS}'
         WHERE c.name = ANY($1::text[])
       ) chore
       WHERE done_at > '-infinity'`,
      [MAINTENANCE_TASKS],
    );
    return MAINTENANCE_TASKS.map((task) => {
      const row = rows.find((each) => each.task === task);
      const age = row?.age ?? performance.now() - began;
      const succeededAt = row ? Math.round(row.succeeded) : null;
      return { task, succeededAt, overdueMs: Math.max(0, age - DUE_EVERY_MS[task]) };
    });
  }

  async function markLost(doneBefore: Instant | null): Promise<number> {
    const accounts = await pool.query<{ account_id: number }>(`SELECT account_id FROM ${schema}.account`);
    const now = await readDatabaseClock(pool);
    // This task last ran at `doneBefore`: polls that were old enough by then are marked already, so they are not read.
    // Compressed polls stay open: an update would decompress everything beside them, more than TimescaleDB allows, and
    // the task would fail for ever.
    const open = Math.min(now, doneBefore ?? now - DAY_MS) - lostAfterMs - HOUR_MS;
    const since = Math.max(open, now - COMPRESS_AFTER_DAYS * DAY_MS);
    const rows = await pool.query(
      `UPDATE ${schema}.poll SET outcome = 'lost'
       WHERE account_id = ANY($1::int[]) AND slot >= $2 AND slot <= $3 AND outcome IS NULL
         AND claimed_at <= now() - $4::float8 * interval '1 ms'
       RETURNING account_id`,
      [accounts.map(({ account_id }) => account_id), iso(since), iso(now + DAY_MS), lostAfterMs],
    );
    return rows.length;
  }
}
