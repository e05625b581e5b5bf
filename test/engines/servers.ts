// A server of each engine: one that is named, or one of our own where Postgres' programs have the extension.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prepareCluster } from '../../src/store/embedded/cluster.ts';
import { launch, shutDown } from '../../src/store/embedded/server.ts';
import { serverUser } from '../../src/store/embedded/server-user.ts';
import type { EngineName } from '../../src/store/engines/engines.ts';
import { findTool } from '../support/tools.ts';

const WORKERS = 2;

/** What the tests of an engine are given, as the variables that they read. */
export interface Servers extends AsyncDisposable {
  readonly variables: Readonly<Record<string, string>>;
}

/** Those of the environment, or our own; a sentence where neither is to be had. */
export async function openServers(engine: EngineName): Promise<Servers | string> {
  const { FLOATWATCH_TEST_ENGINE: named, FLOATWATCH_TEST_SERVER: server } = process.env;
  if (named === engine && server !== undefined) return { variables: {}, async [Symbol.asyncDispose]() {} };
  if (engine === 'postgres') {
    const variables = { FLOATWATCH_TEST_ENGINE: 'postgres' }; // the embedded one, which each run starts for itself
    return { variables, async [Symbol.asyncDispose]() {} };
  }
  const folder =
    process.env['FLOATWATCH_TEST_ENGINE_BIN'] ?? (findTool('postgres') && dirname(findTool('postgres')!));
  if (folder === undefined) return 'no server is named, and Postgres is not installed';
  await using stack = new AsyncDisposableStack();
  const urls: string[] = [];
  for (let node = 0; node < (engine === 'citus' ? 1 + WORKERS : 1); node++) {
    try {
      urls.push(await startNode(engine, folder, stack));
    } catch (error) {
      const [line] = (error as Error).message
        .split('\n')
        .filter((each) => /could not (access|load)/.test(each));
      return `no server is named, and ${folder} has no ${engine} (${line ?? (error as Error).message})`;
    }
  }
  const [server0 = '', ...workers] = urls;
  const held = stack.move();
  return {
    variables: {
      FLOATWATCH_TEST_ENGINE: engine,
      FLOATWATCH_TEST_SERVER: server0,
      ...(workers.length > 0 && { FLOATWATCH_TEST_WORKERS: workers.join(',') }),
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  citus: {
    shared_preload_libraries: 'citus',
    wal_level: 'logical',
    'citus.node_conninfo': 'sslmode=disable',
    lock_timeout: '2s', // as docs/database.md says: the coordinator doesn't pass its own on
  },
  timescaledb: { shared_preload_libraries: 'timescaledb', 'timescaledb.telemetry_level': 'off' },
};

/** Its superuser's URL. */
async function startNode(engine: EngineName, folder: string, stack: AsyncDisposableStack): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'floatwatch-engine-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  chmodSync(dataDir, 0o755);
  const user = serverUser();
  const binaries = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb'), major: '15' };
  const { cluster, password } = await prepareCluster({ dataDir, binaries, user, say() {} });
  // Whoever comes over loopback is let in, as nodes come to each other.
  if (engine === 'citus')
    writeFileSync(join(cluster, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\nlocal all all trust\n');
  const settings = {
    ...{
      max_connections: '300',
      max_prepared_transactions: '300',
      max_worker_processes: '200',
      fsync: 'off',
    },
    ...SETTINGS[engine],
  };
  const log = join(dataDir, 'postgres.log');
  const { pid, port } = await launch({ ...binaries, cluster, user, settings, log }, 0);
  stack.defer(() => shutDown(pid, cluster));
  return `postgres://floatwatch:${password}@127.0.0.1:${port}/postgres`;
}
