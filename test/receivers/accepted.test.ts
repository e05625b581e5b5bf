// What an Alertmanager is sent next, by a clock of our own.
import { expect, test } from 'vitest';
import { type AlertHead, createAcceptedAlerts } from '../../src/receivers/alertmanager/accepted.ts';
import { handClock } from '../support/clock.ts';

const RESEND_MS = 60_000;
const head = (fingerprint: string) => ({
  ...{ fingerprint, firingAt: 1_000, resolvedAt: null },
  phase: 'firing' as const,
});

test('alerts that are due a little apart come into step: one request takes them all, and none is late', () => {
  const clock = handClock(1_000);
  const accepted = createAcceptedAlerts(clock, RESEND_MS);
  const alerts = [head('a'), head('b'), head('c')];
  for (const alert of alerts) {
    accepted.accept([alert]);
    clock.advance(2_000);
  }
  clock.advance(accepted.untilNextDue());
  expect(accepted.due(alerts)).toEqual(alerts);
  accepted.accept(alerts);
  expect(accepted.untilNextDue()).toBe(RESEND_MS);
  clock.advance(0.9 * RESEND_MS - 1);
  expect(accepted.due(alerts)).toEqual([]);
  clock.advance(1);
  expect(accepted.due(alerts)).toEqual(alerts);
});

const MINUTE = 60_000;
const fires = head('a');
const ended = (resolvedAt: number | null, firingAt: number | null = 1_000) => ({
  ...{ fingerprint: 'a', phase: 'inactive' as const, firingAt, resolvedAt },
});

/** `accept` is what it has taken before. */
function sent({ accept = [] as readonly AlertHead[] } = {}) {
  const clock = handClock(60 * MINUTE);
  const accepted = createAcceptedAlerts(clock, RESEND_MS);
  accepted.accept(accept);
  return { clock, ...accepted };
}

test.each(
  (
    [
      ['one that fires', fires, true],
      ['one that is only pending', { ...fires, phase: 'pending' as const, firingAt: null }, false],
      ['one that never fired', ended(null, null), false],
      ['one that is pending again, and has not ended', { ...fires, phase: 'pending' as const }, false],
      ['one that ended a quarter of an hour ago', ended(45 * MINUTE), true],
      ['one that ended before', ended(45 * MINUTE - 1), false],
      ['one that ends just now', ended(60 * MINUTE), true],
      ['one whose end lies in the future', ended(60 * MINUTE + 1), false],
      ['one of which only the end is known', ended(50 * MINUTE, null), false],
    ] as const
  ).map(
    ([what, alert, known]) =>
      [what, known ? 'an Alertmanager is told' : 'nothing is told', alert, known] as const,
  ),
)('of %s: %s', (_what, _is, alert, known) => {
  expect(sent().relevant([alert])).toEqual(known ? [alert] : []);
  expect(sent().due([alert])).toEqual(known ? [alert] : []);
});

test('whose beginning it has taken must be told of the end, however late, until it takes that', () => {
  const { due, accept } = sent({ accept: [fires] });
  const end = ended(5 * MINUTE);
  expect(due([end])).toEqual([end]);
  expect(due([end])).toEqual([end]);
  accept([end]);
  expect(due([end])).toEqual([]);
});

test('an end that a clock ahead of ours has set is told once its time has come', () => {
  const { due, accept, clock } = sent({ accept: [fires] });
  const end = ended(64 * MINUTE);
  expect(due([end])).toEqual([]);
  clock.advance(4 * MINUTE);
  expect(due([end])).toEqual([end]);
  accept([end]);
  expect(due([end])).toEqual([]);
});

test.each([
  ['nothing', fires, false],
  ['that it has ended', ended(60 * MINUTE), true],
  ['that it began at another time', { ...fires, firingAt: 2_000 }, true],
  ['that it is pending again after an end', { ...ended(60 * MINUTE), phase: 'pending' as const }, true],
])('of what was taken just now, what must be told at once is %s', (_what, alert, due) => {
  expect(sent({ accept: [fires] }).due([alert])).toEqual(due ? [alert] : []);
});

test('an end that is pending again says the same as the end', () => {
  const end = ended(60 * MINUTE);
  expect(sent({ accept: [end] }).due([{ ...end, phase: 'pending' }])).toEqual([]);
});

test('what changed last is told first', () => {
  const [old, end, begun] = [
    { ...head('b'), firingAt: 50 * MINUTE },
    ended(55 * MINUTE),
    { ...head('c'), firingAt: 58 * MINUTE },
  ];
  expect(sent().due([old, end, begun])).toEqual([begun, end, old]);
});

test('what is forgotten, or was not there for a look, is told anew', () => {
  const { due, accept, forget } = sent({ accept: [fires] });
  due([]);
  expect(due([fires])).toEqual([fires]);
  accept([fires]);
  forget();
  expect(due([fires])).toEqual([fires]);
});

test('the next look is when the first is due again; without any, and at the latest, after one interval', () => {
  const { untilNextDue, accept, clock } = sent();
  expect(untilNextDue()).toBe(RESEND_MS);
  accept([fires]);
  clock.advance(20_000);
  accept([head('b')]);
  expect(untilNextDue()).toBe(RESEND_MS - 20_000);
  clock.advance(RESEND_MS);
  expect(untilNextDue()).toBe(0);
});
