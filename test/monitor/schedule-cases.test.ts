// Which slots a schedule has, exactly at its edges: by seconds, in odd zones, far away, and however it is asked.
import { getTasks } from 'node-cron';
import { describe, expect, test } from 'vitest';
import { createSchedule, sameSlots } from '../../src/monitor/polling/schedule.ts';

const at = (iso: string) => Date.parse(iso);
const shown = (instant: number | undefined) =>
  instant === undefined ? null : new Date(instant).toISOString().replace(':00.000Z', '');
const NOON = at('2026-03-02T12:00:00Z');
const SECOND = 1_000;

describe('the next slot', () => {
  test.each([
    ['0 6 * * *', 'Asia/Kolkata', '2026-03-02T00:00:00Z', '2026-03-02T00:30'],
    ['40 6 * * *', 'Asia/Kolkata', '2026-03-02T00:00:00Z', '2026-03-02T01:10'],
    ['50 6 * * *', 'Asia/Kathmandu', '2026-03-02T00:00:00Z', '2026-03-02T01:05'],
    ['7 * * * *', 'UTC', '2026-03-02T12:00:30Z', '2026-03-02T12:07'],
    ['0 23 31 12 *', 'America/Los_Angeles', '2026-03-02T12:00:00Z', '2027-01-01T07:00'],
    ['0 1 1 1 *', 'Pacific/Kiritimati', '2026-03-02T12:00:00Z', '2026-12-31T11:00'],
    ['0 12 L * *', 'UTC', '2026-02-02T12:00:00Z', '2026-02-28T12:00'],
    ['0 12 L * *', 'UTC', '2026-02-28T12:00:00Z', '2026-03-31T12:00'],
    ['0 0 29 2 1', 'UTC', '2040-02-25T00:00:00Z', '2044-02-29T00:00'],
    ['0 0 29 2 1', 'UTC', '2040-02-24T23:59:59.999Z', null], // it looks no further than four years and a day or two
  ])('of %s in %s after %s is %s', (expression, zone, after, expected) => {
    expect(shown(createSchedule(expression, zone).next(at(after)))).toBe(expected);
  });

  test('is later than the instant by as little as a millisecond, whatever was asked before', () => {
    const schedule = createSchedule('* * * * *', 'UTC');
    const asked = [0, 1, 59_999, 60_000, 60_001, 30_000, -1, 0, -60_000, -59_999, 59_999, 119_999, 120_000];
    const minutes = (ms: number) => (schedule.next(NOON + ms)! - NOON) / 60_000;
    expect(asked.map(minutes)).toEqual([1, 1, 1, 2, 2, 1, 0, 1, 0, 0, 1, 2, 3]);
  });

  test('is told rightly of more instants than are remembered', () => {
    const schedule = createSchedule('* * * * *', 'UTC');
    const minutes = Array.from({ length: 20 }, (_, i) => i);
    for (const _ of [1, 2])
      expect(minutes.map((i) => (schedule.next(NOON + i * 60_000)! - NOON) / 60_000)).toEqual(
        minutes.map((i) => i + 1),
      );
  });
});

describe('of slots by the second, in whatever order they are written,', () => {
  const schedule = createSchedule('40,5,20 * * * * *', 'UTC');
  const seconds = (instant: number | undefined) => (instant! - NOON) / SECOND;

  test.each([
    [0, 5],
    [5, 20],
    [20, 40],
    [40, 65],
  ])('the next after %i s is at %i s', (after, next) => {
    expect(seconds(schedule.next(NOON + after * SECOND))).toBe(next);
  });

  test.each([
    [4.999, -20],
    [5, 5],
    [39.999, 20],
    [40, 40],
    [64, 40],
  ])('at %f s that of %i s is current', (now, current) => {
    expect(seconds(schedule.current(NOON + now * SECOND))).toBe(current);
  });

  test.each([
    [0, 70, 9, [5, 20, 40, 65]],
    [5, 40, 9, [20, 40]],
    [4.999, 39.999, 9, [5, 20]],
    [0, 70, 2, [40, 65]],
    [0, 30, 1, [20]],
    [0, 70, 0, []],
    [41, 64, 9, []],
  ])('between %f s and %f s, at most %i: %j', (after, upTo, most, found) => {
    expect(schedule.between(NOON + after * SECOND, NOON + upTo * SECOND, most).map(seconds)).toEqual(found);
  });
});

test('the slot that is current may be four years old, and none is older', () => {
  const { current } = createSchedule('0 0 29 2 *', 'UTC');
  expect(shown(current(at('2027-06-01T00:00:00Z')))).toBe('2024-02-29T00:00');
  expect(current(at('2103-06-01T00:00:00Z'))).toBeUndefined(); // 2100 had no such day
});

test('a schedule is on no list of node-cron, which would keep it for ever', () => {
  const before = getTasks().size;
  createSchedule('* * * * *', 'UTC');
  expect(getTasks().size).toBe(before);
});

test.each([
  ['* * * * *', 'UTC', true],
  ['* * * * *', 'Africa/Kampala', false],
  ['*/2 * * * *', 'UTC', false],
  ['*/2 * * * *', 'Africa/Kampala', false],
])('every minute in UTC, and %s in %s: the same slots: %s', (expression, zone, same) => {
  const every = createSchedule('* * * * *', 'UTC');
  expect(sameSlots(every, createSchedule(expression, zone))).toBe(same);
  expect([every.expression, every.timezone]).toEqual(['* * * * *', 'UTC']);
});
