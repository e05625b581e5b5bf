// Makes the figures of hours that got late results. A day is made from its hours. When retention has deleted those,
// they are made from the snapshots again first; otherwise the late results would stand for the whole day.
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { LateHours } from '../ledger/late-arrivals.ts';
import { readDatabaseClock } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { makeFigures, type Stretch } from './figures.ts';
import { daysThatLackHours } from './lacking-hours.ts';
import { HOURLY_NEEDED_MS } from './retention.ts';

const AT_ONCE_MS = 6 * HOUR_MS; // for an account with very many wallets, days are too much for one statement

/** Makes the figures of these hours, and of their days, again. */
export async function makeLateFigures(tx: Queryable, schema: Schema, late: LateHours): Promise<void> {
  const lacking = await accountsThatLackHours(tx, schema, late);
  const accountIds = late.accountIds.filter((id) => !lacking.includes(id));
  if (accountIds.length > 0) await makeFigures(tx, schema, { ...late, accountIds });
  for (const days of await wholeDays(tx, schema, { ...late, accountIds: lacking })) {
    for (let { from } = days; from < days.to; from += AT_ONCE_MS) {
      await makeFigures(tx, schema, { ...days, from, to: Math.min(from + AT_ONCE_MS, days.to) });
    }
  }
}

/** Those of the accounts whose hours of these days are not all kept. */
async function accountsThatLackHours(
  tx: Queryable,
  schema: Schema,
  { accountIds, from, to }: LateHours,
): Promise<readonly number[]> {
  if (from > (await readDatabaseClock(tx)) - HOURLY_NEEDED_MS + 2 * DAY_MS) return [];
  const [first, last] = [Math.floor(from / DAY_MS) - 1, Math.floor(to / DAY_MS) + 1]; // for any zone
  const days = await daysThatLackHours(tx, schema, { accountIds, from: first, until: last + 1 });
  return [...new Set(days.map(({ account_id: id }) => id))];
}

/**
 * The whole days that a stretch touches, for each account: when a day is made in part, its late results might stand
 * for all of it.
 *
 * Accounts with the same days come together.
 */
async function wholeDays(
  tx: Queryable,
  schema: Schema,
  { accountIds, from, to }: Stretch,
): Promise<readonly Stretch[]> {
  if (accountIds.length === 0) return [];
  const rows = await tx.query<{ account_id: number; from: number; to: number }>(
    `SELECT a.account_id, ${beginning("date_trunc('day', $2::timestamptz, a.timezone)", 'from')},
       ${beginning("(date_trunc('day', $3::timestamptz AT TIME ZONE a.timezone) + interval '1 day') AT TIME ZONE a.timezone", 'to')}
     FROM ${schema}.account a WHERE a.account_id = ANY($1::int[])`,
    [accountIds, iso(from), iso(to)],
  );
  const alike = Map.groupBy(rows, (row) => `${row.from} ${row.to}`);
  return [...alike.values()].map((group) => ({
    accountIds: group.map(({ account_id: id }) => id),
    ...{ from: group[0]!.from, to: group[0]!.to },
  }));
}

/** The start of the day of a midnight: where midnight comes twice, the first of the two. */
function beginning(midnight: string, name: string): string {
  const before = `(${midnight}) - interval '1 hour'`;
  const day = (instant: string) => `((${instant}) AT TIME ZONE a.timezone)::date`;
  const instant = `CASE WHEN ${day(before)} = ${day(midnight)} THEN ${before} ELSE ${midnight} END`;
  return `(extract(epoch FROM ${instant}) * 1000)::float8 AS "${name}"`;
}
