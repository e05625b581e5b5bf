// Reads the values of the past that may still become the highest, or the lowest, of a stretch of time that ends now.
import type { Amount } from '../../domain/money.ts';
import type { ReadPast } from '../../monitor/alerts/ports.ts';
import { withForgotten } from '../ledger/last-forgotten.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Pool } from '../postgres/pool.ts';
import { alsoAmong, readAccountIds } from './account-ids.ts';

type PastValue = Awaited<ReturnType<ReadPast>>[number];

interface PastValueRow {
  readonly account_id: number;
  readonly currency: string;
  readonly wallet_type: string;
  readonly slot: Date;
  readonly amount: Amount;
}

const MAX_ACCOUNTS = 20; // a statement takes two to five seconds for a million values
const PATIENCE_MS = 60_000; // a week of minutes of a hundred wallets each; what is not read is unknown until `within` has passed

/**
 * Reads only a few of many rows: a value that a later one has reached can't become the extreme any more. What was seen of a
 * wallet before it was forgotten doesn't count.
 */
export function createReadPastValues(pool: Pool, schema: Schema): ReadPast {
  return async (accounts, { extreme, field, since }) => {
    const beyond = extreme === 'max' ? '>' : '<';
    const values: PastValue[] = [];
    for (let from = 0; from < accounts.length; from += MAX_ACCOUNTS) {
      const some = await read(accounts.slice(from, from + MAX_ACCOUNTS));
      for (const value of some) values.push(value); // as arguments of one call they may be too many
    }
    return values;

    async function read(names: readonly string[]): Promise<PastValue[]> {
      const ids = await readAccountIds(pool, schema, names);
      const rows = await pool.patient(PATIENCE_MS).query<PastValueRow>(
        `SELECT account_id, currency, wallet_type, slot, amount FROM (
         SELECT w.account_id, w.currency, w.wallet_type, s.slot, s.${field} AS amount,
           ${extreme}(s.${field}) OVER (
             PARTITION BY s.account_id, s.wallet_id ORDER BY s.slot DESC
             ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
           ) AS later
         FROM ${schema}.wallet w
         JOIN ${schema}.account a ON a.account_id = w.account_id
         ${withForgotten(schema)}
         JOIN ${schema}.snapshot s ON s.account_id = w.account_id ${alsoAmong([...ids.values()], 's.account_id', 1)} AND s.wallet_id = w.wallet_id
         WHERE w.account_id = ANY($1::int[]) AND s.slot >= $2 AND w.exposable AND s.${field} IS NOT NULL
           AND (f.last_at IS NULL OR s.slot + s.observed_after * interval '1 millisecond' > f.last_at)
       ) AS seen
       WHERE later IS NULL OR amount ${beyond} later`,
        [[...ids.values()], iso(since)],
      );
      const nameOf = new Map([...ids].map(([name, id]) => [id, name]));
      return rows.map(({ account_id, wallet_type: walletType, slot, ...row }) => ({
        ...row,
        account: nameOf.get(account_id)!,
        walletType,
        slot: slot.getTime(),
      }));
    }
  };
}
