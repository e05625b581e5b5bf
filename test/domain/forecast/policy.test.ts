// Ways of topping up, replayed over days that were.
import { describe, expect, test } from 'vitest';
import {
  bestThreshold,
  byTruth,
  fixed,
  partOf,
  replay,
  type Trade,
} from '../../../src/domain/forecast/policy.ts';

const flat = new Array(40).fill(100);
const trade = (more: Partial<Trade> = {}): Trade => ({ truth: flat, lead: 2, cover: 7, look: 0.25, ...more });
const part = partOf(flat, 10, 40);
const never = () => 0;

test('a part has the mean of its days', () => {
  expect(partOf([1, 2, 3, 6, 9], 2, 4)).toEqual({ from: 2, until: 4, mean: 4.5 });
});

describe('a replay counts', () => {
  test('what runs empty: once until a top-up comes, and every day of it', () => {
    const outcome = replay(7, trade(), part, never);
    expect(outcome).toMatchObject({ late: 1, topUps: 0, rest: 0 });
    expect(outcome.short).toBeCloseTo(23 / 30);
    expect(outcome.idle).toBeCloseTo(24.5 / 30); // from seven days' money to nothing within a week
  });

  test('a top-up that comes as the last is spent is in time, with nothing left', () => {
    const outcome = replay(7, trade(), part, fixed({ threshold: 200 + 1e-6, sum: 700 }));
    expect(outcome).toMatchObject({ late: 0, short: 0, topUps: 4 });
    expect(outcome.rest).toBeCloseTo(0);
    expect(outcome.idle).toBeGreaterThan(3);
  });

  test('one that comes a look later is late each time', () => {
    const outcome = replay(7, trade(), part, fixed({ threshold: 200 - 1e-6, sum: 700 }));
    expect(outcome.late).toBe(4);
    expect(outcome.short).toBeCloseTo(4 / 30);
  });

  test('that nothing is asked for while something is on its way', () => {
    const asked: number[] = [];
    replay(3, trade(), part, (day, since) => {
      asked.push(day + since);
      return 700;
    });
    expect(asked.slice(0, 2)).toEqual([10, 12]); // again with the money that has come
  });

  test('that a request waits for who approves it', () => {
    const arrival = (now: number) => Math.floor(now) + 3; // approved at the next midnight
    const outcome = replay(7, trade({ arrival }), part, fixed({ threshold: 200 + 1e-6, sum: 700 }));
    expect(outcome.late).toBe(outcome.topUps);
    const earlier = replay(7, trade({ arrival }), part, fixed({ threshold: 300 + 1e-6, sum: 700 }));
    expect(earlier.late).toBe(0);
  });
});

test('the best threshold is the least that holds', () => {
  const fare = (policy: Parameters<typeof replay>[3]) => replay(7, trade(), part, policy);
  const best = bestThreshold(trade(), part, { most: 0, fare });
  expect(best.sum).toBe(700);
  expect(best.threshold).toBeCloseTo(200, 0);
  expect(fare(fixed(best)).short).toBe(0);
  expect(fare(fixed({ ...best, threshold: best.threshold - 10 })).short).toBeGreaterThan(0);
});

test('who knows all is never late, and leaves next to nothing', () => {
  const truth = flat.map((amount, i) => amount * (1 + (i % 5)));
  const whole = partOf(truth, 10, 40);
  for (const arrival of [undefined, (now: number) => Math.floor(now) + 3]) {
    const own = trade({ truth, ...(arrival && { arrival }) });
    const outcome = replay(7, own, whole, byTruth(own));
    expect(outcome).toMatchObject({ late: 0, short: 0 });
    expect(outcome.rest).toBeLessThan(1);
  }
});
