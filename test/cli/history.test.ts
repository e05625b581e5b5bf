import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rollUp } from '../../src/store/maintenance/rollups.ts';
import { command } from '../support/command.ts';
import { ledgerOf, observation, wallet } from '../support/ledger.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const MINUTE = 60_000;
const NAME = 'acme-ug/UGX/MERCHANT_PAYOUT';
const first = Date.parse('2026-05-03T20:58:00Z'); // two minutes before midnight in Kampala
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  const amounts = ['1000.50', '900', '-12.10', '1250000'];
  await ledgerOf(db.pool, 'a', { timezone: () => 'Africa/Kampala' }).complete([
    ...amounts.map((amount, i) => observation(first + i * MINUTE, { wallets: [wallet(amount)] })),
    observation(first, { account: 'acme-ke', wallets: [wallet('7', { currency: 'KES' })] }),
  ]);
  await rollUp(db.pool, '"floatwatch"');
});
afterAll(() => db[Symbol.asyncDispose]());

const run = (...argv: string[]) => command(argv, { url: db.url, timezone: 'Africa/Kampala' });
const days = ['--from', '2026-05-03', '--to', '2026-05-04'];

describe('floatwatch history', () => {
  test('lists every snapshot in the time of the account', async () => {
    const { stdout, code } = await run('history', NAME, ...days, '--step', 'raw');
    expect(stdout.split('\n')).toEqual([
      'AFRICA/KAMPALA          AVAILABLE        ACTUAL  UNCLEARED  RESERVE',
      '2026-05-03 23:58:00      1,000.50      1,000.50          0     0.00',
      '2026-05-03 23:59:00        900           900             0     0.00',
      '2026-05-04 00:00:00        -12.10        -12.10          0     0.00',
      '2026-05-04 00:01:00  1,250,000     1,250,000             0     0.00',
      '',
    ]);
    expect(code).toBe(0);
  });

  test('by hour when the range is long, and says so', async () => {
    const { stdout, stderr } = await run('history', NAME, ...days);
    expect(stderr).toBe('floatwatch: by hour; --step raw for every snapshot\n');
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      '2026-05-03 23:00  1,000.50        900  900         1,000.50        2',
      '2026-05-04 00:00    -12.10  1,250,000  -12.10  1,250,000           2',
    ]);
  });

  test('as CSV, digit for digit', async () => {
    const { stdout } = await run('history', NAME, ...days, '--step', 'raw', '--csv');
    expect(stdout.split('\r\n').slice(0, 2)).toEqual([
      'account,currency,wallet_type,slot,observed_at,available,actual,uncleared,reserve',
      'acme-ug,UGX,MERCHANT_PAYOUT,2026-05-03T20:58:00.000Z,2026-05-03T20:58:00.350Z,1000.50,1000.50,0,0.00',
    ]);
    const daily = await run('history', NAME, ...days, '--step', 'day', '--csv');
    expect(daily.stdout.split('\r\n')[2]).toBe(
      'acme-ug,UGX,MERCHANT_PAYOUT,2026-05-04,1250000,1250000,0,0.00,-12.10,-12.10,1250000,2',
    );
  });

  test('as JSON, amounts as strings', async () => {
    const { stdout } = await run('history', NAME, '--from', '2026-05-04', '--to', '2026-05-04', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      account: 'acme-ug',
      timezone: 'Africa/Kampala',
      points: [
        {
          slot: '2026-05-03T21:00:00.000Z',
          at: '2026-05-03T21:00:00.350Z',
          available: '-12.10',
          reserve: '0.00',
        },
        { available: '1250000' },
      ],
    });
  });

  test('as a chart', async () => {
    const { stdout } = await run('history', NAME, '--from', '2026-05-04', '--to', '2026-05-04', '--chart');
    const lines = stdout.split('\n');
    expect(lines[0]).toBe(`${NAME}, available (Africa/Kampala)`);
    expect(lines[1]).toMatch(/^1,250,000 ┤/);
    expect(lines.at(-3)).toMatch(/^ +-12\.10 ┤/);
    expect(lines.at(-2)).toMatch(/^ +2026-05-04 00:00 +2026-05-05 00:00$/);
  });

  test('what is no wallet, or none that was ever seen, is told with those that were', async () => {
    expect(await run('history', 'UGX')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not a wallet: UGX (it should look like acme-ug/UGX/MERCHANT_PAYOUT)'),
    });
    expect((await run('history', 'acme-ug/UGX/OTHER')).stderr).toContain(
      'no wallet acme-ug/UGX/OTHER was ever seen; there are acme-ug/UGX/MERCHANT_PAYOUT',
    );
    expect((await run('history', 'acme_ug/UGX/MERCHANT_PAYOUT')).stderr).toContain(
      'no wallet acme_ug/UGX/MERCHANT_PAYOUT was ever seen; did you mean acme-ug/UGX/MERCHANT_PAYOUT?',
    );
    expect(await run('history', NAME, '--from', '9000-01-01')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--from 9000-01-01: is still to come'),
    });
    expect((await run('history', NAME, '--from', '1h', '--to', '2h')).code).toBe(2);
    expect((await run('history', NAME, '--csv', '--json')).code).toBe(2);
  });
});

describe('floatwatch statement', () => {
  test('as a table', async () => {
    const { stdout } = await run('statement', 'acme-ug', ...days);
    expect(stdout.split('\n')).toEqual([
      'ACCOUNT  WALLET               DAY          OPENING    CLOSING  LOWEST       HIGHEST    NET CHANGE  SAMPLES',
      'acme-ug  UGX/MERCHANT_PAYOUT  2026-05-03  1,000.50        900  900         1,000.50       -100.50        2',
      'acme-ug  UGX/MERCHANT_PAYOUT  2026-05-04    -12.10  1,250,000  -12.10  1,250,000     1,250,012.10        2',
      '',
    ]);
  });

  test('as CSV for a spreadsheet', async () => {
    const { stdout } = await run('statement', ...days, '--csv');
    const lines = stdout.split('\r\n');
    expect(lines[0]).toBe(
      'day,account,currency,wallet_type,opening_available,closing_available,lowest_available,highest_available,' +
        'net_change_available,opening_actual,closing_actual,lowest_actual,highest_actual,net_change_actual,' +
        'closing_uncleared,closing_reserve,inflow,outflow,samples',
    );
    expect(lines[1]).toMatch(/^2026-05-03,acme-ke,KES,MERCHANT_PAYOUT,7,7,7,7,0,/);
    expect(lines).toHaveLength(5);
  });

  test('only of what was asked for, as JSON', async () => {
    const { stdout } = await run('statement', ...days, '--currency', 'KES', '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { day: '2026-05-03', currency: 'KES', net_change_actual: '0' },
    ]);
    expect(JSON.parse((await run('statement', '--json')).stdout)).toEqual([]); // nothing this week
    expect(await run('statement', 'nobody')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no account is called nobody; there are acme-ug, acme-ke'),
    });
  });
});

test.each([
  [['--currency', 'ugx'], '--currency ugx: codes are in upper case; did you mean UGX?'],
  [['--currency', 'XXX'], '--currency XXX: no such wallet was ever seen; there are KES, UGX'],
  [['--wallet-type', 'MERCHANT_PAYOT'], 'was ever seen; did you mean MERCHANT_PAYOUT?'],
  [['--to', '9000-01-01'], '8999-12-25 is still to come: there is no statement of it yet'],
])('a statement with %j is refused', async (flags, why) => {
  const { code, stdout, stderr } = await run('statement', ...flags);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(why);
});

test.each(['--csv', '--json'])('a statement of many wallets goes out as it is read: %s', async (form) => {
  const range = ['--from', '2016-05-04', '--to', '2026-05-04']; // of so many days, one wallet is read at a time
  const pieces: string[] = [];
  const onOutput = (piece: string) => void pieces.push(piece);
  const { code, stdout } = await command(['statement', ...range, form], { url: db.url, onOutput });
  expect(code).toBe(0);
  expect(pieces.filter((piece) => piece.includes('acme-ke'))).toHaveLength(1);
  expect(pieces.filter((piece) => piece.includes('acme-ke') && piece.includes('acme-ug'))).toEqual([]);
  if (form === '--json') expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout), null, 2)}\n`);
  else expect(stdout.match(/\r\n/g)).toHaveLength(4); // the titles and three days
});
