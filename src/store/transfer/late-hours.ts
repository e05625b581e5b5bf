// Marks hours whose figures must be made again, because both the database and the export have snapshots of them.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { HOUR_MS } from '../../domain/duration.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Digest } from './read-part.ts';
import { conditionOf, nextMonth, start } from './statements.ts';

export interface ImportedMonth {
  readonly accountId: number;
  readonly month: string;
  /** What the export has. */
  readonly entry: Pick<Digest, 'rows'>;
  readonly before: Digest;
  readonly after: Digest;
  readonly isAsFar: boolean;
  /** Up to where the export has figures. */
  readonly rolledTo: string | null;
}

/**
 * Marks these hours, in the transaction that stores a month of snapshots; maintenance makes their figures in a minute
 * or two.
 *
 * When only the export has seen a month, its figures are imported too. Then only those figures are wrong that the
 * database made beyond the export's.
 */
export async function markHours(client: pg.Client, schema: Schema, month: ImportedMonth): Promise<void> {
  const { accountId, entry, before, after, isAsFar, rolledTo } = month;
  const [had = 0, has = 0, told = 0] = [before.rows.snapshot, after.rows.snapshot, entry.rows.snapshot];
  const both = had > 0 && (has > told || isAsFar);
  const { rows } = await client.query<{ rolled_to: string | null }>(
    `SELECT max(rolled_to)::text AS rolled_to FROM ${schema}.wallet WHERE account_id = $1`,
    [accountId],
  );
  const until = rows[0]?.rolled_to ?? null;
  const since = both ? '-infinity' : rolledTo;
  if (has === had || until === null || since === null || until <= since) return;
  const { rows: hours } = await client.query<{ hour: string }>(
    `SELECT DISTINCT date_trunc('hour', t.slot, 'UTC')::text AS hour FROM ${schema}.snapshot t
     WHERE ${conditionOf('snapshot', { kind: 'ledger', ...month })}
       AND t.slot >= $1::timestamptz AND t.slot < $2::timestamptz`,
    [since, until],
  );
  await mark(
    client,
    schema,
    accountId,
    hours.map(({ hour }) => hour),
  );
}

/**
 * Marks the first and the last hour of a month whose figures are imported, in the transaction that stores them.
 *
 * Without them, the database has made days that reach into the months beside it, and has counted for forecasts that
 * nothing went out.
 */
export async function markEnds(
  client: pg.Client,
  schema: Schema,
  { accountId, month, entry, before }: Pick<ImportedMonth, 'accountId' | 'month' | 'entry' | 'before'>,
): Promise<void> {
  if ((before.rows.balance_hourly ?? 0) >= (entry.rows.balance_hourly ?? 0)) return;
  const last = Date.parse(start(nextMonth(month))) - HOUR_MS;
  await mark(client, schema, accountId, [start(month), new Date(last).toISOString()]);
}

async function mark(
  client: pg.Client,
  schema: Schema,
  accountId: number,
  hours: readonly string[],
): Promise<void> {
  if (hours.length === 0) return;
  await client.query(
    `INSERT INTO ${schema}.rollup_late (account_id, hour, mark)
     SELECT ${accountId}, u.hour, $2::uuid FROM unnest($1::timestamptz[]) AS u(hour)`,
    [hours, randomUUID()],
  );
}
