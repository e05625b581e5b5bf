import { expect, test } from 'vitest';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { describeSchedule } from '../../src/web/html/schedule.ts';

const WORDS = {
  '* * * * *': 'Every minute',
  '*/5 * * * *': 'Every 5 minutes',
  '15 * * * *': 'At 15 minutes past the hour',
  '0 * * * *': 'Every hour',
  '30 6 * * *': 'At 06:30',
  '0 6,18 * * *': 'At 06:00 and 18:00',
  '* * * * * *': 'Every second',
  '*/10 * * * * *': 'Every 10 seconds',
  '0 */5 * * * *': 'Every 5 minutes',
  '10 0 6 * * *': 'At 06:00:10',
  '0 9-17 * * mon-fri': 'Every hour, between 09:00 and 17:00, Monday through Friday',
  '0 0 1 * mon': 'At 00:00, on day 1 of the month, only on Monday', // both must fit
  '0 0 * january *': 'At 00:00, only in January',
  '0 0 * * sunday': 'At 00:00, only on Sunday',
  '0 0 * * 7': 'At 00:00, only on Sunday',
  '0 0 L * *': 'At 00:00, on the last day of the month',
};

test.each(Object.entries(WORDS))('the schedule %s is a schedule, and reads: %s', (expression, words) => {
  expect(createSchedule(expression, 'UTC').next(0)).toBeTypeOf('number');
  expect(describeSchedule(expression)).toBe(words);
});

test('a schedule without words is shown as it is written', () => {
  expect(describeSchedule('0 0 nonsense')).toBe('0 0 nonsense');
});

test('a day of the month and a weekday must both fit, as the words say', () => {
  const schedule = createSchedule('0 0 1 * mon', 'UTC');
  const first = schedule.next(Date.UTC(2026, 0, 1))!;
  expect([new Date(first).getUTCDay(), new Date(first).getUTCDate()]).toEqual([1, 1]);
});
