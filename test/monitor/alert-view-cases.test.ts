// How an alert looks from outside: what its view holds, when it is another one, and what its texts tell of a plan.
import { describe, expect, test } from 'vitest';
import { type AlertState, INACTIVE } from '../../src/domain/alert.ts';
import type { PlanAnnotation } from '../../src/domain/annotate.ts';
import { type AlertInstance, createAlertInstance } from '../../src/monitor/alerts/alert-instance.ts';
import { view } from '../../src/monitor/alerts/alert-view.ts';
import { lowRule, MINUTE, START } from '../support/watching.ts';

const WALLET = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const FIRING: AlertState = { ...INACTIVE, phase: 'firing', pendingAt: START - 1, firingAt: START, at: START };
const ENDED: AlertState = { ...FIRING, phase: 'inactive', resolvedAt: START + 1 };
const alertOf = (
  annotations: Record<string, string>,
  change: Partial<AlertInstance> = {},
): AlertInstance => ({
  ...createAlertInstance(lowRule({ annotations }), WALLET, {
    ...{ threshold: '5', level: { of: 'available', bad: 'below' } },
  }),
  ...{ state: FIRING, reason: 'fired', value: '4', previous: '6', knownAt: START, ...change },
});
const plan = (change: object = {}) =>
  ({
    plan: 'send it',
    by: 'noon',
    until: 'one',
    shortfall: '9',
    needed: '8',
    source: 'bank',
    ...change,
  }) as never as PlanAnnotation;
const nowhere = { linkTo: () => null };

test('a view holds the names, the state, the values and the texts of its alert', () => {
  const alert = alertOf({ summary: '{{wallet}}: {{value}} after {{previous}}, see {{link}}' });
  expect(view(alert, START + MINUTE, { linkTo: () => 'https://float.example/x' })).toEqual({
    ...{ fingerprint: alert.fingerprint, rule: 'PayoutFloatLow', severity: 'warning', ...WALLET },
    labels: {
      ...{ alertname: 'PayoutFloatLow', severity: 'warning', account: 'acme-ug' },
      ...{ currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' },
    },
    annotations: { summary: 'acme-ug/UGX/MERCHANT_PAYOUT: 4 after 6, see https://float.example/x' },
    ...{ phase: 'firing', held: false, reason: 'fired' },
    ...{ pendingAt: START - 1, firingAt: START, resolvedAt: null },
    ...{ value: '4', threshold: '5', level: { of: 'available', bad: 'below' } },
  });
});

test.each<[string, Partial<AlertState>, boolean]>([
  ['fires', {}, true],
  ['is pending', { phase: 'pending', firingAt: null }, true],
  ['has ended, which is told', { phase: 'inactive', resolvedAt: START + 1 }, true],
  ['never was', { phase: 'inactive', firingAt: null }, false],
])('an alert that %s has texts: %#', (_, change, expected) => {
  const alert = alertOf({ summary: 'low' }, { state: { ...FIRING, ...change } });
  expect(view(alert, START, nowhere).annotations).toEqual(expected ? { summary: 'low' } : {});
});

test.each<[string, Partial<AlertInstance>, string]>([
  ['fires', {}, '4 is low'],
  ['is held', { state: { ...FIRING, held: true }, reason: 'unknown' }, '4 is low'],
  ['was seen to be over', { state: ENDED, reason: 'cleared', seenOver: true }, '4 is fine'],
  [
    'was seen to be over before nothing was known',
    { state: ENDED, reason: 'unknown', seenOver: true },
    '4 is fine',
  ],
  ['another process saw to be over', { state: ENDED, reason: 'cleared' }, '4 is low'],
  ['ended without its rule', { state: ENDED, reason: 'removed' }, '4 is low'],
  ['ended with its wallet', { state: ENDED, reason: 'forgotten' }, '4 is low'],
])('R9 GA#592 an alert that %s says so in its summary', (_, change, summary) => {
  const annotations = { summary: '{{value}} is low', more: 'kept' };
  const alert = alertOf(annotations, change);
  const definition = { ...alert.definition, over: '{{value}} is fine' };
  expect(view({ ...alert, definition }, START, nowhere).annotations).toEqual({ summary, more: 'kept' });
});

describe('the view of an alert is the same object', () => {
  test.each<[string, Partial<AlertInstance>, boolean]>([
    ['while nothing changes', {}, true],
    ['while only the time of its value does', { knownAt: START + 1 }, true],
    ['not with another state', { state: { ...FIRING } }, false],
    ['not with another value', { value: '3' }, false],
    ['not with another threshold', { threshold: '7' }, false],
    ['not with another reason', { reason: 'lasting' }, false],
    ['not with another value before', { previous: '7' }, false],
  ])('%s', (_, change, same) => {
    const alert = alertOf({ summary: 'low' });
    const before = view(alert, START, nowhere);
    Object.assign(alert, change);
    expect(view(alert, START + MINUTE, nowhere) === before).toBe(same);
  });

  test('but not where its texts tell how old the value is', () => {
    const alert = alertOf({ summary: 'for {{age}}' });
    const [first, later] = [MINUTE, 2 * MINUTE].map(
      (ms) => view(alert, START + ms, nowhere).annotations['summary'],
    );
    expect([first, later]).toEqual(['for 1m', 'for 2m']);
  });
});

describe('a text that tells the plan', () => {
  const text = { summary: 'Do: {{plan}}' };

  test.each<[string, object, boolean]>([
    ['while the plan says the same', {}, true],
    ['not with another plan', { plan: 'send more' }, false],
    ['not by another time', { by: 'two' }, false],
    ['not until another time', { until: 'two' }, false],
    ['not with another shortfall', { shortfall: '8' }, false],
  ])('stays %s', (_, change, same) => {
    const alert = alertOf(text);
    const before = view(alert, START, { ...nowhere, planOf: () => plan() });
    expect(view(alert, START, { ...nowhere, planOf: () => plan(change) }) === before).toBe(same);
  });

  test('is asked for with the wallet, and only for alerts that are not over and tell it', () => {
    const asked: unknown[] = [];
    const planOf = (subject: object) => {
      asked.push(subject);
      return plan();
    };
    view(alertOf({ summary: 'low' }), START, { ...nowhere, planOf });
    view(alertOf(text, { state: { ...FIRING, phase: 'inactive', resolvedAt: START } }), START, {
      ...nowhere,
      planOf,
    });
    expect(asked).toEqual([]);
    expect(view(alertOf(text), START, { ...nowhere, planOf }).annotations).toEqual({
      summary: 'Do: send it',
    });
    expect(asked).toEqual([WALLET]);
  });

  test('keeps the last plan while its alert is held, as it keeps its value', () => {
    const alert = alertOf(text);
    const summary = (what: string) =>
      view(alert, START, { ...nowhere, planOf: () => plan({ plan: what }) }).annotations['summary'];
    expect(summary('first')).toBe('Do: first');
    alert.state = { ...FIRING, held: true };
    expect(summary('second')).toBe('Do: first');
    alert.state = { ...FIRING };
    expect(summary('third')).toBe('Do: third');
  });

  test('has the first plan also while it is held, where none is known', () => {
    const alert = alertOf(text, { state: { ...FIRING, held: true } });
    expect(view(alert, START, { ...nowhere, planOf: () => plan() }).annotations).toEqual({
      summary: 'Do: send it',
    });
  });
});
