// Opens a connection outside the pool, for work without a time limit: an import, an export, a replay.
import type pg from 'pg';
import { Client, type Connection, clientConfig } from './connection.ts';

/** The time limits that a server, database or role may set for statements and transactions. Postgres 17 has all of them. */
const LIMITS = ['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];

/** Sent first in a transaction without a time limit. Not for the session: PgBouncer gives that to another client next. */
export const WITHOUT_LIMITS = `SELECT set_config(name, '0', true) FROM pg_catalog.pg_settings WHERE name IN ('${LIMITS.join("', '")}')`;

/** Opens a connection without a time limit of our own. Disposing ends whatever runs on it. */
export async function connect(options: Connection): Promise<pg.Client & AsyncDisposable> {
  const client = new Client(clientConfig(options));
  client.on('error', () => {}); // the query that runs rejects
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
