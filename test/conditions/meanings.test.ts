// What each condition reads, looks at, is a level of, and says to people, and what its settings are where the file says nothing.
import { expect, test } from 'vitest';
import { kindOfOptionCondition, type OptionCondition } from '../../src/conditions/option/conditions.ts';
import { kindName } from '../../src/conditions/settings.ts';
import { dropsBy, risesBy } from '../../src/conditions/wallet/change.ts';
import {
  forAccount,
  kindOfWalletCondition,
  type WalletCondition,
} from '../../src/conditions/wallet/conditions.ts';
import { runwayBelow } from '../../src/conditions/wallet/runway-below.ts';
import { above, below } from '../../src/conditions/wallet/threshold.ts';
import { amountOf } from '../../src/domain/money.ts';

const HOUR = 3_600_000;
const FIVE = amountOf('5');
const hour = { field: 'actual', withinMs: HOUR } as const;
const low = { kind: 'below', field: 'actual', threshold: FIVE, clear: amountOf('6') } as const;
const high = { kind: 'above', field: 'actual', threshold: FIVE, clear: FIVE } as const;
const drop = { kind: 'drops_by', by: FIVE, percent: true, ...hour } as const;
const rise = { kind: 'rises_by', by: FIVE, percent: false, ...hour } as const;
const runway = { kind: 'runway_below', lead: 2 * HOUR } as const;
const own = { kind: 'runway_below', lead: 'top_up_lead_time' } as const;
const silence = { kind: 'unknown_for', ms: HOUR } as const;
const gone = { kind: 'missing' } as const;
const difference = { kind: 'difference_above', threshold: FIVE } as const;

test.each<readonly [WalletCondition, reads: readonly string[], threshold: string | null, evidence: object]>([
  [low, ['actual'], '5', { kind: 'balance' }],
  [high, ['actual'], '5', { kind: 'balance' }],
  [drop, ['actual'], '5%', { kind: 'window', extreme: 'max', ...hour }],
  [rise, ['actual'], '5', { kind: 'window', extreme: 'min', ...hour }],
  [runway, ['available'], '2h', { kind: 'runway' }],
  [own, ['available'], 'the top-up lead time', { kind: 'runway' }],
  [{ ...own, confidence: 0.9 }, ['available'], 'the top-up lead time', { kind: 'runway' }],
  [
    { ...runway, confidence: 0.9 },
    ['available'],
    '2h',
    { kind: 'runway', aim: { leadMs: 2 * HOUR, confidence: 0.9 } },
  ],
  [silence, ['available'], '1h', { kind: 'silence', ms: HOUR }],
  [gone, [], null, { kind: 'presence' }],
  [difference, ['available', 'actual', 'uncleared', 'reserve'], '5', { kind: 'balance' }],
])(
  '%j: which amounts it reads, its threshold, and what it looks at',
  (condition, reads, threshold, evidence) => {
    const kind = kindOfWalletCondition(condition);
    expect([...kind.fields(condition)].sort()).toEqual([...reads].sort());
    expect(kind.threshold(condition)).toBe(threshold);
    expect(kind.evidence(condition)).toEqual(evidence);
  },
);

test.each<readonly [WalletCondition, object | undefined]>([
  [low, { of: 'actual', bad: 'below' }],
  [high, { of: 'actual', bad: 'above' }],
  [drop, undefined],
  [runway, undefined],
  [difference, undefined],
])('%j: its threshold is a level of %j', (condition, level) => {
  expect(kindOfWalletCondition(condition).level?.(condition)).toEqual(level);
});

test('the smallest payout is a level of what is available', () => {
  const condition = { kind: 'wallet_below_min' } as const;
  expect(kindOfOptionCondition(condition).level?.(condition)).toEqual({ of: 'available', bad: 'below' });
});

test.each<readonly [WalletCondition, words: readonly string[]]>([
  [low, ['{{wallet}}', 'actual is {{value}} {{currency}}', 'below {{threshold}}', '{{plan}}']],
  [
    high,
    ['{{wallet}}', 'actual is {{value}} {{currency}}', 'above {{threshold}}', 'Move what need not lie there'],
  ],
  [
    drop,
    [
      '{{wallet}}',
      'actual went down to {{value}}',
      'by {{threshold}} or more within 1h',
      'yours',
      '{{plan}}',
    ],
  ],
  [
    rise,
    ['{{wallet}}', 'actual went up to {{value}}', 'by {{threshold}} or more within 1h', 'where it came from'],
  ],
  [runway, ['{{wallet}}', 'lasts {{value}}', 'less than {{threshold}}', '{{plan}}']],
  [silence, ['{{wallet}}', '{{value}}', 'floatwatch probe {{account}}']],
  [gone, ['{{wallet}}', 'floatwatch forget {{wallet}}']],
  [difference, ['{{wallet}}', '{{value}} {{currency}}', 'more than {{threshold}}', 'statement']],
])('%j: its summary says which wallet, what is wrong, and what to do', (condition, words) => {
  const summary = kindOfWalletCondition(condition).summary(condition);
  for (const each of words) expect(summary).toContain(each);
  expect(summary.includes('{{plan}}'), 'a plan where money is missing').toBe(words.includes('{{plan}}'));
});

const OPTION = '{{account}}/{{currency}} {{transaction_type}} by {{transaction_method}} {{provider_code}}';

test.each<readonly [OptionCondition, words: readonly string[]]>([
  [{ kind: 'inactive_for', ms: HOUR }, [OPTION, 'inactive for {{threshold}}', 'Send by another']],
  [{ kind: 'vanished' }, [OPTION, 'no longer names', 'Send by another']],
  [{ kind: 'limit_changed' }, [OPTION, '{{value}}', 'still within']],
  [{ kind: 'wallet_below_min' }, ['{{wallet}}', '{{value}} {{currency}}', 'smallest payout', '{{plan}}']],
])('%j: so does that of a condition about payment options', (condition, words) => {
  const summary = kindOfOptionCondition(condition).summary(condition);
  for (const each of words) expect(summary).toContain(each);
});

test('where the file names no field it is about what is available, and is over at the threshold', () => {
  const nothing = { field: null, clear_above: null, clear_below: null };
  const of = { field: 'available', threshold: FIVE, clear: FIVE };
  expect(below.of(FIVE, nothing)).toEqual({ kind: 'below', ...of });
  expect(above.of(FIVE, nothing)).toEqual({ kind: 'above', ...of });
  const change = { by: FIVE, percent: false };
  for (const kind of [dropsBy, risesBy])
    expect(kind.of(change, { field: null, within: HOUR })).toMatchObject({
      field: 'available',
      withinMs: HOUR,
    });
});

test('a level at which it is over is written only where it is another than the threshold', () => {
  expect(below.settingsOf(low).more.clear_above).toBe('6');
  expect(below.settingsOf({ ...low, clear: FIVE }).more.clear_above).toBeNull();
  expect(above.settingsOf({ ...high, clear: amountOf('4') }).more.clear_below).toBe('4');
  expect(above.settingsOf(high).more.clear_below).toBeNull();
});

test('so is the confidence of a rule about runways', () => {
  for (const confidence of [0.9, null]) {
    const condition = runwayBelow.of(HOUR, { confidence });
    expect(runwayBelow.settingsOf(condition)).toEqual({ value: HOUR, more: { confidence } });
  }
});

test.each([
  [own, { topUpLeadMs: HOUR, confidence: 0.8 }, { ...runway, lead: HOUR, confidence: 0.8 }],
  [own, { topUpLeadMs: undefined, confidence: undefined }, own],
  [
    { ...runway, confidence: 0.9 },
    { topUpLeadMs: HOUR, confidence: 0.8 },
    { ...runway, confidence: 0.9 },
  ],
  [low, { topUpLeadMs: HOUR, confidence: 0.8 }, low],
] as const)('%j with an account of %j is %j', (condition, account, expected) => {
  expect(forAccount(condition, account)).toEqual(expected);
});

test.each([
  ['amount', 'an amount'],
  ['change', 'an amount or a percentage above 0'],
  ['duration', 'a duration'],
  ['lead_time', 'a duration of at most 59d or top_up_lead_time'],
  ['confidence', 'a number from 0.5 to 0.99, such as 0.95'],
  ['true', 'true'],
] as const)('a value that is no %s is said not to be %s', (is, called) => {
  expect(kindName({ is, text: '' })).toBe(called);
});

test('so is one that is too small, with the least that is taken', () => {
  expect(kindName({ is: 'amount', text: '', min: amountOf('0') })).toBe('an amount of at least 0');
  expect(kindName({ is: 'duration', text: '', minMs: 1_000 })).toBe('a duration of at least 1s');
});

test('so is one that is no field, with the fields there are', () => {
  const words = kindName({ is: 'field', text: '' }).split(' or ');
  expect(words.sort()).toEqual(['actual', 'available', 'reserve', 'uncleared']);
});
