// Makes hourly and daily figures: once from an hour's snapshots, an hour after its end, and again when late ones
// came.
//
// `wallet.rolled_to` says how far they go; the views compute the rest. A result that is stored more than an hour
// after its slot leaves a mark in its own transaction (../ledger/late-arrivals.ts), so none is missed.
import { DAY_MS } from '../../domain/duration.ts';
import { ascending } from '../../domain/order.ts';
import { deleteMarks, readMarks } from '../ledger/late-arrivals.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';
import { classifyFailure } from '../postgres/sqlstate.ts';
import { forgetDaysSince, keepDailyOutflow } from './daily-outflow.ts';
import { makeFigures, type Stretch } from './figures.ts';
import { makeLateFigures } from './late-figures.ts';
import { halve, halveLate, inParts } from './parts.ts';
import { takeBackAhead } from './taken-back.ts';

const ACCOUNTS_AT_ONCE = 20; // a day of minutes, with ten wallets each, is some 300,000 snapshots
const INVALID_PARAMETER = '22023'; // Postgres does not know the time zone
// An hour, after which results leave marks, and the time that the longest of our transactions may take.
const SETTLED = "interval '62 minutes'";

export interface RollupOptions {
  /**
   * After how many milliseconds to stop, counted from when it is known what to do; the next call does the rest.
   *
   * @default 20 s
   */
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Brings the figures up to an hour ago; returns true when nothing is left to do.
 *
 * Work that is too much for one statement is done in parts. An account whose figures can't be made does not block the
 * others: when they are done, this rejects with an error that names it.
 */
export async function rollUp(
  pool: Pool,
  schema: Schema,
  { budgetMs = 20_000, signal }: RollupOptions = {},
): Promise<boolean> {
  let until: number | undefined;
  const isOver = () => {
    // The time begins with the first check: else a slow database might use it up, in each call, only to find what is behind.
    until ??= performance.now() + budgetMs;
    return performance.now() >= until || signal?.aborted === true;
  };
  const failures = new Map<number, Error>();
  const done = await rollUpAll(pool, schema, { isOver, failures });
  if (failures.size > 0) throw await describe(pool, schema, failures);
  return done;
}

interface RollupRun {
  readonly isOver: () => boolean;
  /** The accounts whose figures could not be made, with the reason. */
  readonly failures: Map<number, Error>;
}

async function rollUpAll(pool: Pool, schema: Schema, run: RollupRun): Promise<boolean> {
  const { isOver, failures } = run;
  await checkZones(pool, schema, failures);
  await takeBackAhead(pool, schema, { settled: SETTLED, without: [...failures.keys()] });
  if (!(await rollUpLate(pool, schema, run))) return false;
  for (const stretch of await stretchesBehind(pool, schema, [...failures.keys()])) {
    let { from } = stretch;
    while (from < stretch.to) {
      if (isOver()) return false;
      const accountIds = stretch.accountIds.filter((id) => !failures.has(id));
      if (accountIds.length === 0) break;
      const rest = { accountIds, from, to: stretch.to };
      const to = from + DAY_MS < stretch.to ? await nextAfter(pool, schema, rest) : stretch.to;
      await inParts({ accountIds, from, to }, { halve, failures }, (part) =>
        advance(pool, schema, { ...part, notBefore: stretch.from }),
      );
      from = to;
    }
  }
  // Marks on hours that were rolled up only now, and then days whose hours can't change any more.
  return (await rollUpLate(pool, schema, run)) && (await keepDailyOutflow(pool, schema, run));
}

/** Makes the figures of hours with late results again; returns true when no mark is left on hours that are rolled up. */
async function rollUpLate(pool: Pool, schema: Schema, { isOver, failures }: RollupRun): Promise<boolean> {
  const marks = await readMarks(pool, schema, [...failures.keys()]);
  for (const late of marks.hours) {
    if (isOver()) return false;
    const accountIds = late.accountIds.filter((id) => !failures.has(id));
    if (accountIds.length === 0) continue;
    await inParts({ ...late, accountIds }, { halve: halveLate, failures }, (part) =>
      pool.transaction(async (tx) => {
        await deleteMarks(tx, schema, part);
        await forgetDaysSince(tx, schema, part.accountIds, part.from);
        await makeLateFigures(tx, schema, part);
      }),
    );
  }
  return marks.all;
}

/** Adds the accounts whose time zone Postgres lacks to `failures`, and marks them, so that views leave them out. */
async function checkZones(db: Queryable, schema: Schema, failures: RollupRun['failures']): Promise<void> {
  const unknown = await unknownZones(db, schema);
  for (const [id, zone] of unknown) {
    failures.set(id, new Error(`Postgres does not know the time zone ${zone}`));
  }
  await db.query(
    `UPDATE ${schema}.account SET zone_known = NOT zone_known
     WHERE zone_known = (account_id = ANY($1::int[]))`,
    [unknown.map(([id]) => id)],
  );
}

/** The accounts whose time zone Postgres lacks, because its list may be older than ours. Reading that list takes a while. */
async function unknownZones(db: Queryable, schema: Schema): Promise<[accountId: number, zone: string][]> {
  try {
    await db.query(`SELECT max(date_trunc('hour', now(), timezone)) FROM ${schema}.account`);
    return [];
  } catch (error) {
    if (classifyFailure(error).sqlstate !== INVALID_PARAMETER) throw error;
  }
  const rows = await db.query<{ account_id: number; timezone: string }>(
    `SELECT a.account_id, a.timezone FROM ${schema}.account a
     LEFT JOIN pg_catalog.pg_timezone_names z ON lower(z.name) = lower(a.timezone)
     WHERE z.name IS NULL`,
  );
  return rows.map((row) => [row.account_id, row.timezone]);
}

/** The accounts that are behind in their figures; those with the same start are together. */
async function stretchesBehind(
  db: Queryable,
  schema: Schema,
  without: readonly number[],
): Promise<Stretch[]> {
  const rows = await db.query<{ account_id: number; since: number | null; until: number }>(
    `SELECT b.account_id, b.until, min(coalesce(b.rolled_to, f.first)) AS since
     FROM (
       SELECT w.account_id, w.wallet_id,
         CASE WHEN w.rolled_to > '-infinity' THEN (extract(epoch FROM w.rolled_to) * 1000)::float8 END AS rolled_to,
         (extract(epoch FROM date_trunc('hour', now() - ${SETTLED}, a.timezone)) * 1000)::float8 AS until
       FROM ${schema}.wallet w
       JOIN ${schema}.account a ON a.account_id = w.account_id
       WHERE w.account_id <> ALL($1::int[]) AND a.account_id <> ALL($1::int[])
         AND w.rolled_to < date_trunc('hour', now() - ${SETTLED}, a.timezone)
     ) b
     LEFT JOIN LATERAL (
       SELECT (extract(epoch FROM s.slot) * 1000)::float8 AS first FROM ${schema}.snapshot s
       WHERE b.rolled_to IS NULL AND s.account_id = b.account_id AND s.wallet_id = b.wallet_id
       ORDER BY s.slot LIMIT 1
     ) f ON true
     GROUP BY b.account_id, b.until`,
    [without],
  );
  const starts = Map.groupBy(rows, ({ since, until }) => `${since ?? until} ${until}`);
  return [...starts.values()].flatMap((accounts) => {
    const to = accounts[0]!.until;
    // A wallet without snapshots needs no figures, but moves on.
    const from = Math.min(accounts[0]!.since ?? to, to - 1);
    const accountIds = accounts.map(({ account_id }) => account_id).sort(ascending);
    return Array.from({ length: Math.ceil(accountIds.length / ACCOUNTS_AT_ONCE) }, (_, i) => ({
      accountIds: accountIds.slice(i * ACCOUNTS_AT_ONCE, (i + 1) * ACCOUNTS_AT_ONCE),
      from,
      to,
    }));
  });
}

/** The end of the next step: a day later, or a day before the next snapshot when that comes later. */
async function nextAfter(db: Queryable, schema: Schema, { accountIds, from, to }: Stretch): Promise<number> {
  const [row] = await db.query<{ next: number | null }>(
    `SELECT min((extract(epoch FROM s.slot) * 1000)::float8) AS next
     FROM ${schema}.wallet w CROSS JOIN LATERAL (
       SELECT s.slot FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id AND s.slot >= $2::timestamptz
       ORDER BY s.slot LIMIT 1
     ) s
     WHERE w.account_id = ANY($1::int[])`,
    [accountIds, iso(from + DAY_MS)],
  );
  return Math.min(to, Math.max(from + DAY_MS, (row?.next ?? to) - DAY_MS));
}

async function advance(pool: Pool, schema: Schema, stretch: Stretch): Promise<void> {
  await pool.transaction(async (tx) => {
    // Read first, because Citus refuses an UPDATE that passes a column to a function that is not immutable.
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
    await makeFigures(tx, schema, stretch);
  });
}

async function describe(db: Queryable, schema: Schema, failures: RollupRun['failures']): Promise<Error> {
  const rows = await db.query<{ account_id: number; name: string }>(
    `SELECT account_id, name FROM ${schema}.account WHERE account_id = ANY($1::int[]) ORDER BY name`,
    [[...failures.keys()]],
  );
  const [first] = rows;
  const cause = first && failures.get(first.account_id);
  const names = rows.map(({ name }) => name).join(', ');
  return new Error(`the figures of ${names} can not be made: ${cause?.message}`, { cause });
}
