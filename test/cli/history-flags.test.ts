// What `history` and `statement` do with each flag, and without it.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { rollUp } from '../../src/store/maintenance/rollups.ts';
import { command } from '../support/command.ts';
import { ledgerOf, observation, wallet } from '../support/ledger.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const NAME = 'acme-ug/UGX/MERCHANT_PAYOUT';
const FIRST = Date.parse('2026-05-03T20:58:00Z'); // two minutes before midnight in Kampala
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  const both = (amount: string) => [
    wallet(amount, { actual: amountOf('5000') }),
    wallet('3', { walletType: 'MERCHANT_COLLECTION' }),
  ];
  await ledgerOf(db.pool, 'a', { timezone: () => 'Africa/Kampala' }).complete(
    ['1000.50', '900', '-12.10', '1250000'].map((amount, i) =>
      observation(FIRST + i * 60_000, { wallets: both(amount) }),
    ),
  );
  await rollUp(db.pool, '"floatwatch"');
});
afterEach(() => void vi.useRealTimers());
afterAll(() => db[Symbol.asyncDispose]());

const asked = async (argv: readonly string[], how: Partial<Parameters<typeof command>[1]> = {}) =>
  await command(argv, { url: db.url, timezone: 'Africa/Kampala', ...how });
const itIs = (now: string | number) => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
const column = (csv: string, at: number) =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[at]);

describe('floatwatch history', () => {
  const days = ['--from', '2026-05-03', '--to', '2026-05-04'];

  test('is of the last 24 hours, every snapshot, up to the slot of this very moment', async () => {
    itIs(FIRST + 86_400_000 + 60_000);
    const { stdout, stderr } = await asked(['history', NAME, '--csv']);
    expect(column(stdout, 5)).toEqual(['900', '-12.10', '1250000']);
    expect(stderr).toBe('');
    itIs(FIRST + 60_000);
    expect(column((await asked(['history', NAME, '--csv'])).stdout, 5)).toEqual(['1000.50', '900']);
  });

  test('--utc shows a table and a chart in UTC, whatever the zone of the account', async () => {
    const table = await asked(['history', NAME, ...days, '--step', 'raw', '--utc']);
    expect(table.stdout).toMatch(/^UTC +AVAILABLE .*\n2026-05-03 20:58:00 /);
    const chart = await asked(['history', NAME, ...days, '--chart', '--utc']);
    expect(chart.stdout).toMatch(/^.* \(UTC\)\n[\s\S]* 2026-05-02 21:00 +2026-05-04 21:00\n$/);
  });

  test('business days are those of the account with --utc too, and the table says so', async () => {
    const asIs = await asked(['history', NAME, ...days, '--step', 'day']);
    expect(asIs.stdout).toMatch(/^AFRICA\/KAMPALA .*\n2026-05-03 .*\n2026-05-04 /);
    expect((await asked(['history', NAME, ...days, '--step', 'day', '--utc'])).stdout).toBe(asIs.stdout);
  });

  test('--chart is as wide as the terminal, though never wider than is readable', async () => {
    const widthOn = async (terminal?: number) => {
      const { stdout } = await asked(['history', NAME, ...days, '--chart'], terminal ? { terminal } : {});
      return stdout.trimEnd().split('\n').at(-1)!.length;
    };
    expect([await widthOn(100), await widthOn(160), await widthOn(300)]).toEqual([100, 160, 160]);
    expect(await widthOn()).toBe(80);
  });

  test('--chart draws with ASCII where the terminal knows nothing else', async () => {
    const { stdout } = await asked(['history', NAME, ...days, '--chart'], { env: { TERM: 'dumb' } });
    expect(stdout).toMatch(/^[\n -~]+$/);
    expect((await asked(['history', NAME, ...days, '--chart'])).stdout).toMatch(/[^\n -~]/);
  });

  test.for([
    ['hour', ['2026-05-03T20:00:00.000Z', '2026-05-03T21:00:00.000Z']],
    ['day', ['2026-05-03', '2026-05-04']],
  ] as const)('by %s names that, and when it began', async ([step, began]) => {
    const { stdout: csv } = await asked(['history', NAME, ...days, '--step', step, '--csv']);
    expect(csv.split('\r\n')[0]).toBe(
      `account,currency,wallet_type,${step},available,actual,uncleared,reserve,opening,lowest,highest,samples`,
    );
    expect(column(csv, 3)).toEqual(began);
    const { stdout: json } = await asked(['history', NAME, ...days, '--step', step, '--json']);
    const { points, ...who } = JSON.parse(json);
    expect(who).toMatchObject({ currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' });
    expect(points[1]).toMatchObject({ since: '2026-05-03T21:00:00.000Z', lowest: '-12.10', samples: 2 });
    expect(points[1]).not.toHaveProperty('slot');
  });

  test('--wide keeps every column, however narrow the terminal is', async () => {
    const titles = async (...more: string[]) =>
      (
        await asked(['history', NAME, ...days, ...more], { terminal: 40, env: { NO_COLOR: '1' } })
      ).stdout.split('\n')[0];
    expect(await titles()).not.toContain('SAMPLES');
    expect(await titles('--wide')).toMatch(/OPENING +CLOSING +LOWEST +HIGHEST +SAMPLES/);
  });

  test('a range without an instant is a mistake', async () => {
    const none = ['--from', '2026-05-04T10:00', '--to', '2026-05-04T10:00'];
    const { code, stderr } = await asked(['history', NAME, ...none]);
    expect(code).toBe(2);
    expect(stderr).toContain('--from must be before --to');
  });
});

describe('floatwatch statement', () => {
  const days = ['--from', '2026-05-03', '--to', '2026-05-04'];

  const FAR =
    '  - {name: far, base_url: https://pay.example.com, public_key: p, secret_key: s, timezone: Pacific/Kiritimati}\n';

  test('is of a week up to today, as on the page: by the clocks of the accounts asked for if they share them, else in UTC', async () => {
    itIs('2026-05-10T22:00:00Z'); // the 11th in Kampala, and on that island
    const daysOf = async (...names: readonly string[]) => {
      const argv = ['statement', ...names, '--wallet-type', 'MERCHANT_PAYOUT', '--csv'];
      return column((await asked(argv, { yaml: FAR })).stdout, 0);
    };
    expect(await daysOf()).toEqual(['2026-05-03', '2026-05-04']);
    expect(await daysOf('acme-ug', 'acme-ke')).toEqual(['2026-05-04']);
    expect(await daysOf('acme-ug', 'far')).toEqual(['2026-05-03', '2026-05-04']);
  });

  test('may begin with a day that has begun for some account, and with none after that', async () => {
    itIs('2026-05-10T12:00:00Z'); // on that island it is the 11th
    const from = async (day: string) => await asked(['statement', '--from', day, '--csv'], { yaml: FAR });
    expect((await from('2026-05-11')).code).toBe(0);
    expect(await from('2026-05-12')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('2026-05-12 is still to come') },
    });
  });

  test('--currency and --wallet-type may stand more than once; one that no wallet has is refused', async () => {
    const typesOf = async (...flags: string[]) =>
      column((await asked(['statement', ...days, ...flags, '--csv'])).stdout, 3);
    const [payout, collection] = ['MERCHANT_PAYOUT', 'MERCHANT_COLLECTION'];
    expect(await typesOf('--wallet-type', payout)).toEqual([payout, payout]);
    const both = await typesOf('--wallet-type', payout, '--wallet-type', collection);
    expect(both).toHaveLength(4);
    expect(await typesOf('--currency', 'UGX', '--currency', 'UGX')).toEqual(both);
    expect(
      await asked(['statement', ...days, '--currency', 'UGX', '--currency', 'KES', '--csv']),
    ).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: expect.stringContaining('--currency KES: no such wallet was ever seen; there are UGX'),
    });
  });

  test('has a question mark for what was not readable, and --field says which balance is shown', async () => {
    const [day, slot] = ['2026-04-02', Date.parse('2026-04-02T12:00:00Z')];
    const odd = wallet('7', { actual: null });
    await ledgerOf(db.pool, 'a').complete([observation(slot, { account: 'former', wallets: [odd] })]);
    const of = async (field: string) =>
      (await asked(['statement', 'former', '--from', day, '--to', day, '--field', field])).stdout;
    expect(await of('available')).toMatch(/2026-04-02( +7){4} +0 +1\n$/);
    expect(await of('actual')).toMatch(/2026-04-02( +\?){5} +1\n$/);
  });

  test('is of an account that is no longer configured, too', async () => {
    const [day, slot] = ['2026-04-01', Date.parse('2026-04-01T12:00:00Z')];
    await ledgerOf(db.pool, 'a').complete([observation(slot, { account: 'former', wallets: [wallet('7')] })]);
    const of = async (...names: string[]) =>
      await asked(['statement', ...names, '--from', day, '--to', day, '--csv']);
    expect(column((await of()).stdout, 1)).toEqual(['former']);
    expect(column((await of('former', 'acme-ug')).stdout, 1)).toEqual(['former']);
    expect(await of('former', 'never')).toMatchObject({
      code: 2,
      stderr: 'floatwatch: no account is called never; there are acme-ug, acme-ke\n',
    });
  });

  test('--field actual shows the other balance', async () => {
    const { stdout } = await asked([
      'statement',
      ...days,
      '--wallet-type',
      'MERCHANT_PAYOUT',
      '--field',
      'actual',
    ]);
    expect(stdout.split('\n')[1]).toMatch(/2026-05-03 +5,000 +5,000 +5,000 +5,000 +0 +2$/);
  });

  test('a range that ends before it begins is a mistake', async () => {
    const { code, stderr } = await asked(['statement', '--from', '2026-05-04', '--to', '2026-05-03']);
    expect(code).toBe(2);
    expect(stderr).toContain('--from must not be after --to');
  });

  test('--wide keeps every column, however narrow the terminal is', async () => {
    const titles = async (...more: string[]) =>
      (await asked(['statement', ...days, ...more], { terminal: 40, env: { NO_COLOR: '1' } })).stdout.split(
        '\n',
      )[0];
    expect(await titles()).not.toContain('SAMPLES');
    expect(await titles('--wide')).toMatch(/OPENING +CLOSING +LOWEST +HIGHEST +NET CHANGE +SAMPLES/);
  });
});
