// A connection of its own, for what takes as long as it takes: an import, an export, a replay.
import type pg from 'pg';
import { Client, type Connection, clientConfig } from './connection.ts';

/** How long a server, database or role lets a statement or a transaction last, where somebody has set that; Postgres 17 has all of them. */
const LIMITS = ['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];

/** Sent first in a transaction that takes as long as it takes. Not for the session: behind PgBouncer that is somebody else's next. */
export const WITHOUT_LIMITS = `SELECT set_config(name, '0', true) FROM pg_catalog.pg_settings WHERE name IN ('${LIMITS.join("', '")}')`;

/** Without a limit of time of ours. Disposed of, it ends whatever is under way. */
export async function connect(options: Connection): Promise<pg.Client & AsyncDisposable> {
  const client = new Client(clientConfig(options));
  client.on('error', () => {}); // the query that runs rejects
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
