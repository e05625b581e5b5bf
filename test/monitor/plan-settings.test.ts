// How a wallet's plan is asked for: the settings of its account or those of a question, its source, and its approval.
import { expect, test } from 'vitest';
import { parseHours } from '../../src/domain/forecast/approval.ts';
import { dayOf } from '../../src/domain/forecast/day.ts';
import { forecast } from '../../src/domain/forecast/forecaster.ts';
import type { Plan } from '../../src/domain/forecast/plan.ts';
import { amountOf } from '../../src/domain/money.ts';
import {
  approvalOf,
  isSource,
  type PlannableWallet,
  planWallets,
  requestedSince,
  settingsAsked,
  type TopUpSettings,
} from '../../src/monitor/forecast/plans.ts';
import type { ComingTo } from '../../src/monitor/forecast/requests.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TODAY = dayOf('2026-11-20')!; // a Friday
const NOW = Date.parse('2026-11-20T09:00:00Z');
const SETTINGS: TopUpSettings = {
  ...{ account: 'acme', timezone: 'Africa/Kampala', leadMs: 2 * DAY, confidence: 0.95, window: null },
  ...{ isClosed: () => false, source: null, roundTo: amountOf('1'), minimum: amountOf('0') },
  target: { coverMs: 7 * DAY },
};
const alerts = [
  { lead: 2, look: 0.25, confidence: 0.95 },
  { lead: 2, look: 0.25, confidence: 0.5 },
];
const outlook = forecast(new Array(100).fill(1_000), TODAY - 100, { alerts })!;
const PAYOUT = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };

test.each([
  ['nothing', {}, { target: { coverMs: 7 * DAY }, confidence: 0.95, isLearnt: true }],
  ['a cover', { coverMs: DAY }, { target: { coverMs: DAY }, confidence: 0.95, isLearnt: true }],
  ['a cover of nothing', { coverMs: 0 }, { target: { coverMs: 0 } }],
  ['a confidence', { confidence: 0.9 }, { target: { coverMs: 7 * DAY }, confidence: 0.9, isLearnt: false }],
  ['the confidence that is configured', { confidence: 0.95 }, { confidence: 0.95, isLearnt: true }],
  [
    'a date, to its end there',
    { date: dayOf('2026-12-24') },
    { target: { until: Date.parse('2026-12-24T21:00:00Z') }, isLearnt: true },
  ],
  [
    'a date and a cover, of which the date counts',
    { date: dayOf('2026-12-24'), coverMs: DAY },
    { target: { until: Date.parse('2026-12-24T21:00:00Z') } },
  ],
])('a question for %s replaces what is configured, and nothing else', (_, question, asked) => {
  expect(settingsAsked(SETTINGS, question)).toEqual({
    ...{ ...SETTINGS, isLearnt: true },
    ...asked,
  });
});

test.each([
  ['the collection wallet of its currency', null, 'UGX/MERCHANT_COLLECTION', true],
  ['a wallet of another type', null, 'UGX/MERCHANT_PAYOUT', false],
  ['the configured one', 'UGX/FLOAT', 'UGX/FLOAT', true],
  ['the collection wallet, where another is configured', 'UGX/FLOAT', 'UGX/MERCHANT_COLLECTION', false],
  [
    'the collection wallet of another currency than is configured',
    'UGX/FLOAT',
    'KES/MERCHANT_COLLECTION',
    true,
  ],
  ['a wallet as is configured for another currency', 'UGX/FLOAT', 'KES/FLOAT', false],
])('whether a wallet is a source: %s', (_, configured, name, is) => {
  const parts = (text: string) => {
    const [currency = '', walletType = ''] = text.split('/');
    return { currency, walletType };
  };
  const source = configured === null ? null : parts(configured);
  expect(isSource({ account: 'acme', ...parts(name) }, { source })).toBe(is);
});

test('requests are approved in the hours, on the days and by the clock of the account', () => {
  const hours = { window: parseHours('Mon-Fri 08:00-17:00')!, isClosed: (day: number) => day === TODAY + 3 };
  const approval = approvalOf({ ...SETTINGS, ...hours });
  expect(approval.next(NOW)).toBe(NOW);
  expect(approval.next(Date.parse('2026-11-20T14:00:01Z'))).toBe(Date.parse('2026-11-24T05:00:00Z'));
  expect(approvalOf(SETTINGS).next(NOW + 9 * HOUR)).toBe(NOW + 9 * HOUR);
});

test('requests matter since when they could still be told, by account', async () => {
  const all = [
    SETTINGS,
    { ...SETTINGS, account: 'b', leadMs: DAY },
    { ...SETTINGS, account: 'c', leadMs: HOUR },
  ];
  expect([...(await requestedSince(all, NOW))]).toEqual([
    ['acme', NOW - 8 * DAY],
    ['b', NOW - 5 * DAY],
    ['c', NOW - 3 * DAY - 2 * HOUR],
  ]);
  expect((await requestedSince([], NOW)).size).toBe(0);
});

function planned(
  wallets: readonly PlannableWallet[],
  own: Partial<TopUpSettings> = {},
  more: { comingTo?: ComingTo; noOutlook?: boolean } = {},
) {
  const forecastOf = () => ({ outlook: more.noOutlook ? undefined : outlook, lookMs: DAY / 4 });
  return planWallets(wallets, new Map([['acme', { ...SETTINGS, ...own }]]), {
    ...{ runways: { forecastOf }, now: NOW },
    ...(more.comingTo && { comingTo: more.comingTo }),
  });
}

test('a row has the names, the balance, the time zone and the source of its wallet', () => {
  const till = { ...PAYOUT, walletType: 'MERCHANT_COLLECTION', available: amountOf('50') };
  const [row, ...others] = planned([{ ...PAYOUT, available: amountOf('5') }, till]);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ...{ ...PAYOUT, available: '5', timezone: 'Africa/Kampala' },
    source: 'acme/UGX/MERCHANT_COLLECTION',
    topUp: { given: '50' },
  });
  expect(row!.isAssumed).toBeUndefined();
  const [assumed] = planned([{ ...PAYOUT, available: amountOf('5') }], { assumesRequests: true });
  expect(assumed!.isAssumed).toBe(true);
  const [alone] = planned([{ ...PAYOUT, available: amountOf('5') }]);
  expect(alone!.source).toBeUndefined();
  expect(alone!.topUp).toMatchObject({ given: undefined });
});

test('the margin of the alert counts where it was learnt for the confidence, and else that of the forecast', () => {
  const sumOf = (isLearnt?: boolean) => {
    const [row] = planned(
      [{ ...PAYOUT, available: amountOf('5') }],
      isLearnt === undefined ? {} : { isLearnt },
    );
    return (row!.topUp as Plan).needed;
  };
  expect(sumOf(true)).toBe(sumOf());
  expect(sumOf(false)).not.toBe(sumOf());
});

test('what is on its way is asked for with all that is known of the wallet', () => {
  const asked: Parameters<ComingTo>[] = [];
  const comingTo: ComingTo = (...of) => {
    asked.push(of);
    return { coming: amountOf('700'), expired: [] };
  };
  const seen = { ...PAYOUT, available: amountOf('5'), seenAt: NOW - HOUR };
  const [row] = planned(
    [seen, { ...PAYOUT, currency: 'KES', available: null, seenAt: null }],
    {},
    { comingTo },
  );
  expect((row!.topUp as Plan).coming).toBe('700');
  const [[wallet, of], [other, without]] = asked as [Parameters<ComingTo>, Parameters<ComingTo>];
  expect(wallet).toMatchObject(PAYOUT);
  expect(of).toMatchObject({ at: NOW - HOUR, available: '5', leadMs: 2 * DAY });
  expect(of.usuallyGone(NOW - 2 * DAY, NOW - DAY)).toBe('1000');
  expect(of.approval.next(NOW)).toBe(NOW);
  expect([other.currency, without.at, without.available]).toEqual(['KES', NOW, null]);
});

test('without a forecast nothing is known to go out, and without requests nothing is on its way', () => {
  let gone: unknown;
  const comingTo: ComingTo = (_, { usuallyGone }) => {
    gone = usuallyGone(NOW - DAY, NOW);
    return { coming: amountOf('0'), expired: [] };
  };
  planned([{ ...PAYOUT, available: amountOf('5') }], {}, { comingTo, noOutlook: true });
  expect(gone).toBe('0');
  const [row] = planned([{ ...PAYOUT, available: amountOf('5') }]);
  expect(row!.topUp).toMatchObject({ coming: '0', expired: [] });
});
