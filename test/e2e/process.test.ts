// What happens to the process: deaths, stops, company.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { createSimulatedClock } from '../../src/sandbox/clock.ts';
import { generateMerchants } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { eventually } from '../support/eventually.ts';
import { accountsAt, configFolder } from '../support/floatwatch-config.ts';
import { ENGINE, execute, testDatabase } from '../support/postgres.ts';
import { floatwatch, type Running } from '../support/process.ts';

async function sandboxOf(count: number): Promise<Sandbox> {
  const merchants = generateMerchants(count, 2);
  const scenario = createScenario({ seed: 'process', merchants });
  const sandbox = createSandbox({
    scenario,
    clock: createSimulatedClock({ wall: Date.now }),
    control: '127.0.0.1:0',
  });
  await sandbox.start();
  return sandbox;
}

const EVERY_SECOND = { schedule: '* * * * * *', deadline: '400ms' };
const WEB = { listen: ['127.0.0.1:0'] };
const addressOf = async (monitor: Running) => (await monitor.until(/"addresses":\["([^"]+)"\]/))[1]!;
const get = async (address: string, path: string) =>
  await (await request(`http://${address}${path}`)).body.text();
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

describe('on an embedded Postgres', () => {
  test('C2 the monitor and its Postgres are killed, and start again: it goes on, and an ordinary stop leaves nothing', async () => {
    await using sandbox = await sandboxOf(2);
    await using config = await configFolder({
      database: { embedded_port: 0 },
      web: WEB,
      poll: EVERY_SECOND,
      accounts: accountsAt(sandbox.address, generateMerchants(2, 2)),
    });
    const postmaster = () =>
      Number(
        readFileSync(join(config.folder, 'data/postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
      );
    const storedPolls = async (address: string) =>
      Number(/^floatwatch_snapshots_stored_total (\d+)/m.exec(await get(address, '/metrics'))?.[1]);

    await using first = floatwatch(['run', '--config.file', config.file]);
    const address = await addressOf(first);
    await eventually(async () => expect(await storedPolls(address)).toBeGreaterThan(4));
    const killed = postmaster();
    first.child.kill('SIGKILL');
    process.kill(killed, 'SIGKILL');
    expect(await first.ended()).toBe('SIGKILL');

    await using second = floatwatch(['run', '--config.file', config.file]);
    const addressAgain = await addressOf(second);
    await eventually(async () => expect(await storedPolls(addressAgain)).toBeGreaterThan(4));

    // The monitor alone is killed: its Postgres lives on, and the next one takes it over.
    const survivor = postmaster();
    second.child.kill('SIGKILL');
    await second.ended();
    expect(isAlive(survivor)).toBe(true);
    await using third = floatwatch(['run', '--config.file', config.file]);
    const addressOfThird = await addressOf(third);
    expect(postmaster()).toBe(survivor);
    await eventually(async () => expect(await storedPolls(addressOfThird)).toBeGreaterThan(4));
    const url = new URL(`postgres://floatwatch@127.0.0.1/floatwatch`);
    url.password = readFileSync(join(config.folder, 'data/postgres/password'), 'utf8').trim();
    url.port = readFileSync(join(config.folder, 'data/postgres/cluster/postmaster.pid'), 'utf8')
      .split('\n')[3]!
      .trim();
    const [counts] = await execute(
      url.href,
      `SELECT count(*) = count(DISTINCT (account, slot)) AS unique, count(DISTINCT replica) AS runs,
         count(*) FILTER (WHERE outcome = 'ok') >= 9 AS polled FROM floatwatch.polls`,
    );
    expect(counts).toMatchObject({ unique: true, runs: '3', polled: true });

    third.child.kill('SIGTERM');
    expect(await third.ended()).toBe(0);
    expect(isAlive(survivor)).toBe(false);
  }, 240_000);

  test('C3 asked to stop twice at once it still stops in order; asked again later it is gone', {
    tags: 'timed',
  }, async () => {
    await using sandbox = await sandboxOf(1);
    await using config = await configFolder({
      database: { embedded_port: 0 },
      web: WEB,
      poll: EVERY_SECOND,
      accounts: accountsAt(sandbox.address, generateMerchants(1, 2)),
    });
    await using monitor = floatwatch(['run', '--config.file', config.file]);
    await addressOf(monitor);
    const pid = Number(
      readFileSync(join(config.folder, 'data/postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
    );
    const asked = performance.now();
    monitor.child.kill('SIGTERM');
    monitor.child.kill('SIGINT');
    expect(await monitor.ended()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(isAlive(pid)).toBe(false);
  });
});

test('H1 two monitors on one Postgres share the accounts: no slot is polled or stored twice', async () => {
  await using sandbox = await sandboxOf(12);
  await using database = await testDatabase();
  const settings = {
    database: { url: database.url, engine: ENGINE },
    web: WEB,
    poll: { schedule: '*/2 * * * * *', deadline: '900ms', retries: 0 },
    accounts: accountsAt(sandbox.address, generateMerchants(12, 2)),
  };
  await using one = await configFolder(settings);
  await using two = await configFolder(settings);
  await using first = floatwatch(['run', '--config.file', one.file]);
  await using second = floatwatch(['run', '--config.file', two.file]);
  const addresses = [await addressOf(first), await addressOf(second)];
  const polled = async () =>
    Number((await database.pool.query<{ n: string }>('SELECT count(*) AS n FROM floatwatch.polls'))[0]?.n);
  const from = await polled();
  await eventually(async () => expect(await polled()).toBeGreaterThan(from + 60), 60_000);
  for (const address of addresses) {
    await eventually(async () => {
      const text = await get(address, '/metrics');
      expect(text.match(/^merchant_wallet_available_balance\{/gm)).toHaveLength(24); // each shows everything
    });
  }
  for (const each of [first, second]) {
    each.child.kill('SIGTERM');
    expect(await each.ended()).toBe(0);
  }
  const polls = await database.pool.query<{ account: string; slot: Date; answered: boolean }>(
    `SELECT a.name AS account, slot, http_status IS NOT NULL AS answered
     FROM floatwatch.poll JOIN floatwatch.account a USING (account_id) WHERE operation = 'balances'`,
  );
  expect(await database.pool.query('SELECT FROM floatwatch.snapshot_conflict')).toEqual([]);
  expect(new Set(polls.map(({ account, slot }) => `${account} ${slot.getTime()}`)).size).toBe(polls.length);
  expect(polls.filter(({ answered }) => answered).length).toBeGreaterThan(polls.length / 2);
  const ofAccount = Map.groupBy(polls, ({ account }) => account);
  const mistaken = generateMerchants(12, 2).flatMap(({ name }) => {
    const its = ofAccount.get(name) ?? [];
    const answered = its.filter((poll) => poll.answered).length;
    const brokenOff = its.length - answered; // a busy machine may break a poll off before it has asked
    const asked = sandbox.requests.of(name).balances;
    return asked >= answered && asked <= answered + brokenOff ? [] : { name, asked, answered, brokenOff };
  });
  expect(mistaken).toEqual([]);
}, 180_000);

test('U20 one of 200 accounts never answers: the other 199 are read on time', { tags: 'timed' }, async () => {
  await using sandbox = await sandboxOf(200);
  await using database = await testDatabase();
  sandbox.faults.on('m-00007', 'hang');
  await using config = await configFolder({
    database: { url: database.url, engine: ENGINE },
    web: WEB,
    poll: { schedule: '*/5 * * * * *', deadline: '2s', retries: 0 },
    accounts: accountsAt(sandbox.address, generateMerchants(200, 2)),
  });
  await using monitor = floatwatch(['run', '--config.file', config.file]);
  await addressOf(monitor);
  const rows = await eventually(async () => {
    const found = await database.pool.query<{ outcome: string; accounts: string; late: string }>(
      `SELECT outcome, count(DISTINCT account) AS accounts,
         max(extract(epoch FROM observed_at - slot))::numeric(9, 3)::text AS late
       FROM floatwatch.polls WHERE slot = (
         SELECT slot FROM floatwatch.polls GROUP BY slot HAVING count(*) = 200 ORDER BY slot DESC LIMIT 1
       ) AND slot > (SELECT min(slot) FROM floatwatch.polls) GROUP BY outcome ORDER BY outcome`,
    );
    expect(found.map(({ outcome, accounts }) => [outcome, accounts])).toEqual([
      ['deadline', '1'],
      ['ok', '199'],
    ]);
    return found;
  }, 60_000);
  expect(Number(rows[1]!.late)).toBeLessThan(2); // within the first tenth of the interval, and the time it takes
});
