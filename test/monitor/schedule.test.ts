import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';

const at = (iso: string) => Date.parse(iso);
const iso = (instants: readonly number[]) => instants.map((i) => new Date(i).toISOString().slice(0, 19));

describe('slots', () => {
  test.each([
    ['* * * * *', 'UTC', '2026-03-02T12:00:00Z', '2026-03-02T12:01:00'],
    ['*/5 * * * *', 'Africa/Kampala', '2026-03-02T12:01:30Z', '2026-03-02T12:05:00'],
    ['*/5 * * * * *', 'UTC', '2026-03-02T12:00:00Z', '2026-03-02T12:00:05'],
    ['0 6 * * *', 'Africa/Kampala', '2026-03-02T12:00:00Z', '2026-03-03T03:00:00'],
    ['0 6 * * *', 'Asia/Kathmandu', '2026-03-02T12:00:00Z', '2026-03-03T00:15:00'],
    ['30 17 * * 1-5', 'UTC', '2026-03-06T18:00:00Z', '2026-03-09T17:30:00'],
    ['0 0 29 2 *', 'UTC', '2026-03-02T12:00:00Z', '2028-02-29T00:00:00'],
    ['0 0 1 1 *', 'Pacific/Kiritimati', '2026-03-02T12:00:00Z', '2026-12-31T10:00:00'],
  ])('%s in %s after %s: %s', (expression, zone, after, expected) => {
    expect(iso([createSchedule(expression, zone).next(at(after)) ?? 0])).toEqual([expected]);
  });

  test('there is none when the next is too far away: a 29 February that is a Monday', () => {
    expect(createSchedule('0 0 29 2 1', 'UTC').next(at('2026-03-02T12:00:00Z'))).toBeUndefined();
  });

  test('C6 every quarter of an hour happens when Berlin puts its clocks back', () => {
    const schedule = createSchedule('*/15 * * * *', 'Europe/Berlin');
    const slots = schedule.between(at('2026-10-24T23:00:00Z'), at('2026-10-25T03:00:00Z'), 100);
    expect(slots).toHaveLength(16);
    expect(new Set(slots).size).toBe(16);
  });

  test('C6 no quarter is invented when Berlin puts them forward', () => {
    const slots = createSchedule('*/15 * * * *', 'Europe/Berlin').between(
      at('2026-03-28T23:00:00Z'),
      at('2026-03-29T03:00:00Z'),
      100,
    );
    expect(slots).toHaveLength(16);
  });

  test('C6 half-hour changes of Lord Howe Island keep every slot', () => {
    const schedule = createSchedule('*/10 * * * *', 'Australia/Lord_Howe');
    const slots = schedule.between(at('2026-04-04T13:00:00Z'), at('2026-04-04T17:00:00Z'), 100);
    expect(slots).toHaveLength(24);
  });

  test('of many only the newest are told, in order', () => {
    const slots = createSchedule('* * * * *', 'UTC').between(0, at('2026-03-02T12:00:30Z'), 2);
    expect(iso(slots)).toEqual(['2026-03-02T11:59:00', '2026-03-02T12:00:00']);
  });

  test('the slot that is current is the newest not later than now', () => {
    const schedule = createSchedule('0 6 * * *', 'UTC');
    expect(iso([schedule.current(at('2026-03-02T05:59:59Z')) ?? 0])).toEqual(['2026-03-01T06:00:00']);
    expect(iso([schedule.current(at('2026-03-02T06:00:00Z')) ?? 0])).toEqual(['2026-03-02T06:00:00']);
  });
});

test('next, current and between tell the same slots, whatever was asked before', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Africa/Kampala',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'America/St_Johns',
  );
  const expressions = fc.constantFrom(
    '* * * * *',
    '*/7 * * * *',
    '10,40 8-17 * * *',
    '*/20 * * * * *',
    '5 3 * * 1',
  );
  const start = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z') });
  fc.assert(
    fc.property(
      expressions,
      zones,
      start,
      fc.integer({ min: 0, max: 3_600_000 }),
      (expression, zone, from, length) => {
        const schedule = createSchedule(expression, zone);
        const slots = schedule.between(from, from + length, 10_000);
        const walked: number[] = [];
        for (
          let slot = schedule.next(from);
          slot !== undefined && slot <= from + length;
          slot = schedule.next(slot)
        ) {
          walked.push(slot);
        }
        expect(walked).toEqual(slots);
        const newest = slots.at(-1);
        if (newest !== undefined) expect(schedule.current(from + length)).toBe(newest);
      },
    ),
    { numRuns: 60 },
  );
});

test.each(['99 * * * *', '* * *', 'whenever', '', '0 0 30 2 *'])(
  '%j is refused with node-cron’s words',
  (expression) => expect(() => createSchedule(expression, 'UTC')).toThrow(/\S/),
);

test('an unknown zone is refused', () => {
  expect(() => createSchedule('* * * * *', 'Mars/Olympus')).toThrow(RangeError);
});
