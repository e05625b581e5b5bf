// Which alerts that fire have changed since a receiver was last told of them.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { updatesOf } from '../../src/receivers/outbox/updates.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, endedAlert } from '../support/delivering.ts';

const MINUTE = 60_000;
const LOOK = Date.parse('2026-03-02T12:00:30Z'); // half a minute past the minute
const { alertOf } = alertsSince(LOOK - 10 * MINUTE);

/** Told of this alert ten seconds before the next look. */
function told(alert: Alert = alertOf(1), times: { readonly updateEveryMs?: number } = {}, every = MINUTE) {
  const clock = handClock(LOOK - 10_000);
  const updates = updatesOf({ sendsUpdates: true, updateEveryMs: every }, { clock, times })!;
  updates.told([alert]);
  const due = (...now: Alert[]) => updates.due(() => now);
  return { ...updates, due, dueOf: updates.due, clock, next: () => clock.advance(MINUTE) };
}

test('a receiver whose messages do not change is told of no change', () => {
  expect(updatesOf({ sendsUpdates: false }, { clock: handClock() })).toBeUndefined();
});

test('a change is due half a minute past the minute, once; the alerts are not looked at before', () => {
  const { clock, due, dueOf } = told();
  const changed = alertOf(1, { value: '77' });
  clock.advance(9_999);
  expect(dueOf(() => expect.unreachable())).toEqual([]);
  clock.advance(1);
  expect(due(changed)).toEqual([changed]);
  expect(dueOf(() => expect.unreachable())).toEqual([]);
  clock.advance(MINUTE);
  expect(due(changed)).toEqual([]);
  clock.advance(MINUTE);
  expect(due(alertOf(1))).toMatchObject([{ value: '1' }]);
});

test.each([
  ['its value', { value: '77' }, true],
  ['its threshold', { threshold: '6000' }, true],
  ['that nothing is known of it', { held: true }, true],
  ['its words alone', { annotations: { summary: 'as of 12:01' } }, false],
  ['its beginning, for that is told anew', { firingAt: LOOK, value: '77' }, false],
  ['its phase', { phase: 'inactive', resolvedAt: LOOK, value: '77' }, false],
] as const)('what may have changed is %s', (_what, change, isDue) => {
  const { next, due } = told();
  next();
  expect(due(alertOf(1, change))).toHaveLength(isDue ? 1 : 0);
});

test('the time until the next look runs down to it, is over until it was made, and follows a clock that is set', () => {
  const { untilLook, due, clock } = told();
  clock.advance(9_999);
  expect(untilLook()).toBe(1);
  clock.advance(1_000);
  expect(untilLook()).toBe(0);
  due();
  expect(untilLook()).toBe(MINUTE - 999);
  clock.step(-MINUTE);
  expect(untilLook()).toBe(0);
});

test('of an alert of which it was told nothing no change is told', () => {
  const { next, due } = told();
  next();
  expect(due(alertOf(2, { value: '77' }))).toEqual([]);
});

test('what is told again in between is not the last thing told: what changed before it is still to come', () => {
  const { next, due, told: tell } = told();
  const changed = alertOf(1, { value: '77' });
  tell([changed]);
  next();
  expect(due(changed)).toEqual([changed]);
});

test('an alert that begins anew is told of as it began', () => {
  const { next, due, told: tell } = told();
  const anew = alertOf(1, { firingAt: LOOK, value: '77' });
  tell([anew]);
  next();
  expect(due(anew)).toEqual([]);
  next();
  expect(due(alertOf(1, { firingAt: LOOK, value: '78' }))).toHaveLength(1);
});

test('there is something to look for until the end was told', () => {
  const { untilLook, told: tell, next, due } = told();
  expect(untilLook()).toBe(10_000);
  tell([endedAlert(alertOf(1))]);
  expect(untilLook()).toBe(Number.POSITIVE_INFINITY);
  next();
  expect(due(alertOf(1, { value: '77' }))).toEqual([]);
});

test.each([
  ['its own times', {}, 5 * MINUTE],
  ['the times that are set', { updateEveryMs: 5 * MINUTE }, MINUTE],
] as const)('a receiver is told of changes at %s', (_what, times, every) => {
  const { next, due } = told(alertOf(1), times, every);
  const after = Array.from({ length: 7 }, (_, i) => {
    next();
    return due(alertOf(1, { value: `77${i}` })).length;
  });
  expect(after).toEqual([1, 0, 0, 0, 0, 1, 0]);
});
