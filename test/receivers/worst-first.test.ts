import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { worstFirst } from '../../src/receivers/notification/worst-first.ts';
import { firingAlert } from '../support/delivering.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const alertOf = (
  fingerprint: string,
  value: string | null,
  threshold: string | null,
  change: Partial<Alert> = {},
) => firingAlert('Low', { fingerprint, pendingAt: NOON, firingAt: NOON, value, threshold, ...change });
const namesOf = (alerts: readonly Alert[]) => alerts.map(({ fingerprint }) => fingerprint);

test.each<[string, readonly Alert[], string]>([
  [
    'the smallest share of the threshold, below it',
    [alertOf('half', '50', '100'), alertOf('tenth', '100', '1000')],
    'tenth half',
  ],
  ['the smallest value, of the same threshold', [alertOf('b', '20', '100'), alertOf('a', '9', '100')], 'a b'],
  [
    'the largest value, above the threshold',
    [alertOf('over', '101', '100'), alertOf('far', '500', '100')],
    'far over',
  ],
  [
    'the largest share, above it',
    [alertOf('twice', '200', '100'), alertOf('thrice', '30', '10')],
    'thrice twice',
  ],
  [
    'a value at the threshold as one below it',
    [alertOf('at', '100', '100'), alertOf('below', '99', '100')],
    'below at',
  ],
  [
    'a value at the threshold before one above it',
    [alertOf('a', '101', '100'), alertOf('b', '100', '100')],
    'b a',
  ],
  [
    'a value below the threshold before one above it',
    [alertOf('a', '999', '100'), alertOf('b', '99', '100')],
    'b a',
  ],
  [
    'a negative value before nothing',
    [alertOf('none', '0', '100'), alertOf('debt', '-1', '100')],
    'debt none',
  ],
  ['durations by their length', [alertOf('days', '2d', '3d'), alertOf('hours', '3h', '3d')], 'hours days'],
  ['one with a value before one without', [alertOf('a', null, '100'), alertOf('b', '1', '100')], 'b a'],
  ['one with a threshold before one without', [alertOf('a', '1', null), alertOf('b', '1', '100')], 'b a'],
  ['one with a threshold before one of zero', [alertOf('a', '-1', '0'), alertOf('b', '1', '100')], 'b a'],
  [
    'one with a threshold before a negative one',
    [alertOf('a', '-10', '-1'), alertOf('b', '1', '100')],
    'b a',
  ],
  ['a text that is no number as no value', [alertOf('a', 'odd', '100'), alertOf('b', '1', '100')], 'b a'],
  [
    'the longest firing, without values',
    [alertOf('a', null, null), alertOf('b', null, null, { firingAt: NOON - 1 })],
    'b a',
  ],
  [
    'one that does not fire as if it had for ever',
    [alertOf('a', null, null), alertOf('b', null, null, { firingAt: null })],
    'b a',
  ],
  [
    'the longest firing, of equal shares',
    [alertOf('a', '1', '2'), alertOf('b', '2', '4', { firingAt: NOON - 1 })],
    'b a',
  ],
  [
    'by name, where all is equal',
    [alertOf('c', '1', '2'), alertOf('a', '1', '2'), alertOf('b', '1', '2')],
    'a b c',
  ],
])('first comes %s', (_what, alerts, order) => {
  expect(namesOf(worstFirst(alerts)).join(' ')).toBe(order);
  expect(namesOf(worstFirst(alerts.toReversed())).join(' ')).toBe(order);
});

test('no alerts, and no more than asked for', () => {
  expect(worstFirst([])).toEqual([]);
  const alerts = [alertOf('a', '3', '9'), alertOf('b', '2', '9'), alertOf('c', '1', '9')];
  expect(namesOf(worstFirst(alerts, 1))).toEqual(['c']);
  expect(namesOf(worstFirst(alerts, 2))).toEqual(['c', 'b']);
  expect(namesOf(worstFirst(alerts, 4))).toEqual(['c', 'b', 'a']);
});

test('the worst few are the first of all, however many are looked at together', () => {
  const amountFrom = (min: number, max: number) => fc.option(fc.integer({ min, max }).map(String));
  const some = fc.array(fc.tuple(amountFrom(-20, 5), amountFrom(5, 40), fc.nat(3)), { maxLength: 30 });
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 12 }), (values, most) => {
      const alerts = values.map(([value, threshold, ago], i) =>
        alertOf(`f${i}`, value, threshold, { firingAt: NOON - ago }),
      );
      expect(worstFirst(alerts, most)).toEqual(worstFirst(alerts).slice(0, most));
    }),
  );
});

// A rule that clears far above its threshold has alerts on both sides of it.
test('the order is the same whichever came first, also where some are above the threshold', () => {
  const alerts = [alertOf('below', '4', '5'), alertOf('above', '6', '5')];
  expect(namesOf(worstFirst(alerts))).toEqual(namesOf(worstFirst(alerts.toReversed())));
});

test.each<readonly [bad: 'below' | 'above', order: string]>([
  ['below', 'low near high'],
  ['above', 'high near low'],
])('what a rule calls bad is worse, also on the other side of its threshold: %s', (bad, order) => {
  const level = { of: 'available', bad } as const;
  const alerts = [
    alertOf('near', '5', '5', { level }),
    alertOf('high', '6', '5', { level }),
    alertOf('low', '4', '5', { level }),
  ];
  expect(namesOf(worstFirst(alerts)).join(' ')).toBe(order);
});
