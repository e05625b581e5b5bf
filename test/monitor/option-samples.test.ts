// Which polls of payment options and of wallets are evidence, of what, and for how long.
import { describe, expect, test } from 'vitest';
import type { OptionCondition } from '../../src/conditions/option/conditions.ts';
import type { Rule } from '../../src/conditions/rule.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { PaymentOption } from '../../src/domain/payment-option.ts';
import { type AlertEvaluator, createAlertEvaluator } from '../../src/monitor/alerts/alert-evaluator.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { failedOptionPoll, option, optionPoll } from '../support/options.ts';
import { account, lowRule, MINUTE, payout, polled, START } from '../support/watching.ts';

const INACTIVE: OptionCondition = { kind: 'inactive_for', ms: 0 };
const LIMITS: OptionCondition = { kind: 'limit_changed' };
const BELOW_MIN: OptionCondition = { kind: 'wallet_below_min' };
const off = option({ active: false });
const at = (minute: number) => START + minute * MINUTE;

/** Of an account whose options are polled each quarter of an hour, and its wallets each minute. */
function watching(condition: OptionCondition, more: readonly Rule[] = []) {
  const clock = handClock(START);
  const common = { severity: 'warning', forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} };
  const any = { account: '*', currency: '*', transactionType: '*', providerCode: '*' };
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const accounts = [{ ...account(), options: { name: 'acme-ug', schedule, staleAfter: 2 } }];
  const rules = [{ name: 'Rule', ...common, options: any, condition }, ...more];
  const watch = createAlertEvaluator({ accounts, rules, builtin: false }, clock);
  const told = (changes: ReturnType<AlertEvaluator['observe']>) =>
    changes.map(({ transition }) => transition);
  const wait = (minute: number) => clock.advance(Math.max(0, at(minute) - clock.now()));
  return {
    ...{ watch, clock, wait },
    alert: () => watch.alerts().find(({ rule }) => rule === 'Rule'),
    see(minute: number, ...options: readonly PaymentOption[]) {
      wait(minute);
      return told(watch.observeOptions(optionPoll(at(minute), options)));
    },
    fail(minute: number) {
      wait(minute);
      return told(watch.observeOptions(failedOptionPoll(at(minute))));
    },
    wallets(minute: number, available: string) {
      wait(minute);
      return told(watch.observe(polled(minute, [payout(available)])));
    },
    /** What is stored of that minute. */
    recall: (minute: number, ...options: readonly PaymentOption[]) =>
      told(watch.resume([], [], [optionPoll(at(minute), options)])),
  };
}

test.each([
  ['an option', INACTIVE, off],
  ['a payout wallet', BELOW_MIN, option()],
] as const)('A8 while polls of options fail, the alert about %s is held', (_what, condition, seen) => {
  const { see, wallets, fail, alert } = watching(condition);
  see(0, seen);
  wallets(1, '1');
  expect(alert()).toMatchObject({ phase: 'firing', held: false });
  expect(fail(15)).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'firing', held: true });
});

test('an older poll is no evidence against a newer one, of options and of wallets', () => {
  const { see, recall, wallets, alert } = watching(BELOW_MIN);
  see(15, option());
  expect(wallets(16, '1')).toEqual(['fired']);
  expect([see(0, option({ min: amountOf('0.1') })), wallets(14, '9000')]).toEqual([[], []]);
  recall(0, option({ min: amountOf('0.1') }));
  expect(see(7, option({ min: amountOf('0.1') }))).toEqual([]); // it has taken no newer one's place
  expect(alert()).toMatchObject({ phase: 'firing', held: false, value: '1', threshold: '500' });
});

describe('a stored poll', () => {
  test('of a while ago judges nothing, and tells how things were', () => {
    const { wait, recall, see } = watching(LIMITS);
    wait(600);
    expect(recall(0, option())).toEqual([]);
    expect(see(600, option({ min: amountOf('600') }))).toEqual(['fired']);
    const other = watching(INACTIVE);
    other.wait(600);
    expect(other.recall(0, off)).toEqual([]);
    expect(other.alert()).toMatchObject({ phase: 'inactive', value: null });
  });

  test('that is fresh judges, and one of the future does not', () => {
    const { wait, recall } = watching(INACTIVE);
    wait(10);
    expect(recall(120, off)).toEqual([]);
    expect(recall(0, off)).toEqual(['fired']);
  });

  test.each([
    ['of a while ago', 600, 0],
    ['before the newest', 15, 0],
  ])('%s makes no option known whose name can not be a label', (_what, now, minute) => {
    const { see, wait, recall, watch } = watching(INACTIVE);
    if (now === 15) see(15, option());
    wait(now);
    recall(minute, option(), option({ providerCode: 'evil 1', exposable: false }));
    expect(watch.alerts()).toHaveLength(1);
  });
});

describe('a payout wallet has an alert', () => {
  const known = (...[seen]: [PaymentOption]) => {
    const { see, watch } = watching(BELOW_MIN);
    see(0, seen);
    return watch.alerts().map(({ currency, walletType }) => `${currency} ${walletType}`);
  };

  test.each([
    ['where payouts of its currency are offered', option(), ['UGX MERCHANT_PAYOUT']],
    ['not by what is collected', option({ transactionType: 'COLLECTION' }), []],
    ['not by what can not be a label', option({ exposable: false }), []],
  ] as const)('%s', (_what, seen, expected) => expect(known(seen)).toEqual(expected));

  test('not by what is remembered of another rule about it', () => {
    const low = lowRule();
    const old = watching(INACTIVE, [low]);
    old.wallets(0, '1');
    const { watch } = watching(BELOW_MIN, [low]);
    watch.resume(old.watch.unsaved(), []);
    expect(watch.alerts().map(({ rule }) => rule)).toEqual(['PayoutFloatLow']);
  });

  test('not of what it held before it was forgotten', () => {
    const { see, wallets, watch } = watching(BELOW_MIN);
    see(0, option());
    expect(wallets(14, '1')).toEqual(['fired']);
    watch.forget('acme-ug', { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' });
    expect(see(15, option())).toEqual([]);
  });
});

describe('D9 when the clock was set back by an hour', () => {
  test('polls go on to be evidence, and older ones to be none', () => {
    const { see, clock } = watching(INACTIVE);
    expect(see(0, off)).toEqual(['fired']);
    clock.step(-60 * MINUTE);
    expect(see(-75, option())).toEqual([]);
    expect(see(-45, option())).toEqual(['resolved']);
  });

  test('what is known of options is stale in its time', () => {
    const { see, wallets, clock } = watching(BELOW_MIN);
    see(0, option());
    clock.step(-60 * MINUTE);
    expect(wallets(-20, '1')).toEqual([]);
  });

  test('what is known of wallets is stale in its time', () => {
    const { see, wallets, clock } = watching(BELOW_MIN);
    wallets(0, '1');
    clock.step(-60 * MINUTE);
    expect(see(-45, option())).toEqual([]);
  });

  test('the polls of wallets that are older than the newest are no evidence', () => {
    const { see, wallets, clock } = watching(BELOW_MIN);
    see(0, option());
    expect(wallets(0, '1')).toEqual(['fired']);
    clock.step(-60 * MINUTE);
    expect(wallets(-62, '9000')).toEqual([]);
    expect(wallets(-59, '9000')).toEqual(['resolved']);
  });
});
