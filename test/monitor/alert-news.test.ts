// What is told of alerts, and what is to be remembered of them, since anybody asked.
import { expect, test } from 'vitest';
import { type AlertState, INACTIVE } from '../../src/domain/alert.ts';
import { type AlertInstance, createAlertInstance } from '../../src/monitor/alerts/alert-instance.ts';
import { createAlertNews } from '../../src/monitor/alerts/alert-news.ts';
import { view } from '../../src/monitor/alerts/alert-view.ts';
import { lowRule, MINUTE, START } from '../support/watching.ts';

const at = (minute: number) => START + minute * MINUTE;
const FIRING: AlertState = { ...INACTIVE, phase: 'firing', pendingAt: at(0), firingAt: at(0), at: at(4) };
const ENDED: AlertState = { ...INACTIVE, firingAt: at(2), resolvedAt: at(5), at: at(6) };

function alertIn(state: AlertState, change: Partial<AlertInstance> = {}): AlertInstance {
  const subject = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
  return { ...createAlertInstance(lowRule(), subject, { threshold: null }), state, ...change };
}

function news() {
  const made = createAlertNews((alert) => view(alert, at(10), { linkTo: () => null }));
  const states = () => made.takeUnsaved().map(({ state }) => state);
  const told = () =>
    made.takeChanges().map(({ alert, transition, reason, at: when }) => {
      return [transition, reason, alert.firingAt, alert.resolvedAt, when];
    });
  return { ...made, states, told };
}

test('an alert is remembered once, as it is when that is asked for', () => {
  const { keep, states } = news();
  const alert = alertIn(INACTIVE);
  keep(alert);
  alert.state = FIRING;
  keep(alert);
  expect(states()).toEqual([FIRING]);
  expect(states()).toEqual([]);
});

test('what was to be remembered of an alert is, of the one that takes its place, and of no other', () => {
  const { keep, replace, states } = news();
  const [old, alert] = [alertIn(FIRING), alertIn(FIRING)];
  replace(old, alert);
  expect(states()).toEqual([]);
  keep(old);
  replace(old, alert);
  alert.state = ENDED;
  expect(states()).toEqual([ENDED]);
});

test('what is kept last comes last', () => {
  const { keep, keepLast, states } = news();
  const [one, other] = [alertIn(FIRING), alertIn(ENDED)];
  keep(one);
  keep(other);
  keepLast(one);
  expect(states()).toEqual([ENDED, FIRING]);
});

test('what has changed is told once, with its reason', () => {
  const { tell, told } = news();
  tell(alertIn(FIRING, { reason: 'fired' }), 'fired', at(0));
  expect(told()).toEqual([['fired', 'fired', at(0), null, at(0)]]);
  expect(told()).toEqual([]);
});

test.each([
  // It was in none of them: each ended when that did in which it goes on, or when it began, if that was later.
  ['over', ENDED, INACTIVE, [1, 7], [[1, 5] as const, [7, 7] as const]],
  ['over, of when is not known', { ...ENDED, resolvedAt: null }, INACTIVE, [1], [[1, 6] as const]],
  ['over, and it was in one of these', ENDED, FIRING, [0], [[0, 5] as const]],
  ['over, and of the same beginning', ENDED, FIRING, [2], []],
  ['firing', FIRING, INACTIVE, [1], []],
  ['not known otherwise', ENDED, INACTIVE, [], []],
] as const)(
  'of its other beginnings the end of each is told where it is %s',
  (_, after, before, began, ends) => {
    const { leaveOthers, told, takeUnsaved } = news();
    const alert = alertIn(after, { alsoBegan: began.map(at), reason: 'cleared' });
    leaveOthers(alert, before);
    expect(told()).toEqual(ends.map(([from, to]) => ['resolved', 'unknown', at(from), at(to), at(to)]));
    const saved = takeUnsaved();
    expect(saved.map(({ state }) => state.firingAt)).toEqual(
      ends.length > 0 ? [...ends.map(([from]) => at(from)), after.firingAt] : [],
    );
    for (const { state, alsoBegan } of saved.slice(0, -1)) {
      expect([state.phase, alsoBegan]).toEqual(['inactive', undefined]);
    }
    leaveOthers(alert, before);
    expect(told()).toEqual([]); // once
  },
);

test('what others saw of another beginning, before or since, is not judged by what ended it here', () => {
  const { leaveOthers, takeUnsaved } = news();
  leaveOthers(alertIn(ENDED, { alsoBegan: [at(0), at(1)] }), FIRING);
  expect(takeUnsaved().map(({ state }) => [state.firingAt, state.pendingAt, state.at])).toEqual([
    [at(0), at(0), at(4)], // known here until then
    [at(1), null, at(1)],
    [at(2), null, at(6)],
  ]);
});
