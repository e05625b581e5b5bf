// A real PgBouncer in transaction mode in front of a database.
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUser } from '../../src/store/embedded/server-user.ts';
import { freePort } from './ports.ts';
import { start } from './process.ts';
import { tool } from './tools.ts';

export interface Bouncer extends AsyncDisposable {
  /** The same database, through it. */
  readonly url: string;
}

/** Starts PgBouncer with two server connections for however many clients; needs the tool `pgbouncer`. */
export async function startPgBouncer(url: string): Promise<Bouncer> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bouncer-'));
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  const { hostname, port: upstream, username, password, pathname } = new URL(url);
  const port = await freePort();
  const file = join(room, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${upstream} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 100
`,
  );
  const user = serverUser(); // it refuses to run as root, as Postgres does
  chmodSync(room, 0o700);
  if (user) for (const path of [room, file]) chownSync(path, user.uid, user.gid);
  const running = stack.use(start(tool('pgbouncer'), [file], user ? { uid: user.uid } : {}));
  await running.until(/process up/);
  const held = stack.move();
  return {
    url: `postgres://anybody:nothing@127.0.0.1:${port}${pathname}`,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
