// Moves sequences forward that are behind the numbers of their tables: for accounts, wallets and payment options.
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

const NUMBERS = { account: 'account_id', wallet: 'wallet_id', payment_option: 'option_id' } as const;

/**
 * Takes numbers from the sequence until no row has the next one.
 *
 * After a failover by logical replication, or a restore of tables alone, the sequence is behind its table. A new row
 * whose number exists is then silently not inserted.
 */
export async function catchUp(db: Queryable, schema: Schema, table: keyof typeof NUMBERS): Promise<void> {
  const take = `nextval('${schema}.${table}_id_seq')`;
  const [row] = await db.query<{ behind: number }>(
    `SELECT greatest(max(${NUMBERS[table]}) - ${take}, 0)::integer AS behind FROM ${schema}.${table}`,
  );
  await db.query(`SELECT count(${take}) FROM generate_series(1, $1::integer)`, [row?.behind ?? 0]);
}
