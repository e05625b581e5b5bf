// Marks the demo's schema, because its money is invented: nobody takes it for their own, and the demo takes no other
// schema for its own.
import type pg from 'pg';
import { type Connection, quoteSchema } from './connection.ts';

const MARK = "the demo's: every amount is invented";

export interface SchemaOwner extends Connection {
  /** Whether the configuration is the demo's. @default false */
  readonly demo?: boolean;
}

/** Rejects, with a sentence that says what to do, when the schema is the demo's and we are not, or the other way round. */
export async function refuseForeignSchema(
  client: pg.ClientBase,
  { schema, demo = false }: SchemaOwner,
): Promise<void> {
  const { rows } = await client.query<{ used: boolean; mark: string | null }>(
    `SELECT to_regclass($2) IS NOT NULL AS used, obj_description(to_regnamespace($1)::oid, 'pg_namespace') AS mark`,
    [quoteSchema(schema), `${quoteSchema(schema)}.migration`],
  );
  const { used = false, mark = null } = rows[0] ?? {};
  if (!demo && mark === MARK) {
    throw new Error(
      "this database is the demo's, and its money is invented: set database.url to one of your own",
    );
  }
  if (demo && used && mark !== MARK) {
    throw new Error("this database holds a history that isn't the demo's: give the demo one of its own");
  }
}

/** Marks the schema, which exists and is ours. */
export async function markAsDemo(client: pg.ClientBase, { schema }: Connection): Promise<void> {
  await client.query(`COMMENT ON SCHEMA ${quoteSchema(schema)} IS '${MARK.replaceAll("'", "''")}'`);
}
