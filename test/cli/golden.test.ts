// What each command prints on a terminal of 80 and of 200 columns, with and without colour, kept in golden/.
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { rollUp } from '../../src/store/maintenance/rollups.ts';
import { command } from '../support/command.ts';
import { ledgerOf, observation, optionLedgerOf, wallet } from '../support/ledger.ts';
import { option, optionPoll } from '../support/options.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { lowRule, MINUTE, payout, START, watching } from '../support/watching.ts';

const YAML = `alerts:
  rules:
    - {name: PayoutFloatLow, severity: warning, wallets: {currency: UGX, wallet_type: MERCHANT_PAYOUT}, below: "5000000"}
`;
const now = Date.now();
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
  const named = (available: string, walletType: string, more = {}) =>
    wallet(available, { walletType, ...more });
  const past = ['1000.50', '900', '-12.10', '1250000'].map((amount, i) =>
    observation(START + i * MINUTE, {
      wallets: [named(amount, 'MERCHANT_PAYOUT'), named('98765432.10', 'MERCHANT_COLLECTION')],
    }),
  );
  const recent = observation(now - 42_350, {
    wallets: [
      named('1250000', 'MERCHANT_PAYOUT', { uncleared: amountOf('0.125') }),
      named('98765432.10', 'MERCHANT_COLLECTION'),
    ],
  });
  const blind = observation(now - 7_200_350, {
    account: 'acme-ke',
    wallets: [wallet('77.5', { currency: 'KES' })],
  });
  await ledgerOf(db.pool).complete([...past, blind, recent]);
  await rollUp(db.pool, '"floatwatch"');
  const { watch, see } = watching({ rules: [lowRule(), lowRule({ name: 'Slow', forMs: 60 * MINUTE })] });
  const log = createAlertLog({ pool: db.pool, schema: '"floatwatch"' });
  for (const [minute, amount] of ['1234.50', '9000000', '4000000.00'].entries()) {
    see(minute, [payout(amount)]);
    await log.save(watch.unsaved());
  }
  const options = optionLedgerOf(db.pool);
  await options.complete([optionPoll(START, [option()])]);
  await options.complete([
    optionPoll(START + MINUTE, [option({ active: false, max: amountOf('7500000.50') })]),
  ]);
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterAll(async () => {
  vi.useRealTimers();
  await db[Symbol.asyncDispose]();
});

const range = ['--from', '2026-03-02', '--to', '2026-03-02'];
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  balances: ['balances'],
  'balances-one': ['balances', 'acme-ke'],
  history: ['history', 'acme-ug/UGX/MERCHANT_PAYOUT', ...range, '--step', 'raw'],
  'history-days': ['history', 'acme-ug/UGX/MERCHANT_PAYOUT', ...range, '--step', 'day'],
  'history-chart': [
    'history',
    'acme-ug/UGX/MERCHANT_PAYOUT',
    '--from',
    '2026-03-02T11:50',
    '--to',
    '2026-03-02T12:10',
    '--chart',
  ],
  'history-none': ['history', 'acme-ug/UGX/MERCHANT_PAYOUT', '--from', '2026-02-02', '--to', '2026-02-03'],
  statement: ['statement', ...range],
  'statement-none': ['statement', '--from', '2025-03-02', '--to', '2025-03-02'],
  'alerts-history': ['alerts', '--history', '--since', '2026-01-01', '--utc'],
  alerts: ['alerts'],
  simulate: ['simulate', '--since', '2026-03-01', '--until', '2026-03-03'],
  options: ['options'],
  'options-changes': ['options', '--changes', '--since', '2026-01-01'],
  'options-none': ['options', '--changes', '--since', '1h'],
  plan: ['plan'],
};

describe.each([80, 200])('at %d columns', (terminal) => {
  test.each(Object.entries(COMMANDS))('%s', async (name, argv) => {
    if (argv[0] === 'alerts') vi.setSystemTime(START + 90 * MINUTE); // how long they have lasted is shown
    const options = { url: db.url, timezone: 'Africa/Kampala', yaml: YAML, terminal };
    const coloured = await command(argv, options);
    const plain = await command(argv, { ...options, env: { NO_COLOR: '1' } });
    expect(plain.code).toBe(0);
    expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
    expect(Math.max(...plain.stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(
      terminal,
    );
    const told = (text: string, said: string) => (said === '' ? text : `${text}--- standard error\n${said}`);
    await expect(told(plain.stdout, plain.stderr)).toMatchFileSnapshot(`golden/${name}.${terminal}.txt`);
    await expect(coloured.stdout.replaceAll('\u001b', '␛')).toMatchFileSnapshot(
      `golden/${name}.${terminal}.colour.txt`,
    );
  });
});
