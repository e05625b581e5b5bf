// When results go to Postgres and when to the spool, and what is said of that.
import { describe, expect, test } from 'vitest';
import {
  type CircuitBreaker,
  createCircuitBreaker,
  type StoreState,
} from '../../../src/store/writer/circuit-breaker.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const AWAY = { policy: 'retry', reason: 'the connection broke' } as const;
const FAILURE = { sqlstate: '08006', contention: false, disconnected: true };

let wall = START;
let monotonic = 0;
let chance = 0;
let told: StoreState[] = [];
let breaker: CircuitBreaker;

/** Each test begins with a breaker of its own. */
function begin(): void {
  [wall, monotonic, chance, told] = [START, 0, 0, []];
  breaker = createCircuitBreaker({
    clock: { now: () => wall, monotonic: () => monotonic },
    random: () => chance,
    patienceMs: 3_000,
    onChange: (state) => told.push(state),
  });
}

function pass(ms: number): void {
  wall += ms;
  monotonic += ms;
}

test('before the first write all is well, and results go straight to Postgres at once', () => {
  begin();
  expect(breaker.state()).toEqual({ up: true, reason: null, needsAttention: false, since: START });
  expect(breaker.direct()).toBe(true);
  expect(breaker.waitMs()).toBe(0);
  expect(breaker.succeededAt()).toBe(Number.NEGATIVE_INFINITY);
  expect(told).toEqual([]);
});

describe('after failures', () => {
  test.each<readonly [chance: number, waits: readonly number[]]>([
    [0, [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
    [1, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
    [0.5, [375, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500]],
  ])('with a chance of %d it is tried again after %j ms', (given, waits) => {
    begin();
    chance = given;
    expect(
      waits.map(() => {
        breaker.failed({ ...FAILURE, ...AWAY });
        const waited = breaker.waitMs();
        pass(waited);
        return waited;
      }),
    ).toEqual(waits);
    expect(breaker.waitMs()).toBe(0);
  });

  test('the wait gets shorter as time passes, and is never below zero', () => {
    begin();
    breaker.failed({ ...FAILURE, ...AWAY });
    pass(100);
    expect(breaker.waitMs()).toBe(150);
    pass(1_000);
    expect(breaker.waitMs()).toBe(0);
  });

  test('a success begins the waits anew, and needs none itself', () => {
    begin();
    for (let i = 0; i < 4; i++) breaker.failed({ ...FAILURE, ...AWAY });
    breaker.succeeded(10);
    expect(breaker.waitMs()).toBe(0);
    breaker.failed({ ...FAILURE, ...AWAY });
    expect(breaker.waitMs()).toBe(250);
  });

  test('results go to the spool until a write succeeds', () => {
    begin();
    breaker.failed({ ...FAILURE, ...AWAY });
    expect(breaker.direct()).toBe(false);
    pass(700);
    breaker.succeeded(10);
    expect(breaker.direct()).toBe(true);
    expect(breaker.succeededAt()).toBe(700);
  });

  test.each<readonly [policy: 'retry' | 'refused' | 'config', needsAttention: boolean]>([
    ['retry', false],
    ['refused', false],
    ['config', true],
  ])('a failure of the kind %s needs people: %s', (policy, needsAttention) => {
    begin();
    pass(40);
    breaker.failed({ ...FAILURE, policy, reason: 'why' });
    expect(told).toEqual([{ up: false, reason: 'why', needsAttention, since: START + 40 }]);
    expect(breaker.state()).toEqual(told[0]);
  });
});

describe('of a write that succeeds', () => {
  test.each<readonly [tookMs: number, direct: boolean, reason: string | null]>([
    [1_499, true, null],
    [1_500, false, 'Postgres is slow: a write takes longer than 1.5 s'],
    [9_000, false, 'Postgres is slow: a write takes longer than 1.5 s'],
  ])('in %i ms: the next go straight to Postgres: %s; what is said: %s', (tookMs, direct, reason) => {
    begin();
    breaker.succeeded(tookMs);
    expect(breaker.direct()).toBe(direct);
    expect(breaker.state()).toMatchObject({ up: true, reason, needsAttention: false });
  });
});

test('a write that has not ended for too long sends the next results to the spool', () => {
  begin();
  pass(3_000);
  breaker.silent();
  expect(breaker.direct()).toBe(false);
  expect(breaker.waitMs()).toBe(0); // one is under way
  expect(told).toEqual([
    ...[
      {
        up: false,
        reason: 'Postgres has not answered within 3.0 s',
        needsAttention: false,
        since: START + 3_000,
      },
    ],
  ]);
});

describe('a change', () => {
  test('is told once, however often it is repeated', () => {
    begin();
    breaker.failed({ ...FAILURE, ...AWAY });
    breaker.failed({ ...FAILURE, ...AWAY });
    breaker.succeeded(1);
    breaker.succeeded(1);
    expect(told.map(({ up }) => up)).toEqual([false, true]);
  });

  test('of the reason alone keeps the time since when', () => {
    begin();
    pass(10);
    breaker.failed({ ...FAILURE, ...AWAY });
    pass(10);
    breaker.failed({ ...FAILURE, ...AWAY, reason: 'the server is starting' });
    expect(told.map(({ since }) => since - START)).toEqual([10, 10]);
  });

  test('of whether people must act begins a new time', () => {
    begin();
    pass(10);
    breaker.failed({ ...FAILURE, ...AWAY });
    pass(10);
    breaker.failed({ ...FAILURE, ...AWAY, policy: 'config' });
    pass(10);
    breaker.succeeded(1);
    expect(told.map(({ since }) => since - START)).toEqual([10, 20, 30]);
  });

  test('to slow while it is up keeps the time since when', () => {
    begin();
    pass(10);
    breaker.succeeded(2_000);
    expect(told).toMatchObject([{ up: true, since: START }]);
  });
});
