// Opens the database for commands that only read or write it: they have no schedule, no page and no spool.
import type { Config } from '../../config/resolve/resolve.ts';
import { type Connection, quoteSchema, type Schema } from '../../store/postgres/connection.ts';
import { migrate, requireMigrated } from '../../store/postgres/migrate.ts';
import { createPool, type Pool } from '../../store/postgres/pool.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { openCommandDatabase } from './command-database.ts';

const LACKS_RIGHT = '42501'; // SQLSTATE insufficient_privilege
const GRANTS = "run config/grants.sql as the owner of the schema, and name the daemon's role in database.url";
const NEEDED = {
  read: `this command needs the right to read all tables (SELECT), and floatwatch_reader may read views alone: ${GRANTS}`,
  write: `this command needs the daemon's rights: ${GRANTS}`,
} as const;

export interface Store extends AsyncDisposable {
  readonly pool: Pool;
  /** For a further connection. */
  readonly connection: Connection;
  /** The schema of our tables and views. */
  readonly schema: Schema;
}

/**
 * Opens the configured database, whose schema must be up to date. For a command that writes, it brings the schema up to
 * date first.
 *
 * Rejects with an error with a message for people when that can't be done now.
 */
export async function openStore(config: Config, io: Io, mode: 'read' | 'write' = 'read'): Promise<Store> {
  await using stack = new AsyncDisposableStack();
  const say = (message: string) => void io.stderr.write(`${message}\n`);
  const database = stack.use(await openCommandDatabase(config, io, say));
  const owned = { ...database.connection, demo: config.demo };
  const ready =
    mode === 'read' ? requireMigrated(owned) : migrate({ ...owned, engine: config.database.engine });
  await (ready as Promise<unknown>).catch((cause: Error & { readonly code?: string }) => {
    const advice = cause.code === LACKS_RIGHT ? `: ${NEEDED[mode]}` : '';
    throw new CommandError(`the database can't be used: ${cause.message}${advice}`, 1, { cause });
  });
  const pool = stack.use(createPool({ ...database.connection, max: 2 }));
  const held = stack.move();
  const { connection } = database;
  return {
    pool,
    connection,
    schema: quoteSchema(config.database.schema),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
