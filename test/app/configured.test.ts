// What the monitor is told of a configuration: its accounts, their schedules, and how they are topped up.
import { expect, test } from 'vitest';
import {
  calendarOf,
  forecastAccounts,
  optionAccounts,
  readConfigured,
  scheduledAccounts,
  topUpsOf,
} from '../../src/app/configured.ts';
import { parseConfig } from '../../src/config/load.ts';
import { type Day, dayOf } from '../../src/domain/forecast/day.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const day = (text: string) => dayOf(text) as Day;
const INDEPENDENCE = day('2026-10-09'); // of Uganda

function configOf(accounts: readonly object[], more: object = {}) {
  const named = accounts.map((account, i) => ({
    ...{ name: `a${i}`, base_url: 'https://pay.example.com', public_key: `pk-${i}` },
    ...{ secret_key: `sk-${i}`, ...account },
  }));
  return parseConfig(JSON.stringify({ accounts: named, ...more }), { env: {}, file: 'a' }).config;
}

test('accounts that are due together share one schedule, and others have their own', () => {
  const [one, same, zone, other] = scheduledAccounts(
    configOf([
      ...[{ schedule: '*/5 * * * *' }, { schedule: '*/5 * * * *' }],
      ...[{ schedule: '*/5 * * * *', timezone: 'Africa/Kampala' }, { schedule: '*/7 * * * *' }],
    ]),
  );
  expect(same!.schedule).toBe(one!.schedule);
  expect(zone!.schedule).not.toBe(one!.schedule);
  expect([one, zone, other].map((each) => each!.schedule.expression)).toEqual([
    ...['*/5 * * * *', '*/5 * * * *', '*/7 * * * *'],
  ]);
});

test('an account has its own settings, and payment options their own schedule, where they are polled', () => {
  const config = configOf([
    {
      ...{
        stale_after: 4,
        deadline: '7s',
        confidence: 0.9,
        top_up_lead_time: '3h',
        expect: ['UGX/MERCHANT_PAYOUT'],
      },
      payment_options: { schedule: '*/20 * * * *' },
    },
    {},
  ]);
  const configured = readConfigured(config, new Set(['gone']));
  expect(configured.config).toBe(config);
  expect(configured.elsewhere).toEqual(new Set(['gone']));
  expect(readConfigured(config).elsewhere).toEqual(new Set());
  expect([...configured.accounts.keys()]).toEqual(['a0', 'a1']);
  expect(configured.accounts.get('a0')).toMatchObject({
    ...{ name: 'a0', config: config.accounts[0], staleAfter: 4, deadlineMs: 7_000, confidence: 0.9 },
    ...{ topUpLeadMs: 3 * HOUR, calendar: undefined },
    options: { name: 'a0', staleAfter: 4, schedule: { expression: '*/20 * * * *' } },
  });
  expect(configured.accounts.get('a0')!.expect).toEqual([{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }]);
  expect(configured.accounts.get('a1')!.options).toBeNull();
  expect(optionAccounts(configured)).toEqual([configured.accounts.get('a0')!.options]);
});

const TOP_UP = {
  ...{ lead_time: '6h', closed: ['2026-12-25'], source: 'UGX/FLOAT', round_to: '500', minimum: '1000' },
  cover: '3d',
};

test('how an account is topped up is told by the configuration in force', () => {
  let configured = readConfigured(configOf([{ timezone: 'Africa/Kampala', top_up: TOP_UP }]));
  const of = topUpsOf(() => configured);
  expect(of('a0')).toMatchObject({
    ...{ account: 'a0', timezone: 'Africa/Kampala', leadMs: 6 * HOUR, confidence: 0.95, window: null },
    ...{ roundTo: '500', minimum: '1000', target: { coverMs: 3 * DAY } },
    source: { currency: 'UGX', walletType: 'FLOAT' },
  });
  expect(of('gone')).toBeUndefined();
  configured = readConfigured(configOf([{ top_up: { ...TOP_UP, minimum: '7' } }]));
  expect(of('a0')).toMatchObject({ minimum: '7' });
  expect(of('a0')!.assumesRequests).toBeUndefined();
  configured = readConfigured(configOf([{ top_up: { assume_requested: true } }]));
  expect(of('a0')!.assumesRequests).toBe(true);
});

test.each<[string, object, boolean]>([
  [
    'where there are hours of approval',
    { public_holidays: 'UG', top_up: { window: 'Mon-Fri 08:00-17:00' } },
    true,
  ],
  ['unless anybody approves at any time', { public_holidays: 'UG', top_up: TOP_UP }, false],
  ['unless no country is named', { top_up: { window: 'Mon-Fri 08:00-17:00' } }, false],
])('nobody approves on a public holiday %s', (_, account, isClosed) => {
  const [one] = scheduledAccounts(configOf([account]));
  expect(one!.topUp.isClosed(INDEPENDENCE)).toBe(isClosed);
  expect(one!.topUp.isClosed((INDEPENDENCE + 3) as Day)).toBe(false);
});

test('nobody approves on a date that is closed, with or without a public holiday', () => {
  const window = 'Mon-Fri 08:00-17:00';
  for (const public_holidays of ['UG', undefined]) {
    const [one] = scheduledAccounts(
      configOf([{ public_holidays, top_up: { window, closed: ['2026-05-05'] } }]),
    );
    expect([day('2026-05-05'), day('2026-05-06')].map(one!.topUp.isClosed)).toEqual([true, false]);
  }
});

test('dates and holidays that are known make a calendar; without any there is none', () => {
  const calendar = [
    { name: 'payday', dates: ['2026-05-28'], factor: 2 },
    { name: 'campaign', dates: ['2026-05-29'] },
  ];
  const [both, none] = configOf([{ calendar, public_holidays: 'UG' }, {}]).accounts;
  const known = calendarOf(both!)!;
  expect(known.at(day('2026-05-28'))).toEqual({ kind: 'date payday', factor: 2 });
  expect(known.at(day('2026-05-29'))).toEqual({ kind: 'date campaign', factor: undefined });
  expect(known.at(INDEPENDENCE)).toMatchObject({ kind: 'public holiday' });
  expect(known.at(day('2026-05-20'))).toBeUndefined();
  expect(calendarOf(none!)).toBeUndefined();
});

test('a forecast is needed for each account, and for what its rules promise', () => {
  const rule = (name: string, account: string, runway_below: string) => ({
    ...{ name, severity: 'warning', wallets: { account }, runway_below },
  });
  const alerts = { rules: [rule('Short', 'a1', '5h')] };
  const configured = readConfigured(configOf([{ top_up_lead_time: '3h' }, {}], { alerts }));
  const [one, two] = forecastAccounts(configured);
  expect(one).toMatchObject({ name: 'a0', aims: [{ leadMs: 3 * HOUR, confidence: 0.95 }] });
  expect(two!.name).toBe('a1');
  expect(two!.aims.map(({ leadMs }) => leadMs)).toEqual([2 * DAY, 5 * HOUR]);
});
