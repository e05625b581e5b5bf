// Reads the figures of wallets on each business day, and beside them what came in and went out.
import { type Amount, netAsWritten } from '../../domain/money.ts';
import type { DayFigures, StatementLine, StatementQuery } from '../../domain/statement.ts';
import type { WalletId } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';
import { alsoAmong, among } from './account-ids.ts';

/** A wallet by its numbers and its names. */
export interface StatementWallet extends WalletId {
  readonly accountId: number;
  readonly walletId: number;
  readonly account: string;
}

type Figure = 'opening' | 'closing' | 'lowest' | 'highest';
type DayRow = Readonly<Record<`${Figure}_${'available' | 'actual'}`, Amount | null>> & {
  readonly wallet_id: number;
  readonly day: string;
  readonly closing_uncleared: Amount | null;
  readonly closing_reserve: Amount | null;
  readonly samples: number;
  /** The first amount, the last one and the number of snapshots from which the outflow was made. */
  readonly flow_opening: Amount | null;
  readonly flow_closing: Amount | null;
  readonly flow_samples: number;
  /** The sum of the day's falls of the available balance; `null` when hours are from before outflow was stored. */
  readonly outflow: Amount | null;
};

/**
 * The lines of these wallets, in their order, and by day. Their figures are those of the view `balances_daily`: where Postgres
 * doesn't know an account's time zone, those of the days that were made before.
 *
 * It is one statement, of each table once, and it tells the slots in UTC that may matter, so that other months need no
 * plan: on Citus the coordinator plans each statement before the shard does. Groups are made by numbers alone, as names
 * take longer to sort.
 *
 * Postgres takes microseconds to find the day of an instant. So it does that once for each hour between two instants,
 * with a margin for changes of the clock, and not again for each condition. Snapshots are read wallet by wallet, from the
 * end of its figures.
 *
 * Several accounts may be on several shards of Citus. Where a part of the statement is materialized or has an OFFSET, Citus
 * brings all hours to the coordinator; without, each shard groups its own ({@link SHARD_BY_SHARD}).
 */
export async function readLines(
  db: Queryable,
  schema: Schema,
  { from, to }: Pick<StatementQuery, 'from' | 'to'>,
  wallets: readonly StatementWallet[],
): Promise<StatementLine[]> {
  const ids = [...new Set(wallets.map(({ accountId }) => accountId))];
  const form = ids.length > 1 ? SHARD_BY_SHARD : ONE_SHARD;
  const ofWallet = (table: string) =>
    `${table}.account_id = w.account_id ${alsoAmong(ids, `${table}.account_id`, 3)} AND ${table}.wallet_id = w.wallet_id`;
  const rows = await db.query<DayRow>(
    `WITH chosen AS ${form.kept} (
       SELECT ${form.each} w.account_id, w.wallet_id, w.rolled_to, a.zone_known, a.timezone,
         CASE WHEN a.zone_known THEN ($1::date::timestamp AT TIME ZONE a.timezone) - interval '2 hours' END AS since,
         CASE WHEN a.zone_known THEN (($2::date + 1)::timestamp AT TIME ZONE a.timezone) + interval '2 hours' END AS until
       FROM ${schema}.wallet w JOIN ${schema}.account a ON a.account_id = w.account_id
       WHERE ${among(ids, 'w.account_id', 3)} AND w.wallet_id = ANY($4::int[])
     )
     SELECT wallet_id, day::text AS day, sum(samples)::int AS samples,
       ${first('opening_available')}, ${last('closing_available')},
       min(lowest_available) AS lowest_available, max(highest_available) AS highest_available,
       ${first('opening_actual')}, ${last('closing_actual')},
       min(lowest_actual) AS lowest_actual, max(highest_actual) AS highest_actual,
       ${last('closing_uncleared')}, ${last('closing_reserve')},
       sum(flow_samples)::int AS flow_samples,
       max(flow_opening) FILTER (WHERE before IS NULL) AS flow_opening,
       max(flow_closing) FILTER (WHERE after IS NULL) AS flow_closing,
       CASE WHEN bool_and(known)
         THEN sum(coalesce(outflow, 0) + greatest(coalesce(before - flow_opening, 0), 0)) END AS outflow
     FROM (
       SELECT *, lag(flow_closing) OVER by_instant AS before, lead(flow_closing) OVER by_instant AS after
       FROM (
         -- a day's figures
         SELECT d.account_id, d.wallet_id, d.day, '-infinity'::timestamptz AS at,
           NULL::numeric AS flow_opening, NULL::numeric AS flow_closing, NULL::numeric AS outflow, NULL::boolean AS known,
           0 AS flow_samples, d.samples, d.opening_available, d.closing_available, d.lowest_available, d.highest_available,
           d.opening_actual, d.closing_actual, d.lowest_actual, d.highest_actual, d.closing_uncleared, d.closing_reserve
         FROM chosen w
         JOIN ${schema}.balance_daily d ON ${ofWallet('d')} AND d.day >= $1::date AND d.day <= $2::date
         UNION ALL
         -- of an hour, what the flow is made of
         SELECT h.account_id, h.wallet_id, (h.hour AT TIME ZONE w.timezone)::date, h.hour,
           h.opening_available, h.closing_available, h.outflow, h.outflow IS NOT NULL OR h.closing_available IS NULL,
           h.samples, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
         FROM chosen w
         JOIN ${schema}.balance_hourly h ON ${ofWallet('h')} AND h.hour >= w.since AND h.hour < w.until
         WHERE w.zone_known
         UNION ALL
         -- a snapshot since the figures
         SELECT w.account_id, w.wallet_id, (s.slot AT TIME ZONE w.timezone)::date, s.slot,
           s.available, s.available, 0, true,
           1, 1, s.available, s.available, s.available, s.available,
           s.actual, s.actual, s.actual, s.actual, s.uncleared, s.reserve
         FROM chosen w
         CROSS JOIN LATERAL (
           SELECT * FROM ${schema}.snapshot s
           WHERE ${ofWallet('s')} AND s.slot >= greatest(w.rolled_to, w.since) AND s.slot < w.until
             AND s.slot >= ($1::date - 1)::timestamp AT TIME ZONE 'UTC'
             AND s.slot < ($2::date + 2)::timestamp AT TIME ZONE 'UTC'
         ) s
         WHERE w.zone_known
         ${form.fence}
       ) parts
       ${form.days}
       WINDOW by_instant AS (PARTITION BY account_id, wallet_id, day ORDER BY flow_closing IS NULL, at)
     ) parts
     GROUP BY account_id, wallet_id, day
     HAVING sum(samples) > 0 ${form.daysOfGroups}
     ORDER BY account_id, wallet_id, parts.day`,
    [from, to, ids, wallets.map(({ walletId }) => walletId)],
  );
  const days = Map.groupBy(rows, (row) => row.wallet_id);
  return wallets.flatMap((wallet) => (days.get(wallet.walletId) ?? []).map((row) => lineOf(wallet, row)));
}

/** The wallets are found once, and the parts are fenced off: else Postgres finds the day of an hour for each condition. */
const ONE_SHARD = {
  kept: '',
  each: '',
  fence: 'OFFSET 0',
  days: 'WHERE day >= $1::date AND day <= $2::date',
  daysOfGroups: '',
};

/**
 * The same of what Citus passes on to shards. DISTINCT fences off the wallets, so that hours are looked up between their
 * instants; as conditions on groups, those on days reach no hour.
 */
const SHARD_BY_SHARD = {
  ...{ kept: 'NOT MATERIALIZED', each: 'DISTINCT', fence: '', days: '' },
  daysOfGroups: 'AND min(parts.day) >= $1::date AND max(parts.day) <= $2::date',
};

function first(column: string): string {
  return `(array_agg(${column} ORDER BY at) FILTER (WHERE ${column} IS NOT NULL))[1] AS ${column}`;
}

function last(column: string): string {
  return `(array_agg(${column} ORDER BY at DESC) FILTER (WHERE ${column} IS NOT NULL))[1] AS ${column}`;
}

function lineOf({ account, currency, walletType }: StatementWallet, row: DayRow): StatementLine {
  const available = figuresOf(row, 'available');
  // Days whose hours are no longer all kept have fewer samples than before. Days that were made in another time zone of
  // the account have other hours.
  const isOfTheDay =
    row.flow_samples === row.samples &&
    row.flow_opening === available.opening &&
    row.flow_closing === available.closing;
  const outflow = isOfTheDay ? row.outflow : null;
  const { netChange } = available;
  return {
    ...{ day: row.day, account, currency, walletType, available, actual: figuresOf(row, 'actual') },
    closingUncleared: row.closing_uncleared,
    closingReserve: row.closing_reserve,
    outflow,
    inflow: outflow === null || netChange === null ? null : netAsWritten([netChange, outflow]),
    samples: row.samples,
  };
}

function figuresOf(row: DayRow, field: 'available' | 'actual'): DayFigures {
  const opening = row[`opening_${field}`];
  const closing = row[`closing_${field}`];
  return {
    ...{ opening, closing, lowest: row[`lowest_${field}`], highest: row[`highest_${field}`] },
    netChange: opening === null || closing === null ? null : netAsWritten([closing], [opening]),
  };
}
