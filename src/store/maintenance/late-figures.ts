// Figures of hours that got results late. A day is made of its hours: where retention has deleted these, they are made again of the
// snapshots first, or what came late would stand for the whole day.
import type { Instant } from '../../domain/observation.ts';
import type { LateHours } from '../ledger/late-arrivals.ts';
import { readDatabaseClock } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { makeFigures } from './figures.ts';
import { HOURLY_NEEDED_MS } from './retention.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AT_ONCE_MS = 6 * HOUR_MS; // of an account with very many wallets, days are too much for one statement

/** Makes the figures of these hours, and of the days that they are in, anew. */
export async function makeLateFigures(tx: Queryable, schema: Schema, late: LateHours): Promise<void> {
  const lacking = await accountsThatLackHours(tx, schema, late);
  const accountIds = late.accountIds.filter((id) => !lacking.includes(id));
  if (accountIds.length > 0) await makeFigures(tx, schema, { ...late, accountIds });
  if (lacking.length === 0) return;
  const end = late.to + DAY_MS; // whole days, in whatever zone
  for (let from = late.from - DAY_MS; from < end; from += AT_ONCE_MS) {
    await makeFigures(tx, schema, { accountIds: lacking, from, to: Math.min(from + AT_ONCE_MS, end) });
  }
}

/** Those of the accounts whose days have more samples than their hours. */
async function accountsThatLackHours(
  tx: Queryable,
  schema: Schema,
  { accountIds, from, to }: LateHours,
): Promise<number[]> {
  if (from > (await readDatabaseClock(tx)) - HOURLY_NEEDED_MS + 2 * DAY_MS) return [];
  const days = [dayOf(from - DAY_MS), dayOf(to + DAY_MS)];
  const inDays = await tx.query<Samples>(
    `SELECT account_id, sum(samples)::float8 AS samples FROM ${schema}.balance_daily
     WHERE account_id = ANY($1::int[]) AND day BETWEEN $2::date AND $3::date GROUP BY account_id`,
    [accountIds, ...days],
  );
  const inHours = await tx.query<Samples>(
    `SELECT w.account_id, sum(h.samples)::float8 AS samples
     FROM ${schema}.wallet w
     JOIN ${schema}.account a ON a.account_id = w.account_id
     JOIN ${schema}.balance_hourly h ON h.account_id = w.account_id AND h.wallet_id = w.wallet_id
     WHERE w.account_id = ANY($1::int[]) AND a.account_id = ANY($1::int[])
       AND h.hour >= $4::timestamptz AND h.hour < $5::timestamptz
       AND (h.hour AT TIME ZONE a.timezone)::date BETWEEN $2::date AND $3::date
     GROUP BY w.account_id`,
    [accountIds, ...days, iso(from - 3 * DAY_MS), iso(to + 3 * DAY_MS)],
  );
  const known = new Map(inHours.map(({ account_id: id, samples }) => [id, samples]));
  return inDays.flatMap(({ account_id: id, samples }) => (samples > (known.get(id) ?? 0) ? [id] : []));
}

interface Samples {
  readonly account_id: number;
  readonly samples: number;
}

/** `2026-05-04`, in UTC. */
function dayOf(instant: Instant): string {
  return iso(instant).slice(0, 10);
}
