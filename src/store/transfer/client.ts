// The one connection that an export or an import has: its statements take as long as they take.
import type pg from 'pg';
import { Client, type Connection, clientConfig } from '../postgres/connection.ts';

/** Disposed of, it ends whatever is under way. */
export async function connect(options: Connection): Promise<pg.Client & AsyncDisposable> {
  const client = new Client(clientConfig(options));
  client.on('error', () => {}); // the query that runs rejects
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
