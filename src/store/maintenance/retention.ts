// Applies the retention: drops old snapshots and polls by whole partitions, and deletes other old rows.
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import { readDatabaseClock } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import { dropPartitions } from '../postgres/partitions.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';

const ACCOUNTS_AT_ONCE = 20;
const FIGURES_AT_ONCE = 144_000; // a month, for twenty accounts with ten wallets each
/** How long hourly figures are kept at least: days are made from them, and so is what forecasts learn, ten days at once. */
export const HOURLY_NEEDED_MS = 11 * DAY_MS;

export interface Retention {
  /** How long snapshots are kept, in milliseconds; older ones are dropped by whole partitions. */
  readonly snapshotsMs: number;
  readonly pollsMs: number;
  /**
   * How long hourly figures (at least eleven days), plans, ended episodes of alerts and changes of payment options
   * are kept. Daily figures stay.
   */
  readonly hourlyMs: number;
}

/**
 * Drops what is too old by the database's clock.
 *
 * `onDropped` gets the names of dropped tables, before rows are deleted. Snapshots that still need figures stay, and
 * so do the hours of their days.
 */
export async function applyRetention(
  pool: Pool,
  schema: Schema,
  {
    snapshotsMs,
    pollsMs,
    hourlyMs,
    onDropped,
  }: Retention & { onDropped(partitions: readonly string[]): void },
): Promise<void> {
  const now = await readDatabaseClock(pool);
  const snapshotsBefore = await firstWithoutFigures(pool, schema, now - snapshotsMs);
  onDropped(await dropPartitions(pool, schema, 'snapshot', snapshotsBefore));
  onDropped(await dropPartitions(pool, schema, 'poll', now - pollsMs));
  await deleteRows(pool, schema, {
    conflictsBefore: now - snapshotsMs,
    hourlyBefore: await firstHourNeeded(pool, schema, now - Math.max(hourlyMs, HOURLY_NEEDED_MS)),
    restBefore: now - hourlyMs,
  });
}

/** The first hour of a day that is not yet made from all its hours, in any zone; `before` when there is none earlier. */
async function firstHourNeeded(db: Queryable, schema: Schema, before: Instant): Promise<Instant> {
  const first = await firstWithoutFigures(db, schema, before);
  return first < before ? first - 2 * DAY_MS : before;
}

/** The oldest snapshot before an instant whose hour has no figures yet; that instant when there is none. */
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

interface Before {
  readonly conflictsBefore: Instant;
  readonly hourlyBefore: Instant;
  /** For plans, ended episodes of alerts, and changes of payment options. */
  readonly restBefore: Instant;
}

/** Deletes the rows of a few accounts at a time, so that no statement reads everything. */
async function deleteRows(pool: Pool, schema: Schema, before: Before): Promise<void> {
  const accounts = await pool.query<{ account_id: number }>(
    `SELECT account_id FROM ${schema}.account ORDER BY account_id`,
  );
  const ids = accounts.map(({ account_id }) => account_id);
  for (let from = 0; from < ids.length; from += ACCOUNTS_AT_ONCE) {
    const accountIds = ids.slice(from, from + ACCOUNTS_AT_ONCE);
    await pool.query(
      `DELETE FROM ${schema}.snapshot_conflict WHERE account_id = ANY($1::int[]) AND slot < $2::timestamptz`,
      [accountIds, iso(before.conflictsBefore)],
    );
    for (const [table, ended] of [
      ['alert_episode', 'resolved_at'],
      ['payment_option_change', 'seen_at'],
      ['plan', 'planned_at'],
    ]) {
      await pool.query(
        `DELETE FROM ${schema}.${table} WHERE account_id = ANY($1::int[]) AND ${ended} < $2::timestamptz`,
        [accountIds, iso(before.restBefore)],
      );
    }
    await deleteHourly(pool, schema, { accountIds, before: before.hourlyBefore });
  }
}

/** Deletes hours step by step, the fewer at once the more wallets there are: a shortened retention may mean years. */
async function deleteHourly(
  pool: Pool,
  schema: Schema,
  { accountIds, before }: { readonly accountIds: readonly number[]; readonly before: Instant },
): Promise<void> {
  const [row] = await pool.query<{ wallets: number; first: Date | null }>(
    `SELECT count(*)::int AS wallets, min(f.hour) AS first FROM ${schema}.wallet w CROSS JOIN LATERAL (
       SELECT h.hour FROM ${schema}.balance_hourly h
       WHERE h.account_id = w.account_id AND h.wallet_id = w.wallet_id ORDER BY h.hour LIMIT 1
     ) f
     WHERE w.account_id = ANY($1::int[])`,
    [accountIds],
  );
  const step = Math.max(1, Math.floor(FIGURES_AT_ONCE / (row?.wallets ?? 1))) * HOUR_MS;
  for (let from = row?.first?.getTime() ?? before; from < before; from += step) {
    await pool.query(
      `DELETE FROM ${schema}.balance_hourly h USING ${schema}.wallet w
       WHERE w.account_id = ANY($1::int[]) AND h.account_id = w.account_id AND h.wallet_id = w.wallet_id
         AND h.hour >= $2::timestamptz AND h.hour < $3::timestamptz`,
      [accountIds, iso(from), iso(Math.min(before, from + step))],
    );
  }
}
