// A connection of its own, for what takes as long as it takes: an import, an export, a replay.
import type pg from 'pg';
import { Client, type Connection, clientConfig } from './connection.ts';

/** Without a limit of time. Disposed of, it ends whatever is under way. */
export async function connect(options: Connection): Promise<pg.Client & AsyncDisposable> {
  const client = new Client(clientConfig(options));
  client.on('error', () => {}); // the query that runs rejects
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
