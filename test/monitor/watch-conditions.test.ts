import { describe, expect, test } from 'vitest';
import type { WalletCondition } from '../../src/conditions/wallet/conditions.ts';
import { HORIZON_MS, type Runway } from '../../src/domain/forecast/history.ts';
import { amountOf } from '../../src/domain/money.ts';
import { account, lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const HOUR = 60 * MINUTE;
const rule = (condition: WalletCondition, annotations = {}) => ({
  rules: [lowRule({ name: 'R', condition, annotations })],
});
const drop = (by: string, percent = false): WalletCondition => ({
  kind: 'drops_by',
  field: 'available',
  by: amountOf(by),
  percent,
  withinMs: HOUR,
});

test('drops_by: from the highest of the last hour, by at least the amount', () => {
  const { see, alert } = watching(rule(drop('300'), { summary: 'from {{previous}} to {{value}}' }));
  expect(see(0, [payout('1000')])).toEqual([]);
  expect(see(10, [payout('800')])).toEqual([]);
  expect(see(20, [payout('700.01')])).toEqual([]);
  expect(see(30, [payout('700')])).toEqual(['R fired']);
  expect(alert('R')).toMatchObject({
    value: '700',
    threshold: '300',
    annotations: { summary: 'from 1,000 to 700' },
  });
  expect(see(60, [payout('699')])).toEqual([]);
  expect(see(61, [payout('699')])).toEqual(['R resolved']); // 1000 has left the hour
});

test('drops_by: a slow slide over many hours is none', () => {
  const { see } = watching(rule(drop('300')));
  const told = Array.from({ length: 50 }, (_, i) => see(i * 10, [payout(String(10_000 - i * 40))]));
  expect(told.flat()).toEqual([]);
});

test('drops_by a percentage: of the earlier value, and never of nothing or of a debt', () => {
  const { see } = watching(rule(drop('20', true)));
  expect(see(0, [payout('1000')])).toEqual([]);
  expect(see(1, [payout('800.01')])).toEqual([]);
  expect(see(2, [payout('800')])).toEqual(['R fired']);
  const other = watching(rule(drop('20', true)));
  expect(other.see(0, [payout('-100')])).toEqual([]);
  expect(other.see(1, [payout('-900')])).toEqual([]);
});

test('rises_by: from the lowest', () => {
  const condition: WalletCondition = { ...drop('50'), kind: 'rises_by' } as WalletCondition;
  const { see } = watching(rule(condition));
  expect(see(0, [payout('100')])).toEqual([]);
  expect(see(1, [payout('90')])).toEqual([]);
  expect(see(2, [payout('139.99')])).toEqual([]);
  expect(see(3, [payout('140')])).toEqual(['R fired']);
});

test('a change is not judged while the value is unknown', () => {
  const { see, alert } = watching(rule(drop('300')));
  see(0, [payout('1000')]);
  see(1, [payout('500')]);
  expect(see(90, 'connect')).toEqual([]);
  expect(alert('R')).toMatchObject({ phase: 'firing', held: true });
});

test('difference_above: actual against the sum of its parts, either way', () => {
  const { see, alert } = watching(rule({ kind: 'difference_above', threshold: amountOf('10') }));
  expect(see(0, [payout('100')])).toEqual([]);
  expect(see(1, [{ ...payout('100'), actual: amountOf('110') }])).toEqual([]);
  expect(see(2, [{ ...payout('100'), actual: amountOf('89.99') }])).toEqual(['R fired']);
  expect(alert('R')?.value).toBe('-10.01');
  expect(see(3, [{ ...payout('100'), reserve: null }])).toEqual([]);
  expect(see(4, [payout('100')])).toEqual(['R resolved']);
});

test('missing: absent from a good response; a failed one says nothing', () => {
  const { see, alert } = watching(rule({ kind: 'missing' }));
  expect(see(0, [payout('1')])).toEqual([]);
  expect(see(1, 'connect')).toEqual([]);
  expect(see(2, [payout('1', 'SERVICE_PAYMENTS')])).toEqual(['R fired']);
  expect(see(3, 'empty')).toEqual([]);
  expect(alert('R')).toMatchObject({ phase: 'firing', held: true });
  expect(see(4, [payout('1')])).toEqual(['R resolved']);
});

test('missing: a record without a readable name may be just this wallet', () => {
  const { see } = watching(rule({ kind: 'missing' }));
  see(0, [payout('1')]);
  const nameless = { currency: '', walletType: '', reason: 'malformed' } as const;
  expect(see(1, [], { outcome: 'partial', unreadable: [nameless] })).toEqual([]);
  const named = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'malformed' } as const;
  expect(see(2, [], { outcome: 'partial', unreadable: [named] })).toEqual([]);
  expect(see(3, [], { outcome: 'partial' })).toEqual(['R fired']);
});

test('unknown_for: judged by the clock, begins when the silence was long enough', () => {
  const { see, wait, alert } = watching(
    rule({ kind: 'unknown_for', ms: 5 * MINUTE }, { summary: '{{value}}' }),
  );
  see(0, [payout('1')]);
  for (const minute of [1, 2, 3, 4]) expect(see(minute, 'upstream_5xx')).toEqual([]);
  expect(wait(4.9)).toEqual([]);
  expect(wait(5.2)).toEqual(['R fired']);
  expect(alert('R')).toMatchObject({ firingAt: START + 5 * MINUTE, value: '5m12s', threshold: '5m' });
  expect(wait(9)).toEqual([]);
  expect(see(10, [payout('0')])).toEqual(['R resolved']);
});

test('unknown_for: a wallet that is named without what is available has no balance', () => {
  const { see } = watching(rule({ kind: 'unknown_for', ms: 5 * MINUTE }));
  const unreadable = { ...payout('1'), available: null };
  see(0, [payout('1')]);
  for (const minute of [1, 2, 3, 4]) expect(see(minute, [unreadable], { outcome: 'partial' })).toEqual([]);
  expect(see(5, [unreadable], { outcome: 'partial' })).toEqual(['R fired']);
  expect(see(6, [unreadable], { outcome: 'partial' })).toEqual([]);
  expect(see(7, [payout('1')])).toEqual(['R resolved']);
});

test('unknown_for: a clock that is set back does not prolong it', () => {
  const { clock, watch, see } = watching(rule({ kind: 'unknown_for', ms: 5 * MINUTE }));
  see(0, [payout('1')]);
  clock.step(-HOUR);
  clock.advance(5 * MINUTE);
  expect(watch.tick()).toHaveLength(1);
});

test('annotations are filled in, plainly and once', () => {
  const templates = {
    summary: '{{account}} can pay out {{value}} {{currency}}; threshold {{threshold}}, before {{previous}}',
    link: '{{link}}',
    age: '{{ age }} {{wallet}}',
    literal: '{{ .Labels.x }} {{nothing}} <b>',
    inside: '{{wallet_type}}',
  };
  const { condition } = lowRule();
  const { see, alert, clock } = watching({
    ...rule(condition, templates),
    externalUrl: 'http://localhost:14217',
  });
  see(0, [payout('1234567.80', 'MERCHANT_PAYOUT')]);
  see(1, [payout('-0.50', 'MERCHANT_PAYOUT')]);
  clock.advance(90_000);
  expect(alert('R')?.annotations).toEqual({
    summary: 'acme-ug can pay out -0.50 UGX; threshold 5,000,000, before 1,234,567.80',
    link: 'http://localhost:14217/wallets/acme-ug/UGX/MERCHANT_PAYOUT',
    age: '1m30s acme-ug/UGX/MERCHANT_PAYOUT',
    literal: '{{ .Labels.x }} {{nothing}} <b>',
    inside: 'MERCHANT_PAYOUT',
  });
});

test('M9 wallets whose names can not be labels are in no alert', () => {
  const { watch } = watching({
    rules: [lowRule({ wallets: { account: '*', currency: '*', walletType: '*' } })],
  });
  watch.observe(polled(0, [{ ...payout('1', '"}\nevil 1'), exposable: false }]));
  expect(watch.alerts()).toEqual([]);
});

describe('runway_below', () => {
  const lasts = (pessimistic: number | undefined): Runway | undefined =>
    pessimistic === undefined ? undefined : { pessimistic, median: 2 * pessimistic };
  const short = (lead: number | 'top_up_lead_time' = 'top_up_lead_time', change = {}) => {
    let now: number | undefined;
    const told = watching({
      ...rule({ kind: 'runway_below', lead }, { summary: 'lasts {{value}}; a top-up takes {{threshold}}' }),
      accounts: [{ ...account(), topUpLeadMs: 2 * HOUR }],
      runway: (_, available) => (available === null ? undefined : lasts(now)),
      ...change,
    });
    const see = (minute: number, hours: number | undefined) => {
      now = hours === undefined ? undefined : hours * HOUR;
      return told.see(minute, [payout('1')]);
    };
    return { ...told, see };
  };

  test("the pessimistic runway against the account's own lead time, and clear a tenth beyond it", () => {
    const { see, alert } = short();
    expect(see(0, 3)).toEqual([]);
    expect(see(1, 2)).toEqual([]);
    expect(see(2, 1.99)).toEqual(['R fired']);
    expect(alert('R')).toMatchObject({
      value: '1h59m',
      threshold: '2h',
      annotations: { summary: 'lasts 1h59m; a top-up takes 2h' },
    });
    expect(see(3, 2.19)).toEqual([]);
    expect(alert('R')).toMatchObject({ phase: 'firing', reason: 'in_band' });
    expect(see(4, 2.2)).toEqual(['R resolved']);
  });

  test('a duration of its own', () => {
    const { see } = short(5 * HOUR);
    expect(see(0, 5)).toEqual([]);
    expect(see(1, 4.9)).toEqual(['R fired']);
  });

  test('what lasts as long as can be told is over, however long the lead time', () => {
    const { see } = short(HORIZON_MS - 1);
    expect(see(0, 1)).toEqual(['R fired']);
    expect(see(1, HORIZON_MS / HOUR)).toEqual(['R resolved']);
  });

  test('without enough history it is not judged; firing it is held, and so it is while the wallet is unknown', () => {
    const { see, alert } = short();
    expect(see(0, undefined)).toEqual([]);
    expect(see(1, 1)).toEqual(['R fired']);
    expect(see(2, undefined)).toEqual([]);
    expect(alert('R')).toMatchObject({ phase: 'firing', held: true, value: '1h' });
    expect(short(2 * HOUR, { runway: undefined }).see(0, 1)).toEqual([]);
    expect(short('top_up_lead_time', { accounts: [account()] }).see(0, 1)).toEqual([]);
  });
});
