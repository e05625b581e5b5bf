// The statements that make hourly and daily figures from snapshots.
import { HOUR_MS } from '../../domain/duration.ts';
import { AMOUNT_FIELDS } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

/** Accounts, and the stretch of time for which to make their figures. */
export interface Stretch {
  readonly accountIds: readonly number[];
  readonly from: number;
  readonly to: number;
  /** Older snapshots have been counted already, perhaps in hours of another zone. @default none */
  readonly notBefore?: number;
}

/** The amounts of which only the last value is kept. */
const OTHERS = AMOUNT_FIELDS.filter((field) => field !== 'available' && field !== 'actual');
const FIGURES = `opening_available, closing_available, lowest_available, highest_available,
  opening_actual, closing_actual, lowest_actual, highest_actual, ${OTHERS.map((field) => `closing_${field}`).join(', ')}, samples`;
const first = (array: string) => `${array}[1]`;
const last = (array: string) => `${array}[cardinality(${array})]`;
const known = (column: string, order: string) =>
  `array_agg(${column} ORDER BY ${order}) FILTER (WHERE ${column} IS NOT NULL)`;
/** A figure from more samples is better. One from fewer was made from what retention has left. */
const replace = (figures: string) => `DO UPDATE SET ${figures.replaceAll(/\w+/g, '$& = EXCLUDED.$&')}
  WHERE EXCLUDED.samples > old.samples`;

/**
 * Makes the figures of whole hours, from the hour of `from` up to the hour of `to`, which is excluded, as far as
 * wallets are rolled up; then those of the days of these hours.
 *
 * Some hours may be those of another zone, half an hour apart. Snapshots in such an hour stay in it, because they
 * would count twice otherwise.
 */
export async function makeFigures(tx: Queryable, schema: Schema, stretch: Stretch): Promise<void> {
  const mixed = await hasOtherHours(tx, schema, stretch);
  const { accountIds, notBefore = 0 } = stretch;
  const [from, to] = mixed ? [stretch.from - HOUR_MS, stretch.to + HOUR_MS] : [stretch.from, stretch.to]; // whole hours of both
  const ours = "date_trunc('hour', s.slot, a.timezone)";
  const hour = mixed ? `coalesce(o.hour, ${ours})` : ours;
  await tx.query(
    `INSERT INTO ${schema}.balance_hourly AS old (account_id, wallet_id, hour, ${FIGURES}, outflow)
     SELECT account_id, wallet_id, hour, ${first('available')}, ${last('available')}, lowest_available,
       highest_available, ${first('actual')}, ${last('actual')}, lowest_actual, highest_actual,
       ${OTHERS.map(last).join(', ')}, samples,
       outflow
     FROM (
       SELECT s.account_id, s.wallet_id, s.hour,
         ${known('s.available', 's.slot')} AS available, ${known('s.actual', 's.slot')} AS actual,
         ${OTHERS.map((field) => `${known(`s.${field}`, 's.slot')} AS ${field}`).join(', ')},
         min(s.available) AS lowest_available, max(s.available) AS highest_available,
         min(s.actual) AS lowest_actual, max(s.actual) AS highest_actual, count(*)::int AS samples,
         sum(greatest(s.before - s.available, 0)) AS outflow
       FROM (
         SELECT s.*, ${hour} AS hour,
           lag(s.available) OVER ( -- of those that could be read: others are apart
             PARTITION BY s.account_id, s.wallet_id, ${hour}, s.available IS NULL ORDER BY s.slot
           ) AS before
         FROM ${schema}.wallet w
         JOIN ${schema}.account a ON a.account_id = w.account_id
         JOIN ${schema}.snapshot s ON s.account_id = w.account_id AND s.wallet_id = w.wallet_id
         ${mixed ? otherHourOf(schema) : ''}
         -- Both, lest the time zone of another account be asked for, which Postgres may not know.
         WHERE w.account_id = ANY($1::int[]) AND a.account_id = ANY($1::int[])
           AND s.slot >= $2::timestamptz - interval '1 hour' AND s.slot < $3::timestamptz
           AND s.slot >= date_trunc('hour', $2::timestamptz, a.timezone)
           AND s.slot < date_trunc('hour', $3::timestamptz, a.timezone)
           AND s.slot >= $4::timestamptz AND s.slot < w.rolled_to
       ) s
       GROUP BY s.account_id, s.wallet_id, s.hour
     ) hours
     ON CONFLICT (account_id, wallet_id, hour) ${replace(`${FIGURES}, outflow`)}`,
    [accountIds, iso(from), iso(to), iso(notBefore)],
  );
  await tx.query(
    `INSERT INTO ${schema}.balance_daily AS old (account_id, wallet_id, day, ${FIGURES})
     SELECT account_id, wallet_id, day, ${first('opening_available')}, ${last('closing_available')},
       lowest_available, highest_available, ${first('opening_actual')}, ${last('closing_actual')}, lowest_actual,
       highest_actual, ${OTHERS.map((field) => last(`closing_${field}`)).join(', ')}, samples
     FROM (
       SELECT h.account_id, h.wallet_id, (h.hour AT TIME ZONE a.timezone)::date AS day,
         ${known('h.opening_available', 'h.hour')} AS opening_available,
         ${known('h.closing_available', 'h.hour')} AS closing_available,
         ${known('h.opening_actual', 'h.hour')} AS opening_actual,
         ${known('h.closing_actual', 'h.hour')} AS closing_actual,
         ${OTHERS.map((field) => `${known(`h.closing_${field}`, 'h.hour')} AS closing_${field}`).join(', ')},
         min(h.lowest_available) AS lowest_available, max(h.highest_available) AS highest_available,
         min(h.lowest_actual) AS lowest_actual, max(h.highest_actual) AS highest_actual,
         sum(h.samples)::int AS samples
       FROM ${schema}.balance_hourly h
       JOIN ${schema}.account a ON a.account_id = h.account_id
       WHERE h.account_id = ANY($1::int[]) AND a.account_id = ANY($1::int[])
         -- An hour more on both sides: where midnight comes twice, a day begins at the first of the two.
         AND h.hour >= date_trunc('day', $2::timestamptz, a.timezone) - interval '1 hour'
         AND h.hour < (date_trunc('day', $3::timestamptz AT TIME ZONE a.timezone) + interval '1 day')
           AT TIME ZONE a.timezone + interval '1 hour'
         AND (h.hour AT TIME ZONE a.timezone)::date BETWEEN ($2::timestamptz AT TIME ZONE a.timezone)::date
           AND ($3::timestamptz AT TIME ZONE a.timezone)::date
       GROUP BY h.account_id, h.wallet_id, (h.hour AT TIME ZONE a.timezone)::date
     ) days
     ON CONFLICT (account_id, wallet_id, day) ${replace(FIGURES)}`,
    [accountIds, iso(from), iso(to)],
  );
}

/** Whether the accounts have hours in the stretch that begin otherwise than those of their zone, from an earlier zone. */
async function hasOtherHours(
  tx: Queryable,
  schema: Schema,
  { accountIds, from, to }: Stretch,
): Promise<boolean> {
  // It counts, because to find only the first one, Postgres may read all hours.
  const [other] = await tx.query<{ hours: number }>(
    `SELECT count(*)::int AS hours FROM ${schema}.wallet w
     JOIN ${schema}.account a ON a.account_id = w.account_id
     JOIN ${schema}.balance_hourly h ON h.account_id = w.account_id AND h.wallet_id = w.wallet_id
     WHERE w.account_id = ANY($1::int[]) AND a.account_id = ANY($1::int[])
       AND h.hour > $2::timestamptz - interval '2 hours' AND h.hour < $3::timestamptz AND ${isOther('h.hour')}`,
    [accountIds, iso(from), iso(to)],
  );
  return other!.hours > 0;
}

/** Joins the hour of another zone, `o`, in which a snapshot lies. */
function otherHourOf(schema: Schema): string {
  return `LEFT JOIN ${schema}.balance_hourly o ON o.account_id = s.account_id AND o.wallet_id = s.wallet_id
           AND o.hour <= s.slot AND o.hour > s.slot - interval '1 hour' AND ${isOther('o.hour')}`;
}

/**
 * Whether an hour begins otherwise than both hours of the zone that have its start and its end. Where clocks change
 * by half an hour, it begins like one of them.
 */
function isOther(hour: string): string {
  const beginning = (of: string) => `date_trunc('hour', ${of}, a.timezone)`;
  return `${hour} <> ${beginning(hour)} AND ${hour} <> ${beginning(`${hour} + interval '3599999 ms'`)}`;
}
