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

/** The numbers alone. */
export async function readIds(db: Queryable, schema: Schema, names: Iterable<string>): Promise<number[]> {
  return [...(await readAccountIds(db, schema, names)).values()];
}

/** Numbers of accounts; empty: of all accounts. */
export type AccountIds = readonly number[];

/** The numbers of these accounts, or of all when none is named; `undefined` when none of these is known. */
export async function readChosenIds(
  db: Queryable,
  schema: Schema,
  names: readonly string[],
): Promise<AccountIds | undefined> {
  if (names.length === 0) return [];
  const ids = await readIds(db, schema, names);
  return ids.length === 0 ? undefined : ids;
}

/**
 * The condition that this column has one of the numbers. It has its own list: Citus doesn't look into an alternative.
 *
 * With one number Postgres passes the condition on to what is joined on the column; with a list it doesn't.
 */
export function among(ids: AccountIds, column: string, parameter: number): string {
  const given = `$${parameter}::int[]`;
  if (ids.length === 0) return `${given} = '{}'`;
  return ids.length === 1 ? `${column} = (${given})[1]` : `${column} = ANY(${given})`;
}

/**
 * The same condition, after another one, where the first doesn't reach: a lateral with LIMIT or figures, a join with a CTE.
 * Citus asks every shard of what has none.
 *
 * Of several accounts there is none: Postgres would go through the list again for each row outside.
 */
export function alsoAmong(ids: AccountIds, column: string, parameter: number): string {
  return ids.length === 1 ? `AND ${among(ids, column, parameter)}` : '';
}
