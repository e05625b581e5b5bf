import { expect, test } from 'vitest';
import type { Rule } from '../../src/conditions/rule.ts';
import type { WalletCondition } from '../../src/conditions/wallet/conditions.ts';
import { forecastAccount, lookOf } from '../../src/monitor/forecast/aims.ts';
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
