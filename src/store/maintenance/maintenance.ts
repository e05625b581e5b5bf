// What somebody must do now and then, whichever replica comes first.
import { readDatabaseClock } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import { dropPartitions, makePartitionsAhead } from '../postgres/partitions.ts';
import type { Pool } from '../postgres/pool.ts';
import { rollUp } from './rollups.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ACCOUNTS_AT_ONCE = 500;

export interface Retention {
  /** How long snapshots are kept, in milliseconds; what is older goes by whole partitions. */
  readonly snapshotsMs: number;
  readonly pollsMs: number;
  /** How long hourly figures are kept; daily ones stay. */
  readonly hourlyMs: number;
}

/** Told what was done, for the log. */
export interface MaintenanceEvents {
  /** Tables that were dropped because all in them was too old. */
  dropped(partitions: readonly string[]): void;
  /** Polls whose owner died: the slot is `lost`. */
  lost(polls: number): void;
  /** A chore did not get done; it will be tried again at the next call. */
  failed(chore: string, error: unknown): void;
}

export interface MaintenanceOptions {
  readonly pool: Pool;
  readonly schema: Schema;
  readonly replica: string;
  readonly retention: Retention;
  /** When a claim without a result is given up, in milliseconds; beyond any deadline. 10 minutes by default. */
  readonly lostAfterMs?: number;
  readonly events: MaintenanceEvents;
}

/**
 * The chores of the store: partitions ahead, retention, claims whose owner died, hourly and daily figures.
 *
 * Call what it returns once a minute; it does what is due and no other replica has done. Never rejects.
 */
export function createMaintenance(options: MaintenanceOptions): () => Promise<void> {
  const { pool, schema, replica, retention, lostAfterMs = 10 * MINUTE, events } = options;

  return async () => {
    await turn('partitions', 6 * HOUR, () => makePartitionsAhead(pool, schema));
    await turn('retention', 6 * HOUR, async () => {
      const dropped = await applyRetention(pool, schema, retention);
      if (dropped.length > 0) events.dropped(dropped);
    });
    await turn('lost', MINUTE, async (doneBefore) => {
      const lost = await markLost(doneBefore);
      if (lost > 0) events.lost(lost);
    });
    await turn('rollups', MINUTE, () => rollUp(pool, schema));
  };

  /** Does a chore unless it was done within `everyMs`, by whomever; `doneBefore` is when it was done last. */
  async function turn(name: string, everyMs: number, chore: (doneBefore: number | null) => Promise<unknown>) {
    try {
      await pool.query(
        `INSERT INTO ${schema}.chore (name, done_at, replica) VALUES ($1, '-infinity', $2) ON CONFLICT DO NOTHING`,
        [name, replica],
      );
      // As text: a Date would lose the microseconds, and with them the comparison.
      const [before] = await pool.query<{ done_at: string }>(
        `SELECT done_at::text FROM ${schema}.chore WHERE name = $1 AND done_at <= now() - $2::float8 * interval '1 ms'`,
        [name, everyMs],
      );
      if (!before) return;
      const mine = await pool.query(
        `UPDATE ${schema}.chore SET done_at = now(), replica = $2 WHERE name = $1 AND done_at = $3::timestamptz RETURNING name`,
        [name, replica, before.done_at],
      );
      if (mine.length === 0) return;
      try {
        await chore(before.done_at === '-infinity' ? null : Date.parse(before.done_at));
      } catch (error) {
        await pool.query(
          `UPDATE ${schema}.chore SET done_at = $2::timestamptz WHERE name = $1 AND replica = $3`,
          [name, before.done_at, replica],
        );
        throw error;
      }
    } catch (error) {
      events.failed(name, error);
    }
  }

  async function markLost(doneBefore: number | null): Promise<number> {
    const accounts = await pool.query<{ account_id: number }>(`SELECT account_id FROM ${schema}.account`);
    // Whoever was alive since then has had this chore done; before, only what was open then can be open now.
    const now = await readDatabaseClock(pool);
    const since = (doneBefore ?? now - DAY) - lostAfterMs - HOUR;
    const rows = await pool.query(
      `UPDATE ${schema}.poll SET outcome = 'lost'
       WHERE account_id = ANY($1::int[]) AND slot >= $2 AND slot <= $3 AND outcome IS NULL
         AND claimed_at <= now() - $4::float8 * interval '1 ms'
       RETURNING account_id`,
      [accounts.map(({ account_id }) => account_id), iso(since), iso(now + DAY), lostAfterMs],
    );
    return rows.length;
  }
}

/**
 * Drops what is older than the retention says by the database's clock, at once; returns the names of the tables that
 * went.
 */
export async function applyRetention(
  pool: Pool,
  schema: Schema,
  { snapshotsMs, pollsMs, hourlyMs }: Retention,
): Promise<string[]> {
  const now = await readDatabaseClock(pool);
  await pool.query(`DELETE FROM ${schema}.snapshot_conflict WHERE slot < $1::timestamptz`, [
    iso(now - snapshotsMs),
  ]);
  await deleteHourly(pool, schema, now - hourlyMs);
  return [
    ...(await dropPartitions(pool, schema, 'snapshot', now - snapshotsMs)),
    ...(await dropPartitions(pool, schema, 'poll', now - pollsMs)),
  ];
}

/** Wallet by wallet along the key, so that no statement has to look at all there is. */
async function deleteHourly(pool: Pool, schema: Schema, before: number): Promise<void> {
  const accounts = await pool.query<{ account_id: number }>(`SELECT account_id FROM ${schema}.account`);
  const ids = accounts.map(({ account_id }) => account_id);
  for (let from = 0; from < ids.length; from += ACCOUNTS_AT_ONCE) {
    await pool.query(
      `DELETE FROM ${schema}.balance_hourly h USING ${schema}.wallet w
       WHERE w.account_id = ANY($1::int[]) AND h.account_id = w.account_id AND h.wallet_id = w.wallet_id
         AND h.hour < $2::timestamptz`,
      [ids.slice(from, from + ACCOUNTS_AT_ONCE), iso(before)],
    );
  }
}
