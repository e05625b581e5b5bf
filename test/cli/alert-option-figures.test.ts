// What `alerts` tells of alerts about payment options: the options as they are now, as the page does, though the database has
// only what was so when the alerts fired.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { fingerprintOf } from '../../src/monitor/alerts/episode.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { command } from '../support/command.ts';
import { ledgerOf, observation, optionLedgerOf, recentSlot, wallet } from '../support/ledger.ts';
import { option, optionPoll } from '../support/options.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

const RULES = `alerts:
  rules:
    - {name: Limit, limit_changed: true, options: {}}
    - {name: Off, inactive_for: 20s, options: {}}
    - {name: Gone, vanished: true, options: {}}
    - {name: Minimum, wallet_below_min: true, options: {}}
`;
const HOUR = 3_600_000;
let db: TestDatabase;
let told: readonly Record<string, unknown>[];

beforeAll(async () => {
  db = await testDatabase();
  const now = recentSlot();
  const mango = (max: string, min = '500') => option({ max: amountOf(max), min: amountOf(min) });
  const papaya = (active: boolean) => option({ providerCode: 'PAPAYA_UG', active });
  const kiwi = option({ providerCode: 'KIWI_UG', active: false, min: amountOf('100') });
  const lemon = (max: string) =>
    option({ providerCode: 'LEMON_UG', max: amountOf(max), min: amountOf('900') });
  await optionLedgerOf(db.pool).complete([
    optionPoll(now - 30 * HOUR, [mango('4000000'), lemon('10')]),
    optionPoll(now - 29 * HOUR, [mango('5000000'), lemon('20')]), // no longer news
    optionPoll(now - 3 * HOUR, [mango('5000000'), papaya(true), kiwi, lemon('20')]),
    optionPoll(now - 2 * HOUR, [mango('6000000.50'), papaya(false), kiwi, lemon('20')]),
    optionPoll(now, [mango('7000000.50', '600'), papaya(false), lemon('20')]),
  ]);
  const stale = optionLedgerOf(db.pool, 'a', { staleAt: (_, slot) => slot + 1 });
  await stale.complete([optionPoll(now, [papaya(false), lemon('20')], { account: 'acme-ke' })]);
  await ledgerOf(db.pool).complete([
    observation(now, { wallets: [wallet('300.25')] }),
    observation(now, { account: 'acme-ke', wallets: [wallet('300.25')] }),
  ]);
  await createAlertLog({ pool: db.pool, schema: '"floatwatch"' }).save([
    saved('Limit', 'MANGO_UG'),
    saved('Limit', 'LEMON_UG'),
    saved('Limit', 'FORGOTTEN_UG'),
    saved('Off', 'PAPAYA_UG', { phase: 'pending' }),
    saved('Off', 'KIWI_UG'),
    saved('Gone', 'KIWI_UG'),
    saved('Minimum'),
    saved('Off', 'PAPAYA_UG', { account: 'acme-ke' }),
    saved('Gone', 'PAPAYA_UG', { account: 'acme-ke' }),
    saved('Minimum', undefined, { account: 'acme-ke' }),
  ]);
  const { stdout } = await command(['alerts', '--json'], { url: db.url, yaml: RULES });
  told = JSON.parse(stdout);
});
afterAll(() => db[Symbol.asyncDispose]());

/** An alert as the database has it: with the figures of its beginning. */
function saved(
  rule: string,
  provider?: string,
  { phase = 'firing' as 'firing' | 'pending', account = 'acme-ug' } = {},
) {
  const walletType = provider === undefined ? 'MERCHANT_PAYOUT' : '';
  const labels = {
    ...{ alertname: rule, severity: 'warning', account, currency: 'UGX' },
    ...(provider === undefined
      ? { wallet_type: walletType }
      : { transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY', provider_code: provider }),
  };
  const at = recentSlot() - 2 * HOUR;
  return {
    ...{ rule, severity: 'warning', account, currency: 'UGX', walletType, labels },
    fingerprint: fingerprintOf(labels),
    state: {
      ...{ phase, held: false, pendingAt: at, firingAt: at, resolvedAt: null, clearSince: null, at },
      ...{ value: 'then', threshold: 'then' },
    },
  };
}

test.each<
  [what: string, rule: string, provider: string | undefined, value: string | null, threshold: string | null]
>([
  [
    'which limits are new, since the news began',
    'Limit',
    'MANGO_UG',
    'min_amount 500 → 600, max_amount 5,000,000 → 7,000,000.50',
    null,
  ],
  ['that a limit is no longer new', 'Limit', 'LEMON_UG', null, null],
  ['nothing about an option that the database doesn’t have', 'Limit', 'FORGOTTEN_UG', null, null],
  ['whether an option is active, while the alert pends', 'Off', 'PAPAYA_UG', 'inactive', '20s'],
  ['what was seen last of one that is missing', 'Off', 'KIWI_UG', 'inactive', '20s'],
  ['nothing more of one that vanished', 'Gone', 'KIWI_UG', null, null],
  ['the smallest payout of the active options', 'Minimum', undefined, '300.25', '600'],
])('it tells %s', (_, rule, provider, value, threshold) => {
  expect(toldOf('acme-ug', rule, provider)).toEqual([expect.objectContaining({ value, threshold })]);
});

test.each<[account: string, rule: string, provider: string | undefined, held: boolean | null]>([
  ['acme-ug', 'Limit', 'MANGO_UG', false],
  ['acme-ug', 'Limit', 'FORGOTTEN_UG', null],
  ['acme-ug', 'Off', 'PAPAYA_UG', false],
  ['acme-ug', 'Off', 'KIWI_UG', true], // it is missing
  ['acme-ug', 'Gone', 'KIWI_UG', false],
  ['acme-ug', 'Minimum', undefined, false],
  ['acme-ke', 'Off', 'PAPAYA_UG', true], // it is stale
  ['acme-ke', 'Gone', 'PAPAYA_UG', true],
  ['acme-ke', 'Minimum', undefined, true], // the wallet is fresh, the options aren't
])('of %s the alert %s about %s is held: %s', (account, rule, provider, held) => {
  expect(toldOf(account, rule, provider)).toEqual([expect.objectContaining({ held })]);
});

function toldOf(account: string, rule: string, provider: string | undefined) {
  return told.filter(
    (each) =>
      each['account'] === account &&
      each['rule'] === rule &&
      (each['labels'] as Record<string, string>)['provider_code'] === provider,
  );
}
