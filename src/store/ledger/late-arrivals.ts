// Marks hours that got snapshots when they may already have been rolled up.
import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

const MAX_MARKS = 50_000; // read in one query
const ACCOUNTS_AT_ONCE = 20;

/** Whether a result that is stored at `now` counts as late. `now` is by the database's clock, as for rolling up. */
export function isLate(slot: Instant, now: Instant): boolean {
  return slot <= now - HOUR_MS;
}

/** Marks the hours of late results with wallets, in the transaction that stores the results. */
export async function markLate(
  tx: Queryable,
  schema: Schema,
  results: readonly { readonly accountId: number; readonly slot: Instant }[],
): Promise<void> {
  const marks = new Map<string, { readonly accountId: number; readonly hour: Instant }>();
  for (const { accountId, slot } of results) {
    const hour = Math.floor(slot / HOUR_MS) * HOUR_MS;
    marks.set(`${accountId} ${hour}`, { accountId, hour });
  }
  if (marks.size === 0) return;
  await tx.query(
    `INSERT INTO ${schema}.rollup_late (account_id, hour, mark)
     SELECT u.account_id, u.hour, $3::uuid FROM unnest($1::int[], $2::timestamptz[]) AS u(account_id, hour)`,
    [
      [...marks.values()].map(({ accountId }) => accountId),
      [...marks.values()].map(({ hour }) => iso(hour)),
      randomUUID(),
    ],
  );
}

/** Accounts, and a stretch of at most a day; each hour in it is marked for each of the accounts. */
export interface LateHours {
  readonly accountIds: readonly number[];
  /** The stretch begins within its first hour … */
  readonly from: Instant;
  /** … and ends within the hour after the last one that is affected, whatever the account's offset from UTC. */
  readonly to: Instant;
  readonly marks: readonly string[];
}

interface Mark {
  readonly account_id: number;
  readonly hour: Date;
  readonly mark: string;
}

/**
 * Reads the marks on hours that have been rolled up, in stretches that one step can handle; `all` is `false` when
 * there are more.
 *
 * Marks on other hours stay: another replica may be rolling up such an hour now and not see the late results. A mark
 * is an hour of UTC; in some zones half of it may be rolled up alone. An account without wallets has nothing to roll
 * up: its marks are read at once, because retention would wait for them for ever. Accounts in `without` are left out.
 */
export async function readMarks(
  db: Queryable,
  schema: Schema,
  without: readonly number[],
): Promise<{ readonly hours: readonly LateHours[]; readonly all: boolean }> {
  const rows = await db.query<Mark>(
    `SELECT l.account_id, l.hour, l.mark FROM ${schema}.rollup_late l
     LEFT JOIN (SELECT account_id, min(rolled_to) AS rolled_to FROM ${schema}.wallet GROUP BY account_id) w
       ON w.account_id = l.account_id
     WHERE l.account_id <> ALL($1::int[]) AND (w.account_id IS NULL OR l.hour + interval '1 hour' <= w.rolled_to)
     ORDER BY l.account_id, l.hour LIMIT ${MAX_MARKS}`,
    [without],
  );
  const runs: { accountId: number; from: Instant; last: Instant; marks: string[] }[] = [];
  for (const { account_id: accountId, hour: date, mark } of rows) {
    const hour = date.getTime();
    const run = runs.at(-1);
    if (run?.accountId === accountId && hour <= run.last + HOUR_MS && hour < run.from + DAY_MS) {
      run.last = hour;
      run.marks.push(mark);
    } else runs.push({ accountId, from: hour, last: hour, marks: [mark] });
  }
  const alike = Map.groupBy(runs, ({ from, last }) => `${from} ${last}`);
  const hours = [...alike.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / ACCOUNTS_AT_ONCE) }, (_, i) => {
      const part = group.slice(i * ACCOUNTS_AT_ONCE, (i + 1) * ACCOUNTS_AT_ONCE);
      return {
        accountIds: part.map(({ accountId }) => accountId),
        from: part[0]!.from,
        to: part[0]!.last + 2 * HOUR_MS,
        marks: [...new Set(part.flatMap(({ marks }) => marks))],
      };
    }),
  );
  return { hours: hours.toSorted((a, b) => a.from - b.from), all: rows.length < MAX_MARKS };
}

/** Deletes only the marks that were read: their results were committed before. Others may have come meanwhile. */
export async function deleteMarks(tx: Queryable, schema: Schema, late: LateHours): Promise<void> {
  await tx.query(
    `DELETE FROM ${schema}.rollup_late
     WHERE account_id = ANY($1::int[]) AND hour >= $2::timestamptz AND hour < $3::timestamptz
       AND mark = ANY($4::uuid[])`,
    [late.accountIds, iso(late.from), iso(late.to - HOUR_MS), late.marks],
  );
}
