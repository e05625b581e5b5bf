import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../../src/domain/duration.ts';

test.each([
  ['30s', 30_000],
  ['15m', 900_000],
  ['2d', 172_800_000],
  ['1h30m', 5_400_000],
  ['400d', 34_560_000_000],
  ['5y', 157_680_000_000],
  ['250ms', 250],
  ['0', 0],
])('%s is %d ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each(['', '5', '-1m', '1.5h', '30m1h', '1 h', 'm', '99999999999999y'])('%j is no duration', (text) =>
  expect(parseDuration(text)).toBeUndefined(),
);

test('durations are written as they are read', () => {
  for (const text of ['30s', '15m', '2d', '1h30m', '400d', '250ms']) {
    expect(formatDuration(parseDuration(text) as number)).toBe(text);
  }
  expect(formatDuration(0)).toBe('0s');
});
