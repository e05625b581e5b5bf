// What is older than the retention says is dropped: snapshots and polls by whole partitions, hourly figures by rows.
import type { Instant } from '../../domain/observation.ts';
import { readDatabaseClock } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import { dropPartitions } from '../postgres/partitions.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';

const MAX_ACCOUNTS = 500; // whose figures are deleted at once

export interface Retention {
  /** How long snapshots are kept, in milliseconds; what is older goes by whole partitions. */
  readonly snapshotsMs: number;
  readonly pollsMs: number;
  /** How long hourly figures are kept; daily ones stay. */
  readonly hourlyMs: number;
}

/**
 * Drops what is older than the retention says by the database's clock, at once; returns the names of the tables that
 * went. Snapshots of which figures are still to be made stay.
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
  const snapshotsBefore = await firstWithoutFigures(pool, schema, now - snapshotsMs);
  return [
    ...(await dropPartitions(pool, schema, 'snapshot', snapshotsBefore)),
    ...(await dropPartitions(pool, schema, 'poll', now - pollsMs)),
  ];
}

/** The oldest snapshot of before that instant whose hour has no figures yet, or the instant itself. */
async function firstWithoutFigures(db: Queryable, schema: Schema, before: Instant): Promise<Instant> {
  const [row] = await db.query<{ first: Date | null }>(
    `SELECT min(f.slot) AS first FROM ${schema}.wallet w CROSS JOIN LATERAL (
       SELECT s.slot FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id AND s.slot >= w.rolled_to
         AND s.slot < $1::timestamptz
       ORDER BY s.slot LIMIT 1
     ) f
     WHERE w.rolled_to < $1::timestamptz`,
    [iso(before)],
  );
  const [marked] = await db.query<{ first: Date | null }>(
    `SELECT min(hour) AS first FROM ${schema}.rollup_late WHERE hour < $1::timestamptz`,
    [iso(before)],
  );
  return Math.min(before, row?.first?.getTime() ?? before, marked?.first?.getTime() ?? before);
}

/** Wallet by wallet along the key, so that no statement has to look at all there is. */
async function deleteHourly(pool: Pool, schema: Schema, before: Instant): Promise<void> {
  const accounts = await pool.query<{ account_id: number }>(`SELECT account_id FROM ${schema}.account`);
  const ids = accounts.map(({ account_id }) => account_id);
  for (let from = 0; from < ids.length; from += MAX_ACCOUNTS) {
    await pool.query(
      `DELETE FROM ${schema}.balance_hourly h USING ${schema}.wallet w
       WHERE w.account_id = ANY($1::int[]) AND h.account_id = w.account_id AND h.wallet_id = w.wallet_id
         AND h.hour < $2::timestamptz`,
      [ids.slice(from, from + MAX_ACCOUNTS), iso(before)],
    );
  }
}
