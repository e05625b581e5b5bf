import { describe, expect, test } from 'vitest';
import { dayOf, instantOf } from '../../src/cli/input/when.ts';
import { localMinute, localTime } from '../../src/cli/terminal/local-time.ts';
import { addDays, localDay, wallTime } from '../../src/domain/local-time.ts';

const now = Date.parse('2026-05-04T12:00:00Z');
const read = (text: string, timezone: string, end = false) =>
  new Date(instantOf('--from', text, { timezone, now, end })).toISOString();

describe('an instant', () => {
  test.each([
    ['2026-05-04', 'UTC', '2026-05-04T00:00:00.000Z'],
    ['2026-05-04', 'Africa/Kampala', '2026-05-03T21:00:00.000Z'],
    ['2026-05-04T14:05', 'Africa/Kampala', '2026-05-04T11:05:00.000Z'],
    ['2026-05-04 14:05:06.5', 'Asia/Kathmandu', '2026-05-04T08:20:06.500Z'],
    ['2026-05-04T14:05Z', 'Africa/Kampala', '2026-05-04T14:05:00.000Z'],
    ['2026-05-04T14:05-05:00', 'Africa/Kampala', '2026-05-04T19:05:00.000Z'],
    ['2h', 'Africa/Kampala', '2026-05-04T10:00:00.000Z'],
    ['now', 'Africa/Kampala', '2026-05-04T12:00:00.000Z'],
    ['today', 'Africa/Kampala', '2026-05-03T21:00:00.000Z'],
    ['yesterday', 'Africa/Kampala', '2026-05-02T21:00:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'], // comes twice: the first
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'], // is skipped: as if clocks hadn't changed
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'], // begins at one o'clock
  ])('%s in %s', (text, timezone, instant) => {
    expect(read(text, timezone)).toBe(instant);
  });

  test('a day may stand for its end, which is the start of the next', () => {
    expect(read('2026-10-25', 'Europe/Berlin', true)).toBe('2026-10-25T23:00:00.000Z');
    expect(read('yesterday', 'Africa/Kampala', true)).toBe('2026-05-03T21:00:00.000Z');
    expect(read('2026-10-25T14:00', 'Europe/Berlin', true)).toBe('2026-10-25T13:00:00.000Z');
  });

  test.each(['', 'tomorrow', '2026-02-30', '2026-13-01', '2026-05-04T25:00', '04.05.2026'])(
    '%j is none',
    (text) => {
      const mistake = { message: expect.stringMatching(`^--from ${text}: give a date`), exitCode: 2 };
      expect(() => read(text, 'UTC')).toThrow(expect.objectContaining(mistake));
    },
  );
});

test.each([
  '0000-01-01',
  '0206-05-04',
  '0206-05-04T14:05',
  '0206-05-04T14:05Z',
  '9999-12-31',
  '9000y',
  '5000y',
])('nobody means %s', (text) => {
  expect(() => read(text, 'Africa/Kampala', true)).toThrow(/^--from \S+: give a date/);
});

test.each([
  ['7', 'a lone number'],
  ['May 4', 'no year'],
  ['04/05/2026', 'which is the month?'],
  ['2026-02-30', 'no day'],
  ['9000y', 'before there were such wallets'],
])('--since %s is refused: %s', (text) => {
  expect(() => instantOf('--since', text, { now, timezone: 'UTC' })).toThrow(
    `--since ${text}: give a date, such as`,
  );
});

test.each([
  ['30d', '2026-04-04T12:00:00.000Z'],
  ['yesterday', '2026-05-03T00:00:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T10:00', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01T10:00:05+03:00', '2026-03-01T07:00:05.000Z'],
])('--since %s', (text, instant) => {
  expect(new Date(instantOf('--since', text, { now, timezone: 'UTC' })).toISOString()).toBe(instant);
});

test('days', () => {
  expect(localDay(now + 10 * 3_600_000, 'Africa/Kampala')).toBe('2026-05-05');
  expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
  expect(wallTime(now, 'Asia/Kathmandu')).toBe('2026-05-04 17:45:00');
  expect(dayOf('--from', 'yesterday', '2026-03-01')).toBe('2026-02-28');
  expect(() => dayOf('--from', '2026-02-30', '2026-03-01')).toThrow('--from 2026-02-30: give a day');
});

test.each([
  ['Africa/Kampala', '2026-05-04 15:00:00+03'],
  ['UTC', '2026-05-04 12:00:00Z'],
  ['Asia/Kathmandu', '2026-05-04 17:45:00+05:45'],
  ['America/St_Johns', '2026-05-04 09:30:00-02:30'],
])('a time in a table is that of the zone, and says which: %s', (zone, text) => {
  expect(localTime(now, zone)).toBe(text);
  expect(localMinute(now, zone)).toBe(text.replace(/:00(?=[-+Z])/, ''));
});
