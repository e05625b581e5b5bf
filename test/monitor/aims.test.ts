import { expect, test } from 'vitest';
import type { Rule } from '../../src/conditions/rule.ts';
import type { WalletCondition } from '../../src/conditions/wallet/conditions.ts';
import { forecastAccount, lookOf, untilNextLook } from '../../src/monitor/forecast/aims.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';

const HOUR = 3_600_000;
const schedule = createSchedule('*/5 * * * *', 'Africa/Kampala');
const account = { name: 'acme-ug', schedule, topUpLeadMs: 48 * HOUR, confidence: 0.95 };

function rule(condition: WalletCondition, name = 'acme-*'): Rule {
  const wallets = { account: name, currency: '*', walletType: '*' };
  const base = { severity: 'warning', forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} };
  return { ...base, name: 'Short', wallets, condition };
}

test("an account's own aim comes first, then what rules ask for beside it, each once", () => {
  const rules = [
    rule({ kind: 'runway_below', lead: 'top_up_lead_time' }),
    rule({ kind: 'runway_below', lead: 6 * HOUR, confidence: 0.99 }),
    rule({ kind: 'runway_below', lead: 6 * HOUR, confidence: 0.99 }),
    rule({ kind: 'runway_below', lead: 6 * HOUR }),
    rule({ kind: 'runway_below', lead: HOUR }, 'other'),
    rule({ kind: 'missing' }),
  ];
  expect(forecastAccount(account, rules).aims).toEqual([
    { leadMs: 48 * HOUR, confidence: 0.95 },
    { leadMs: 6 * HOUR, confidence: 0.99 },
    { leadMs: 6 * HOUR, confidence: 0.95 },
  ]);
});

test('the time to the next look is that of the schedule, a day at the most', () => {
  const now = Date.parse('2026-05-04T10:20:00Z');
  expect(lookOf(schedule, now)).toBeCloseTo(5 / 1_440, 6);
  expect(lookOf(createSchedule('0 6 * * 1', 'UTC'), now)).toBe(1);
});

test.each([
  ['every five minutes', '*/5 * * * *', 5, 5],
  ['once an hour, forty minutes from now', '0 * * * *', 60, 40],
  ['by day only, in the evening', '0 8-18 * * *', 60, 40],
  ['once a day', '30 10 * * *', 24 * 60, 10],
  ['once a week', '0 6 * * 1', 24 * 60, 6 * 24 * 60 + 19 * 60 + 40],
])('%s: so many minutes are between two looks, and so many until the next', (_, cron, between, until) => {
  const now = Date.parse('2026-05-04T10:20:00Z'); // a Monday
  const utc = createSchedule(cron, 'UTC');
  expect(lookOf(utc, now) * 1_440).toBeCloseTo(between, 6);
  expect(untilNextLook(utc, now) * 1_440).toBeCloseTo(until, 6);
});

test.each([
  ['no look', [], 1, 0],
  ['one look', [HOUR], 1, 1 / 24],
  ['looks a day apart', [HOUR, 25 * HOUR], 1, 1 / 24],
  ['looks more than a day apart', [HOUR, 25 * HOUR + 1], 1, 1 / 24],
  ['looks less than a day apart', [HOUR, 13 * HOUR], 0.5, 1 / 24],
])('with %s to come', (_, looks, between, until) => {
  const next = (after: number) => looks.find((look) => look > after);
  const some = { ...schedule, next };
  expect([lookOf(some, 0), untilNextLook(some, 0)]).toEqual([between, until]);
});

test('aims that differ in one of both are two; what is known of days in advance is kept', () => {
  const calendar = { key: 'k', at: () => undefined };
  const asked = [
    rule({ kind: 'runway_below', lead: 48 * HOUR, confidence: 0.9 }),
    rule({ kind: 'runway_below', lead: 47 * HOUR, confidence: 0.95 }),
    rule({ kind: 'runway_below', lead: 48 * HOUR, confidence: 0.95 }),
  ];
  expect(forecastAccount({ ...account, calendar }, asked)).toEqual({
    ...{ name: 'acme-ug', schedule, calendar },
    aims: [
      { leadMs: 48 * HOUR, confidence: 0.95 },
      { leadMs: 48 * HOUR, confidence: 0.9 },
      { leadMs: 47 * HOUR, confidence: 0.95 },
    ],
  });
});
