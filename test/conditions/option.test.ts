// Every condition about payment options by example: a new one needs its rows here before it compiles.
import { expect, test } from 'vitest';
import type { PaymentOptionSample } from '../../src/conditions/option/condition.ts';
import {
  kindOfOptionCondition,
  type OptionCondition,
  type OptionConditionName,
} from '../../src/conditions/option/conditions.ts';
import { learnLimits, limitsAt, NEWS_MS, NO_LIMITS } from '../../src/conditions/option/limits.ts';
import type { ConditionState } from '../../src/domain/alert.ts';
import { type Amount, amountOf } from '../../src/domain/money.ts';
import type { PaymentOption } from '../../src/domain/payment-option.ts';

const HOUR = 3_600_000;

const option = (change: Partial<PaymentOption> = {}): PaymentOption => ({
  currency: 'UGX',
  transactionType: 'PAYOUT',
  transactionMethod: 'MOBILE_MONEY',
  providerCode: 'mtn_ug',
  methodName: 'Mobile Money',
  providerName: 'MTN',
  min: amountOf('500'),
  max: amountOf('5000000'),
  maxDaily: null,
  active: true,
  prefixes: [],
  exposable: true,
  ...change,
});
const seen = (change: Partial<PaymentOption> = {}): PaymentOptionSample => ({
  kind: 'seen',
  option: option(change),
});
const MISSING: PaymentOptionSample = { kind: 'missing' };
const MISSED: PaymentOptionSample = { kind: 'failed' };

/** About an option: what the poll before told of it, and what this one tells. */
type OptionRow = readonly [
  before: PaymentOption | null,
  now: PaymentOptionSample,
  state: ConditionState,
  value: string | null,
];
/** About a payout wallet: what it holds, its payouts, and whether one more couldn't be read. */
type WalletRow = readonly [
  available: Amount | null,
  payouts: readonly PaymentOption[],
  uncertain: boolean,
  state: ConditionState,
];

const OPTION_ROWS: Readonly<
  Record<Exclude<OptionConditionName, 'wallet_below_min'>, readonly [OptionCondition, readonly OptionRow[]]>
> = {
  inactive_for: [
    { kind: 'inactive_for', ms: HOUR },
    [
      [null, seen({ active: false }), 'met', 'inactive'],
      [null, seen(), 'clear', 'active'],
      [null, seen({ active: null }), 'unknown', null],
      [null, MISSING, 'unknown', null],
      [null, MISSED, 'unknown', null],
    ],
  ],
  vanished: [
    { kind: 'vanished' },
    [
      [option(), MISSING, 'met', null],
      [option(), seen(), 'clear', null],
      [option(), { kind: 'unreadable' }, 'clear', null],
      [option(), MISSED, 'unknown', null],
    ],
  ],
  limit_changed: [
    { kind: 'limit_changed' },
    [
      [option(), seen({ min: amountOf('1000') }), 'met', 'min_amount 500 → 1,000'],
      [option(), seen({ min: amountOf('500.00') }), 'clear', null],
      [option(), seen({ min: null }), 'clear', null],
      [
        option(),
        seen({ min: amountOf('1000'), max: amountOf('2000') }),
        'met',
        'min_amount 500 → 1,000, max_amount 5,000,000 → 2,000',
      ],
      [option(), MISSING, 'clear', null],
      [option(), MISSED, 'unknown', null],
    ],
  ],
};

test.each(
  Object.values(OPTION_ROWS).flatMap(([condition, rows]) => rows.map((row) => [condition, ...row] as const)),
)('%j, before %j, now %j: %s, %s', (condition, before, now, state, value) => {
  const kind = kindOfOptionCondition(condition);
  if (kind.about !== 'option') throw new Error('is about a wallet');
  let limits = before ? learnLimits(NO_LIMITS, before, 0) : NO_LIMITS;
  if (now.kind === 'seen') limits = learnLimits(limits, now.option, HOUR);
  expect(kind.evaluate(condition, now, limits)).toMatchObject({ state, value });
});

test.each<WalletRow>([
  [amountOf('499'), [option()], false, 'met'],
  [amountOf('500'), [option()], false, 'clear'],
  [amountOf('499'), [option(), option({ min: amountOf('100') })], false, 'clear'],
  [amountOf('499'), [option({ min: amountOf('100') }), option()], false, 'clear'],
  [
    amountOf('400'),
    [option(), option({ min: amountOf('450') }), option({ min: amountOf('300') })],
    false,
    'clear',
  ],
  [amountOf('400'), [option(), option({ min: amountOf('500.0') })], false, 'met'],
  [amountOf('499'), [option(), option({ min: amountOf('100'), active: false })], false, 'met'],
  [amountOf('499'), [option(), option({ active: null })], false, 'unknown'],
  [amountOf('499'), [option(), option({ min: null })], false, 'unknown'],
  [amountOf('499'), [option()], true, 'unknown'],
  [amountOf('500'), [option()], true, 'clear'],
  [amountOf('499'), [option({ active: false })], false, 'unknown'],
  [null, [option()], false, 'unknown'],
])('wallet_below_min: %s against %j, one more unreadable %s: %s', (available, payouts, uncertain, state) => {
  const condition: OptionCondition = { kind: 'wallet_below_min' };
  const kind = kindOfOptionCondition(condition);
  if (kind.about !== 'payout_wallet') throw new Error('is about an option');
  expect(kind.evaluate(condition, available, payouts, uncertain).state).toBe(state);
});

test('what a payout wallet holds too little of is the smallest payout', () => {
  const kind = kindOfOptionCondition({ kind: 'wallet_below_min' });
  if (kind.about !== 'payout_wallet') throw new Error('is about an option');
  const payouts = [option({ min: amountOf('500') }), option({ min: amountOf('500.0') })];
  const { threshold } = kind.evaluate({ kind: 'wallet_below_min' }, amountOf('1'), payouts, false);
  expect(threshold).toBe('500');
});

test('while a limit that has changed is news, an option that has gone says nothing about it', () => {
  const kind = kindOfOptionCondition({ kind: 'limit_changed' });
  if (kind.about !== 'option') throw new Error('is about a wallet');
  const limits = learnLimits(learnLimits(NO_LIMITS, option(), 0), min('1000'), HOUR);
  expect(kind.evaluate({ kind: 'limit_changed' }, MISSING, limits).state).toBe('unknown');
  expect(kind.evaluate({ kind: 'limit_changed' }, MISSED, NO_LIMITS).state).toBe('unknown');
});

test.each(['vanished', 'limit_changed', 'wallet_below_min'] as const)(
  '%s is written as true in settings, and needs no time',
  (name) => {
    const kind = kindOfOptionCondition({ kind: name });
    expect(kind.settingsOf({ kind: name })).toEqual({ value: true, more: {} });
    expect(kind.lastingMs({ kind: name })).toBe(0);
  },
);

const min = (amount: string) => option({ min: amountOf(amount) });
const news = (...polls: readonly PaymentOption[]) =>
  polls.reduce((limits, poll, i) => learnLimits(limits, poll, i * HOUR), NO_LIMITS).before;

test.each([
  [
    'it was when it changed first',
    [min('500'), min('1000'), min('2000')],
    { min: { amount: '500', changedAt: 2 * HOUR } },
  ],
  ['nothing once it has changed back', [min('500'), min('1000'), min('500.0')], {}],
  ['nothing while it is not sent', [min('500'), option({ min: null }), min('500')], {}],
  [
    'what it was before it was not sent',
    [min('500'), option({ min: null }), min('1')],
    { min: { amount: '500', changedAt: 2 * HOUR } },
  ],
])('what is news of a limit is what %s', (_what, polls, expected) => {
  expect(news(...polls)).toStrictEqual(expected);
});

test('a change is news for a day', () => {
  const changed = learnLimits(learnLimits(NO_LIMITS, min('500'), 0), min('1000'), HOUR);
  expect(limitsAt(changed, HOUR + NEWS_MS - 1).before).toStrictEqual(changed.before);
  const over = limitsAt(changed, HOUR + NEWS_MS);
  expect(over).toStrictEqual({ known: changed.known, before: {} });
  expect(limitsAt(over, 0)).toBe(over);
});
