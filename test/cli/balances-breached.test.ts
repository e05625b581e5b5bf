// Which thresholds `balances` calls breached, how a row says what is known of it, and how --check and --watch end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { importSnapshots } from '../../src/store/import/import.ts';
import { type ConfigFolder, configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../support/ledger.ts';
import { tenDaysOfPayouts } from '../support/payouts.ts';
import { ENGINE, type TestDatabase, testDatabase } from '../support/postgres.ts';

let db: TestDatabase;
let config: ConfigFolder;
const account = (name: string) => ({
  ...{ name, base_url: 'https://pay.example.com', public_key: 'pk', secret_key: 'sk', payment_options: {} },
});
const ACCOUNTS = ['fresh', 'stale', 'empty'].map(account);
const RULES = [
  { name: 'Low', below: '10', wallets: { account: 'fresh', wallet_type: 'MERCHANT_PAYOUT' } },
  { name: 'LowOfAll', below: '10' },
  { name: 'High', above: '500', wallets: { currency: 'KES' } },
  { name: 'Fine', below: '1' },
  { name: 'Drop', drops_by: '1', within: '1h' },
  { name: 'Short', runway_below: '30d' },
  { name: 'Gone', vanished: true, options: {} },
];

beforeAll(async () => {
  db = await testDatabase();
  config = await configFolder({});
  const wallets = [wallet('5'), wallet('600', { currency: 'KES' }), wallet(null, { walletType: 'UNREAD' })];
  const slot = recentSlot();
  await ledgerOf(db.pool).complete([observation(slot, { account: 'fresh', wallets })]);
  const old = ledgerOf(db.pool, 'a', { staleAt: () => slot - 1 });
  await old.complete([observation(slot - 60_000, { account: 'stale', wallets: [wallet('5')] })]);
});
afterAll(async () => {
  await config[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

async function balances(
  argv: readonly string[],
  { accounts = ACCOUNTS as readonly object[], rules = RULES as readonly object[] } = {},
) {
  await config.write({ database: { url: db.url, engine: ENGINE }, accounts, alerts: { rules } });
  const stop = new AbortController();
  const { io, written } = capture();
  const write = io.stdout.write.bind(io.stdout);
  const stdout = Object.assign(io.stdout, {
    write(text: string) {
      if (argv.includes('--watch')) setImmediate(() => stop.abort()); // as somebody who has seen enough
      return write(text);
    },
  });
  const code = await main(['balances', ...argv, '--config.file', config.file], {
    ...io,
    stdout,
    signal: stop.signal,
  });
  return { code, ...written() };
}

test('a threshold is breached by a fresh balance that its rule is about, and by nothing that needs the past', async () => {
  const { stdout } = await balances(['--json']);
  const rows = JSON.parse(stdout).map((row: Record<string, unknown>) => [
    ...[
      row['account'],
      row['currency'],
      row['wallet_type'],
      row['state'],
      row['breached'],
      row['runway_seconds'],
    ],
  ]);
  expect(rows).toEqual([
    ['fresh', 'KES', 'MERCHANT_PAYOUT', 'fresh', ['High'], {}],
    ['fresh', 'UGX', 'MERCHANT_PAYOUT', 'fresh', ['Low', 'LowOfAll'], {}],
    ['fresh', 'UGX', 'UNREAD', 'fresh', [], {}],
    ['stale', 'UGX', 'MERCHANT_PAYOUT', 'stale', [], {}],
  ]);
});

test('--json: as in the API, an amount is current only while its wallet is fresh; last_seen has it at any age', async () => {
  const of = (rows: readonly Record<string, unknown>[]) =>
    rows.map(({ observed_at: _, slot: __, breached: ___, runway_seconds: ____, ...row }) => row);
  const named = { currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };
  const amounts = { available: '5', actual: '5', uncleared: '0', reserve: '0.00' };
  const unknown = { available: null, actual: null, uncleared: null, reserve: null, difference: null };
  const fresh = await balances(['fresh', '--json']);
  expect(of(JSON.parse(fresh.stdout)).slice(1)).toEqual([
    { account: 'fresh', ...named, state: 'fresh', ...amounts, difference: '0', last_seen: amounts },
    {
      ...{ account: 'fresh', currency: 'UGX', wallet_type: 'UNREAD', state: 'fresh' },
      ...{ ...unknown, uncleared: '0', reserve: '0.00' },
      last_seen: { available: null, actual: null, uncleared: '0', reserve: '0.00' },
    },
  ]);
  expect(fresh.stderr).toBe('');

  const stale = await balances(['stale', '--json']);
  expect(of(JSON.parse(stale.stdout))).toEqual([
    { account: 'stale', ...named, state: 'stale', ...unknown, last_seen: amounts },
  ]);
});

test('--json: an expected wallet that was never seen has a row, as in the API; an account without any is named', async () => {
  const expecting = { ...account('stale'), expect: ['UGX/MERCHANT_PAYOUT', 'UGX/SERVICE_PAYMENTS'] };
  const accounts = [{ ...account('awaited'), expect: ['KES/MERCHANT_PAYOUT'] }, expecting, account('empty')];
  const { stdout, stderr } = await balances(['--json'], { accounts, rules: [] });
  const rows = JSON.parse(stdout) as readonly Record<string, unknown>[];
  expect(rows.map((row) => [row['account'], row['wallet_type'], row['state']])).toEqual([
    ['stale', 'MERCHANT_PAYOUT', 'stale'],
    ['awaited', 'MERCHANT_PAYOUT', 'never_seen'],
    ['stale', 'SERVICE_PAYMENTS', 'never_seen'],
  ]);
  expect(rows.at(-1)).toEqual({
    ...{ account: 'stale', currency: 'UGX', wallet_type: 'SERVICE_PAYMENTS', state: 'never_seen' },
    ...{ available: null, actual: null, uncleared: null, reserve: null, difference: null, last_seen: null },
    ...{ observed_at: null, slot: null, runway_seconds: {}, breached: [] },
  });
  expect(stderr).toBe('floatwatch: no balance is known of awaited, stale/UGX/SERVICE_PAYMENTS, empty\n');
});

describe('a runway', () => {
  const paying = [account('paying')];

  test.each([
    ['that is shorter than its rule asks for is breached', '2d', ['Short']],
    ['that is longer is not', '1h', []],
  ])('%s', async (_, asked, breached) => {
    await importSnapshots(tenDaysOfPayouts('paying'), {
      url: db.url,
      schema: 'floatwatch',
      timezone: () => 'UTC',
    });
    const now = observation(recentSlot(), { account: 'paying', wallets: [wallet('30000')] });
    await ledgerOf(db.pool).complete([now]);
    const rules = [{ name: 'Short', runway_below: asked }];
    const [row] = JSON.parse((await balances(['--json'], { accounts: paying, rules })).stdout);
    expect(row.breached).toEqual(breached);
    expect(row.runway_seconds['0.5'] / 3_600).toBeCloseTo(15, -1); // by 2,000 an hour
  });
});

test('a row says what is breached and what is not known; who is in no row is named', async () => {
  const { stdout, stderr } = await balances([]);
  const lines = stdout.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
  expect(lines[0]).toBe(
    'ACCOUNT WALLET AVAILABLE ACTUAL UNCLEARED RESERVE LASTS AT WORST AGE STATE BREACHED',
  );
  expect(lines[1]).toMatch(/^fresh KES\/MERCHANT_PAYOUT 600 600 0 0\.00 \? \? \S+ fresh High$/);
  expect(lines[2]).toMatch(/^fresh UGX\/MERCHANT_PAYOUT 5 5 0 0\.00 \? \? \S+ fresh Low, LowOfAll$/);
  expect(lines[3]).toMatch(/^fresh UGX\/UNREAD \? \? 0 0\.00 \? \? \S+ fresh$/);
  expect(lines[4]).toMatch(/^stale UGX\/MERCHANT_PAYOUT 5 5 0 0\.00 \? \? \S+ stale$/);
  expect(stderr).toBe('floatwatch: no balance is known of empty\n');
});

test.each([
  ['a threshold that is breached', ['fresh'], RULES, 3],
  ['one beside an account of which nothing is known', ['fresh', 'empty'], RULES, 3],
  ['none, but an amount that could not be read', ['fresh'], [], 1],
  ['a balance that is stale', ['stale'], RULES, 1],
  ['an account that was never read', ['empty'], [], 1],
])('--check: %s', async (_, names, rules, code) => {
  expect((await balances([...names, '--check'], { rules })).code).toBe(code);
  expect((await balances(names, { rules })).code).toBe(0);
});

test('where nothing is known at all it is said what finds out', async () => {
  expect(await balances(['empty'])).toEqual({
    code: 0,
    stdout: 'No balance is known yet: "floatwatch probe" asks the service now, "run" keeps asking.\n',
    stderr: '',
  });
  expect(await balances(['empty', '--json'])).toEqual({
    ...{ code: 0, stdout: '[]\n', stderr: 'floatwatch: no balance is known of empty\n' },
  });
});

test('--watch shows the table until it is stopped', async () => {
  const { code, stdout } = await balances(['fresh', '--watch', '1h']);
  expect(code).toBe(0);
  expect(stdout.split('\n').filter((line) => line.startsWith('ACCOUNT'))).toHaveLength(1);
});
