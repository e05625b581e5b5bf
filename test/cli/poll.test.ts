import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { command } from '../support/command.ts';
import { ledgerOf, observation, wallet } from '../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

const NOW = Date.UTC(2026, 2, 1, 9);
const [{ publicKey, secretKey }] = MERCHANTS as [(typeof MERCHANTS)[number]];
let service: Sandbox;
let db: TestDatabase;

beforeAll(async () => {
  service = createSandbox({ scenario: createScenario({ seed: 'poll', merchants: MERCHANTS }) });
  await service.start();
  db = await testDatabase();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(async () => {
  await service.stop();
  await db[Symbol.asyncDispose]();
});

const pollOf = (names: readonly string[], ...more: readonly string[]) =>
  command(['poll', ...names, ...more], {
    url: db.url,
    yaml: names
      .map(
        (name) =>
          `  - {name: ${name}, base_url: "${service.address}", public_key: ${publicKey}, secret_key: ${secretKey}}\n`,
      )
      .join(''),
  });
const polled = (...more: readonly string[]) => pollOf(['here'], ...more);
const itIs = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
const stored = () =>
  execute(db.url, `SELECT outcome FROM floatwatch.polls WHERE account = 'here' ORDER BY slot`);

describe('floatwatch poll', () => {
  test('what it saw is stored', async () => {
    expect(await polled()).toMatchObject({ code: 0, stderr: '' });
    expect(await stored()).toEqual([{ outcome: 'ok' }]);
  });

  test('M8 no wallets where there were some is empty, and no good answer', async () => {
    service.faults.on('acme-ug', 'no-wallets');
    const { code, stdout } = await polled();
    service.faults.off('acme-ug');
    expect(stdout).toMatch(/^here +empty +0 /m);
    expect(code).toBe(1);
    expect(await stored()).toEqual([{ outcome: 'ok' }, { outcome: 'empty' }]);
  });

  test.each([[[]], [['--json']]])(
    'E5 with a clock that is ahead of the database nothing is stored, and it says so %j',
    async (more) => {
      const before = await stored();
      const now = Date.now;
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 3 * 60_000);
      const { code, stderr } = await polled(...more);
      expect(await stored()).toEqual(before);
      expect(stderr).toContain(
        "here: not stored, this machine's clock is more than a minute ahead of the database's",
      );
      expect(code).toBe(1);
    },
  );

  test.each([
    ['whole', 0, 1],
    ['begun', 1, 1],
    ['nearly over', 999, 999],
  ])('at a second that is %s it takes a slot that no schedule has', async (how, since, slot) => {
    const name = `at-${since}-${how.length}`;
    itIs(NOW + since);
    expect(await pollOf([name])).toMatchObject({ code: 0, stderr: '' });
    const rows = await execute(
      db.url,
      `SELECT (extract(epoch FROM slot) * 1000)::int8::text AS slot, outcome FROM floatwatch.polls WHERE account = $1`,
      [name],
    );
    expect(rows).toEqual([{ slot: String(NOW + slot), outcome: 'ok' }]);
  });

  test('--json has what was seen of each account, in the order of the file, and no table', async () => {
    itIs(NOW + 5_500);
    const { code, stdout } = await pollOf(['one', 'two'], '--json');
    const seen = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(seen, null, 2)}\n`);
    expect(seen).toMatchObject(
      ['one', 'two'].map((account) => ({
        ...{ account, slot: new Date(NOW + 5_500).toISOString(), outcome: 'ok', detail: null },
        started_at: expect.stringMatching(/Z$/),
      })),
    );
    expect(seen[0].wallets).toHaveLength(5);
    expect(seen[0].wallets[0]).toMatchObject({ currency: 'UGX', available: expect.any(String) });
  });

  describe('after the monitor was refused again and again', () => {
    const MINUTE = 60_000;
    const refusedAt = (name: string, ...minutes: readonly number[]) =>
      ledgerOf(db.pool).complete(
        minutes.map((minute) =>
          observation(NOW + minute * MINUTE, { account: name, outcome: 'auth', wallets: [] }),
        ),
      );

    test('it says that the monitor rests, and until when at the latest', async () => {
      await refusedAt('resting', 0, 1, 2, 3, 4);
      itIs(NOW + 5.5 * MINUTE);
      expect(await pollOf(['resting'])).toMatchObject({
        code: 0,
        stderr:
          'floatwatch: resting: the monitor, whose keys were refused, asks again by 2026-03-01 09:09:00Z, and shows nothing new before; a reload makes it ask at its next slot\n',
      });
    });

    test.each([
      ['four times', [1, 2, 3, 4], 5.5],
      ['five times and then it was not', [-1, 0, 1, 2, 3], 5.5],
      ['until it rested long enough', [0, 1, 2, 3, 4], 9],
      ['until it rests no longer than to its next slot', [0, 1, 2, 3, 4], 8.5],
    ])('it says nothing: %s', async (how, minutes, now) => {
      const name = how.replaceAll(' ', '-');
      await refusedAt(name, ...minutes);
      if (minutes[0] === -1)
        await ledgerOf(db.pool).complete([observation(NOW + 4 * MINUTE, { account: name })]);
      itIs(NOW + now * MINUTE);
      expect(await pollOf([name])).toMatchObject({ code: 0, stderr: '' });
    });

    test('it says nothing where the keys are refused still', async () => {
      await refusedAt('refused', 0, 1, 2, 3, 4);
      itIs(NOW + 5.5 * MINUTE);
      service.faults.on('acme-ug', 'unauthorized');
      const { code, stderr } = await pollOf(['refused']);
      service.faults.off('acme-ug');
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    });
  });

  test('with a clock that is ahead it names all whose balances are not stored', async () => {
    itIs(Date.now() + 180_000);
    const { code, stderr } = await pollOf(['early', 'earlier']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "floatwatch: early, earlier: not stored, this machine's clock is more than a minute ahead of the database's: set both by NTP\n",
    });
  });

  test('D13 of an account with as many wallets as are kept it says how many are not', async () => {
    const wallets = Array.from({ length: 1_998 }, (_, i) => wallet('1', { walletType: `T_${i}` }));
    await ledgerOf(db.pool).complete([observation(NOW, { account: 'full', wallets })]);
    itIs(NOW + 60_001);
    const { code, stderr } = await pollOf(['full']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'floatwatch: full: 3 new wallets not stored: the account has 2000 others, and no more are kept\n',
    });
  });
});
