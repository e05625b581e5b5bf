import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startEmbedded } from '../../../src/store/embedded/embedded.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { createPool } from '../../../src/store/postgres/pool.ts';
import { classifyFailure } from '../../../src/store/postgres/sqlstate.ts';
import { ledgerOf, observation, recentSlot } from '../../support/ledger.ts';
import { execute } from '../../support/postgres.ts';

test('P2 Postgres killed again and again while results are written: each is there, once', {
  timeout: 120_000,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const room = mkdtempSync(join(tmpdir(), 'floatwatch-crash-'));
  stack.defer(() => rmSync(room, { recursive: true, force: true }));
  chmodSync(room, 0o755);
  const server = stack.use(await startEmbedded({ dataDir: join(room, 'postgres'), port: 0 }));
  const { url } = server;
  await migrate({ url, schema: 'floatwatch', engine: 'postgres' });
  const pool = stack.use(createPool({ url, onIdleError() {} }));
  const ledger = ledgerOf(pool);
  const newest = recentSlot();
  const acknowledged: number[] = [];
  let failures = 0;
  let killing = true;

  const writer = async (account: string) => {
    for (let i = 0; killing; i++) {
      const seen = observation(newest - i * 1_000, { account });
      for (;;) {
        try {
          if (i % 2 === 0) await ledger.claim([seen]); // else polled while Postgres was away
          expect(await ledger.complete([seen])).toEqual(['stored']);
          acknowledged.push(seen.slot);
          break;
        } catch (error) {
          expect(classifyFailure(error)).toMatchObject({ policy: 'retry' });
          failures++;
          await setTimeout(20);
        }
      }
    }
  };
  const writers = Promise.all(['one', 'two', 'three'].map(writer));
  for (let kill = 0; kill < 5; kill++) {
    const before = acknowledged.length;
    const { pid } = server;
    while (acknowledged.length < before + 20) await setTimeout(5);
    process.kill(pid, 'SIGKILL');
    while (server.pid === pid) await setTimeout(20);
  }
  killing = false;
  await writers;

  expect(failures).toBeGreaterThan(0);
  const stored = await execute(
    url,
    'SELECT account, slot, count(*)::int AS times FROM floatwatch.balances GROUP BY 1, 2',
  );
  expect(stored).toHaveLength(acknowledged.length);
  expect(stored.every(({ times }) => times === 1)).toBe(true);
  expect(await execute(url, 'SELECT FROM floatwatch.snapshot_conflict')).toEqual([]);
});
