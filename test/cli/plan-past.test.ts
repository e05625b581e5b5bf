// What `plan` makes of a past of a hundred days that is always the same, and of each of its flags, kept in golden/.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { command } from '../support/command.ts';
import { ledgerOf, observation, wallet } from '../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

const NOW = Date.UTC(2026, 9, 21, 10, 30); // a Wednesday; nothing is stored ahead of the database's clock
const NEVER_STALE = Date.UTC(2199, 0, 1);
const PAYOUT = 'acme-ug/UGX/MERCHANT_PAYOUT';
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  const types = ['MERCHANT_PAYOUT', 'MERCHANT_COLLECTION', 'AIRTIME', 'QUIET', 'YOUNG'];
  const wallets = types.map((walletType) =>
    wallet(walletType === 'MERCHANT_COLLECTION' ? '90000000' : '1500000.50', { walletType }),
  );
  const ofKenya = [wallet('77.5', { currency: 'KES' }), wallet('8', { currency: 'KES', walletType: 'B' })];
  await ledgerOf(db.pool, 'a', { staleAt: () => NEVER_STALE }).complete([
    observation(NOW - 60_000, { wallets }),
    observation(NOW - 60_000, { account: 'acme-ke', wallets: ofKenya }),
  ]);
  // Payouts go out more by day than by night, airtime on every third day, of a young wallet for ten days.
  await execute(
    db.url,
    `INSERT INTO floatwatch.balance_hourly (hour, account_id, wallet_id, samples, opening_available, closing_available, outflow)
     SELECT timestamptz '2026-10-21T10:00Z' - h * interval '1 hour', account_id, wallet_id, 60, 9000000, 9000000,
       CASE WHEN wallet_type = 'QUIET' THEN 0
         WHEN wallet_type = 'AIRTIME' THEN CASE WHEN h / 24 % 3 = 0 THEN 70000 ELSE 1000 END
         WHEN wallet_type = 'B' THEN 0.25
         ELSE 10000 + (h * 7919) % 5000 + CASE WHEN h % 24 BETWEEN 4 AND 14 THEN 40000 ELSE 0 END END
     FROM floatwatch.wallet, generate_series(1, 2400) h
     WHERE wallet_type <> 'MERCHANT_COLLECTION' AND (wallet_type <> 'YOUNG' OR h <= 240)`,
  );
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());
afterAll(() => db[Symbol.asyncDispose]());

const planned = (argv: readonly string[], how: Partial<Parameters<typeof command>[1]> = {}) =>
  command(['plan', ...argv], {
    ...{ url: db.url, timezone: 'Africa/Kampala', env: { NO_COLOR: '1' } },
    ...how,
  });
const told = async (...argv: string[]) => {
  const { code, stdout, stderr } = await planned(argv, { terminal: 200 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return `$ floatwatch plan ${argv.join(' ')}\n${stdout}`;
};

const words = (line: string) => line.trim().split(/ +/);

test('the plan, with each flag that changes it', async () => {
  const asked = [
    [],
    ['--cover', '1d'],
    ['--date', '2026-10-30'],
    ['--confidence', '0.5'],
    ['--csv'],
    ['--json'],
  ];
  const texts = [];
  for (const argv of asked) texts.push(await told(...argv));
  await expect(texts.join('\n')).toMatchFileSnapshot('golden/plan-past.txt');
});

test.each(['', '--csv', '--backtest'])('of one account %s it leaves out the others', async (flag) => {
  const flags = flag === '' ? [] : [flag];
  const lines = async (...names: string[]) => (await planned([...names, ...flags])).stdout.split('\n');
  const all = await lines();
  const told = await lines('acme-ke');
  expect(told.filter((line) => line.startsWith('acme-ke')).length).toBeGreaterThan(0);
  expect(told.map(words)).toEqual(all.filter((line) => !line.startsWith('acme-ug')).map(words));
  expect((await lines('acme-ug', 'acme-ke')).map(words)).toEqual(all.map(words));
});

test('where nothing need be sent by the date, nothing is late', async () => {
  const { stdout } = await planned(['--date', '2026-10-21'], { terminal: 200 });
  const enough = stdout.split('\n').filter((line) => / nothing /.test(line));
  expect(enough).toHaveLength(5);
  expect(enough.filter((line) => /\blate\b/.test(line))).toEqual([]);
});

describe('--backtest', () => {
  test('tells how each way would have fared, in a table and as JSON', async () => {
    const texts = [];
    for (const argv of [[], ['--cover', '3d', '--confidence', '0.5'], ['--json']])
      texts.push(await told('--backtest', ...argv));
    await expect(texts.join('\n')).toMatchFileSnapshot('golden/plan-backtest.txt');
  });

  test('colours only how often it was too late, and drops the least important columns first', async () => {
    const { stdout } = await planned(['--backtest'], { terminal: 200, env: {} });
    const shown = stdout.replaceAll('\u001b', '␛');
    const coloured = [...shown.matchAll(/␛\[33m(.*?)␛\[39m/g)].map(([, text]) => Number(text));
    const late = [...shown.matchAll(/(?:plan|threshold|hindsight|perfect) +(?:␛\[33m)?(\d+)/g)];
    expect(coloured).toEqual(late.map(([, text]) => Number(text)).filter((times) => times > 0));
    expect(coloured).not.toEqual([]);
    const droppedAt = async (terminal: number) =>
      /no room for (.*): --wide/.exec((await planned(['--backtest'], { terminal })).stderr)?.[1];
    const width = (await planned(['--backtest'])).stdout.split('\n')[0]!.length;
    expect(await droppedAt(width)).toBeUndefined();
    expect(await droppedAt(width - 1)).toBe('OF DAYS');
    expect(await droppedAt(60)).toBe('OF DAYS, DAYS SHORT, THRESHOLD, LEFT, all of WALLET');
  });

  test('of nothing that goes out says so', async () => {
    await using empty = await testDatabase();
    const { stdout } = await planned(['--backtest'], { url: empty.url });
    expect(stdout).toBe('There is no history of a wallet that money goes out from.\n');
    expect((await planned(['--backtest', '--json'], { url: empty.url })).stdout).toBe('[]\n');
  });
});

describe('the furthest day', () => {
  const codeOf = async (...argv: string[]) => (await planned([...argv, '--json'])).code;
  test('of --cover is a year, of --date the last of a year from today, in the zone of an account', async () => {
    expect(await codeOf('--cover', '366d')).toBe(0);
    expect(await codeOf('--cover', '8784h1s')).toBe(2);
    expect(await codeOf('--cover', '0s')).toBe(2);
    expect(await codeOf('--date', '2027-10-22')).toBe(0);
    expect(await codeOf('--date', '2027-10-23')).toBe(2);
    expect(await codeOf('--date', '2026-10-21')).toBe(0);
    expect(await codeOf('--date', '2026-10-20')).toBe(2);
  });

  test('is one of any account, where it is another day by now', async () => {
    vi.setSystemTime(Date.UTC(2026, 9, 21, 21, 30)); // the 22nd in Kampala
    const yaml =
      '  - {name: far, base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456, timezone: UTC}\n';
    const codeOf = async (date: string) => (await planned(['--date', date, '--json'], { yaml })).code;
    const codes = [];
    for (const date of ['2026-10-20', '2026-10-21', '2027-10-23', '2027-10-24'])
      codes.push(await codeOf(date));
    expect(codes).toEqual([2, 0, 0, 2]);
  });
});

test('what was noted as requested counts for its wallet, and how long is said', async () => {
  const sendOf = async () => {
    const rows = JSON.parse((await planned(['--json'])).stdout) as Record<string, unknown>[];
    return rows.find(({ account, wallet_type }) => `${account}/UGX/${wallet_type}` === PAYOUT);
  };
  const before = await sendOf();
  const noted = await planned(['--requested', PAYOUT, '1500000.50']);
  expect(noted).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: `1,500,000.50 UGX for ${PAYOUT} counts as on its way until it has arrived, for 4d at the most\n`,
  });
  const [row] = await execute(db.url, 'SELECT amount, requested_by FROM floatwatch.top_up_request');
  expect(row).toMatchObject({ amount: '1500000.50', requested_by: expect.stringMatching(/^command \S/) });
  expect(await sendOf()).not.toEqual(before);
  const unknown = await planned(['--requested', 'acme-ug/UGX/OTHER', '1']);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain(
    'no wallet acme-ug/UGX/OTHER was ever seen; did you mean acme-ug/UGX/QUIET?',
  );
});
