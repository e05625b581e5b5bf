// What tells one engine from another: creation and retention. Every other statement is shared.
import type { ClientBase } from 'pg';

/** What a migration's line `-- engine: KIND TABLE` says about a table, most often the one made just above it. */
export type TableKind =
  | 'reference' // small, joined everywhere
  | 'distributed' // keyed by account_id
  | 'series' // keyed by account_id and slot, dropped by age
  | 'merged'; // a series whose parts are put together when they are compressed

export interface Engine {
  /** Throws one clear sentence when the server lacks what the engine needs. */
  check(client: ClientBase): Promise<void>;
  /** A sentence for whoever migrates, when the server is set up in a way that makes everything slow; null when it isn't. */
  readonly advice?: (client: ClientBase, schema: string) => Promise<string | null>;
  /** Sent first in the transaction of the migrations. */
  readonly prelude: string;
  /** A migration's `CREATE TABLE` as this engine wants it. */
  readonly adaptTable: (sql: string) => string;
  /** The statement that makes a table one of this kind; empty when none is needed. `table` has its schema. */
  readonly place: (kind: TableKind, table: string) => string;
  /**
   * The functions `make_partitions(since, until)`, `drop_partitions(series, before)`, and `compress_next(before)`, which
   * compresses one part that is wholly older and not compressed yet, and returns its name; null when there is none.
   *
   * They run with their owner's rights, so that the daemon's role needs none over the tables' definition.
   */
  readonly functions: (schema: string) => string;
}

/** Makes sure that an extension is in the database, or throws a sentence that says how to get it. */
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
