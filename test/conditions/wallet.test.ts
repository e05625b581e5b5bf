// Every condition about wallets by example: a new one needs its rows here before it compiles.
import { describe, expect, test } from 'vitest';
import { MISSED, type Sample, type SampleMemory } from '../../src/conditions/wallet/condition.ts';
import {
  kindOfWalletCondition,
  type WalletCondition,
  type WalletConditionName,
} from '../../src/conditions/wallet/conditions.ts';
import { above, below } from '../../src/conditions/wallet/threshold.ts';
import { createWindow, type Extreme } from '../../src/conditions/wallet/window.ts';
import type { ConditionState } from '../../src/domain/alert.ts';
import { type Amount, amountOf } from '../../src/domain/money.ts';

const MINUTE = 60_000;
const AT = Date.parse('2026-03-02T12:00:00Z');
const DAY = 86_400_000;
const MISSING: Sample = { kind: 'missing' };
const UNREADABLE: Sample = { kind: 'unreadable' };

const has = (available: string | null, more: { actual?: string; reserve?: string } = {}): Sample => {
  const amount = (text: string | null | undefined) => (text == null ? null : amountOf(text));
  const { actual = available, reserve = '0' } = more;
  const balance = { available: amount(available), actual: amount(actual) };
  return { kind: 'seen', balance: { ...balance, uncleared: amount('0'), reserve: amount(reserve) } };
};

const lasts = (ms: number): Partial<SampleMemory> => ({ runway: { median: ms * 2, pessimistic: ms } });
const silent = (ms: number): Partial<SampleMemory> => ({ knownAt: AT - ms });
const past = (extreme: Extreme, ...values: string[]): Partial<SampleMemory> => {
  const window = createWindow(extreme, 60 * MINUTE);
  values.forEach((value, i) => void window.push(AT - (values.length - i) * MINUTE, amountOf(value)));
  return { window };
};

type Row = readonly [
  condition: WalletCondition,
  sample: Sample,
  expected: ConditionState,
  value: string | null,
  memory?: Partial<SampleMemory>,
];

const available = 'available' as const;
const low = { kind: 'below', field: available, threshold: amountOf('100'), clear: amountOf('120') } as const;
const high = { kind: 'above', field: available, threshold: amountOf('100'), clear: amountOf('80') } as const;
const hour = { field: available, withinMs: 60 * MINUTE } as const;
const drop = { kind: 'drops_by', by: amountOf('40'), percent: true, ...hour } as const;
const rise = { kind: 'rises_by', by: amountOf('50'), percent: false, ...hour } as const;
const difference = { kind: 'difference_above', threshold: amountOf('5') } as const;
const silence = { kind: 'unknown_for', ms: 10 * MINUTE } as const;
const twoDays = { kind: 'runway_below', lead: 2 * DAY } as const;

const ROWS: Readonly<Record<WalletConditionName, readonly Row[]>> = {
  below: [
    [low, has('99.99'), 'met', '99.99'],
    [low, has('100.00'), 'band', '100.00'],
    [low, has('120'), 'clear', '120'],
    [low, has(null), 'unknown', null],
    [low, MISSING, 'unknown', null],
    [low, UNREADABLE, 'unknown', null],
    [low, MISSED, 'unknown', null],
  ],
  above: [
    [high, has('100.01'), 'met', '100.01'],
    [high, has('100'), 'band', '100'],
    [high, has('80'), 'clear', '80'],
    [high, MISSED, 'unknown', null],
  ],
  drops_by: [
    [drop, has('60'), 'met', '60', past('max', '100', '90')],
    [drop, has('60.01'), 'clear', '60.01', past('max', '100', '90')],
    [drop, has('120'), 'met', '120', past('max', '200')],
    [drop, has('120.01'), 'clear', '120.01', past('max', '200')],
    [{ ...drop, percent: false }, has('160'), 'met', '160', past('max', '200')],
    [drop, has('60'), 'clear', '60', past('max', '0')],
    [drop, has('60'), 'clear', '60'],
    [drop, has('-60'), 'clear', '-60', past('max', '0')], // of nothing, no share can be lost
    [drop, has(null), 'unknown', null, past('max', '100')],
    [drop, MISSING, 'unknown', null, past('max', '100')],
  ],
  rises_by: [
    [rise, has('150'), 'met', '150', past('min', '100', '120')],
    [rise, has('149.99'), 'clear', '149.99', past('min', '100', '120')],
    [rise, has('250'), 'met', '250', past('min', '200')],
    [{ ...rise, percent: true }, has('299.99'), 'clear', '299.99', past('min', '200')],
    [{ ...rise, percent: true }, has('300'), 'met', '300', past('min', '200')],
    [rise, MISSED, 'unknown', null, past('min', '1')],
    [{ ...rise, by: amountOf('0') }, has('100'), 'clear', '100', past('min', '100')],
    [{ ...rise, by: amountOf('0') }, has('100.01'), 'met', '100.01', past('min', '100')],
  ],
  runway_below: [
    [twoDays, has('1'), 'met', '1d23h', lasts(2 * DAY - 60 * MINUTE)],
    [twoDays, has('1'), 'band', '2d', lasts(2 * DAY)],
    [twoDays, has('1'), 'band', '2d1h', lasts(2 * DAY + 60 * MINUTE)],
    [twoDays, has('1'), 'clear', '2d4h48m', lasts(2.2 * DAY)],
    [twoDays, has('1'), 'clear', '3d', lasts(3 * DAY)],
    [twoDays, has('1'), 'unknown', null],
    [{ kind: 'runway_below', lead: 'top_up_lead_time' }, has('1'), 'unknown', null, lasts(DAY)],
    [twoDays, MISSED, 'unknown', null, lasts(DAY)],
  ],
  unknown_for: [
    [silence, MISSED, 'met', '10m', silent(10 * MINUTE)],
    [silence, MISSING, 'met', '11m', silent(11 * MINUTE)],
    [silence, MISSED, 'unknown', null, silent(10 * MINUTE - 1)],
    [silence, has('1'), 'clear', null, silent(60 * MINUTE)],
    [silence, has(null), 'met', '10m', silent(10 * MINUTE)],
    [silence, has(null), 'unknown', null, silent(9 * MINUTE)],
  ],
  missing: [
    [{ kind: 'missing' }, MISSING, 'met', null],
    [{ kind: 'missing' }, has('0'), 'clear', null],
    [{ kind: 'missing' }, UNREADABLE, 'clear', null],
    [{ kind: 'missing' }, MISSED, 'unknown', null],
  ],
  difference_above: [
    [difference, has('100', { actual: '105.01' }), 'met', '5.01'],
    [difference, has('100', { actual: '94' }), 'met', '-6'],
    [difference, has('100.00', { actual: '105.5' }), 'met', '5.50'], // as people write it beside the others
    [difference, has('100', { actual: '105' }), 'clear', '5'],
    [difference, has(null), 'unknown', null],
    [difference, MISSING, 'unknown', null],
  ],
};

describe.each(Object.entries(ROWS))('%s', (name, rows) => {
  const cases = rows.map(([condition, sample, state, value, memory = {}]) => {
    return [condition, sample, state, value, memory] as const;
  });
  test.each(cases)('%j: %j is %s', (condition, sample, state, value, memory) => {
    expect(condition.kind).toBe(name);
    const kind = kindOfWalletCondition(condition);
    const evaluation = kind.evaluate(condition, sample, { knownAt: AT, ...memory }, AT);
    expect(evaluation).toMatchObject({ state, value });
    if (state !== 'unknown') expect(evaluation.threshold).toBe(kind.threshold(condition));
  });

  test.each(cases.slice(0, 1))('is the same again after it was written as settings', (condition) => {
    const kind = kindOfWalletCondition(condition);
    const { value, more } = kind.settingsOf(condition);
    expect(kind.of(value, more)).toEqual(condition);
  });
});

test.each([
  ['below', '1', '2', true],
  ['below', '2', '1', false],
  ['above', '2', '1', true],
  ['drops_by', '1', '2', true],
  ['rises_by', '2', '1', true],
  ['difference_above', '-7', '6', true],
  ['difference_above', '5', '-6', false],
  ['runway_below', '1h', '2h', true],
  ['unknown_for', '2h', '1h', true],
  ['missing', '1', '1', false],
  ['below', '1', '1.0', false],
  ['above', '1', '1.0', false],
  ['above', '1', '2', false],
  ['drops_by', '2', '1', false],
  ['drops_by', '1', '1.0', false],
  ['rises_by', '1', '2', false],
  ['rises_by', '1', '1.0', false],
  ['difference_above', '-5', '5', false],
  ['runway_below', '1h', '60m', false],
  ['unknown_for', '1h', '60m', false],
] as const)('%s: %s is worse than %s: %s', (name, value, than, worse) => {
  const [condition] = ROWS[name][0]!;
  expect(kindOfWalletCondition(condition).isWorse(value, than)).toBe(worse);
});

test('a clear level that the threshold has overtaken moves with it', () => {
  const kind = kindOfWalletCondition(low);
  const { more } = kind.settingsOf(low);
  expect(kind.of('130' as Amount, more)).toMatchObject({ threshold: '130', clear: '130' });
  expect(kind.of('110' as Amount, more)).toMatchObject({ threshold: '110', clear: '120' });
});

test('a clear level may be the threshold itself, or beyond it, and no other', () => {
  const flawOf = (clear: string, name: 'below' | 'above') =>
    name === 'below'
      ? below.flaw!(amountOf('5'), { field: null, clear_above: amountOf(clear) })
      : above.flaw!(amountOf('5'), { field: null, clear_below: amountOf(clear) });
  for (const [clear, belowIsFlawed, aboveIsFlawed] of [
    ['4.9', true, false],
    ['5', false, false],
    ['5.00', false, false],
    ['5.1', false, true],
  ] as const) {
    expect(flawOf(clear, 'below') !== undefined, `below, ${clear}`).toBe(belowIsFlawed);
    expect(flawOf(clear, 'above') !== undefined, `above, ${clear}`).toBe(aboveIsFlawed);
  }
  expect([flawOf('4', 'below')?.setting, flawOf('6', 'above')?.setting]).toEqual([
    'clear_above',
    'clear_below',
  ]);
});

test('a wallet is unknown since a minute when it was known for the last time and may be unknown', () => {
  const kind = kindOfWalletCondition(silence);
  const evaluation = kind.evaluate(silence, MISSED, { knownAt: AT - 12 * MINUTE }, AT);
  expect(evaluation.since).toBe(AT - 2 * MINUTE);
});

test('a condition that has no value is switched on by true', () => {
  expect(kindOfWalletCondition({ kind: 'missing' }).settingsOf({ kind: 'missing' }).value).toBe(true);
});

test('a window whose clock was set back remembers from as much earlier', () => {
  const window = createWindow('max', 60 * MINUTE);
  window.push(AT, amountOf('5'));
  window.shift(10 * MINUTE);
  expect(window.since()).toBe(AT - 10 * MINUTE);
  expect(window.extreme(AT + 50 * MINUTE)).toBe('5');
  expect(window.extreme(AT + 50 * MINUTE + 1)).toBeUndefined();
});
