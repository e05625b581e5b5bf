// Starts the Postgres that groups measure in.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/store/embedded/embedded.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';

/** The schema of the tables. */
export const SCHEMA = 'floatwatch';

/** Starts an embedded Postgres with our tables, in a folder of its own. Both are gone when it is disposed of. */
export async function startDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  stack.defer(() => rmSync(room, { recursive: true }));
  chmodSync(room, 0o755);
  const { url } = stack.use(await startEmbedded({ dataDir: join(room, 'postgres'), port: 0 }));
  await migrate({ url, schema: SCHEMA, engine: 'postgres' });
  const started = stack.move();
  return { url, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
