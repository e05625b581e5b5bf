// `floatwatch plan --backtest`: the history in the database, topped up by the plan and by what else one could have done.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_SCHEMAS } from '../../src/cli/json/schemas.ts';
import { command } from '../support/command.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../support/ledger.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  const wallets = ['MERCHANT_COLLECTION', 'MERCHANT_PAYOUT', 'SERVICE_PAYMENTS'].map((walletType) =>
    wallet('5000000', { walletType }),
  );
  await ledgerOf(db.pool).complete([observation(recentSlot(), { wallets })]);
  // Hours of a hundred days, of service payments of ten.
  await execute(
    db.url,
    `INSERT INTO floatwatch.balance_hourly (hour, account_id, wallet_id, samples, opening_available, closing_available, outflow)
     SELECT date_trunc('hour', now()) - h * interval '1 hour', account_id, wallet_id, 60, 9000000, 9000000,
       10000 + (h * 7919) % 5000
     FROM floatwatch.wallet, generate_series(1, 2400) h
     WHERE wallet_type <> 'SERVICE_PAYMENTS' OR h <= 240`,
  );
});
afterAll(() => db[Symbol.asyncDispose]());

const run = (argv: readonly string[], terminal?: number) =>
  command(['plan', '--backtest', ...argv], {
    url: db.url,
    env: { NO_COLOR: '1' },
    ...(terminal && { terminal }),
  });

test('every way of each wallet that has a plan has a line, in 80 columns; what is too young is told', async () => {
  const { stdout, code } = await run([], 80);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines[0]).toMatch(/^ACCOUNT +WALLET +BY +TOO LATE +TOP-UPS +IDLE/);
  expect(lines.slice(1, 5).map((line) => /PAYOUT +(\w+) +(\d+) +\d+ +[\d,]+/.exec(line)?.slice(1))).toEqual([
    ['plan', '0'],
    ['threshold', expect.stringMatching(/^\d+$/)], // what was learnt before may be late
    ['hindsight', expect.stringMatching(/^\d+$/)],
    ['perfect', '0'],
  ]);
  expect(lines.slice(5).join(' ')).toBe(
    "acme-ug/UGX/SERVICE_PAYMENTS can't be tested: less than 28 days of history.",
  );
});

test('as JSON amounts are texts, and a longer cover means fewer top-ups', async () => {
  const json = async (...argv: string[]) => JSON.parse((await run(['--json', ...argv])).stdout);
  const all = await json();
  COMMAND_SCHEMAS.plan.parse(all);
  const [payout, service, ...more] = all;
  expect(more).toEqual([]);
  expect(service).toEqual({
    ...{ account: 'acme-ug', currency: 'UGX', wallet_type: 'SERVICE_PAYMENTS' },
    untested: 'short_history',
  });
  const fared = {
    ...{ too_late: 0, days_short: 0, top_ups: expect.any(Number) },
    ...{ idle: expect.stringMatching(/^\d+\.\d\d$/), left: expect.stringMatching(/^\d+\.\d\d$/) },
  };
  const learnt = { ...fared, too_late: expect.any(Number), days_short: expect.any(Number) };
  const threshold = { ...learnt, threshold: expect.stringMatching(/^\d+\.\d\d$/) };
  expect(payout).toEqual({
    ...{ account: 'acme-ug', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' },
    ...{ from: expect.stringMatching(/^\d{4}-/), to: expect.stringMatching(/^\d{4}-/), days: 40 },
    ...{ plan: fared, threshold, hindsight: threshold, perfect: fared },
  });
  const [longer] = await json('--cover', '14d');
  expect(longer.plan.top_ups).toBeLessThan(payout.plan.top_ups);
  expect(Number(longer.plan.idle)).toBeGreaterThan(Number(payout.plan.idle));
});

test('what makes no sense together is refused', async () => {
  const { code, stderr } = await run(['--date', '2026-12-31']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/--backtest.*cannot be used with.*--date/);
});
