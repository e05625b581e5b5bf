// Which evidence moves an alert that other evidence has moved before.
import { describe, expect, test } from 'vitest';
import { type AlertState, INACTIVE } from '../../src/domain/alert.ts';
import {
  type AlertInstance,
  CLEAR,
  createAlertInstance,
  MET,
  UNKNOWN,
} from '../../src/monitor/alerts/alert-instance.ts';
import { isStale } from '../../src/monitor/alerts/evaluated-account.ts';
import {
  bySilence,
  inItsSlot,
  newerOnly,
  newerOrAskedAgain,
} from '../../src/monitor/alerts/evidence-order.ts';
import { handClock } from '../support/clock.ts';
import { account, lowRule, MINUTE, START } from '../support/watching.ts';

const subject = { account: 'acme-ug', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
/** Its last evidence was of START. */
const alertOf = (change: Partial<AlertInstance> = {}): AlertInstance => ({
  ...createAlertInstance(lowRule(), subject, { threshold: null }),
  ...{ state: { ...INACTIVE, at: START }, ...change },
});
const noting = () => {
  const at: number[] = [];
  return { at, apply: (_: AlertInstance, __: object, when: number) => void at.push(when - START) };
};
const unused = () => {
  throw new Error('the poll is not judged as a stored one');
};

test.each([
  [-1, []],
  [0, [0]],
  [1, [1]],
])('where only newer evidence counts, that of %i ms later does so: %j', (ms, expected) => {
  const { at, apply } = noting();
  newerOnly(apply)(alertOf(), MET, START + ms);
  expect(at).toEqual(expected);
});

test.each([
  ['that rests on silence, if it was not known then', START, -1, true],
  ['but not if it was', START, -5, false],
  ['nor where other evidence has moved it since', START - 1, -1, false],
])('where only newer evidence counts, an older poll moves an alert %s', (_, silentAt, ms, expected) => {
  for (const applies of [newerOnly, newerOrAskedAgain]) {
    const { at, apply } = noting();
    applies(apply)(alertOf({ silentAt, lastHeard: START - 5 }), CLEAR, START + ms);
    expect(at).toEqual(expected ? [ms] : []);
  }
});

test.each([
  ['newer evidence', 'removed', CLEAR, 1, [1]],
  ['that of the same time', 'removed', CLEAR, 0, [0]],
  ['older evidence, as if it had come just after', 'removed', CLEAR, -5, [1]],
  ['older evidence that it is met', 'removed', MET, -5, [1]],
  ['not older evidence that nothing is known', 'removed', UNKNOWN, -5, []],
  ['not older evidence, where it ended otherwise', 'cleared', CLEAR, -5, []],
] as const)(
  'an alert that ended as nothing asked for it is moved by %s',
  (_, reason, evaluation, ms, expected) => {
    const { at, apply } = noting();
    newerOrAskedAgain(apply)(alertOf({ reason }), evaluation, START + ms);
    expect(at).toEqual(expected);
  },
);

test('silence notes on the alert that its state rests on it, if it has changed that', () => {
  const alert = alertOf();
  const fired: AlertState = { ...alert.state, phase: 'firing', at: START + 7 };
  bySilence(() => {})(alert, MET, START, START - MINUTE);
  expect(alert.silentAt).toBeUndefined();
  bySilence((one) => Object.assign(one, { state: fired }))(alert, MET, START + 9, START - MINUTE);
  expect(alert).toMatchObject({ silentAt: START + 7, lastHeard: START - MINUTE });
});

describe('a poll that has just ended, or that is heard of now,', () => {
  // The poll is of a minute before the alert's last evidence; `ms` after START it is heard of. It is stale at 1.5 minutes.
  test.each([
    ['before the next slot, though it is older', undefined, -1, true],
    ['not from the next slot on', undefined, 0, false],
    ['from then on, too, where the alert rests on silence', START, 0, true],
    ['… while the poll is fresh', START, 1.5 * MINUTE - 1, true],
    ['… but not when it is stale', START, 1.5 * MINUTE, false],
    ['nor where other evidence has moved it since', START - 1, 0, false],
  ])('moves an alert %s', (_, silentAt, ms, expected) => {
    const { at, apply } = noting();
    const clock = handClock(START + ms);
    const poll = { slot: START - MINUTE };
    const applying = inItsSlot({ apply, clock }, poll, account(), unused);
    for (const _again of [1, 2]) applying(alertOf({ silentAt }), MET, poll.slot);
    expect(at).toEqual(expected ? [-MINUTE, -MINUTE] : []);
  });

  test('always moves one whose evidence is not later', () => {
    const { at, apply } = noting();
    inItsSlot(
      { apply, clock: handClock(START + 9 * MINUTE) },
      { slot: START },
      account(),
      unused,
    )(alertOf({ reason: 'removed' }), MET, START);
    expect(at).toEqual([0]);
  });

  // The alert has ended half a minute after the poll's slot; `ms` after the end the poll is heard of.
  test.each([
    ['where nothing asked for it, as if the poll were stored', 'removed', 0, ['as stored']],
    [
      '… though not after the clock was set back, by which the end is still to come',
      'removed',
      -1,
      ['at once'],
    ],
    ['nor where it ended otherwise', 'cleared', 0, ['at once']],
    ['but not from the next slot on', 'removed', 30_000, []],
    ['where another replica has ended its episode', 'unknown', 0, ['as stored'], START + 1],
    ['nor where that was before the slot', 'unknown', 0, ['at once'], START],
  ] as const)('moves an alert that has ended %s', (_, reason, ms, expected, resolvedAt?: number) => {
    const end = START + 30_000;
    const alert = alertOf({ reason, state: { ...INACTIVE, resolvedAt: resolvedAt ?? null, at: end } });
    const moved: string[] = [];
    const noting = (how: string) => () => void moved.push(how);
    const clock = handClock(end + ms);
    inItsSlot(
      { apply: noting('at once'), clock },
      { slot: START },
      account(),
      noting('as stored'),
    )(alert, MET, START);
    expect(moved).toEqual(expected);
  });
});

test.each([
  ['in its last fresh millisecond', 'acme-ug', 0, 2.5 * MINUTE - 1, false],
  ['when that is over', 'acme-ug', 0, 2.5 * MINUTE, true],
  ['whose slot is a minute ahead', 'acme-ug', MINUTE, 0, false],
  ['whose slot lies in the future', 'acme-ug', MINUTE + 1, 0, true],
  ['of an account that is not configured', 'other', 0, 0, true],
])('a poll %s is stale: %#', (_, name, slot, now, expected) => {
  const accounts = [account('first'), account()];
  expect(isStale({ account: name, slot: START + slot }, accounts, START + now)).toBe(expected);
});
