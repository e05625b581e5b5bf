// Reads the past of wallets for forecasts: the stored days, and the hours after them.
import { HOUR_MS } from '../../domain/duration.ts';
import type { Day } from '../../domain/forecast/day.ts';
import { PAST_HOURS, type PastDays } from '../../domain/forecast/history.ts';
import type { Instant } from '../../domain/observation.ts';
import type {
  KeptOutflow,
  OutflowHistory,
  WalletOutflow,
  ZonedAccount,
} from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { alsoAmong, readAccountIds } from './account-ids.ts';
import { hoursOf, hoursText } from './outflow-hours.ts';

interface OutflowRow {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  /** The day after the last stored day; `null` when none is stored in that zone. */
  readonly kept_until: Day | null;
  /** `day outflow cleared` of each stored day, separated by commas; without `cleared` where that is unknown. */
  readonly days: string | null;
  readonly hours: string | null;
}

/** Reads what src/store/maintenance has made, without the current hour and the one before it. */
export function createOutflowHistory({
  pool,
  schema,
}: {
  readonly pool: Queryable;
  readonly schema: Schema;
}): OutflowHistory {
  return {
    async withPast(accounts, before) {
      // Account by account, because the planner would otherwise read all figures to find those of the accounts.
      const ids = await readAccountIds(pool, schema, accounts);
      const rows = await pool.query<{ account_id: number }>(
        `SELECT w.account_id FROM (
           SELECT DISTINCT account_id FROM ${schema}.wallet WHERE account_id = ANY($1::int[])
         ) w
         CROSS JOIN LATERAL (
           SELECT 1 FROM ${schema}.balance_hourly h
           WHERE h.account_id = w.account_id ${alsoAmong([...ids.values()], 'h.account_id', 1)} AND h.hour < $2::timestamptz LIMIT 1
         ) past`,
        [[...ids.values()], iso(before)],
      );
      const withPast = new Set(rows.map(({ account_id }) => account_id));
      return accounts.filter((name) => withPast.has(ids.get(name) ?? 0));
    },

    async read(accounts, before) {
      const until = Math.floor(before / HOUR_MS);
      const asked = await idsOf(accounts);
      const also = (column: string) =>
        alsoAmong(
          asked.map(({ id }) => id),
          column,
          1,
        );
      // The hours begin five days before the end of the kept days: a fall may be spread over four, and UTC is another
      // day. It is one statement, because days may be stored or made again between two reads.
      const rows = await pool.query<OutflowRow>(
        `SELECT a.name AS account, w.currency, w.wallet_type, a.kept_until - DATE '1970-01-01' AS kept_until, d.days, o.hours
         FROM (
           SELECT a.account_id, a.name, CASE WHEN a.outflow_zone = u.zone
             THEN least(a.outflow_until, ($4::timestamptz AT TIME ZONE 'UTC')::date - 5) END AS kept_until
           FROM ${schema}.account a
           JOIN unnest($1::int[], $2::text[]) AS u(account_id, zone) ON u.account_id = a.account_id
         ) a
         JOIN ${schema}.wallet w ON w.account_id = a.account_id
         LEFT JOIN LATERAL (
           SELECT string_agg(concat_ws(' ', d.day - DATE '1970-01-01', d.outflow, d.cleared), ',' ORDER BY d.day) AS days
           FROM ${schema}.outflow_daily d
           WHERE d.account_id = w.account_id ${also('d.account_id')} AND d.wallet_id = w.wallet_id AND d.day < a.kept_until
             AND d.day >= ($3::timestamptz AT TIME ZONE 'UTC')::date
         ) d ON true
         LEFT JOIN LATERAL (
           ${hoursText(schema, "greatest($3::timestamptz, (a.kept_until - 5)::timestamp AT TIME ZONE 'UTC')", '$4::timestamptz', also('h.account_id'))}
         ) o ON true
         WHERE w.account_id = ANY($1::int[]) AND (d.days IS NOT NULL OR o.hours IS NOT NULL)`,
        [
          asked.map(({ id }) => id),
          asked.map(({ timezone }) => timezone),
          iso((until - PAST_HOURS) * HOUR_MS),
          iso(until * HOUR_MS),
        ],
      );
      return outflows(rows, until);
    },
  };

  async function idsOf(
    accounts: readonly ZonedAccount[],
  ): Promise<readonly { readonly id: number; readonly timezone: string }[]> {
    const ids = await readAccountIds(
      pool,
      schema,
      accounts.map(({ name }) => name),
    );
    const zones = new Map(accounts.map(({ name, timezone }) => [name, timezone]));
    return [...ids].map(([name, id]) => ({ id, timezone: zones.get(name)! }));
  }
}

function* outflows(rows: readonly OutflowRow[], until: number): Generator<WalletOutflow> {
  for (const row of rows) yield outflowOf(row, until);
}

function outflowOf(row: OutflowRow, until: Instant): WalletOutflow {
  const { account, currency, wallet_type: walletType, kept_until: keptUntil } = row;
  const { hours, cleared, clears } = hoursOf(row.hours ?? '', until);
  const known = keptUntil === null ? undefined : keptOf(row.days ?? '', keptUntil);
  const hasCleared = clears || known?.cleared.days.some((amount) => amount);
  const kept: KeptOutflow | undefined = known && {
    until: known.until,
    outflow: known.outflow,
    ...(hasCleared && { cleared: known.cleared }),
  };
  return { account, currency, walletType, hours, ...(hasCleared && { cleared }), ...(kept && { kept }) };
}

function keptOf(text: string, until: Day): Required<KeptOutflow> {
  const outflow: (readonly [Day, number])[] = [];
  const cleared: (readonly [Day, number])[] = [];
  for (const figures of text === '' ? [] : text.split(',')) {
    const [day = '', spent = '', clears] = figures.split(' ');
    outflow.push([Number(day), Number(spent)]);
    if (clears !== undefined) cleared.push([Number(day), Number(clears)]);
  }
  return { until, outflow: pastDays(outflow, until), cleared: pastDays(cleared, until) };
}

/** The days, from the first known one on. */
function pastDays(known: readonly (readonly [Day, number])[], until: Day): PastDays {
  const first = known[0]?.[0] ?? until;
  const days: (number | undefined)[] = [];
  for (const [day, amount] of known) {
    while (first + days.length < day) days.push(undefined);
    days.push(amount);
  }
  return { first, days };
}
