// The ranges that a wallet's page offers beside the one that it shows.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangesBeside, readWalletRange } from '../../src/web/views/wallet-range.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');

const iso = (at: number) => new Date(at).toISOString();

test('what is offered beside a range is taken when it is asked for, and leads where it says', () => {
  const shown = fc.record({
    length: fc.integer({ min: 5, max: 800 * 1_440 }).map((minutes) => minutes * 60_000),
    ago: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 2_000 * 1_440 }).map((minutes) => minutes * 60_000),
    ),
  });
  fc.assert(
    fc.property(shown, ({ length, ago }) => {
      const to = NOW - ago;
      const from = to - length;
      const { earlier, later, closer, wider } = rangesBeside({ from, to }, NOW);
      for (const each of [earlier, later, closer, wider])
        if (each)
          expect(readWalletRange({ from: iso(each.from), to: iso(each.to) }, 'UTC', NOW)).toEqual({
            name: null,
            from: Math.min(each.from, each.to - 5 * 60_000), // up to now there may be less
            to: each.to,
          });
      expect(earlier).toEqual({ from: from - length, to: from });
      expect(later?.from).toBe(ago === 0 ? undefined : to);
      if (closer) expect(from <= closer.from && closer.to <= to).toBe(true);
      if (closer) expect(closer.to - closer.from).toBe(length / 2);
      if (wider) expect(wider.from < from && to <= wider.to).toBe(true);
    }),
  );
});

test.each([
  [365, true],
  [400, true],
  [401, false],
])('a range of %i days can be made twice as long: %s', (days, can) => {
  expect(rangesBeside({ from: NOW - days * DAY, to: NOW }, NOW).wider !== null).toBe(can);
});

test.each([
  [10, true],
  [9, false],
])('a range of %i minutes can be made half as long: %s', (minutes, can) => {
  expect(rangesBeside({ from: NOW - minutes * 60_000, to: NOW }, NOW).closer !== null).toBe(can);
});
