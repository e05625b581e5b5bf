// What is older than the retention says is dropped: snapshots and polls by whole partitions, the rest by rows.
import type { Instant } from '../../domain/observation.ts';
import { readDatabaseClock } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import { dropPartitions } from '../postgres/partitions.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';

const ACCOUNTS_AT_ONCE = 20;
const FIGURES_AT_ONCE = 144_000; // of twenty accounts with ten wallets each it is a month
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long hourly figures are kept at the least: days are made of them, and what forecasts learn from, of ten days at once. */
export const HOURLY_NEEDED_MS = 11 * DAY_MS;

export interface Retention {
  /** How long snapshots are kept, in milliseconds; what is older goes by whole partitions. */
  readonly snapshotsMs: number;
  readonly pollsMs: number;
  /**
   * How long hourly figures (eleven days at the least), plans, ended episodes of alerts and changes of payment options are
   * kept; daily figures stay.
   */
  readonly hourlyMs: number;
}

/**
 * Drops what is older than the retention says by the database's clock, at once; `onDropped` hears the names of the
 * tables that went, before rows are deleted. Snapshots of which figures are still to be made stay, and the hours of their days.
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

/** The first hour of a day that isn't made of all of its hours yet, in whatever zone; the instant itself where each is, before. */
async function firstHourNeeded(db: Queryable, schema: Schema, before: Instant): Promise<Instant> {
  const first = await firstWithoutFigures(db, schema, before);
  return first < before ? first - 2 * DAY_MS : before;
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

interface Before {
  readonly conflictsBefore: Instant;
  readonly hourlyBefore: Instant;
  /** Of plans, ended episodes of alerts, and changes of payment options. */
  readonly restBefore: Instant;
}

/** Some accounts at a time, so that no statement has to look at all there is. */
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

/** Some hours after the other, the fewer the more wallets there are: retention that was shortened asks for years at once. */
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
