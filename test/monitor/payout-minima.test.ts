// Payout wallets against the smallest payout that their currency's options allow.
import { describe, expect, test } from 'vitest';
import type { OptionRule } from '../../src/conditions/rule.ts';
import { INACTIVE } from '../../src/domain/alert.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { OptionObservation, PaymentOption } from '../../src/domain/payment-option.ts';
import { type AlertInstance, UNKNOWN } from '../../src/monitor/alerts/alert-instance.ts';
import { createPayoutMinima, heldByPayouts } from '../../src/monitor/alerts/payout-minima.ts';
import { option, optionPoll } from '../support/options.ts';
import { payout, polled, START } from '../support/watching.ts';

const FIRING = { ...INACTIVE, phase: 'firing', firingAt: START, at: START } as const;
const ANY = { account: '*', currency: '*', transactionType: '*', providerCode: '*' };
const RULE: OptionRule = {
  ...{ name: 'BelowMin', severity: 'warning', forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} },
  ...{ options: ANY, condition: { kind: 'wallet_below_min' } },
};

function minimaOf(rules: readonly OptionRule[] = [RULE]) {
  const ended: string[] = [];
  const applied: string[] = [];
  const minima = createPayoutMinima({
    ...{ account: 'acme-ug', rules, register: (alert) => alert },
    end: (alerts, reason) => {
      for (const { subject } of alerts) ended.push(`${subject.currency} ${reason}`);
    },
  });
  const known = (available: string | null, options: OptionObservation, at = START) => ({
    ...{ available: new Map([['UGX', available === null ? null : amountOf(available)]]), options, at },
    apply: ({ subject }: AlertInstance, { state, value, threshold }: typeof UNKNOWN) =>
      void applied.push([subject.currency, state, value ?? '-', threshold ?? '-'].join(' ')),
  });
  const alertOf = (currency: string) => minima.byCurrency.get(currency)![0]!.alert;
  return { ...minima, ended, applied, known, alertOf, take: () => applied.splice(0) };
}

const currencies = (count: number, from = 0) =>
  new Set(Array.from({ length: count }, (_, i) => `C${from + i}`));
const small = option();
const large = option({ providerCode: 'KIWI_UG', min: amountOf('1000') });

test('what payout wallets hold is said by none of other types, and by none whose name can not be a label', () => {
  const evil = { ...payout('3'), currency: 'evil 1', exposable: false };
  const kenyan = { ...payout('4'), currency: 'KES', available: null };
  expect([...heldByPayouts(polled(0, [payout('1'), payout('2', 'OTHER'), evil, kenyan]))]).toEqual([
    ['UGX', '1'],
    ['KES', null],
  ]);
});

describe('a payout wallet is set against', () => {
  const about = (change: Partial<typeof ANY>) => ({ ...RULE, options: { ...ANY, ...change } });
  const others: readonly PaymentOption[] = [
    option({ min: amountOf('1'), currency: 'KES' }),
    option({ min: amountOf('2'), transactionType: 'COLLECTION' }),
  ];

  test.each([
    ['the smallest', RULE, ['UGX met 400 500']],
    ['the smallest of the provider', about({ providerCode: 'KIWI_*' }), ['UGX met 400 1000']],
    ['none of a provider that is not there', about({ providerCode: 'X' }), ['UGX unknown - -']],
  ])('%s, of its own payouts', (_what, rule, said) => {
    const { track, evaluate, known, applied } = minimaOf([rule]);
    track('UGX');
    evaluate(known('400', optionPoll(START, [...others, large, small])));
    expect(applied).toEqual(said);
  });

  const record = { ...small, reason: 'malformed' } as const;
  test.each([
    ['this very one', {}, false],
    ['one without a currency', { currency: '' }, false],
    ['one without a type', { transactionType: '' }, false],
    ['one without a provider', { providerCode: '' }, false],
    ['one of another currency', { currency: 'KES' }, true],
    ['one of another type', { transactionType: 'COLLECTION' }, true],
    ['one of another provider', { providerCode: 'OTHER' }, true],
  ])('what may be read wrong, where that is %s', (_what, name, isSure) => {
    const { track, evaluate, known, applied } = minimaOf([about({ providerCode: 'MANGO_UG' })]);
    track('UGX');
    evaluate(known('400', optionPoll(START, [small], { unreadable: [{ ...record, ...name }] })));
    expect(applied).toEqual([isSure ? 'UGX met 400 500' : 'UGX unknown - -']);
  });

  test.each([
    ['another account', { account: 'other' }],
    ['another currency', { currency: 'KES' }],
    ['collections', { transactionType: 'COLLECTION' }],
  ])('nothing by a rule about %s', (_what, change) => {
    const { track, byCurrency } = minimaOf([about(change)]);
    track('UGX');
    expect(byCurrency.get('UGX')).toEqual([]);
  });

  test('nothing by a rule about options by themselves, whose alert is another', () => {
    const { track, byCurrency } = minimaOf([{ ...RULE, condition: { kind: 'vanished' } }, RULE]);
    track('UGX');
    expect(byCurrency.get('UGX')).toMatchObject([{ rule: RULE, isNew: true }]);
  });
});

test('what is known of it is as old as the poll that told it', () => {
  const { track, evaluate, known, alertOf } = minimaOf();
  track('UGX');
  evaluate(known('400', optionPoll(START, [small]), START + 7));
  expect(alertOf('UGX').knownAt).toBe(START + 7);
});

test('a rule that a reload has brought is judged once, and not by less than is known already', () => {
  const { track, evaluateNew, known, take, alertOf } = minimaOf();
  track('UGX');
  const polls = known('400', optionPoll(START, [small]));
  alertOf('UGX').state = { ...INACTIVE, at: START + 1 };
  evaluateNew(polls);
  expect(take()).toEqual([]);
  alertOf('UGX').state = { ...INACTIVE, at: START };
  evaluateNew(polls);
  expect(take()).toEqual(['UGX met 400 500']);
  evaluateNew(polls);
  expect(take()).toEqual([]);
});

test.each([
  ['as it was', RULE, []],
  ['with another condition', { ...RULE, forMs: 1 }, ['UGX met 400 500']],
])('a rule that is %s goes on, or is judged anew', (_what, rule, said) => {
  const old = minimaOf();
  old.track('UGX');
  const polls = old.known('400', optionPoll(START, [small]));
  old.evaluate(polls);
  const next = minimaOf([rule]);
  next.inherit(old.byCurrency);
  next.evaluateNew({ ...polls, apply: next.known(null, polls.options).apply });
  expect(next.take()).toEqual(said);
});

test('that nothing is known is told of each', () => {
  const { offer, applyToAll, known, applied } = minimaOf();
  offer(new Set(['UGX', 'KES']));
  applyToAll(UNKNOWN, START, known(null, optionPoll(START, [])).apply);
  expect(applied).toEqual(['UGX unknown - -', 'KES unknown - -']);
});

test('what is forgotten is let go of, with its alerts, until it is offered again', () => {
  const { offer, forget, byCurrency, alertOf } = minimaOf();
  offer(new Set(['UGX', 'KES']));
  const alert = alertOf('UGX');
  expect(forget('UGX')).toEqual([alert]);
  expect([...byCurrency.keys()]).toEqual(['KES']);
  expect(forget('UGX')).toEqual([]);
  offer(new Set(['UGX']));
  expect(alertOf('UGX')).not.toBe(alert);
});

describe('of more currencies than there are', () => {
  const full = () => {
    const minima = minimaOf();
    minima.offer(currencies(200));
    return minima;
  };

  test('those that are offered stay, and there is no room for others', () => {
    const { offer, byCurrency, ended } = full();
    offer(currencies(300));
    expect([...byCurrency.keys()]).toEqual([...currencies(200)]);
    expect(ended).toEqual([]);
  });

  test('one that is not offered any more makes room, unless there is an alert about it', () => {
    const { offer, byCurrency, ended, alertOf } = full();
    alertOf('C0').state = FIRING;
    offer(new Set([...currencies(198, 2), 'C900']));
    expect(ended).toEqual(['C1 removed']);
    expect([byCurrency.size, byCurrency.has('C0'), byCurrency.has('C900')]).toEqual([200, true, true]);
  });

  test('what is known already needs no room', () => {
    const { offer, ended, alertOf } = full();
    const alert = alertOf('C5');
    offer(new Set(['C5']));
    expect(ended).toEqual([]);
    expect(alertOf('C5')).toBe(alert);
  });
});
