// A monitor moves to another database: exported while it runs, imported by a process that is killed, and gone on with there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { generateMerchants } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox } from '../../src/sandbox/server.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { ENGINE, execute, heldTransaction, testDatabase } from '../support/postgres.ts';
import { floatwatch } from '../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pollsOf = async (url: string): Promise<number> =>
  Number((await execute(url, 'SELECT count(*) AS n FROM floatwatch.polls'))[0]!['n']);

test('export while the monitor runs, an import that is killed, and another monitor that goes on', async () => {
  await using from = await testDatabase();
  await using to = await testDatabase();
  const merchants = generateMerchants(2, 2);
  const clock = createSimulatedClock({ wall: Date.now });
  const scenario = createScenario({ seed: 'transfer', merchants });
  await using sandbox = createSandbox({ scenario, clock, control: '127.0.0.1:0' });
  await sandbox.start();
  const settingsOf = (url: string) => ({
    ...{ database: { url, engine: ENGINE }, web: { listen: ['127.0.0.1:0'] } },
    poll: { schedule: '* * * * * *', deadline: '400ms' },
    accounts: accountsAt(sandbox.address, merchants),
  });
  await using before = await configFolder(settingsOf(from.url));
  await using after = await configFolder(settingsOf(to.url));
  const run = async (config: string, ...argv: string[]) => {
    await using process = floatwatch([...argv, '--config.file', config]);
    return { code: await process.ended(), output: process.output() };
  };

  await using first = floatwatch(['run', '--config.file', before.file]);
  await eventually(async () => expect(await pollsOf(from.url)).toBeGreaterThan(5));
  expect(await run(before.file, 'export', folder)).toMatchObject({ code: 0 });
  expect(await run(after.file, 'import', folder)).toMatchObject({ code: 0 });
  const imported = await pollsOf(to.url);
  expect(imported).toBeGreaterThan(5);
  await eventually(async () => expect(await pollsOf(from.url)).toBeGreaterThan(imported + 5));
  first.child.kill('SIGTERM');
  expect(await first.ended()).toBe(0);
  expect((await run(before.file, 'export', folder)).output).toContain('2 accounts, ');

  const held = await heldTransaction(to.url, 'LOCK TABLE floatwatch.snapshot IN SHARE MODE');
  await using killed = floatwatch(['import', folder, '--config.file', after.file]);
  const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO %snapshot %'`;
  await eventually(async () => expect(await execute(to.url, waits)).not.toEqual([]));
  killed.child.kill('SIGKILL');
  await killed.ended();
  await held[Symbol.asyncDispose]();
  expect(await pollsOf(to.url)).toBe(imported);

  const rest = await run(after.file, 'import', folder);
  expect(rest.output).toContain('every count and checksum is the same in the database');
  const moved = await pollsOf(from.url);
  expect(await pollsOf(to.url)).toBe(moved);

  await using second = floatwatch(['run', '--config.file', after.file]);
  await eventually(async () => expect(await pollsOf(to.url)).toBeGreaterThan(moved + 5));
  second.child.kill('SIGTERM');
  expect(await second.ended()).toBe(0);
  const wallets = 'SELECT account, currency, wallet_type FROM floatwatch.balances_latest ORDER BY 1, 2, 3';
  expect(await execute(to.url, wallets)).toEqual(await execute(from.url, wallets));
  const again = await run(after.file, 'import', folder);
  expect(again.output).toContain(': 0 rows stored, ');
  expect(again.code).toBe(0);
}, 300_000);
