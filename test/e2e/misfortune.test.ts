// What the world does to the process: pauses, deaf readers, company that dies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { generateMerchants } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { ENGINE, testDatabase } from '../support/postgres.ts';
import { floatwatch, start } from '../support/process.ts';

const merchants = generateMerchants(2, 2);
const STALE_AFTER_S = 32; // two missed slots of a second each, and thirty

async function startSandbox(): Promise<Sandbox> {
  const scenario = createScenario({ seed: 'misfortune', merchants });
  const sandbox = createSandbox({ scenario, clock: createSimulatedClock({ wall: Date.now }) });
  await sandbox.start();
  return sandbox;
}

const settingsFor = (sandbox: Sandbox, url: string) => ({
  database: { url, engine: ENGINE },
  web: { listen: ['127.0.0.1:0'] },
  poll: { schedule: '* * * * * *', deadline: '400ms' },
  accounts: accountsAt(sandbox.address, merchants),
});

const scrape = async (address: string) => await (await request(`http://${address}/metrics`)).body.text();
const shown = (text: string, account: string) =>
  text.match(new RegExp(`^merchant_wallet_available_balance\\{account="${account}"`, 'gm'))?.length ?? 0;

// Side by side: the first waits for half a minute, and each has a database and processes of its own.
test.concurrent('C9 H9 a process that was stopped for longer than a value holds shows none of it in its first scrape', async () => {
  await using sandbox = await startSandbox();
  await using database = await testDatabase();
  await using one = await configFolder(settingsFor(sandbox, database.url));
  await using two = await configFolder(settingsFor(sandbox, database.url));
  await using paused = floatwatch(['run', '--config.file', one.file]);
  await using other = floatwatch(['run', '--config.file', two.file]);
  const [address, others] = await Promise.all(
    [paused, other].map(async (one) => (await one.until(/"addresses":\["([^"]+)"\]/))[1]!),
  );
  // Both: what the one has seen and not yet stored when it is stopped nobody else can know.
  for (const each of [address!, others!]) {
    await eventually(async () => {
      const text = await scrape(each);
      expect([shown(text, 'm-00001'), shown(text, 'm-00002')]).toEqual([2, 2]);
    });
  }

  process.kill(paused.pid, 'SIGSTOP');
  const stoppedAt = Date.now();
  sandbox.faults.on('m-00001', 'hang'); // of this one nobody learns anything more
  // What is stale to its company, which saw it last, is so to this process too.
  const isStale = /^merchant_wallet_state\{account="m-00001",.*state="stale"\} 1$/m;
  await eventually(async () => {
    expect(await scrape(others!)).toMatch(isStale);
    expect(Date.now() - stoppedAt).toBeGreaterThan(STALE_AFTER_S * 1_000); // it may have seen one that nobody else knows
  }, 90_000);
  process.kill(paused.pid, 'SIGCONT');
  const text = await scrape(address!);
  expect(shown(text, 'm-00001')).toBe(0);
  expect(text).toMatch(isStale);
  // Of the other account it may know again already what its company saw; never what it knew before.
  const seen = [
    ...text.matchAll(/^merchant_wallet_observed_timestamp_seconds\{account="m-00002".*\} ([\d.]+)$/gm),
  ];
  if (shown(text, 'm-00002') > 0) {
    for (const [, at] of seen) expect(Date.now() / 1_000 - Number(at)).toBeLessThan(STALE_AFTER_S);
  }
  // Nothing that it still held from before has overwritten anything.
  const [sums] = await database.pool.query(
    'SELECT count(*) AS polls, count(DISTINCT (account, slot)) AS slots FROM floatwatch.polls',
  );
  expect(sums!['polls']).toBe(sums!['slots']);
}, 120_000);

test.concurrent('C11 a log whose reader is gone stops no poll', async () => {
  await using sandbox = await startSandbox();
  await using database = await testDatabase();
  await using config = await configFolder({
    ...settingsFor(sandbox, database.url),
    log: { level: 'debug' },
  });
  const bin = join(import.meta.dirname, '../../bin/floatwatch.js');
  const child = spawn(process.execPath, [bin, 'run', '--config.file', config.file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk;
    });
    const address = await eventually(() => {
      const found = /"addresses":\["([^"]+)"\]/.exec(log);
      expect(found).not.toBeNull();
      return found![1]!;
    });
    const polls = async () =>
      Number(
        /^floatwatch_polls_total\{account="m-00001",outcome="ok"\} (\d+)/m.exec(await scrape(address))?.[1],
      );
    child.stderr.destroy();
    const before = await polls();
    await eventually(async () => expect(await polls()).toBeGreaterThan(before + 3));
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});

test.concurrent('C12 what nobody foresaw ends the process with one line and exit code 1', async () => {
  const main = join(import.meta.dirname, '../../src/cli/main.ts');
  const script = `import { runProcess } from ${JSON.stringify(main)};
    process.argv = ['node', 'floatwatch', 'sandbox', '--listen-address', '127.0.0.1:0'];
    void runProcess();
    const looking = setInterval(() => {
      if (process.listenerCount('unhandledRejection') === 0) return; // it doesn't run yet
      clearInterval(looking);
      void Promise.reject(new Error('nobody foresaw this'));
    }, 20);`;
  await using child = start(process.execPath, ['--input-type=module', '-e', script]);
  expect(await child.ended()).toBe(1);
  expect(child.output()).toMatch(/^floatwatch: nobody foresaw this$/m);
  expect(child.output()).not.toContain('    at ');
});

test.concurrent('C13 a time zone in the environment, odd or unknown, moves no slot', async () => {
  await using sandbox = await startSandbox();
  await using database = await testDatabase();
  await using config = await configFolder(settingsFor(sandbox, database.url));
  await using monitor = floatwatch(['run', '--config.file', config.file], { env: { TZ: 'Mars/Olympus' } });
  await monitor.until(/"addresses":\["([^"]+)"\]/);
  await eventually(async () => {
    const rows = await database.pool.query<{ late: string }>(
      "SELECT max(extract(epoch FROM observed_at - slot))::text AS late FROM floatwatch.polls WHERE outcome = 'ok'",
    );
    expect(Number(rows[0]?.late ?? Number.NaN)).toBeLessThan(60);
  });
});
