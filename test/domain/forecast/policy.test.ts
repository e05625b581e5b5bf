// Ways of topping up, replayed over days that were.
import { describe, expect, test } from 'vitest';
import { createApproval, parseHours } from '../../../src/domain/forecast/approval.ts';
import { forecast } from '../../../src/domain/forecast/forecaster.ts';
import { alertLevel, alertOf } from '../../../src/domain/forecast/outlook.ts';
import { planOf } from '../../../src/domain/forecast/plan.ts';
import {
  bestThreshold,
  byPlan,
  byTruth,
  fixed,
  outlooksBefore,
  partOf,
  replayPolicy,
  type Trade,
} from '../../../src/domain/forecast/policy.ts';
import { zoneOf } from '../../../src/domain/forecast/zone.ts';
import { amountOf } from '../../../src/domain/money.ts';
import { demand } from './demand.ts';

const flat = new Array(40).fill(100);
const trade = (more: Partial<Trade> = {}): Trade => ({ truth: flat, lead: 2, cover: 7, look: 0.25, ...more });
const part = partOf(flat, 10, 40);
const never = () => 0;

test('a part has the mean of its days', () => {
  expect(partOf([1, 2, 3, 6, 9], 2, 4)).toEqual({ from: 2, until: 4, mean: 4.5 });
});

describe('a replay counts', () => {
  test('what runs empty: once until a top-up comes, and every day of it', () => {
    const outcome = replayPolicy(7, trade(), part, never);
    expect(outcome).toMatchObject({ late: 1, topUps: 0, rest: 0 });
    expect(outcome.short).toBeCloseTo(23 / 30);
    expect(outcome.idle).toBeCloseTo(24.5 / 30); // from seven days' money to nothing within a week
  });

  test('a top-up that comes as the last is spent is in time, with nothing left', () => {
    const outcome = replayPolicy(7, trade(), part, fixed({ threshold: 200 + 1e-6, sum: 700 }));
    expect(outcome).toMatchObject({ late: 0, short: 0, topUps: 4 });
    expect(outcome.rest).toBeCloseTo(0);
    expect(outcome.idle).toBeGreaterThan(3);
  });

  test('one that comes a look later is late each time', () => {
    const outcome = replayPolicy(7, trade(), part, fixed({ threshold: 200 - 1e-6, sum: 700 }));
    expect(outcome.late).toBe(4);
    expect(outcome.short).toBeCloseTo(4 / 30);
  });

  test('that nothing is asked for while something is on its way', () => {
    const asked: number[] = [];
    replayPolicy(3, trade(), part, (day, since) => {
      asked.push(day + since);
      return 700;
    });
    expect(asked.slice(0, 2)).toEqual([10, 12]); // again with the money that has come
  });

  test('that a request waits for who approves it', () => {
    const arrival = (now: number) => Math.floor(now) + 3; // approved at the next midnight
    const outcome = replayPolicy(7, trade({ arrival }), part, fixed({ threshold: 200 + 1e-6, sum: 700 }));
    expect(outcome.late).toBe(outcome.topUps);
    const earlier = replayPolicy(7, trade({ arrival }), part, fixed({ threshold: 300 + 1e-6, sum: 700 }));
    expect(earlier.late).toBe(0);
  });
});

test('the best threshold is the least that holds', () => {
  const fare = (policy: Parameters<typeof replayPolicy>[3]) => replayPolicy(7, trade(), part, policy);
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
    const outcome = replayPolicy(7, own, whole, byTruth(own));
    expect(outcome).toMatchObject({ late: 0, short: 0 });
    expect(outcome.rest).toBeLessThan(1);
  }
});

test('a replay tells these numbers of two days of two looks, of which the second runs empty and is topped up', () => {
  const own: Trade = { truth: [9, 10, 40], lead: 0.5, cover: 1, look: 0.5 };
  const whole = { from: 1, until: 3, mean: 25 };
  const asked: [number, number, number][] = [];
  const outcome = replayPolicy(1, own, whole, (day, since, held) => {
    asked.push([day, since, held]);
    return day === 2 ? 50 : 0;
  });
  expect(asked).toEqual([
    [1, 0, 25],
    [1, 0.5, 20],
    [2, 0, 15],
    [2, 0.5, 50],
  ]);
  const halves = [22.5, 17.5, 7.5, 40];
  expect(outcome).toEqual({
    idle: halves.reduce((sum, each) => sum + each, 0) / 2 / 2 / 25,
    rest: 0,
    short: 0.5,
    topUps: 1,
    late: 1,
  });
});

test('money that meets the outflow exactly is not short', () => {
  expect(replayPolicy(1, trade({ look: 1 }), { from: 10, until: 11, mean: 100 }, never)).toMatchObject({
    short: 0,
    late: 0,
    idle: 0.5,
  });
});

test.each([1, 2, 3])(
  'nor is money of %i days, asked for so many days ahead and spent hour by hour',
  (days) => {
    const own = trade({ lead: days, cover: days, look: 1 / 24 });
    expect(replayPolicy(days, own, part, byTruth(own))).toMatchObject({ late: 0, short: 0 });
  },
);

test('each time that it runs empty before a top-up comes is late once', () => {
  const truth = [30, 30, 30, 30];
  const own = trade({ truth, lead: 1, look: 1 });
  const outcome = replayPolicy(0.5, own, { from: 0, until: 4, mean: 30 }, (_day, _since, held) =>
    held < 1 ? 30 : 0,
  );
  expect(outcome).toEqual({ idle: (0.25 + 0 + 0.5 + 0) / 4, rest: 0, short: 0.75, topUps: 1, late: 2 });
});

test('below a threshold the sum is requested, at it nothing', () => {
  const policy = fixed({ threshold: 200, sum: 700 });
  expect([policy(0, 0, 199.9), policy(0, 0, 200)]).toEqual([700, 0]);
});

test('thresholds are tried from cover and lead down, and none is zero', () => {
  const tried: number[] = [];
  const fare = (most: number) => (policy: Parameters<typeof replayPolicy>[3]) => {
    let least = 0; // the threshold, as it can be asked for
    while (policy(0, 0, least) > 0) least += 1;
    tried.push(least);
    return { idle: 0, rest: 0, short: least >= most ? 0.02 : 0.03, topUps: 0, late: 0 };
  };
  const own = trade({ cover: 0.3, lead: 0.2 });
  const best = bestThreshold(own, part, { most: 0.02, fare: fare(36) });
  expect(tried).toEqual([45, 40, 35]);
  expect(best).toEqual({ threshold: expect.closeTo(40, 6), sum: 30 });
  const free = bestThreshold(own, part, { most: 1, fare: fare(0) });
  expect(free.threshold).toBeGreaterThan(0);
  expect(free.threshold).toBeLessThanOrEqual(5.0001);
});

describe('by the plan', () => {
  const DAY = 86_400_000;
  const FIRST = 20_454;
  const history = demand(2, 60);
  const aims = { alerts: [{ lead: 2, look: 0.25, confidence: 0.95 }] };
  const outlooks = outlooksBefore(history, FIRST, aims);
  const planned = {
    ...{ zone: zoneOf('UTC'), approval: createApproval(zoneOf('UTC'), undefined), confidence: 0.95 },
    ...{ leadMs: 2 * DAY, lookMs: DAY / 4, target: { coverMs: 7 * DAY } },
    ...{ roundTo: amountOf('1'), minimum: amountOf('0') },
  };
  const instantOf = (time: number) => (FIRST + time) * DAY;
  const own = trade({ truth: history });
  const [day, since] = [50, 0.25];
  const outlook = outlooks[day]!;
  const plan = (held: number) =>
    planOf(
      {
        ...{ ...planned, outlook, alert: 0, available: amountOf(held.toFixed(6)) },
        requested: { coming: amountOf('0'), expired: [] },
      },
      instantOf(day + since),
    );
  const needed = (held: number) => Number((plan(held) as { needed: string }).needed);

  test('each midnight has the outlook of the days before it', () => {
    for (const i of [0, 6, 7, 30, 59])
      expect(outlooks[i], `day ${i}`).toEqual(forecast(history.slice(0, i), FIRST, aims));
    expect(outlooks).toHaveLength(60);
  });

  test('without an outlook nothing is requested', () => {
    expect(byPlan(own, { outlooks, planned, instantOf })(3, 0, 0)).toBe(0);
  });

  test('what the plan needs is requested from the level of the alert down', () => {
    const policy = byPlan(own, { outlooks, planned, instantOf });
    const level = alertLevel(outlook, alertOf(outlook, 0), since, 2.25);
    expect(policy(day, since, level + 0.01)).toBe(0);
    expect(policy(day, since, level)).toBe(needed(level));
    expect(policy(day, since, level / 3)).toBe(needed(level / 3));
    expect(needed(level / 3)).toBeGreaterThan(needed(level));
  });

  test('earlier where a request at the next look would wait for who approves it', () => {
    const arrival = (now: number) => (now > day + since ? day + 5 : now + 2);
    const policy = byPlan({ ...own, arrival }, { outlooks, planned, instantOf });
    const level = alertLevel(outlook, alertOf(outlook, 0), since, 5 - since);
    expect(policy(day, since, level + 0.01)).toBe(0);
    expect(policy(day, since, level - 0.01)).toBe(needed(level - 0.01));
  });

  test('where there is no plan nothing is requested', () => {
    const approval = createApproval(zoneOf('UTC'), parseHours('Mon 08:00-09:00'), () => true);
    expect(byPlan(own, { outlooks, planned: { ...planned, approval }, instantOf })(day, since, 0)).toBe(0);
  });
});

describe('by perfect foresight', () => {
  const truth = [10, 20, 30, 40, 50];
  const own: Trade = { truth, lead: 1, cover: 2, look: 0.5 };
  const policy = byTruth(own);

  test.each([
    ['the next look is early enough', 1, 0, 34.9, 70],
    ['what goes out until a request at the next look arrives is there', 1, 0, 35, 70],
    ['more than that is there', 1, 0, 35.1, 0],
    ['within a day', 1, 0.5, 39.9, 80],
    ['more than that is there within a day', 1, 0.5, 40.1, 0],
    ['the end is near: beyond it nothing goes out', 3, 0, 60, 50],
    ['nothing will go out in the cover: as little as counts as a request', 4, 0, 10, 1e-9],
  ])('when %s', (_, day, since, held, sum) => {
    expect(policy(day, since, held)).toBeCloseTo(sum, 9);
    if (sum > 0) expect(policy(day, since, held)).toBeGreaterThan(0);
  });

  test('who approves later is asked in time', () => {
    const late = byTruth({ ...own, arrival: (now) => Math.ceil(now) + 1 });
    expect(late(1, 0, 50.1)).toBe(0); // asked half a day later, it would come at the end of day 2
    expect(late(1, 0, 50)).toBeCloseTo(30 + 40, 9);
    expect(late(1, 0.5, 40)).toBeCloseTo(40 + 50, 9);
  });
});
