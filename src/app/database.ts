// Finds Postgres: at the configured address, or embedded, as a child process of ours.
import { join } from 'node:path';
import type { Config } from '../config/resolve/resolve.ts';
import { shellWord } from '../domain/shell-word.ts';
import { type Embedded, startEmbedded } from '../store/embedded/embedded.ts';
import type { Connection } from '../store/postgres/connection.ts';
import { refuseDemoFolder } from './demo/demo-folder.ts';

export interface Database extends AsyncDisposable {
  readonly connection: Connection;
  /** The command that opens it with psql and doesn't show the password; `null` where the address is the user's own secret. */
  readonly psql: string | null;
}

/**
 * Opens the configured database, or starts the embedded one under `data_dir` unless somebody has begun to start it.
 *
 * Does not connect to a configured address: Postgres may be away for now. Rejects when the embedded server can't start, and
 * when `data_dir` is the demo's and the configuration isn't.
 */
export async function openDatabase(
  config: Pick<Config, 'database' | 'data_dir' | 'demo'>,
  say: (message: string) => void,
  begun?: Promise<Embedded>,
): Promise<Database> {
  refuseDemoFolder(config);
  const { url, schema, embedded_port: port } = config.database;
  if (url) {
    return { connection: { url: () => url.reveal(), schema }, psql: null, async [Symbol.asyncDispose]() {} };
  }
  const dataDir = join(config.data_dir, 'postgres');
  const server = await (begun ?? startEmbedded({ dataDir, port, onProgress: say }));
  const address = new URL(server.url);
  address.password = '';
  return {
    connection: { url: server.url, schema },
    psql: `PGPASSWORD=$(cat ${shellWord(join(dataDir, 'password'))}) psql ${address}`,
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
