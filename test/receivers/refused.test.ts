// What a receiver has refused for good, and when it is told of it again.
import { expect, test, vi } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { NotificationKind } from '../../src/monitor/alerts/outbox.ts';
import { groupFingerprint } from '../../src/receivers/notification/group-identity.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createRefused } from '../../src/receivers/outbox/refused.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, endedAlert } from '../support/delivering.ts';

const MINUTE = 60_000;
const { alertOf } = alertsSince(handClock().now());
const alert = alertOf(1);
const group = { ...alert, fingerprint: groupFingerprint(alert) };

function refusing(firstPauseMs?: number) {
  const clock = handClock();
  const { note, ...refused } = createRefused(clock, firstPauseMs);
  return {
    ...refused,
    clock,
    refuse: (of: Alert, kind: NotificationKind = 'fire') =>
      note({ ...messageOf(of, kind, 'ops', 0), attempts: 0, messageId: null }),
    due: (now: readonly Alert[], kind?: NotificationKind) => refused.due(() => now, kind),
  };
}

test('a beginning is told again after a minute, once, until it is refused once more', () => {
  const { refuse, due, clock, any } = refusing();
  expect(any()).toBe(false);
  refuse(alert);
  expect(any()).toBe(true);
  clock.advance(MINUTE - 1);
  expect(due([alert])).toEqual([]);
  clock.advance(1);
  expect(due([alertOf(2), alert])).toEqual([alert]);
  clock.advance(60 * MINUTE);
  expect(due([alert])).toEqual([]);
  refuse(alert);
  clock.advance(2 * MINUTE);
  expect(due([alert])).toEqual([alert]);
});

test('the pauses double, up to a quarter of an hour', () => {
  const { refuse, due, clock } = refusing();
  const pauses = Array.from({ length: 30 }, () => {
    refuse(alert);
    for (let minutes = 1; minutes <= 16; minutes++) {
      clock.advance(MINUTE);
      if (due([alert]).length > 0) return minutes;
    }
    return undefined;
  });
  expect(pauses).toEqual([1, 2, 4, 8, ...Array.from({ length: 26 }, () => 15)]);
});

test('the first pause may be another', () => {
  const { refuse, due, clock } = refusing(5);
  refuse(alert);
  clock.advance(5);
  expect(due([alert])).toEqual([alert]);
});

test.each([
  ['has ended', [endedAlert(alert)]],
  ['has ended and begun anew', [{ ...alert, firingAt: alert.firingAt! + MINUTE }]],
  ['is not known any more', []],
])('what %s is let go of', (_what, now) => {
  const { refuse, due, clock, any } = refusing();
  refuse(alert);
  expect(due(now)).toEqual([]);
  expect(any()).toBe(false);
  clock.advance(MINUTE);
  expect(due([alert])).toEqual([]);
});

test.each([
  ['a beginning', alert, 'fire', true],
  ['an end', alert, 'resolve', false],
  ['a change', alert, 'update', false],
  ['a change of a group, which some may have joined', group, 'update', true],
  ['the end of a group', group, 'resolve', false],
] as const)('of what was refused it is told again, if that was %s', (_what, of, kind, isDue) => {
  const { refuse, due, clock, any } = refusing();
  refuse(of, kind);
  expect(any()).toBe(isDue);
  clock.advance(MINUTE);
  for (const asked of ['fire', 'update', 'resolve'] as const)
    expect(due([of], asked), asked).toEqual(isDue && asked === kind ? [of] : []);
});

test('the alerts are not looked at where nothing of that kind was refused', () => {
  const { refuse, ...refused } = refusing();
  refuse(alert);
  expect(refused.due([], 'update')).toEqual([]);
  expect(refused.any()).toBe(true);
});

test('of two groups of one rule each is told by itself', () => {
  const later = { ...group, firingAt: group.firingAt! + MINUTE };
  const { refuse, due, clock } = refusing();
  refuse(group);
  clock.advance(MINUTE / 2);
  refuse(later);
  clock.advance(MINUTE / 2);
  expect(due([later, group])).toEqual([group]);
  clock.advance(MINUTE / 2);
  expect(due([later, group])).toEqual([later]);
});

test('the alerts, of which there may be hundreds of thousands, are read only if something waits', () => {
  const refused = createRefused(handClock());
  const read = vi.fn(() => [alert]);
  expect([refused.due(read), refused.due(read, 'update')]).toEqual([[], []]);
  refused.note({ ...messageOf(alert, 'fire', 'ops', 0), attempts: 0, messageId: null });
  refused.due(read, 'update');
  expect(read).not.toHaveBeenCalled();
});
