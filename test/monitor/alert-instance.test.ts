// How one alert is moved by evidence, and what it takes over from what is remembered, or from an earlier configuration.
import { describe, expect, test } from 'vitest';
import { type AlertState, type Evaluation, INACTIVE } from '../../src/domain/alert.ts';
import { NEVER_CLEAR } from '../../src/domain/reconcile.ts';
import {
  type AlertInstance,
  CLEAR,
  createAlertInstance,
  createApply,
  inheritState,
  labelsOf,
  MET,
  recallState,
  UNKNOWN,
  unlessClear,
} from '../../src/monitor/alerts/alert-instance.ts';
import { lowRule, MINUTE, START } from '../support/watching.ts';

const WALLET = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const FIRING: AlertState = {
  ...INACTIVE,
  ...{ phase: 'firing', pendingAt: START, firingAt: START, at: START, value: '3', threshold: '5' },
};
const alertOf = (change: Partial<AlertInstance> = {}, rule = {}): AlertInstance => ({
  ...createAlertInstance(lowRule(rule), WALLET, { threshold: null }),
  ...change,
});
const met = (value: string): Evaluation => ({ state: 'met', value, threshold: '5' });
const clear = (value: string): Evaluation => ({ state: 'clear', value, threshold: '5' });

describe('an alert', () => {
  const moving = () => {
    const moved: unknown[] = [];
    const fired: (string | null)[] = [];
    const apply = createApply({
      onMoved: (alert, before, transition, at) =>
        void moved.push([before.phase, alert.state.phase, transition, at - START]),
      onFiring: ({ value }) => void fired.push(value),
    });
    return { moved, fired, apply };
  };

  test('is moved by evidence, and that is told; so is each value while it fires', () => {
    const { moved, fired, apply } = moving();
    const alert = alertOf();
    const shown: unknown[] = [];
    for (const [evaluation, ms] of [
      [clear('9'), 0],
      [met('4'), 1],
      [met('3'), 2],
      [UNKNOWN, 3],
      [met('2'), 4],
      [clear('8'), 5],
    ] as const) {
      apply(alert, evaluation, START + ms);
      shown.push([alert.state.phase, alert.reason, alert.value, alert.threshold]);
    }
    expect(shown).toEqual([
      ['inactive', 'not_met', '9', '5'],
      ['firing', 'fired', '4', '5'],
      ['firing', 'lasting', '3', '5'],
      ['firing', 'unknown', '3', '5'],
      ['firing', 'lasting', '2', '5'],
      ['inactive', 'cleared', '8', '5'],
    ]);
    expect(fired).toEqual(['4', '3', '2']);
    expect(moved).toEqual([
      ['inactive', 'firing', 'fired', 1],
      ['firing', 'firing', null, 3],
      ['firing', 'firing', null, 4],
      ['firing', 'inactive', 'resolved', 5],
    ]);
  });

  test('knows since when it is clear, and when it would be over; of what is unsure it learns nothing', () => {
    const { apply } = moving();
    const alert = alertOf({}, { keepFiringForMs: MINUTE });
    apply(alert, UNKNOWN, START - 9);
    expect(alert.clear).toBeUndefined();
    apply(alert, { ...clear('9'), unsure: true }, START - 5);
    expect(alert.clear).toBe(NEVER_CLEAR);
    apply(alert, clear('9'), START);
    expect(alert.clear).toMatchObject({ since: START, over: null });
    apply(alert, clear('9'), START + MINUTE);
    expect(alert.clear).toMatchObject({ since: START, over: START + MINUTE });
    apply(alert, { ...clear('9'), unsure: true }, START + 2 * MINUTE);
    expect(alert.clear).toMatchObject({ since: START });
    apply(alert, met('1'), START + 3 * MINUTE);
    expect(alert.clear).toMatchObject({ since: null });
  });

  test('shares what it knows of that with others that know the same, and with no others', () => {
    const { apply } = moving();
    const [a, b, later] = [alertOf(), alertOf(), alertOf()];
    apply(a, CLEAR, START);
    apply(b, CLEAR, START);
    apply(later, CLEAR, START + 1);
    expect(b.clear).toBe(a.clear);
    expect([a.clear?.since, later.clear?.since]).toEqual([START, START + 1]);
  });

  test('shares it whether it is not clear, clear at once, or clear for a while, as those of an account take turns', () => {
    const { apply } = moving();
    /** The times of one alert of each kind, after one poll. */
    const times = () => {
      const [not, atOnce, kept] = [alertOf(), alertOf(), alertOf({}, { keepFiringForMs: MINUTE })];
      for (const alert of [not, atOnce, kept]) apply(alert, alert === not ? met('1') : clear('9'), START);
      return [not, atOnce, kept].map((alert) => alert.clear);
    };
    const [first, second] = [times(), times()];
    expect(first.map((each, i) => each === second[i])).toEqual([true, true, true]);
    expect(new Set(first).size).toBe(3);
  });
});

test.each([
  ['inactive', CLEAR, { ...CLEAR, state: 'band', unsure: true }],
  ['pending', CLEAR, UNKNOWN],
  ['firing', CLEAR, UNKNOWN],
  ['inactive', MET, MET],
  ['firing', MET, MET],
  ['firing', UNKNOWN, UNKNOWN],
] as const)('of an alert that is %s, what may be unsure: %j is %j', (phase, evaluation, expected) => {
  expect(unlessClear(evaluation, { state: { ...INACTIVE, phase } })).toEqual(expected);
});

describe('what is remembered of an alert', () => {
  const over: AlertState = { ...INACTIVE, firingAt: START, resolvedAt: START + 1, at: START + 1 };
  test('is its state, with the values of that where it has none, and needs not be remembered again', () => {
    const alert = alertOf();
    expect(recallState(alert, { state: FIRING })).toBe(false);
    expect(alert).toMatchObject({ state: FIRING, value: '3', threshold: '5', reason: 'unknown' });
    const known = alertOf({ value: '9', threshold: '7' });
    recallState(known, { state: FIRING });
    expect(known).toMatchObject({ value: '9', threshold: '7' });
  });

  test.each([
    ['it rests on silence', {}, FIRING, START - 9, { silentAt: START, lastHeard: START - 9 }],
    ['it does not', {}, FIRING, undefined, { silentAt: undefined, lastHeard: undefined }],
    [
      'another state is gone on with',
      { state: { ...FIRING, at: START + 1 }, clear: NEVER_CLEAR },
      FIRING,
      START - 9,
      { silentAt: undefined, lastHeard: undefined },
    ],
  ] as const)(
    'is that silence brought it about, and after which poll: %s',
    (_, change, state, lastHeard, noted) => {
      const alert = alertOf(change);
      recallState(alert, { state, ...(lastHeard !== undefined && { lastHeard }) });
      expect({ silentAt: alert.silentAt, lastHeard: alert.lastHeard }).toEqual(noted);
    },
  );

  test('must be remembered again where the alert has been evaluated here', () => {
    expect(recallState(alertOf({ clear: NEVER_CLEAR }), { state: FIRING })).toBe(true);
  });

  test('changes nothing where it is older than what is known; Postgres is told if it takes that for over', () => {
    const known = { ...FIRING, at: START + MINUTE };
    const alert = alertOf({ state: known, clear: NEVER_CLEAR });
    const before = { ...over, firingAt: START - 2, resolvedAt: START - 1 };
    expect([recallState(alert, { state: before }), alert.state]).toEqual([false, known]);
    expect([recallState(alert, { state: over }), alert.state]).toEqual([true, known]);
  });

  test.each<[string, Partial<AlertInstance>, { state: AlertState; unasked?: boolean }, string]>([
    ['says that nothing asked for it', {}, { state: over, unasked: true }, 'removed'],
    ['does not say why it ended', { reason: 'not_met' }, { state: over }, 'not_met'],
    ['has another state than when nothing asked for it', { reason: 'removed' }, { state: FIRING }, 'unknown'],
    [
      'is what it was when nothing asked for it',
      { reason: 'removed', state: over },
      { state: over },
      'removed',
    ],
    [
      'is older, and says that nothing asked for it',
      { reason: 'lasting', state: { ...FIRING, firingAt: START + 9, at: START + 9 } },
      { state: over, unasked: true },
      'lasting',
    ],
  ])('%s: the reason', (_, change, remembered, reason) => {
    const alert = alertOf(change);
    recallState(alert, remembered);
    expect(alert.reason).toBe(reason);
  });
});

test.each([
  ['was judged', { ...NEVER_CLEAR, since: 1 }, undefined, NEVER_CLEAR],
  ['was not judged', undefined, undefined, undefined],
  [
    'was judged anew',
    { ...NEVER_CLEAR, since: 1 },
    { ...NEVER_CLEAR, since: 3 },
    { ...NEVER_CLEAR, since: 3 },
  ],
])(
  'over a reload an alert keeps its state and values, but not since when it is clear: it %s',
  (_, old, own, expected) => {
    const before = alertOf({
      ...{
        state: FIRING,
        alsoBegan: [START - 1],
        reason: 'lasting',
        value: '3',
        previous: '8',
        knownAt: START,
      },
      ...{ clear: old, threshold: '5' },
    });
    const alert = alertOf({ clear: own });
    inheritState(alert, before);
    expect(alert).toMatchObject({
      state: FIRING,
      alsoBegan: [START - 1],
      reason: 'lasting',
      value: '3',
      previous: '8',
    });
    expect([alert.knownAt, alert.threshold, alert.clear]).toEqual([START, '5', expected]);
    const other = alertOf({ threshold: '6' });
    inheritState(other, before);
    expect(other.threshold).toBe('6');
  },
);

test('the labels are the names, those of the rule and of the subject; none is empty, and none replaces a name', () => {
  const rule = lowRule({ labels: { team: 'ops', account: 'mine', empty: '', severity: 'none' } });
  const subject = {
    account: 'acme-ug',
    currency: '',
    walletType: '',
    labels: { receiver: 'chat', team: 'its' },
  };
  const alert = createAlertInstance(rule, subject, { threshold: null });
  const labels = {
    alertname: 'PayoutFloatLow',
    severity: 'warning',
    account: 'acme-ug',
    receiver: 'chat',
    team: 'its',
  };
  expect(labelsOf(alert)).toEqual(labels);
  const remembered = { alertname: 'Old' };
  expect(labelsOf({ ...alert, labels: remembered })).toBe(remembered);
});
