// The differences between engines: creation and retention of tables. All other statements are shared.
import type { ClientBase } from 'pg';

/** How the engine must place a table, by a migration's line `-- engine: KIND TABLE`, which mostly stands below the table. */
export type TableKind =
  | 'reference' // small, joined everywhere
  | 'distributed' // keyed by account_id
  | 'series' // keyed by account_id and slot, dropped by age
  | 'merged'; // a series with partitions that are merged when they are compressed

export interface Engine {
  /** Throws one clear sentence when the server lacks something that the engine needs. */
  check(client: ClientBase): Promise<void>;
  /** A sentence for the person who migrates, when the server's setup makes everything slow or large; `null` when it is fine. */
  readonly advice?: (client: ClientBase, schema: string) => Promise<string | null>;
  /** Sent first in the transaction of the migrations. */
  readonly prelude: string;
  /** Adapts a migration's `CREATE TABLE` to this engine. */
  readonly adaptTable: (sql: string) => string;
  /** The statement that gives a table this kind; empty when none is needed. `table` includes its schema. */
  readonly place: (kind: TableKind, table: string) => string;
  /**
   * The functions `make_partitions(since, until)`, `drop_partitions(series, before)` and `compress_next(before)`.
   *
   * `compress_next` compresses one partition that has only older rows and is not compressed yet, and returns its
   * name; `null` when there is none. They run with their owner's rights, so that the daemon's role needs no right to
   * change tables.
   */
  readonly functions: (schema: string) => string;
}

/** Makes sure that an extension is in the database; else throws a sentence that says how to get it. */
export async function requireExtension(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ installed: boolean }>(
    'SELECT installed_version IS NOT NULL AS installed FROM pg_catalog.pg_available_extensions WHERE name = $1',
    [name],
  );
  const [found] = rows;
  if (found?.installed) return;
  throw new Error(
    found
      ? `database.engine is ${name}, but the extension is not in this database: run CREATE EXTENSION ${name} as a superuser`
      : `database.engine is ${name}, but this server does not have the extension ${name}: install it, or set database.engine: postgres`,
  );
}
