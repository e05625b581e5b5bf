// Which of two polls of an account is the newer one, and how long a poll may be believed.
import { describe, expect, test } from 'vitest';
import { isOlder, isPollNews, isStoredNews, NO_POLL, pollDatedBack } from '../../src/monitor/board/order.ts';
import { GRACE_MS, isAhead, NEVER_FRESH, staleFrom, stalenessOf } from '../../src/monitor/board/staleness.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { observation } from '../support/fakes.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const now = NOON + 1_000;
const poll = (slot: number, observedAt = slot + 300) =>
  observation({ slot: NOON + slot, observedAt: NOON + observedAt });

test.each([
  [-MINUTE, false],
  [0, false],
  [MINUTE, false],
  [MINUTE + 1, true],
])('a slot that is %i ms later than now lies in the future: %s', (ms, expected) => {
  expect(isAhead(now + ms, now)).toBe(expected);
});

// slot and time of the poll, then of the newest known one, both from noon
const cases: [string, [number, number], [number, number], { slots: boolean; times: boolean }][] = [
  ['of the slot before', [-MINUTE, -MINUTE], [0, 300], { slots: true, times: true }],
  ['of the same slot', [0, 300], [0, 300], { slots: false, times: false }],
  ['of the same slot, seen a moment earlier', [0, 299], [0, 300], { slots: false, times: true }],
  ['of the slot before, seen later', [-MINUTE, 301], [0, 300], { slots: true, times: false }],
  ['of the next slot, seen earlier', [MINUTE, 299], [0, 300], { slots: false, times: true }],
];
describe('a poll', () => {
  test.each(cases)(
    '%s: older by its slot, or by its time after another schedule',
    (_, [slot, at], known, older) => {
      const newest = poll(...known);
      for (const [rescheduled, expected] of [
        [false, older.slots],
        [true, older.times],
      ] as const) {
        expect(isOlder(poll(slot, at), newest, { now, rescheduled })).toBe(expected);
        expect(isPollNews(poll(slot, at), { last: newest, rescheduled }, now)).toBe(!expected);
        expect(isStoredNews(poll(slot, at), { last: newest, rescheduled }, now)).toBe(!expected);
      }
    },
  );

  test('is news where none is known, whenever it was', () => {
    for (const slot of [-MINUTE, 0, 5 * MINUTE])
      for (const isNewer of [isPollNews, isStoredNews])
        expect(isNewer(poll(slot), { last: null, rescheduled: false }, now)).toBe(true);
    expect(isOlder(poll(-1e12), NO_POLL, { now, rescheduled: false })).toBe(false);
    expect(isOlder(poll(-1e12), NO_POLL, { now, rescheduled: true })).toBe(false);
  });

  test.each([
    ['a poll of now, after one from the future', 0, 5 * MINUTE, { polled: true, stored: false }],
    ['one from the future, after one of now', 5 * MINUTE, 0, { polled: true, stored: false }],
    ['one from the future, after a later one', 5 * MINUTE, 6 * MINUTE, { polled: true, stored: false }],
    ['one from the future, after an earlier one', 6 * MINUTE, 5 * MINUTE, { polled: true, stored: true }],
  ])('%s: news when it was just polled, and when it was stored', (_, slot, last, expected) => {
    const known = { last: poll(last), rescheduled: false };
    expect(isPollNews(poll(slot), known, now)).toBe(expected.polled);
    expect(isStoredNews(poll(slot), known, now)).toBe(expected.stored);
  });
});

test('after the clock was set back, the slot that comes again is news, and the one before it is not', () => {
  const dated = pollDatedBack(poll(0, 300), MINUTE);
  expect(dated).toMatchObject({ slot: NOON - MINUTE - 1, observedAt: NOON - MINUTE + 300 });
  expect(isOlder(poll(-MINUTE), dated, { now, rescheduled: false })).toBe(false);
  expect(isOlder(poll(-2 * MINUTE), dated, { now, rescheduled: false })).toBe(true);
});

describe('a poll turns stale', () => {
  const schedule = createSchedule('*/5 * * * *', 'UTC');
  const of = (staleAfter: number) => ({ schedule, staleAfter });

  test('half a minute after the last of so many missed slots', () => {
    for (const missed of [1, 2, 1, 12])
      expect(staleFrom(of(missed), NOON)).toBe(NOON + missed * 5 * MINUTE + 30_000);
    expect(staleFrom(of(2), NOON + 5 * MINUTE)).toBe(NOON + 15 * MINUTE + GRACE_MS);
    expect(staleFrom(of(2), NOON + MINUTE)).toBe(NOON + 10 * MINUTE + GRACE_MS);
  });

  test('never, where the schedule has no further slot', () => {
    const never = createSchedule('0 0 29 2 1', 'UTC');
    expect(staleFrom({ schedule: never, staleAfter: 1 }, NOON)).toBeGreaterThanOrEqual(
      Number.MAX_SAFE_INTEGER,
    );
  });

  test.each([
    ['of a poll of this replica', 0, 300, 10 * MINUTE + GRACE_MS - 1_000],
    ['of a poll that is older', -5 * MINUTE, -5 * MINUTE, 5 * MINUTE + GRACE_MS - 1_000],
    ['of one by a clock that is ahead', 0, 4_000, 10 * MINUTE + GRACE_MS - 4_000],
  ])('%s: by the monotonic clock, too', (_, slot, observedAt, left) => {
    const clock = handClock(now);
    expect(stalenessOf(of(2), poll(slot, observedAt), clock)).toEqual({
      staleAtWall: staleFrom(of(2), NOON + slot),
      staleAtMonotonic: clock.monotonic() + left,
    });
  });

  test('at once, where its slot lies in the future', () => {
    expect(stalenessOf(of(2), poll(2 * MINUTE), handClock(now)).staleAtWall).toBe(NEVER_FRESH);
    expect(stalenessOf(of(2), poll(MINUTE), handClock(now)).staleAtWall).toBe(NOON + 10 * MINUTE + GRACE_MS);
  });
});
