// The Postgres that Debian packages: an older major version than the embedded one.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCluster } from '../../src/store/embedded/cluster.ts';
import { launch, shutDown } from '../../src/store/embedded/server.ts';
import { serverUser } from '../../src/store/embedded/server-user.ts';
import { tool } from './tools.ts';

/** Starts a server of Postgres 15 on a free port; needs the tools `initdb` and `postgres`. */
export async function startDebianPostgres(): Promise<AsyncDisposable & { readonly url: string }> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'floatwatch-debian-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  chmodSync(dataDir, 0o755);
  mkdirSync(dataDir, { recursive: true });
  const user = serverUser();
  const binaries = { postgres: tool('postgres'), initdb: tool('initdb'), major: '15' };
  const { cluster, password } = await prepareCluster({ dataDir, binaries, user, say() {} });
  const log = join(dataDir, 'postgres.log');
  const { pid, port } = await launch({ ...binaries, cluster, user, settings: {}, log }, 0);
  stack.defer(() => shutDown(pid, cluster));
  const held = stack.move();
  return {
    url: `postgres://floatwatch:${password}@127.0.0.1:${port}/postgres`,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
