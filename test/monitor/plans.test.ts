import { expect, test } from 'vitest';
import { parseHours } from '../../src/domain/forecast/approval.ts';
import { dayOf } from '../../src/domain/forecast/day.ts';
import { forecast } from '../../src/domain/forecast/forecaster.ts';
import { amountOf } from '../../src/domain/money.ts';
import { planSentence } from '../../src/monitor/forecast/plan-words.ts';
import { planWallets, requestedSince, type TopUpSettings } from '../../src/monitor/forecast/plans.ts';
import { comingOf } from '../../src/monitor/forecast/requests.ts';
import type { WalletForecast } from '../../src/monitor/forecast/runways.ts';

const DAY = 86_400_000;
const TODAY = dayOf('2026-11-20')!; // a Friday
const NOW = Date.parse('2026-11-20T09:00:00Z');
const alerts = [{ lead: 2, look: 0.001, confidence: 0.95 }];
const outlook = forecast(new Array(100).fill(100_000), TODAY - 100, { alerts });
const known: WalletForecast = { outlook, lookMs: 60_000 };
const settings: TopUpSettings = {
  account: 'acme',
  timezone: 'Africa/Kampala',
  leadMs: 2 * DAY,
  confidence: 0.95,
  window: null,
  isClosed: () => false,
  source: null,
  roundTo: amountOf('10000'),
  minimum: amountOf('0'),
  target: { coverMs: 7 * DAY },
};

function wallet(walletType: string, available: string | null, currency = 'UGX') {
  return {
    account: 'acme',
    currency,
    walletType,
    available: available === null ? null : amountOf(available),
  };
}

function plans(wallets: readonly ReturnType<typeof wallet>[], own: Partial<TopUpSettings> = {}) {
  const runways = { forecastOf: () => known };
  return planWallets(wallets, new Map([['acme', { ...settings, ...own }]]), { runways, now: NOW });
}

test('payout and service wallets draw on the collection wallet of their currency, which has no plan itself', () => {
  const rows = plans([
    wallet('MERCHANT_COLLECTION', '500000'),
    wallet('MERCHANT_PAYOUT', '200000'),
    wallet('MERCHANT_SERVICE', '300000'),
    wallet('MERCHANT_PAYOUT', '200000', 'KES'),
  ]);
  expect(rows.map(({ walletType, currency, source }) => [currency, walletType, source])).toEqual([
    ['UGX', 'MERCHANT_PAYOUT', 'acme/UGX/MERCHANT_COLLECTION'],
    ['UGX', 'MERCHANT_SERVICE', 'acme/UGX/MERCHANT_COLLECTION'],
    ['KES', 'MERCHANT_PAYOUT', undefined],
  ]);
  expect(rows[0]!.topUp).toMatchObject({ given: '500000' });
  expect(rows[1]!.topUp).toMatchObject({ given: '0' });
  expect(rows[2]!.topUp).toMatchObject({ given: undefined, shortfall: undefined });
});

test('a source of its own, hours and closed days are those of the account', () => {
  const own = {
    source: { currency: 'UGX', walletType: 'TREASURY' },
    window: parseHours('Mon-Fri 08:00-17:00')!,
    isClosed: (day: number) => day === TODAY,
  };
  const [collection, payout] = plans(
    [wallet('MERCHANT_COLLECTION', '1'), wallet('MERCHANT_PAYOUT', '100000'), wallet('TREASURY', '9000000')],
    own,
  );
  expect(collection).toMatchObject({ walletType: 'MERCHANT_COLLECTION' });
  expect(payout).toMatchObject({ source: 'acme/UGX/TREASURY' });
  expect(payout!.topUp).toMatchObject({ late: true, by: Date.parse('2026-11-23T05:00:00Z'), shortfall: '0' });
});

test('accounts without settings have no plan, and a balance that is not known has none', () => {
  expect(
    planWallets([wallet('P', '1')], new Map(), { runways: { forecastOf: () => known }, now: NOW }),
  ).toEqual([]);
  expect(plans([wallet('P', null)])[0]!.topUp).toEqual({ unplanned: 'balance_unknown' });
});

test('an outlook that is too old to be used makes no plan', () => {
  const rows = planWallets([wallet('MERCHANT_PAYOUT', '100')], new Map([['acme', settings]]), {
    runways: { forecastOf: () => known },
    now: NOW + 3 * DAY,
  });
  expect(rows[0]!.topUp).toEqual({ unplanned: 'history_outdated' });
});

test('what clears of the source by then counts, as far as it was learnt and is not outdated', () => {
  const uncleared = { ...wallet('MERCHANT_COLLECTION', '10000'), uncleared: amountOf('150000') };
  const given = (clearing: WalletForecast['clearing'], from = uncleared, now = NOW) => {
    const runways = { forecastOf: () => ({ ...known, clearing }) };
    const wallets = [from, wallet('MERCHANT_PAYOUT', '450000')];
    const [row] = planWallets(wallets, new Map([['acme', settings]]), { runways, now });
    return row!.topUp;
  };
  const learnt = forecast(new Array(100).fill(400_000), TODAY - 100);
  const older = forecast(new Array(100).fill(400_000), TODAY - 102);
  expect(given(learnt)).toMatchObject({ given: '160000' });
  expect(given(undefined)).toMatchObject({ given: '10000' });
  expect(given(older)).toMatchObject({ given: '10000' });
  expect(given(learnt, wallet('MERCHANT_COLLECTION', '10000') as typeof uncleared)).toMatchObject({
    given: '10000',
  });
});

test('what came of the last plan stands beside the one of now', () => {
  const lastTopUp = {
    ...{ at: NOW, amount: amountOf('7'), leftBefore: amountOf('1'), emptySince: null },
    verdict: 'in_time' as const,
  };
  const [row] = planWallets([wallet('MERCHANT_PAYOUT', '200000')], new Map([['acme', settings]]), {
    runways: { forecastOf: () => known },
    lastTopUp: ({ walletType }) => (walletType === 'MERCHANT_PAYOUT' ? lastTopUp : undefined),
    now: NOW,
  });
  expect(row).toMatchObject({ available: '200000', lastTopUp });
});

test('of several that are late the one that is empty first draws on the source first', () => {
  const rows = plans(
    [
      wallet('MERCHANT_COLLECTION', '900000'),
      wallet('A', '150000'),
      wallet('B', '20000'),
      wallet('C', '90000'),
    ],
    { window: parseHours('Mon-Fri 08:00-17:00')!, isClosed: (day: number) => day === TODAY },
  );
  const given = new Map(rows.map(({ walletType, topUp }) => [walletType, 'given' in topUp && topUp]));
  const [a, b, c] = ['A', 'B', 'C'].map((name) => given.get(name) || undefined);
  expect([a, b, c].map((each) => [each!.late, each!.by])).toEqual(
    Array.from({ length: 3 }, () => [true, Date.parse('2026-11-23T05:00:00Z')]),
  );
  expect(b!.given).toBe('900000');
  expect([a, c].map((each) => each!.given)).toEqual(['0', '0']);
});

test('on a Friday evening it says that nobody approves before Monday, and when the wallet may be empty', () => {
  const [payout, service] = planWallets(
    [
      wallet('MERCHANT_COLLECTION', '500000'),
      wallet('MERCHANT_PAYOUT', '150000'),
      wallet('MERCHANT_SERVICE', '560000'),
    ],
    new Map([['acme', { ...settings, window: parseHours('Mon-Fri 08:00-17:00')! }]]),
    { runways: { forecastOf: () => known }, now: Date.parse('2026-11-20T16:40:00Z') },
  );
  expect(planSentence(payout!)).toMatch(
    /^send [\d,]+ UGX from acme\/UGX\/MERCHANT_COLLECTION, which lacks [\d,]+: nobody approves before Mon 2026-11-23 08:00 UTC\+3, it is there Wed 2026-11-25 08:00 UTC\+3 at the soonest, and the wallet may be empty from (Sat 2026-11-21 [12]\d|Sun 2026-11-22 0\d):\d\d UTC\+3 on; it then lasts until Tue 2026-12-01 /,
  );
  expect(planSentence(service!)).toMatch(/^send [\d,]+ UGX by Mon 2026-11-23 \d\d:\d\d UTC\+3 from /);
});

test('what was requested while nobody approves counts from when somebody does', () => {
  const asked = { at: Date.parse('2026-11-20T18:00:00Z'), amount: amountOf('1000000') };
  const requested = { ...wallet('MERCHANT_PAYOUT', '100000'), requests: [asked], rises: [] };
  const planned = (now: string) => {
    const monday = forecast(new Array(100).fill(100_000), TODAY + 3 - 100, { alerts });
    const hours = { leadMs: DAY / 6, window: parseHours('Mon-Fri 08:00-17:00')! };
    const [row] = planWallets([requested], new Map([['acme', { ...settings, ...hours }]]), {
      runways: { forecastOf: () => ({ ...known, outlook: monday }) },
      comingTo: (_wallet, at) => comingOf(requested, at),
      now: Date.parse(now),
    });
    return row!.topUp;
  };
  expect(planned('2026-11-23T05:00:00Z')).toMatchObject({ coming: '1000000', expired: [] });
  expect(planned('2026-11-23T13:00:00Z')).toMatchObject({ coming: '1000000', expired: [] });
  expect(planned('2026-11-23T13:01:00Z')).toMatchObject({ coming: '0', expired: [asked] });
  expect(planned('2026-11-23T20:59:00Z')).toMatchObject({ coming: '0', expired: [asked] });
});

test('what came over a pause without looks has come, although some of it is gone by the next look', () => {
  const asked = { at: Date.parse('2026-11-18T09:00:00Z'), amount: amountOf('900000') };
  const coming = (since: string, amount: string) => {
    const rises = [
      { since: Date.parse(since), at: Date.parse('2026-11-20T05:00:00Z'), amount: amountOf(amount) },
    ];
    const requested = { ...wallet('MERCHANT_PAYOUT', '1000000'), requests: [asked], rises };
    const [row] = planWallets([requested], new Map([['acme', settings]]), {
      runways: { forecastOf: () => known },
      comingTo: (_wallet, at) => comingOf(requested, at),
      now: NOW,
    });
    return 'coming' in row!.topUp && row!.topUp.coming;
  };
  expect(coming('2026-11-19T05:00:00Z', '780000')).toBe('0'); // looked at once a day
  expect(coming('2026-11-20T04:59:00Z', '780000')).toBe('120000'); // by the minute: a part
  expect(coming('2026-11-17T05:00:00Z', '550000')).toBe('0'); // three days
  expect(coming('2026-11-19T05:00:00Z', '400000')).toBe('500000');
});

test('what nobody has looked for is not asked for again', () => {
  // Looked at from 08:00 to 17:00 in Kampala, for the last time today; money is there within four hours.
  const asked = { at: Date.parse('2026-11-20T11:00:00Z'), amount: amountOf('900000') };
  const planned = (now: string, seenAt: string) => {
    const seen = { ...wallet('MERCHANT_PAYOUT', '100000'), seenAt: Date.parse(seenAt) };
    const requested = { ...seen, requests: [asked], rises: [] };
    const [row] = planWallets([seen], new Map([['acme', { ...settings, leadMs: DAY / 6 }]]), {
      runways: { forecastOf: () => known },
      comingTo: (_wallet, at) => comingOf(requested, at),
      now: Date.parse(now),
    });
    return row!.topUp;
  };
  const evening = '2026-11-20T14:00:00Z';
  expect(planned(evening, evening)).toMatchObject({ coming: '900000', expired: [] });
  expect(planned('2026-11-20T19:00:00Z', evening)).toMatchObject({ coming: '900000', expired: [] });
  expect(planned('2026-11-21T04:59:00Z', evening)).toMatchObject({ coming: '900000', expired: [] });
  const morning = '2026-11-21T05:00:00Z';
  expect(planned(morning, morning)).toMatchObject({ coming: '0', expired: [asked] });
});

test('requests are read from when one that still matters may have been made', async () => {
  const hours = { ...settings, leadMs: DAY / 6, window: parseHours('Mon-Fri 08:00-17:00')! };
  const since = async (now: string, all: readonly TopUpSettings[]) =>
    [...(await requestedSince(all, Date.parse(now)))].map(
      ([of, at]) => `${of} ${new Date(at).toISOString()}`,
    );
  expect(await since('2026-11-20T09:00:00Z', [settings])).toEqual(['acme 2026-11-12T09:00:00.000Z']);
  expect(await since('2026-11-25T13:01:00Z', [hours])).toEqual(['acme 2026-11-20T14:00:00.000Z']); // Friday's last minute
  expect(await since('2026-11-27T13:01:00Z', [hours])).toEqual(['acme 2026-11-24T05:01:00.000Z']);
  expect(await since('2026-11-23T13:01:00Z', [hours, { ...settings, account: 'other' }])).toEqual([
    'acme 2026-11-20T05:01:00.000Z',
    'other 2026-11-15T13:01:00.000Z',
  ]);
});
