// How long the last result of an account may count as current, by its schedule.
import { parse } from 'node-cron';
import { expect, test } from 'vitest';
import { longestSilence } from '../../src/config/longest-silence.ts';
import { defaultDeadline, isDaily, timesOfDay } from '../../src/config/schema/interval.ts';
import { GRACE_MS } from '../../src/monitor/board/staleness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  ['* * * * *', 'UTC', 1, MINUTE],
  ['* * * * *', 'UTC', 3, 3 * MINUTE],
  ['* * * * *', 'UTC', 1440, DAY],
  ['* * * * *', 'UTC', 1441, DAY + MINUTE],
  ['* * * * *', 'Europe/Berlin', 3, 3 * MINUTE],
  ['0 9 * * *', 'UTC', 1, DAY],
  ['0 9 * * *', 'UTC', 2, 2 * DAY],
  ['0 9 * * *', 'Europe/Berlin', 1, DAY + HOUR], // a night is an hour longer in October
  ['0 9 * * *', 'Australia/Lord_Howe', 1, DAY + HOUR / 2],
  ['0 9 * * *', 'Africa/Kampala', 1, DAY],
  ['0 9,17 * * *', 'UTC', 1, 16 * HOUR],
  ['0 9,17 * * *', 'UTC', 2, DAY],
  ['0 9,17 * * *', 'UTC', 3, DAY + 16 * HOUR],
  ['*/5 8-17 * * *', 'UTC', 1, 14 * HOUR + 5 * MINUTE], // from 17:55 to 8:00
  ['0 9 * * 1-5', 'UTC', 1, 3 * DAY],
  ['0 9 * * 1-5', 'UTC', 2, 4 * DAY],
  ['0 9,17 * * 1-5', 'UTC', 1, 2 * DAY + 16 * HOUR],
  ['0 9,17 * * 1-5', 'UTC', 2, 3 * DAY],
  ['0 9,17 * * 1-5', 'UTC', 3, 3 * DAY + 16 * HOUR],
  ['0 9 1 * *', 'UTC', 1, 31 * DAY],
  ['0 9 1 * *', 'UTC', 2, 62 * DAY],
  ['0 9 1 1 *', 'UTC', 1, 366 * DAY],
  ['0 9 29 2 *', 'UTC', 1, (4 * 366 + 1) * DAY], // as far as it looks
  ['30 0 9 * * *', 'UTC', 1, DAY],
])('"%s" in %s, stale after %i', (expression, timezone, staleAfter, silence) => {
  expect(longestSilence({ schedule: { expression, timezone }, staleAfter })).toBe(silence + GRACE_MS);
});

test.each([
  ['* * * * *', true],
  ['0 9 * * *', true],
  ['0 9 * * 0-6', true],
  ['0 9 * * 1-5', false],
  ['0 9 1-31 * *', true],
  ['0 9 1-30 * *', false],
  ['0 9 * 1-12 *', true],
  ['0 9 * 1-11 *', false],
])('"%s" is due on every day: %s', (expression, daily) => {
  expect(isDaily(parse(expression))).toBe(daily);
});

test.each([
  ['0 9 * * *', [9 * HOUR]],
  ['30,0 17,9 * * *', [9 * HOUR, 9 * HOUR + 30 * MINUTE, 17 * HOUR, 17 * HOUR + 30 * MINUTE]],
  ['5,5,4 1 0 * * *', [MINUTE + 4_000, MINUTE + 5_000]],
])('the times of day of "%s", ascending and each once', (expression, times) => {
  expect(timesOfDay(parse(expression))).toEqual(times);
});

test.each([
  [['* * * * *'], 15_000],
  [['*/38 * * * * *'], 8_800], // from 38 to 60 there are 22 seconds
  [['*/30 * * * * *'], 12_000],
  [['* * * * *', '*/10 * * * * *'], 4_000],
  [['0 9 29 2 *'], 15_000],
])('the default deadline of %j', (schedules, deadline) => {
  expect(defaultDeadline(schedules)).toBe(deadline);
});
