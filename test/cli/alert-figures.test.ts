// Which value and threshold `alerts` tells of what lasts: those of now, as the page does, though the database has only those
// with which the alert fired.
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { fingerprintOf } from '../../src/monitor/alerts/episode.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { importSnapshots } from '../../src/store/import/import.ts';
import { command } from '../support/command.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../support/ledger.ts';
import { tenDaysOfPayouts } from '../support/payouts.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const RULES = `alerts:
  rules:
    - {name: Low, below: "5000000"}
    - {name: Much, above: "10", field: actual}
    - {name: Fell, drops_by: 40%, within: 1h}
    - {name: Differs, difference_above: "1"}
    - {name: Silent, unknown_for: 10m}
    - {name: Short, runway_below: 2d}
    - {name: Gone, missing: true}
    - {name: Minimum, wallet_below_min: true, options: {}}
    - {name: Limit, limit_changed: true, options: {}}
    - {name: Off, inactive_for: 20s, options: {}}
`;
const HOUR = 3_600_000;
let db: TestDatabase;
let told: readonly Record<string, unknown>[];

beforeAll(async () => {
  db = await testDatabase();
  await importSnapshots(tenDaysOfPayouts('acme-ke'), {
    ...{ url: db.url, schema: 'floatwatch', timezone: () => 'UTC' },
  });
  const [now, before] = [recentSlot(), recentSlot() - 3 * HOUR];
  const held = wallet('1250000.50', { actual: amountOf('1250003') });
  await ledgerOf(db.pool).complete([
    observation(before, { wallets: [wallet('77', { walletType: 'PAST' })] }),
    observation(now, { wallets: [held, wallet(null, { walletType: 'UNREAD' })] }),
  ]);
  const stale = ledgerOf(db.pool, 'a', { staleAt: (_, slot) => slot + 1 });
  await stale.complete([observation(now, { account: 'acme-ke', wallets: [wallet('30000')] })]);
  const log = createAlertLog({ pool: db.pool, schema: '"floatwatch"' });
  await log.save([
    ...['Low', 'Much', 'Fell', 'Differs', 'Gone', 'Minimum', 'Removed'].map((rule) => saved(rule)),
    saved('Low', { walletType: 'PAST' }),
    saved('Low', { walletType: 'UNREAD' }),
    saved('Low', { walletType: 'FORGOTTEN' }),
    saved('Low', { account: 'acme-ke', phase: 'pending' }),
    saved('Silent', { walletType: 'PAST' }),
    saved('Silent', { walletType: 'UNREAD' }),
    saved('Short'),
    saved('Short', { account: 'acme-ke' }),
    saved('Gone', { account: 'acme-ke' }),
    saved('Gone', { walletType: 'PAST' }),
    saved('Limit', { walletType: '' }),
    saved('Off', { walletType: '', phase: 'pending' }),
    saved('Removed', { walletType: 'PAST', phase: 'pending' }),
    saved('BalanceUnknown', { walletType: 'PAST', value: null, threshold: null }),
  ]);
  const { stdout } = await command(['alerts', '--json'], { url: db.url, yaml: RULES });
  told = JSON.parse(stdout);
});
afterAll(() => db[Symbol.asyncDispose]());

/** An alert as the database has it: with the figures of its beginning. */
function saved(
  rule: string,
  {
    account = 'acme-ug',
    walletType = 'MERCHANT_PAYOUT',
    phase = 'firing' as 'firing' | 'pending',
    value = 'then' as string | null,
    threshold = 'then' as string | null,
  } = {},
) {
  const labels = { alertname: rule, severity: 'warning', account, currency: 'UGX', wallet_type: walletType };
  const at = recentSlot() - 36.5 * HOUR; // written by at least three units: 1d12h31m
  return {
    ...{ rule, severity: 'warning', account, currency: 'UGX', walletType, labels },
    fingerprint: fingerprintOf(labels),
    state: {
      ...{ phase, held: false, pendingAt: at, firingAt: at, resolvedAt: null, clearSince: null, at },
      ...{ value, threshold },
    },
  };
}

function toldOf(rule: string, walletType = 'MERCHANT_PAYOUT', account = 'acme-ug') {
  return told.find(
    (each) => each['rule'] === rule && each['wallet_type'] === walletType && each['account'] === account,
  );
}

function figuresOf(...name: Parameters<typeof toldOf>) {
  const found = toldOf(...name);
  return [found?.['value'], found?.['threshold']];
}

test.each<[rule: string, value: string | null, threshold: string | null]>([
  ['Low', '1250000.50', '5000000'],
  ['Much', '1250003', '10'],
  ['Fell', '1250000.50', '40%'],
  ['Differs', '2.50', '1'],
  ['Gone', null, null],
])('of a rule %s it is %s against %s', (rule, ...figures) => {
  expect(figuresOf(rule)).toEqual(figures);
});

test('a pending alert has them, too', () => {
  expect(figuresOf('Low', 'MERCHANT_PAYOUT', 'acme-ke')).toEqual(['30000', '5000000']);
});

test('a wallet that isn’t fresh has what was seen last, and that one is not known is not hidden by the value of then', () => {
  expect(figuresOf('Low', 'PAST')).toEqual(['77', '5000000']);
  expect(figuresOf('Low', 'UNREAD')).toEqual([null, '5000000']);
  expect(figuresOf('Low', 'FORGOTTEN')).toEqual([null, '5000000']);
  expect(figuresOf('Short')).toEqual([null, '2d']); // it has no history
});

test('how long nothing is known, and how long the money lasts, is of now', () => {
  expect(figuresOf('Silent', 'PAST')).toEqual([expect.stringMatching(/^3h[1-9]/), '10m']);
  expect(figuresOf('Silent', 'UNREAD')).toEqual([null, '10m']);
  expect(figuresOf('Short', 'MERCHANT_PAYOUT', 'acme-ke')).toEqual([expect.stringMatching(/^\d+h/), '2d']);
});

test('of payment options that the database doesn’t have there is none, but a wallet’s amount', () => {
  expect(figuresOf('Minimum')).toEqual(['1250000.50', 'then']);
  expect(figuresOf('Limit', '')).toEqual([null, null]);
  expect(figuresOf('Off', '')).toEqual([null, '20s']);
});

test('without its rule nobody knows what it looks at', () => {
  expect(figuresOf('Removed')).toEqual([null, 'then']);
  expect(figuresOf('BalanceUnknown', 'PAST')).toEqual([null, null]);
  expect(figuresOf('Removed', 'PAST')).toEqual([null, null]); // it only pends: those of its last episode are past
});

test.each<[what: string, name: Parameters<typeof toldOf>, held: boolean | null]>([
  ['of a fresh wallet: it is judged', ['Low'], false],
  ['of a stale wallet', ['Low', 'MERCHANT_PAYOUT', 'acme-ke'], true],
  ['of a missing wallet', ['Low', 'PAST'], true],
  ['of an amount that wasn’t readable', ['Low', 'UNREAD'], true],
  ['of a forecast without a history', ['Short'], true],
  ['of a stale wallet, which may be missing', ['Gone', 'MERCHANT_PAYOUT', 'acme-ke'], true],
  ['of a missing wallet that is to be told as missing', ['Gone', 'PAST'], false],
  ['of silence: the clock judges it', ['Silent', 'PAST'], false],
  ['of a wallet that isn’t known', ['Low', 'FORGOTTEN'], null],
  ['without its rule', ['Removed'], null],
  ['of a built-in alert', ['BalanceUnknown', 'PAST'], null],
])('whether it is held: %s', (_, name, held) => {
  expect(toldOf(...name)).toEqual(expect.objectContaining({ held }));
});

test('the table says of an old value that its alert is held, in 80 columns', async () => {
  const { stdout } = await command(['alerts'], { url: db.url, yaml: RULES, terminal: 80 });
  // The amount leaves no room for how long the alert has lasted: it is written by three units or four, whatever the second.
  expect(stdout).toMatch(/firing\S* +Low +acme-ug\/UGX\/MERCHANT_PAYOUT +1,250,000\.50\n/);
  expect(stdout).toMatch(/firing, held\S* +Low +acme-ug\/UGX\/PAST +\S*\[33m77\S*\s*\n/);
  expect(stdout).toMatch(/pending, held\S* +Low +acme-ke\/UGX\/MERCHANT_PAYOUT +\S*\[33m30,000\S*\s*\n/);
  for (const line of stripVTControlCharacters(stdout).split('\n'))
    expect(line.length).toBeLessThanOrEqual(80);
});

test('the past has those of the beginning', async () => {
  const { stdout } = await command(['alerts', '--history', '--json'], { url: db.url, yaml: RULES });
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ rule: 'Low', wallet_type: 'MERCHANT_PAYOUT', value: 'then', held: null }),
  );
});
