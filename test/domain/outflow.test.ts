import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAST_HOURS } from '../../src/domain/forecast/history.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createOutflow, MAX_GAP_HOURS } from '../../src/domain/outflow.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 4);

/** The known hours before the last look, as [hours before it, amount]. */
function seen(looks: readonly (readonly [hour: number, available: string])[], until = looks.at(-1)![0]) {
  const outflow = createOutflow();
  for (const [hour, available] of looks) outflow.take(NOW + hour * HOUR, amountOf(available));
  const hours = outflow.before(NOW + Math.floor(until + 1) * HOUR);
  expect(hours).toHaveLength(PAST_HOURS);
  return [...hours].flatMap((amount, i) =>
    Number.isNaN(amount) ? [] : [[Math.floor(until) + i - PAST_HOURS + 1, amount]],
  );
}

test.each([
  [
    'decreases add up',
    [
      [0, '100'],
      [0.2, '90.5'],
      [0.4, '90'],
      [0.9, '70'],
    ],
    [[0, 30]],
  ],
  [
    'a top-up takes nothing back',
    [
      [0, '100'],
      [0.2, '90'],
      [0.4, '500'],
      [0.9, '480'],
    ],
    [[0, 30]],
  ],
  [
    'a decrease counts where it was seen',
    [
      [0.9, '100'],
      [1.1, '80'],
    ],
    [
      [0, 0],
      [1, 20],
    ],
  ],
  [
    'over a gap it is spread',
    [
      [0, '100'],
      [4, '60'],
    ],
    [
      [0, 0],
      [1, 10],
      [2, 10],
      [3, 10],
      [4, 10],
    ],
  ],
  [
    'a gap without any change was idle',
    [
      [0, '100'],
      [2, '100'],
    ],
    [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
  ],
  [
    'a gap with a top-up is not known',
    [
      [0, '100'],
      [3, '400'],
    ],
    [
      [0, 0],
      [3, 0],
    ],
  ],
  [
    'a gap too long is not known',
    [
      [0, '100'],
      [MAX_GAP_HOURS + 1, '4'],
    ],
    [
      [0, 0],
      [MAX_GAP_HOURS + 1, 0],
    ],
  ],
] as const)('%s', (_, looks, expected) => expect(seen(looks)).toEqual(expected));

test('what is older than eight weeks is forgotten, and a look at the past changes nothing', () => {
  const outflow = createOutflow();
  outflow.take(NOW, amountOf('100'));
  outflow.take(NOW + HOUR / 2, amountOf('50'));
  outflow.take(NOW - HOUR, amountOf('0'));
  expect(outflow.before(NOW + HOUR).at(-1)).toBe(50);
  outflow.take(NOW + PAST_HOURS * HOUR, amountOf('50'));
  expect([...outflow.before(NOW + (PAST_HOURS + 1) * HOUR)].filter((each) => each > 0)).toEqual([]);
});

test('looking more often finds the same while money only goes out, and never less otherwise', () => {
  const moves = fc.array(
    fc.record({ minutes: fc.integer({ min: 1, max: 50 }), change: fc.integer({ min: -500, max: 400 }) }),
    {
      minLength: 2,
      maxLength: 300,
    },
  );
  fc.assert(
    fc.property(moves, fc.boolean(), (steps, onlyOut) => {
      const often = createOutflow();
      const seldom = createOutflow();
      let at = NOW;
      let balance = 1_000_000;
      let out = 0;
      for (const [i, { minutes, change }] of steps.entries()) {
        at += minutes * 60_000;
        const moved = onlyOut ? -Math.abs(change) : change;
        balance += moved;
        if (i > 0) out += Math.max(0, -moved);
        often.take(at, amountOf(String(balance)));
        if (i === 0 || i === steps.length - 1 || i % 2 === 0) seldom.take(at, amountOf(String(balance)));
      }
      const total = (of: typeof often) =>
        of.before(at + HOUR).reduce((sum, each) => sum + (each > 0 ? each : 0), 0);
      expect(total(often)).toBeCloseTo(out, 6);
      if (onlyOut) expect(total(seldom)).toBeCloseTo(out, 6);
      else expect(total(seldom)).toBeLessThanOrEqual(out + 1e-6);
    }),
  );
});
