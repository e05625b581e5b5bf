// Hourly and daily figures: made of an hour's snapshots once, an hour after it ended, and again when late ones came.
//
// `wallet.rolled_to` says how far; whatever is later, the views compute. A result that is stored more than an hour
// after its slot leaves a mark in its own transaction (./late.ts): none that was stored in time can be missed.

import { deleteMarks, type LateHours, readMarks } from '../ledger/late-arrivals.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ACCOUNTS_AT_ONCE = 20; // a day of minutes of ten wallets each is some 300,000 snapshots
// An hour without a mark, and what the longest of our transactions may take.
const SETTLED = "interval '62 minutes'";

export interface RollupOptions {
  /** When to stop, in milliseconds; what is left is for the next call. Default 20 s. */
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
}

/** Brings the figures up to an hour ago; true when nothing is left to do. */
export async function rollUp(
  pool: Pool,
  schema: Schema,
  { budgetMs = 20_000, signal }: RollupOptions = {},
): Promise<boolean> {
  const until = performance.now() + budgetMs;
  const isOver = () => performance.now() >= until || signal?.aborted === true;

  const marks = await readMarks(pool, schema);
  for (const late of marks.hours) {
    if (isOver()) return false;
    await pool.transaction(async (tx) => {
      await deleteMarks(tx, schema, late);
      await compute(tx, schema, late);
    });
  }
  for (const stretch of await behind(pool, schema)) {
    let { from } = stretch;
    while (from < stretch.to) {
      if (isOver()) return false;
      const to = from + DAY < stretch.to ? await nextAfter(pool, schema, { ...stretch, from }) : stretch.to;
      await advance(pool, schema, { ...stretch, from, to });
      from = to;
    }
  }
  return marks.all;
}

/** Accounts and a stretch of time whose figures are to be made. */
type Stretch = Pick<LateHours, 'accountIds' | 'from' | 'to'>;

/** The accounts that aren't rolled up as far as they could be, those with the same start together. */
async function behind(db: Queryable, schema: Schema): Promise<Stretch[]> {
  const rows = await db.query<{ account_id: number; since: number | null; until: number }>(
    `SELECT b.account_id, b.until, min(coalesce(b.rolled_to, f.first)) AS since
     FROM (
       SELECT w.account_id, w.wallet_id,
         CASE WHEN w.rolled_to > '-infinity' THEN (extract(epoch FROM w.rolled_to) * 1000)::float8 END AS rolled_to,
         (extract(epoch FROM date_trunc('hour', now() - ${SETTLED}, a.timezone)) * 1000)::float8 AS until
       FROM ${schema}.wallet w
       JOIN ${schema}.account a ON a.account_id = w.account_id
       WHERE w.rolled_to < date_trunc('hour', now() - ${SETTLED}, a.timezone)
     ) b
     LEFT JOIN LATERAL (
       SELECT (extract(epoch FROM s.slot) * 1000)::float8 AS first FROM ${schema}.snapshot s
       WHERE b.rolled_to IS NULL AND s.account_id = b.account_id AND s.wallet_id = b.wallet_id
       ORDER BY s.slot LIMIT 1
     ) f ON true
     GROUP BY b.account_id, b.until`,
  );
  const starts = Map.groupBy(rows, ({ since, until }) => `${since ?? until} ${until}`);
  return [...starts.values()].flatMap((accounts) => {
    const to = accounts[0]!.until;
    // A wallet without any snapshot needs no figures, but moves on.
    const from = Math.min(accounts[0]!.since ?? to, to - 1);
    const accountIds = accounts.map(({ account_id }) => account_id).sort((a, b) => a - b);
    return Array.from({ length: Math.ceil(accountIds.length / ACCOUNTS_AT_ONCE) }, (_, i) => ({
      accountIds: accountIds.slice(i * ACCOUNTS_AT_ONCE, (i + 1) * ACCOUNTS_AT_ONCE),
      from,
      to,
    }));
  });
}

/** A day on, or as far as nothing was seen after that. */
async function nextAfter(db: Queryable, schema: Schema, { accountIds, from, to }: Stretch): Promise<number> {
  const [row] = await db.query<{ next: number | null }>(
    `SELECT min((extract(epoch FROM s.slot) * 1000)::float8) AS next
     FROM ${schema}.wallet w CROSS JOIN LATERAL (
       SELECT s.slot FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id AND s.slot >= $2::timestamptz
       ORDER BY s.slot LIMIT 1
     ) s
     WHERE w.account_id = ANY($1::int[])`,
    [accountIds, iso(from + DAY)],
  );
  return Math.min(to, Math.max(from + DAY, (row?.next ?? to) - DAY));
}

async function advance(pool: Pool, schema: Schema, stretch: Stretch): Promise<void> {
  await pool.transaction(async (tx) => {
    // Asked for first: Citus refuses an UPDATE that hands a column to a function which isn't immutable.
    const hours = await tx.query<{ account_id: number; hour: Date }>(
      `SELECT account_id, date_trunc('hour', $2::timestamptz, timezone) AS hour
       FROM ${schema}.account WHERE account_id = ANY($1::int[])`,
      [stretch.accountIds, iso(stretch.to)],
    );
    await tx.query(
      `UPDATE ${schema}.wallet w SET rolled_to = u.hour
       FROM unnest($1::int[], $2::timestamptz[]) AS u(account_id, hour)
       WHERE w.account_id = u.account_id AND w.account_id = ANY($1::int[]) AND w.rolled_to < u.hour`,
      [hours.map(({ account_id }) => account_id), hours.map(({ hour }) => hour.toISOString())],
    );
    await compute(tx, schema, stretch);
  });
}

const FIGURES = `opening_available, closing_available, lowest_available, highest_available,
  opening_actual, closing_actual, lowest_actual, highest_actual, closing_uncleared, closing_reserve, samples`;
const first = (array: string) => `${array}[1]`;
const last = (array: string) => `${array}[cardinality(${array})]`;
const known = (column: string, order: string) =>
  `array_agg(${column} ORDER BY ${order}) FILTER (WHERE ${column} IS NOT NULL)`;
/** More samples make a better figure. Fewer are what retention has left of them. */
const replace = (figures: string) => `DO UPDATE SET ${figures.replaceAll(/\w+/g, '$& = EXCLUDED.$&')}
  WHERE EXCLUDED.samples > old.samples`;

/**
 * Makes the figures of whole hours, from the one that `from` is in up to and without the one that `to` is in, as far
 * as wallets are rolled up; then of the days that these are in.
 */
async function compute(tx: Queryable, schema: Schema, { accountIds, from, to }: Stretch): Promise<void> {
  await tx.query(
    `INSERT INTO ${schema}.balance_hourly AS old (account_id, wallet_id, hour, ${FIGURES}, outflow)
     SELECT account_id, wallet_id, hour, ${first('available')}, ${last('available')}, lowest_available,
       highest_available, ${first('actual')}, ${last('actual')}, lowest_actual, highest_actual,
       ${last('uncleared')}, ${last('reserve')}, samples,
       greatest(outflow, ${first('available')} - ${last('available')}) -- more when amounts in between were unreadable
     FROM (
       SELECT s.account_id, s.wallet_id, s.hour,
         ${known('s.available', 's.slot')} AS available, ${known('s.actual', 's.slot')} AS actual,
         ${known('s.uncleared', 's.slot')} AS uncleared, ${known('s.reserve', 's.slot')} AS reserve,
         min(s.available) AS lowest_available, max(s.available) AS highest_available,
         min(s.actual) AS lowest_actual, max(s.actual) AS highest_actual, count(*)::int AS samples,
         sum(greatest(s.before - s.available, 0)) AS outflow
       FROM (
         SELECT s.*, date_trunc('hour', s.slot, a.timezone) AS hour,
           lag(s.available) OVER (
             PARTITION BY s.account_id, s.wallet_id, date_trunc('hour', s.slot, a.timezone) ORDER BY s.slot
           ) AS before
         FROM ${schema}.wallet w
         JOIN ${schema}.account a ON a.account_id = w.account_id
         JOIN ${schema}.snapshot s ON s.account_id = w.account_id AND s.wallet_id = w.wallet_id
         WHERE w.account_id = ANY($1::int[])
           AND s.slot >= $2::timestamptz - interval '1 hour' AND s.slot < $3::timestamptz
           AND s.slot >= date_trunc('hour', $2::timestamptz, a.timezone)
           AND s.slot < date_trunc('hour', $3::timestamptz, a.timezone)
           AND s.slot < w.rolled_to
       ) s
       GROUP BY s.account_id, s.wallet_id, s.hour
     ) hours
     ON CONFLICT (account_id, wallet_id, hour) ${replace(`${FIGURES}, outflow`)}`,
    [accountIds, iso(from), iso(to)],
  );
  await tx.query(
    `INSERT INTO ${schema}.balance_daily AS old (account_id, wallet_id, day, ${FIGURES})
     SELECT account_id, wallet_id, day, ${first('opening_available')}, ${last('closing_available')},
       lowest_available, highest_available, ${first('opening_actual')}, ${last('closing_actual')}, lowest_actual,
       highest_actual, ${last('closing_uncleared')}, ${last('closing_reserve')}, samples
     FROM (
       SELECT h.account_id, h.wallet_id, (h.hour AT TIME ZONE a.timezone)::date AS day,
         ${known('h.opening_available', 'h.hour')} AS opening_available,
         ${known('h.closing_available', 'h.hour')} AS closing_available,
         ${known('h.opening_actual', 'h.hour')} AS opening_actual,
         ${known('h.closing_actual', 'h.hour')} AS closing_actual,
         ${known('h.closing_uncleared', 'h.hour')} AS closing_uncleared,
         ${known('h.closing_reserve', 'h.hour')} AS closing_reserve,
         min(h.lowest_available) AS lowest_available, max(h.highest_available) AS highest_available,
         min(h.lowest_actual) AS lowest_actual, max(h.highest_actual) AS highest_actual,
         sum(h.samples)::int AS samples
       FROM ${schema}.balance_hourly h
       JOIN ${schema}.account a ON a.account_id = h.account_id
       WHERE h.account_id = ANY($1::int[])
         AND h.hour >= date_trunc('day', $2::timestamptz, a.timezone)
         AND h.hour < (date_trunc('day', $3::timestamptz AT TIME ZONE a.timezone) + interval '1 day')
           AT TIME ZONE a.timezone
       GROUP BY h.account_id, h.wallet_id, (h.hour AT TIME ZONE a.timezone)::date
     ) days
     ON CONFLICT (account_id, wallet_id, day) ${replace(FIGURES)}`,
    [accountIds, iso(from), iso(to)],
  );
}
