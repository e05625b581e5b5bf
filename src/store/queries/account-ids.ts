// Looks up accounts' numbers before their history is read: then Citus asks only their shards.
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

/** The number of each account with these names; unknown accounts are left out. */
export async function readAccountIds(
  db: Queryable,
  schema: Schema,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const rows = await db.query<{ account_id: number; name: string }>(
    `SELECT account_id, name FROM ${schema}.account WHERE name = ANY($1::text[])`,
    [[...names]],
  );
  return new Map(rows.map(({ account_id, name }) => [name, account_id]));
}
