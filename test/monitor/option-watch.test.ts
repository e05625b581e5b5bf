import { describe, expect, test } from 'vitest';
import type { OptionCondition } from '../../src/conditions/option/conditions.ts';
import type { OptionRule } from '../../src/conditions/rule.ts';
import type { OptionSelector } from '../../src/conditions/selector.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { PaymentOption } from '../../src/domain/payment-option.ts';
import { type AlertEvaluator, createAlertEvaluator } from '../../src/monitor/alerts/alert-evaluator.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { computingMs } from '../support/cpu.ts';
import { failedOptionPoll, option, optionPoll } from '../support/options.ts';
import { account, MINUTE, payout, polled, START } from '../support/watching.ts';

const HOUR = 60 * MINUTE;
const schedule = createSchedule('*/15 * * * *', 'UTC');
const anything = { account: '*', currency: '*', transactionType: '*', providerCode: '*' };

function rule(condition: OptionCondition, change: Partial<OptionRule> = {}): OptionRule {
  const common = { severity: 'warning', forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} };
  return { name: 'Rule', ...common, options: anything, condition, ...change };
}

function watching(
  condition: OptionCondition,
  selector: Partial<OptionSelector> = {},
  change: Partial<OptionRule> = {},
) {
  const clock = handClock(START);
  const rules = [rule(condition, { options: { ...anything, ...selector }, ...change })];
  const options = { name: 'acme-ug', schedule, staleAfter: 2 };
  const watched = () => ({ accounts: [account('acme-ug', { options } as object)], rules, builtin: false });
  const told = (changes: ReturnType<AlertEvaluator['observe']>) =>
    changes.map(({ transition }) => transition);
  const watch = createAlertEvaluator(watched(), clock);
  const at = (minute: number) => {
    clock.advance(Math.max(0, START + minute * MINUTE - clock.now()));
    return START + minute * MINUTE;
  };
  return {
    watch,
    clock,
    watched,
    alert: () => watch.alerts()[0],
    see: (minute: number, options: readonly PaymentOption[], change = {}) =>
      told(watch.observeOptions(optionPoll(at(minute), options, change))),
    fail: (minute: number) => told(watch.observeOptions(failedOptionPoll(at(minute)))),
    wallets: (minute: number, ...args: [string] | []) => {
      at(minute);
      const [available] = args;
      return told(watch.observe(polled(minute, available === undefined ? 'deadline' : [payout(available)])));
    },
  };
}

test('inactive_for fires once every poll for so long has said so, and a poll that says otherwise resolves it', () => {
  const { see, alert } = watching({ kind: 'inactive_for', ms: 30 * MINUTE });
  expect(see(0, [option()])).toEqual([]);
  expect(see(15, [option({ active: false })])).toEqual(['pending']);
  expect(see(30, [option({ active: false })])).toEqual([]);
  expect(see(45, [option({ active: false })])).toEqual(['fired']);
  expect(alert()).toMatchObject({ value: 'inactive', threshold: '30m' });
  expect(alert()?.labels).toEqual({
    alertname: 'Rule',
    severity: 'warning',
    account: 'acme-ug',
    currency: 'UGX',
    transaction_type: 'PAYOUT',
    transaction_method: 'MOBILE_MONEY',
    provider_code: 'MANGO_UG',
  });
  expect(see(60, [option()])).toEqual(['resolved']);
});

test('A8 unknown is never active again: not told, not there, not to be believed, not answered', () => {
  const { see, fail, alert } = watching({ kind: 'inactive_for', ms: 0 });
  expect(see(0, [option({ active: false })])).toEqual(['fired']);
  const other = option({ providerCode: 'KIWI_UG' });
  expect(see(15, [option({ active: null })])).toEqual([]);
  expect(see(30, [other])).toEqual([]);
  expect(see(45, [other], { unreadable: [{ ...option(), reason: 'duplicate' }] })).toEqual([]);
  expect(fail(60)).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'firing', held: true });
});

test('what is known of an option is told to be as old as when it was last seen', () => {
  const annotations = { summary: 'as of {{age}} ago' };
  const { see, fail, alert } = watching({ kind: 'inactive_for', ms: 0 }, {}, { annotations });
  const summary = () => alert()?.annotations['summary'];
  see(0, [option({ active: false })]);
  see(15, [option({ active: false })]);
  const other = option({ providerCode: 'KIWI_UG' });
  see(30, [other]);
  expect(summary()).toBe('as of 15m ago');
  see(45, [other], { unreadable: [{ ...option(), reason: 'duplicate' }] });
  expect(summary()).toBe('as of 30m ago');
  fail(60);
  expect(summary()).toBe('as of 45m ago');
});

test('M7 vanished fires upon a good response without it, and is over when it is back', () => {
  const { see, fail } = watching({ kind: 'vanished' });
  const other = option({ providerCode: 'KIWI_UG' });
  see(0, [option(), other]);
  expect(fail(15)).toEqual([]);
  expect(see(30, [other], { unreadable: [{ ...option(), reason: 'malformed' }] })).toEqual([]);
  const nameless = { ...option(), providerCode: '', reason: 'malformed' };
  expect(see(45, [other], { unreadable: [nameless] })).toEqual([]);
  expect(see(60, [other])).toEqual(['fired']);
  expect(see(75, [other])).toEqual([]);
  expect(see(90, [option({ active: false }), other])).toEqual(['resolved']);
});

describe('limit_changed', () => {
  test('is news for a day, says what, and is none for what is written otherwise or not told', () => {
    const { see, alert } = watching({ kind: 'limit_changed' });
    see(0, [option()]);
    expect(see(15, [option({ max: null, min: amountOf('500.0') })])).toEqual([]);
    expect(see(30, [option({ max: amountOf('4000000') })])).toEqual(['fired']);
    expect(alert()?.value).toBe('max_amount 5,000,000 → 4,000,000');
    expect(see(45, [option({ max: amountOf('4000000') })])).toEqual([]);
    expect(see(30 + 23 * 60, [option({ max: amountOf('4000000') })])).toEqual([]);
    expect(see(30 + 24 * 60, [option({ max: amountOf('4000000') })])).toEqual(['resolved']);
  });

  test('is over when the limit is what it was', () => {
    const { see } = watching({ kind: 'limit_changed' });
    see(0, [option()]);
    expect(see(15, [option({ min: amountOf('1000') })])).toEqual(['fired']);
    expect(see(30, [option({ min: amountOf('2000') })])).toEqual([]);
    expect(see(45, [option()])).toEqual(['resolved']);
  });

  test('is over after its day, too, when the limit is not told any more', () => {
    const { see } = watching({ kind: 'limit_changed' });
    see(0, [option()]);
    expect(see(15, [option({ min: amountOf('1000') })])).toEqual(['fired']);
    expect(see(30, [option({ min: null })])).toEqual([]);
    expect(see(15 + 24 * 60, [option({ min: null })])).toEqual(['resolved']);
  });

  test('is over after its day, too, when the option is not named any more', () => {
    const { see, fail } = watching({ kind: 'limit_changed' });
    const other = option({ providerCode: 'KIWI_UG' });
    see(0, [option(), other]);
    expect(see(15, [option({ min: amountOf('1000') }), other])).toEqual(['fired']);
    expect(see(30, [other])).toEqual([]);
    expect(fail(15 + 24 * 60)).toEqual([]);
    expect(see(30 + 24 * 60, [other])).toEqual(['resolved']);
  });

  test('A7 stays news for its day over a restart', () => {
    const { see, watch, clock, watched } = watching({ kind: 'limit_changed' });
    see(0, [option()]);
    see(15, [option({ min: amountOf('1000') })]);
    const next = createAlertEvaluator(watched(), clock);
    next.resume(watch.unsaved(), [], [optionPoll(START + 15 * MINUTE, [option({ min: amountOf('1000') })])]);
    clock.advance(15 * MINUTE);
    const later = (ms: number) =>
      next.observeOptions(optionPoll(START + 15 * MINUTE + ms, [option({ min: amountOf('1000') })]));
    expect(later(15 * MINUTE)).toEqual([]);
    expect(next.alerts()).toMatchObject([{ phase: 'firing' }]);
    clock.advance(24 * HOUR);
    expect(later(24 * HOUR).map(({ transition }) => transition)).toEqual(['resolved']);
  });

  test('A7 … also where that is recalled after a poll by a process that has seen no other limit', () => {
    const before = watching({ kind: 'limit_changed' });
    before.see(0, [option()]);
    before.see(15, [option({ min: amountOf('1000') })]);
    const { see, watch } = watching({ kind: 'limit_changed' });
    see(30, [option({ min: amountOf('1000') })]);
    expect(watch.resume(before.watch.unsaved(), [])).toEqual([]);
    expect(watch.alerts()).toMatchObject([{ phase: 'firing' }]);
  });
});

describe('wallet_below_min', () => {
  const small = option({ min: amountOf('500') });
  const large = option({ providerCode: 'KIWI_UG', min: amountOf('1000.50') });

  test('M15 compares with the smallest payout of any active option, exactly, upon polls of either', () => {
    const { see, wallets, alert } = watching({ kind: 'wallet_below_min' });
    expect(wallets(0, '499.99')).toEqual([]);
    expect(see(0, [small, large])).toEqual(['fired']);
    expect(alert()).toMatchObject({ walletType: 'MERCHANT_PAYOUT', value: '499.99', threshold: '500' });
    expect(wallets(1, '500')).toEqual(['resolved']);
    expect(see(15, [{ ...small, active: false }, large])).toEqual([]); // the wallet's poll is stale by then
    expect(wallets(16, '1000.49')).toEqual(['fired']);
    expect(wallets(17, '1000.50')).toEqual(['resolved']);
  });

  test('A8 is held while anything that might matter isn’t known', () => {
    const { see, wallets, alert } = watching({ kind: 'wallet_below_min' });
    see(0, [small]);
    expect(wallets(1, '1')).toEqual(['fired']);
    expect(wallets(2)).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'firing', held: true });
    const unsure = [
      { ...small, min: null },
      { ...small, active: null },
      { ...small, active: false },
    ];
    for (const [i, one] of unsure.entries()) {
      wallets(14 + 15 * i, '1');
      expect(see(15 + 15 * i, [one])).toEqual([]);
      expect(alert()).toMatchObject({ phase: 'firing', held: true });
    }
    expect(wallets(46, '9')).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'firing', held: true });
    expect(wallets(89, '9999999')).toEqual([]); // what is known of options is stale
    expect(see(90, [small])).toEqual(['resolved']);
  });

  describe('D8 a reload that brings another schedule', () => {
    const begun = (expression: string) => {
      const it = watching({ kind: 'wallet_below_min' });
      const every = (cron: string): ReturnType<typeof it.watched> => ({
        ...it.watched(),
        accounts: it.watched().accounts.map((one) => ({ ...one, schedule: createSchedule(cron, 'UTC') })),
      });
      it.watch.reload(every(expression));
      it.see(0, [small]);
      return { ...it, every };
    };

    test('a quicker one: what the wallet held is as old as by that one', () => {
      const { see, wallets, watch, every, alert } = begun('0 */6 * * *');
      expect(wallets(0, '1')).toEqual(['fired']);
      watch.reload(every('* * * * *'));
      expect(see(15, [option({ min: amountOf('0.5') })])).toEqual([]);
      expect(alert()).toMatchObject({ phase: 'firing', held: true });
      expect(wallets(15, '1')).toEqual(['resolved']);
    });

    test('a slower one, whose current slot lies before the last one: its poll is the newer one', () => {
      const { wallets, watch, every, alert, clock } = begun('*/5 * * * *');
      expect(wallets(5, '1000')).toEqual([]);
      watch.reload(every('0 6 * * *'));
      const slot = START - 6 * HOUR;
      watch.observe(
        polled(0, [payout('1')], { slot, startedAt: clock.now(), observedAt: clock.now() + 300 }),
      );
      expect(alert()).toMatchObject({ phase: 'firing', value: '1' });
    });
  });

  test('D11 ends when its wallet is forgotten, and comes again only once a response names that', () => {
    const { see, wallets, watch, watched, alert, clock } = watching({ kind: 'wallet_below_min' });
    see(0, [small]);
    expect(wallets(1, '1')).toEqual(['fired']);
    watch.observe(polled(2, []));
    expect(alert()).toMatchObject({ phase: 'firing', held: true });
    expect(watch.forget('acme-ug', { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' })).toMatchObject([
      { transition: 'resolved', reason: 'forgotten', alert: { walletType: 'MERCHANT_PAYOUT' } },
    ]);
    const next = createAlertEvaluator(watched(), clock);
    expect(next.resume(watch.unsaved(), [polled(2, [])], [optionPoll(START, [small])])).toEqual([]);
    expect(next.alerts()).toMatchObject([{ phase: 'inactive' }]);
    watch.reload(watched());
    expect(see(15, [small])).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'inactive' });
    expect(wallets(16, '1')).toEqual(['fired']);
  });

  test('D11 lasts when its wallet is expected, or when another wallet is forgotten', () => {
    const { see, wallets, watch, watched } = watching({ kind: 'wallet_below_min' });
    const wallet = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
    see(0, [small]);
    expect(wallets(1, '1')).toEqual(['fired']);
    expect(watch.forget('acme-ug', { ...wallet, currency: 'KES' })).toEqual([]);
    expect(watch.forget('acme-ug', { ...wallet, walletType: 'MERCHANT_COLLECTION' })).toEqual([]);
    watch.reload({ ...watched(), accounts: watched().accounts.map((one) => ({ ...one, expect: [wallet] })) });
    expect(watch.forget('acme-ug', wallet)).toEqual([]);
    expect(watch.alerts()).toMatchObject([{ phase: 'firing' }]);
  });

  test('looks at no collection, and at no provider beyond the selector', () => {
    const { see, wallets } = watching({ kind: 'wallet_below_min' }, { providerCode: 'KIWI_*' });
    see(0, [
      small,
      large,
      option({ transactionType: 'COLLECTION', providerCode: 'KIWI_X', min: amountOf('1') }),
    ]);
    expect(wallets(1, '999')).toEqual(['fired']);
  });
});

describe('a question of several that has no answer says nothing of what the others are about', () => {
  const other = option({ providerCode: 'KIWI_UG' });
  const unansweredOf = (currency: string, transactionType = '') => {
    const named = { currency, transactionType, transactionMethod: '', providerCode: '' };
    return { outcome: 'partial', unreadable: [{ ...named, reason: 'unanswered' }] } as const;
  };

  test('an option has vanished, unless it is among what was asked for', () => {
    for (const unanswered of [unansweredOf('KES'), unansweredOf('UGX', 'COLLECTION')]) {
      const { see } = watching({ kind: 'vanished' });
      see(0, [option(), other]);
      expect(see(15, [other], unanswered)).toEqual(['fired']);
    }
    const { see } = watching({ kind: 'vanished' });
    see(0, [option(), other]);
    expect(see(15, [], unansweredOf('UGX', 'PAYOUT'))).toEqual([]);
  });

  test('a payout wallet holds less than can be paid, unless a payout of its currency is among it', () => {
    for (const unanswered of [unansweredOf('KES'), unansweredOf('UGX', 'COLLECTION')]) {
      const { see, wallets } = watching({ kind: 'wallet_below_min' });
      see(0, [option()], unanswered);
      expect(wallets(1, '1')).toEqual(['fired']);
    }
    for (const unanswered of [unansweredOf('UGX'), unansweredOf('UGX', 'PAYOUT')]) {
      const { see, wallets } = watching({ kind: 'wallet_below_min' });
      see(0, [option()], unanswered);
      expect(wallets(1, '1')).toEqual([]);
    }
  });

  test('nor does the board take it for still there', () => {
    const board = createPaymentOptionBoard([{ name: 'acme-ug', schedule, staleAfter: 2 }], handClock(START));
    board.observe(optionPoll(START, [option(), other]));
    board.observe(optionPoll(START + 15 * MINUTE, [other], unansweredOf('KES')));
    expect(board.account('acme-ug')?.lost).toMatchObject([{ providerCode: 'MANGO_UG', vanished: true }]);
    board.observe(optionPoll(START + 30 * MINUTE, [], unansweredOf('UGX')));
    expect(board.account('acme-ug')?.lost).toMatchObject([{ vanished: true }, { vanished: false }]);
  });
});

test('a selector says which options a rule is for', () => {
  const { see, watch } = watching({ kind: 'vanished' }, { transactionType: 'PAYOUT', providerCode: 'M*' });
  see(0, [option(), option({ providerCode: 'KIWI_UG' }), option({ transactionType: 'COLLECTION' })]);
  expect(watch.alerts()).toHaveLength(1);
});

test('M9 an option whose names can’t be labels is not watched', () => {
  const { see, watch } = watching({ kind: 'vanished' });
  see(0, [option({ providerCode: '"}\nevil 1', exposable: false })]);
  expect(watch.alerts()).toEqual([]);
});

test('A10 a reload without the rule ends its alert; one with it keeps what is known', () => {
  const { see, watch, watched } = watching({ kind: 'vanished' });
  const other = option({ providerCode: 'KIWI_UG' });
  see(0, [option(), other]);
  watch.reload(watched());
  expect(see(15, [other])).toEqual(['fired']);
  expect(watch.reload({ ...watched(), rules: [] }).map(({ transition }) => transition)).toEqual(['resolved']);
});

test('A7 a restart goes on with an alert about an option that the newest response lacks', () => {
  const { see, watch, clock, watched } = watching({ kind: 'vanished' });
  const other = option({ providerCode: 'KIWI_UG' });
  see(0, [option(), other]);
  see(15, [other]);
  const next = createAlertEvaluator(watched(), clock);
  next.resume(watch.unsaved(), [], [optionPoll(START + 15 * MINUTE, [other])]);
  const firing = next.alerts().filter(({ phase }) => phase === 'firing');
  expect(firing.map(({ labels }) => labels['provider_code'])).toEqual(['MANGO_UG']);
  clock.advance(15 * MINUTE);
  const back = next.observeOptions(optionPoll(START + 30 * MINUTE, [option(), other]));
  expect(back.map(({ transition }) => transition)).toEqual(['resolved']);
});

test('A7 a restart goes on with an alert about a payout wallet before any option is named again', () => {
  const { see, wallets, watch, clock, watched } = watching({ kind: 'wallet_below_min' });
  see(0, [option()]);
  expect(wallets(1, '1')).toEqual(['fired']);
  const next = createAlertEvaluator(watched(), clock);
  next.resume(watch.unsaved(), []);
  expect(next.alerts()).toMatchObject([{ phase: 'firing', walletType: 'MERCHANT_PAYOUT' }]);
  clock.advance(14 * MINUTE);
  next.observeOptions(optionPoll(START + 15 * MINUTE, [option()]));
  const changes = next.observe(polled(15, [payout('1000')]));
  expect(changes.map(({ transition }) => transition)).toEqual(['resolved']);
});

describe('A7 a restart brings nothing back by a poll that is older than what is remembered', () => {
  test('of an option', () => {
    const { see, watch, clock, watched } = watching({ kind: 'inactive_for', ms: 0 });
    see(0, [option({ active: false })]);
    expect(see(15, [option()])).toEqual(['resolved']);
    const next = createAlertEvaluator(watched(), clock);
    next.resume(watch.unsaved(), []);
    // The newest has not reached the database yet.
    expect(next.resume([], [], [optionPoll(START, [option({ active: false })])])).toEqual([]);
    expect(next.observeOptions(optionPoll(START + 15 * MINUTE, [option()]))).toEqual([]);
  });

  test('of a wallet that is set against them', () => {
    const { see, wallets, watch, clock, watched } = watching({ kind: 'wallet_below_min' });
    see(0, [option()]);
    wallets(0, '1');
    expect(wallets(1, '1000')).toEqual(['resolved']);
    const next = createAlertEvaluator(watched(), clock);
    next.resume(watch.unsaved(), []);
    expect(next.resume([], [polled(0, [payout('1')])], [optionPoll(START, [option()])])).toEqual([]);
    expect(next.observe(polled(1, [payout('1000')]))).toEqual([]);
  });
});

describe('what others have decided stands against what is heard of when its slot is over', () => {
  test('of an option', () => {
    const others = watching({ kind: 'inactive_for', ms: 0 });
    others.see(15, [option({ active: false })]);
    others.see(30, [option()]);
    const { watch, see, clock, alert } = watching({ kind: 'inactive_for', ms: 0 });
    see(0, [option()]);
    watch.resume(others.watch.unsaved(), []);
    clock.advance(40 * MINUTE);
    expect(watch.observeOptions(optionPoll(START + 15 * MINUTE, [option({ active: false })]))).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'inactive', resolvedAt: START + 30 * MINUTE });
  });

  test('of a wallet that is set against them', () => {
    const others = watching({ kind: 'wallet_below_min' });
    others.see(0, [option()]);
    others.wallets(8, '1');
    const { watch, see, wallets, clock, alert } = watching({ kind: 'wallet_below_min' });
    see(0, [option()]);
    wallets(1, '1');
    watch.resume(others.watch.unsaved(), []);
    clock.advance(8 * MINUTE);
    expect(watch.observe(polled(6, [payout('1000')]))).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'firing', firingAt: START + 8 * MINUTE });
  });
});

test('D13 options that vanished make room for new ones', () => {
  const { see, watch } = watching({ kind: 'inactive_for', ms: 0 });
  for (let round = 0; round < 4; round++) {
    const options = Array.from({ length: 500 }, (_, i) => option({ providerCode: `p${round}_${i}` }));
    see(round * 15, options);
  }
  expect(watch.alerts()).toHaveLength(1_000);
  expect(see(60, [option({ providerCode: 'new', active: false })])).toEqual(['fired']);
});

test('U8 a service that names ten times as many options as there is room for keeps nobody waiting', () => {
  const { see, watch } = watching({ kind: 'vanished' });
  const options = Array.from({ length: 10_000 }, (_, i) => option({ providerCode: `p${i}` }));
  const took = [0, 15, 30].map((minute) => computingMs(() => see(minute, options)));
  expect(Math.min(...took)).toBeLessThan(300); // of milliseconds: without looking through all of them for each
  expect(watch.alerts()).toHaveLength(1_000);
});

test('U8 a service that names new currencies without end has no alerts without end', () => {
  const { see, watch } = watching({ kind: 'wallet_below_min' });
  for (let poll = 0; poll < 5; poll++) {
    const options = Array.from({ length: 1_000 }, (_, i) => option({ currency: `C${poll}X${i}` }));
    see(poll * 15, [option(), ...options]);
  }
  expect(watch.alerts().length).toBeLessThan(1_000);
  expect(watch.alerts().map(({ currency }) => currency)).toContain('UGX');
});

test('M7 vanished fires for an option that was known before, though that is learnt after the first poll', () => {
  const { see, watch, alert } = watching({ kind: 'vanished' }, { providerCode: 'MANGO_UG' });
  const other = option({ providerCode: 'KIWI_UG' });
  see(15, [other]);
  expect(watch.resume([], [], [optionPoll(START, [option(), other])])).toEqual([]);
  expect(alert()).toMatchObject({ phase: 'inactive' });
  expect(see(30, [other])).toEqual(['fired']);
  expect(see(45, [option(), other])).toEqual(['resolved']);
});

test('limits that were told before a start are learnt late, though the option is not named in between', () => {
  const before = watching({ kind: 'limit_changed' });
  before.see(0, [option()]);
  before.see(15, [option({ max: amountOf('1') })]);
  const { watch, clock, see } = watching({ kind: 'limit_changed' });
  clock.advance(30 * MINUTE);
  watch.resume(before.watch.unsaved(), []);
  see(30, []);
  clock.step(-MINUTE);
  watch.resume([], [], [optionPoll(START + 14 * MINUTE, [option({ max: amountOf('1') })])]);
  see(45, [option({ min: amountOf('600'), max: amountOf('1') })]);
  expect(watch.alerts()).toMatchObject([{ phase: 'firing', value: 'min_amount 500 → 600' }]);
});

test('limits that are learnt after newer ones are no change of them', () => {
  const { see, watch } = watching({ kind: 'limit_changed' });
  see(15, [option()]);
  watch.resume([], [], [optionPoll(START, [option({ min: amountOf('400') })])]);
  expect(see(30, [option()])).toEqual([]);
});

describe('a reload has what was seen last judged by the rules of now, where it is evidence still', () => {
  const off = option({ active: false });
  const other = option({ providerCode: 'KIWI_UG' });
  const limits = rule({ kind: 'limit_changed' }, { name: 'Limits' });
  const offFor = (minutes: number) => rule({ kind: 'inactive_for', ms: minutes * MINUTE });

  /** Sees these options a quarter of an hour apart, goes on with other rules, and then is shown again what it saw last. */
  function reloaded(before: readonly OptionRule[], after: readonly OptionRule[], seen: PaymentOption[][]) {
    const { watch, watched, see, wallets, clock, alert } = watching({ kind: 'vanished' });
    watch.reload({ ...watched(), rules: before });
    wallets(0, '100');
    seen.forEach((options, i) => {
      see(i * 15, options);
    });
    const minute = (seen.length - 1) * 15;
    wallets(minute, '100');
    watch.reload({ ...watched(), rules: after });
    const judge = () =>
      watch
        .resume([], [polled(minute, [payout('100')])], [optionPoll(START + minute * MINUTE, seen.at(-1)!)])
        .map(({ transition }) => transition);
    return { judge, see, clock, alert };
  }

  test('by one that is new, once, and from then on', () => {
    const { judge, see } = reloaded([limits], [limits, offFor(30)], [[off]]);
    expect([judge(), judge()]).toEqual([['pending'], []]);
    expect(see(30, [off])).toEqual(['fired']);
  });

  test('by one that is about what was not named', () => {
    const { judge } = reloaded([limits], [limits, rule({ kind: 'vanished' })], [[option(), other], [other]]);
    expect([judge(), judge()]).toEqual([['fired'], []]);
  });

  test('by one that sets a wallet against its options', () => {
    const { judge } = reloaded([limits], [limits, rule({ kind: 'wallet_below_min' })], [[option()]]);
    expect([judge(), judge()]).toEqual([['fired'], []]);
  });

  test('not by one that sets a wallet against its options where what the wallet holds is stale', () => {
    const { judge, clock } = reloaded([limits], [limits, rule({ kind: 'wallet_below_min' })], [[option()]]);
    clock.advance(5 * MINUTE);
    expect(judge()).toEqual([]);
  });

  test('by one that has another condition now', () => {
    expect(reloaded([offFor(30)], [offFor(0)], [[off]]).judge()).toEqual(['fired']);
  });

  test('by the first rules about options that there are', () => {
    const { judge } = reloaded(
      [],
      [offFor(0), rule({ kind: 'wallet_below_min' }, { name: 'Min' })],
      [[off, other]],
    );
    expect(judge()).toEqual(['fired', 'fired']);
  });

  test('a rule that is as it was goes on', () => {
    const { judge, alert } = reloaded([offFor(30)], [offFor(30)], [[off]]);
    expect(judge()).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'pending', pendingAt: START });
  });

  test('what another process has decided later stands', () => {
    const { watch, watched, see, clock } = watching({ kind: 'limit_changed' });
    const after = { ...watched(), rules: [limits, offFor(0)] };
    const replica = createAlertEvaluator(after, clock);
    see(0, [off]);
    replica.observeOptions(optionPoll(START, [off]));
    clock.advance(15 * MINUTE);
    replica.observeOptions(optionPoll(START + 15 * MINUTE, [option()]));
    watch.reload(after);
    watch.resume(replica.unsaved(), []);
    expect(watch.resume([], [], [optionPoll(START, [off])])).toEqual([]);
    const resolvedAt = START + 15 * MINUTE;
    expect(watch.alerts().find(({ rule }) => rule === 'Rule')).toMatchObject({
      phase: 'inactive',
      resolvedAt,
    });
  });

  test('what another process has decided later stands, of the first rules about options, too', () => {
    const { watch, watched, see, clock, alert } = watching({ kind: 'inactive_for', ms: 0 });
    const replica = createAlertEvaluator(watched(), clock);
    watch.reload({ ...watched(), rules: [] });
    see(0, [off]);
    replica.observeOptions(optionPoll(START, [off]));
    clock.advance(15 * MINUTE);
    replica.observeOptions(optionPoll(START + 15 * MINUTE, [option()]));
    watch.reload(watched());
    watch.resume(replica.unsaved(), []);
    expect(watch.resume([], [], [optionPoll(START, [off])])).toEqual([]);
    expect(alert()).toMatchObject({ phase: 'inactive', resolvedAt: START + 15 * MINUTE });
  });

  test('what is stale is no evidence', () => {
    const { judge, clock } = reloaded([limits], [limits, offFor(0)], [[off]]);
    clock.advance(HOUR);
    expect(judge()).toEqual([]);
  });
});
