// Conditions at their boundaries, and what they give as value and threshold.
import { expect, test } from 'vitest';
import type { PaymentOptionSample } from '../../src/conditions/option/condition.ts';
import { kindOfOptionCondition } from '../../src/conditions/option/conditions.ts';
import {
  learnLimits,
  limitsAt,
  limitsDatedBack,
  NEWS_MS,
  NO_LIMITS,
} from '../../src/conditions/option/limits.ts';
import { chapterOf, levelOf, type Rule } from '../../src/conditions/rule.ts';
import { rulesByAccount } from '../../src/conditions/rules-by-account.ts';
import type { Sample } from '../../src/conditions/wallet/condition.ts';
import { kindOfWalletCondition } from '../../src/conditions/wallet/conditions.ts';
import { type Amount, amountOf } from '../../src/domain/money.ts';
import type { PaymentOption } from '../../src/domain/payment-option.ts';
import { option } from '../support/options.ts';
import { lowRule } from '../support/watching.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AT = Date.parse('2026-03-02T12:00:00Z');
const HELD: Sample = {
  kind: 'seen',
  balance: {
    available: amountOf('5'),
    actual: amountOf('5'),
    uncleared: amountOf('0'),
    reserve: amountOf('0'),
  },
};

test.each([
  ['a moment less than it', 2 * DAY, 2 * DAY - 1, 'met', '1d23h59m'],
  ['just as long', 2 * DAY, 2 * DAY, 'band', '2d'],
  ['a moment less than a tenth longer', 10 * HOUR, 11 * HOUR - 1, 'band', '10h59m'],
  ['a tenth longer', 10 * HOUR, 11 * HOUR, 'clear', '11h'],
  ['all that can be seen, which is less than a tenth longer', 59 * DAY, 60 * DAY, 'clear', '60d'],
  ['a moment less than all that can be seen', 59 * DAY, 60 * DAY - 1, 'band', '59d23h59m'],
  ['not a minute', 2 * DAY, 59_999, 'met', '0s'],
])('against a lead time a runway that is %s', (_, lead, pessimistic, state, value) => {
  const condition = { kind: 'runway_below', lead } as const;
  const runway = { median: 70 * DAY, pessimistic };
  const evaluation = kindOfWalletCondition(condition).evaluate(condition, HELD, { knownAt: AT, runway }, AT);
  expect(evaluation).toMatchObject({ state, value });
});

test.each([
  [10 * HOUR - 1, { state: 'unknown', value: null }],
  [10 * HOUR, { state: 'met', value: '10h', since: AT }],
  [10 * HOUR + 999, { state: 'met', value: '10h', since: AT - 999 }],
  [10 * HOUR + 1_000, { state: 'met', value: '10h1s', since: AT - 1_000 }],
])('after %i ms without a balance, a silence of ten hours is %j', (ms, expected) => {
  const condition = { kind: 'unknown_for', ms: 10 * HOUR } as const;
  const memory = { knownAt: AT - ms };
  const evaluation = kindOfWalletCondition(condition).evaluate(condition, { kind: 'failed' }, memory, AT);
  expect(evaluation).toEqual({ threshold: '10h', ...expected });
});

const min = (amount: string | null, active: boolean | null = true) =>
  option({ min: amount === null ? null : amountOf(amount), active });

test.each<[string, Amount, readonly PaymentOption[], object]>([
  [
    'the least of several',
    amountOf('299'),
    [min('500'), min('300'), min('400')],
    { state: 'met', value: '299', threshold: '300' },
  ],
  [
    'the least, though it is clear',
    amountOf('300.00'),
    [min('500'), min('300')],
    { state: 'clear', value: '300.00', threshold: '300' },
  ],
  [
    'that of the active ones',
    amountOf('299'),
    [min('100', false), min('300')],
    { state: 'met', threshold: '300' },
  ],
  ['none, as none is active', amountOf('299'), [min('100', false)], { state: 'unknown', threshold: null }],
  ['none, as none is known', amountOf('299'), [min(null)], { state: 'unknown', threshold: null }],
  ['none, as there are none', amountOf('299'), [], { state: 'unknown', threshold: null }],
])('the smallest payout of a wallet is %s', (_, available, payouts, expected) => {
  const condition = { kind: 'wallet_below_min' } as const;
  const kind = kindOfOptionCondition(condition);
  if (kind.about !== 'payout_wallet') throw new Error('is about an option');
  expect(kind.evaluate(condition, available, payouts, false)).toMatchObject(expected);
});

const changed = learnLimits(
  learnLimits(NO_LIMITS, option(), 0),
  option({ min: amountOf('600'), max: amountOf('7000000'), maxDaily: amountOf('1') }),
  HOUR,
);

test.each<[string, PaymentOptionSample, typeof changed, object]>([
  [
    'changed, all of them',
    { kind: 'seen', option: option() },
    changed,
    {
      state: 'met',
      value: 'min_amount 500 → 600, max_amount 5,000,000 → 7,000,000, max_daily_amount 20,000,000 → 1',
    },
  ],
  ['gone while they are news', { kind: 'missing' }, changed, { state: 'unknown', value: null }],
  [
    'gone when they are news no more',
    { kind: 'missing' },
    limitsAt(changed, HOUR + NEWS_MS),
    { state: 'clear' },
  ],
  ['named, but not to be believed', { kind: 'unreadable' }, NO_LIMITS, { state: 'unknown' }],
  ['as they were', { kind: 'seen', option: option() }, NO_LIMITS, { state: 'clear', value: null }],
])('limits that are %s', (_, sample, limits, expected) => {
  const condition = { kind: 'limit_changed' } as const;
  const kind = kindOfOptionCondition(condition);
  if (kind.about !== 'option') throw new Error('is about a wallet');
  expect(kind.evaluate(condition, sample, limits)).toMatchObject({ threshold: null, ...expected });
});

test('after the clock was set back a change stays news for its day', () => {
  const back = limitsDatedBack(changed, HOUR);
  expect(Object.values(back.before).map(({ changedAt }) => changedAt)).toEqual([0, 0, 0]);
  expect(back.known).toEqual(changed.known);
  expect(Object.keys(limitsAt(back, NEWS_MS - 1).before)).toEqual(['min', 'max', 'maxDaily']);
  expect(limitsAt(back, NEWS_MS).before).toEqual({});
  expect(limitsDatedBack(NO_LIMITS, HOUR)).toBe(NO_LIMITS);
});

const about = (name: string, account: string): Rule =>
  lowRule({ name, wallets: { account, currency: '*', walletType: '*' } });
const aboutOptions: Rule = {
  ...{ name: 'O', severity: 'warning', forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} },
  ...{
    options: { account: 'acme-ke', currency: '*', transactionType: '*', providerCode: '*' },
    condition: { kind: 'vanished' },
  },
};

test('the rules about an account are found by its name and by globs, in their order', () => {
  const rules = [
    about('A', 'acme-*'),
    about('B', 'acme-ug'),
    about('C', 'other'),
    aboutOptions,
    about('D', '*'),
    about('E', 'acme-ug'),
  ];
  const of = rulesByAccount(rules);
  const names = (account: string) =>
    of(account)
      .map(({ name }) => name)
      .join('');
  expect(['acme-ug', 'acme-ke', 'other', 'nobody'].map(names)).toEqual(['ABDE', 'AOD', 'CD', 'D']);
  const all = [about('A', '*'), about('B', '*')];
  expect(rulesByAccount(all)('any')).toBe(all);
  expect(rulesByAccount([])('any')).toEqual([]);
});

test('a rule has its chapter, and the amount that its threshold is a level of', () => {
  expect([chapterOf(lowRule()), chapterOf(aboutOptions)]).toEqual(['below', 'vanished']);
  const short = lowRule({ condition: { kind: 'runway_below', lead: DAY } });
  expect([chapterOf(short), levelOf(short)]).toEqual(['runway-below', undefined]);
  expect(levelOf(lowRule())).toEqual({ of: 'available', bad: 'below' });
  expect(levelOf(aboutOptions)).toBeUndefined();
  const smallest = { ...aboutOptions, condition: { kind: 'wallet_below_min' } } as Rule;
  expect(levelOf(smallest)).toEqual({ of: 'available', bad: 'below' });
});
