// Keeps the outflow of each wallet by day, for forecasts: reading a year of hours each day would cost them forty
// times as much (docs/adr/0029-outflow-is-kept-by-the-day.md).
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { Day } from '../../domain/forecast/day.ts';
import { dateOf } from '../../domain/forecast/day.ts';
import { dailySums, type LocalDays, PAST_HOURS } from '../../domain/forecast/history.ts';
import { type Zone, zoneOf } from '../../domain/forecast/zone.ts';
import type { Instant } from '../../domain/observation.ts';
import { readDatabaseClock } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';
import { hoursOf, hoursText } from '../queries/outflow-hours.ts';
import { daysLackingAround } from './lacking-hours.ts';
import { inParts } from './parts.ts';
import { HOURLY_NEEDED_MS } from './retention.ts';

const PAST_DAYS = PAST_HOURS / 24;
// A fall over a gap is spread over the hours of the gap, up to 96 before it was seen. Until then a day's hours may change.
const SETTLED_DAYS = 5;
const AT_ONCE = 4_000; // days of wallets; the hours of the ten days around them are read too
const LEAST_AT_ONCE = 8; // days
const HOURS_DAYS = HOURLY_NEEDED_MS / DAY_MS - 2; // days of which all hours are kept, in any zone
const ROLLED_MS = 2 * HOUR_MS + 2 * 60_000; // how far the figures are behind now, at most

export interface KeepingRun {
  readonly isOver: () => boolean;
  /** The accounts to leave out; accounts for which it fails are added. */
  readonly failures: Map<number, Error>;
}

/** Adds up the settled days, account by account, a part of a year at a time; returns true when none is left. */
export async function keepDailyOutflow(pool: Pool, schema: Schema, run: KeepingRun): Promise<boolean> {
  const { isOver, failures } = run;
  const rolledTo = (await readDatabaseClock(pool)) - ROLLED_MS;
  for (const { id, timezone } of await accountsDue(pool, schema, rolledTo)) {
    if (failures.has(id)) continue;
    const zone = knownZone(timezone);
    if (!zone) {
      failures.set(id, new Error(`the time zone ${timezone} is not known`));
      continue;
    }
    for (let isLeft = true; isLeft && !failures.has(id); ) {
      if (isOver()) return false;
      await inParts({ accountIds: [id], from: 0, to: 0 }, { halve: () => [], failures }, async () => {
        isLeft = await pool.transaction((tx) => keepSome(tx, schema, { id, zone, timezone, rolledTo }));
      });
    }
  }
  return true;
}

/** Marks the days as unknown that a change of hours from `from` on affects. Call it before the change, in its transaction. */
export async function forgetDaysSince(
  tx: Queryable,
  schema: Schema,
  accountIds: readonly number[],
  from: Instant,
): Promise<void> {
  // This locks every row, because another transaction may be adding up days from hours that are about to change.
  await tx.query(
    `UPDATE ${schema}.account
     SET outflow_until = CASE WHEN outflow_until > $2::date THEN $2::date ELSE outflow_until END
     WHERE account_id = ANY($1::int[])`,
    [accountIds, dateOf(Math.floor(from / DAY_MS) - SETTLED_DAYS)],
  );
}

interface KeptAccount {
  readonly id: number;
  readonly timezone: string;
  readonly zone: Zone;
  /** Up to where figures exist at least, for accounts with wallets, when all goes well. */
  readonly rolledTo: Instant;
}

async function accountsDue(
  db: Queryable,
  schema: Schema,
  rolledTo: Instant,
): Promise<{ id: number; timezone: string }[]> {
  return await db.query<{ id: number; timezone: string }>(
    `SELECT account_id AS id, timezone FROM ${schema}.account
     WHERE zone_known AND (outflow_until IS NULL OR outflow_zone <> timezone
       OR CASE WHEN zone_known THEN outflow_until < ($1::timestamptz AT TIME ZONE timezone)::date - ${SETTLED_DAYS} END)
     ORDER BY account_id`,
    [iso(rolledTo)],
  );
}

/** Adds the next days of an account, not too many at once; returns true when more have settled. */
async function keepSome(
  tx: Queryable,
  schema: Schema,
  { id, zone, timezone, rolledTo }: KeptAccount,
): Promise<boolean> {
  const [account] = await tx.query<{ until: Day | null }>(
    `SELECT CASE WHEN outflow_zone = $2 THEN outflow_until - DATE '1970-01-01' END AS until
     FROM ${schema}.account WHERE account_id = $1 AND timezone = $2 FOR UPDATE`,
    [id, timezone],
  );
  const [rolled] = await tx.query<{ wallets: number; at: number | null }>(
    `SELECT count(*)::int AS wallets, (extract(epoch FROM nullif(min(rolled_to), '-infinity')) * 1000)::float8 AS at
     FROM ${schema}.wallet WHERE account_id = $1`,
    [id],
  );
  // An account without wallets can only get new or late results, so it counts as done until tomorrow.
  const at = rolled?.wallets === 0 ? rolledTo : rolled?.at;
  if (!account || !rolled || at === null || at === undefined) return false;
  const settled = zone.localOf(at).day - SETTLED_DAYS;
  const oldest = settled - PAST_DAYS;
  const from = Math.max(oldest, account.until ?? oldest);
  if (from >= settled) return false;
  const until = Math.min(settled, from + Math.max(LEAST_AT_ONCE, Math.floor(AT_ONCE / rolled.wallets)));
  const isAnew = account.until === null;
  const isOld = !isAnew && from < zone.localOf(rolledTo).day - HOURS_DAYS;
  const stay = isOld ? await daysLackingAround(tx, schema, { id, from, until }) : [];
  await tx.query(
    `DELETE FROM ${schema}.outflow_daily
     WHERE account_id = $1 AND (day < $2::date OR $3::boolean OR (day >= $4::date AND day < $5::date
       AND (wallet_id, day) NOT IN (SELECT s.wallet_id, DATE '1970-01-01' + s.day FROM unnest($6::int[], $7::int[]) AS s(wallet_id, day))))`,
    [
      ...[id, dateOf(oldest), isAnew, dateOf(from), dateOf(until)],
      stay.map(({ wallet }) => wallet),
      stay.map(({ day }) => day),
    ],
  );
  const midnights = Array.from({ length: until - from + 1 }, (_, i) => zone.instantOf(from + i));
  await addDays(tx, schema, { id, days: { first: from, midnights } });
  await tx.query(
    `UPDATE ${schema}.account SET outflow_until = $2::date, outflow_zone = $3 WHERE account_id = $1`,
    [id, dateOf(until), timezone],
  );
  return until < settled;
}

async function addDays(
  tx: Queryable,
  schema: Schema,
  { id, days }: { readonly id: number; readonly days: LocalDays },
): Promise<void> {
  const around = (SETTLED_DAYS - 1) * DAY_MS + HOUR_MS;
  const end = Math.floor((days.midnights.at(-1)! + around) / HOUR_MS);
  const rows = await tx.query<{ wallet_id: number; hours: string | null }>(
    `SELECT w.wallet_id, o.hours FROM ${schema}.wallet w
     CROSS JOIN LATERAL (${hoursText(schema, '$2::timestamptz', '$3::timestamptz')}) o
     WHERE w.account_id = $1 AND o.hours IS NOT NULL`,
    [id, iso(days.midnights[0]! - around), iso(end * HOUR_MS)],
  );
  const added = rows.flatMap(({ wallet_id: wallet, hours: text }) => {
    const { hours, cleared } = hoursOf(text!, end);
    const outflow = dailySums(hours, end * HOUR_MS, days);
    const clears = dailySums(cleared, end * HOUR_MS, days);
    return outflow.days.flatMap((amount, i) => {
      const day = outflow.first + i;
      return amount === undefined
        ? []
        : [{ wallet, day, amount, clears: clears.days[day - clears.first] ?? null }];
    });
  });
  if (added.length === 0) return;
  await tx.query(
    `INSERT INTO ${schema}.outflow_daily (account_id, wallet_id, day, outflow, cleared)
     SELECT $1::int, u.wallet_id, DATE '1970-01-01' + u.day, u.outflow, u.cleared
     FROM unnest($2::int[], $3::int[], $4::float8[], $5::float8[]) AS u(wallet_id, day, outflow, cleared)
     ON CONFLICT DO NOTHING`, // the days in `stay`
    [
      id,
      added.map(({ wallet }) => wallet),
      added.map(({ day }) => day),
      added.map(({ amount }) => amount),
      added.map(({ clears }) => clears),
    ],
  );
}

function knownZone(name: string): Zone | undefined {
  try {
    return zoneOf(name);
  } catch {
    return undefined; // Postgres knows it, but we don't
  }
}
