// Finds the months of an account, and the counts that show whether a month of its ledger has changed.
import type pg from 'pg';
import type { Schema } from '../postgres/connection.ts';
import { conditionOf, nextMonth, type TransferPart } from './statements.ts';
import { COLUMNS, formatOf, type TableName, tablesOf } from './tables.ts';

/** Every month from an account's first row to its last; some in between may be empty. */
export async function monthsOf(client: pg.Client, schema: Schema, accountId: number): Promise<string[]> {
  const ends = [...tablesOf('ledger', COLUMNS), ...tablesOf('records', COLUMNS)].flatMap((name) =>
    ['min', 'max'].map(
      (which) => `SELECT ${monthText(`(${endOf(schema, name, accountId, which)})`)} AS month`,
    ),
  );
  const { rows } = await client.query<{ month: string | null }>(ends.join(' UNION ALL '));
  const found = rows.flatMap(({ month }) => month ?? []).sort();
  const months: string[] = [];
  for (let month = found[0]; month !== undefined && month <= found.at(-1)!; month = nextMonth(month)) {
    months.push(month);
  }
  return months;
}

/**
 * How many polls of a month have ended, succeeded or been lost, and how many snapshots there are.
 *
 * Rows are only added, and only a better poll replaces an ended one. So a month with unchanged counts is unchanged.
 */
export async function seenIn(client: pg.Client, schema: Schema, part: TransferPart): Promise<number[]> {
  const { rows } = await client.query<{ seen: string[] }>(
    `SELECT ARRAY[p.ended, p.succeeded, p.lost, s.snapshots] AS seen FROM (
       SELECT count(*) AS ended, count(*) FILTER (WHERE t.outcome IN ('ok', 'partial')) AS succeeded,
         count(*) FILTER (WHERE t.outcome = 'lost') AS lost
       FROM ${schema}.poll t WHERE ${conditionOf('poll', part)}
     ) p, (SELECT count(*) AS snapshots FROM ${schema}.snapshot t WHERE ${conditionOf('snapshot', part)}) s`,
  );
  return rows[0]!.seen.map(Number);
}

/** The first or last time of an account's rows. A wallet's own are found by their key, without reading others. */
function endOf(schema: Schema, name: TableName, accountId: number, which: string): string {
  const { time, of } = formatOf(name);
  const order = which === 'min' ? 'ASC' : 'DESC';
  if (of !== 'wallet' || name === 'plan')
    return `SELECT ${which}(t.${time}) FROM ${schema}.${name} t WHERE t.account_id = ${accountId}`;
  return `SELECT ${which}(e.at) FROM ${schema}.wallet w CROSS JOIN LATERAL (
    SELECT t.${time} AS at FROM ${schema}.${name} t WHERE t.account_id = w.account_id AND t.wallet_id = w.wallet_id
    ORDER BY t.${time} ${order} LIMIT 1) e WHERE w.account_id = ${accountId}`;
}

function monthText(instant: string): string {
  return `to_char(${instant}::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM')`;
}
