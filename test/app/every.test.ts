// Timers that repeat.
import { expect, test } from 'vitest';
import { alone, every, everySecond } from '../../src/app/every.ts';
import { handClock } from '../support/clock.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');

/** When it runs, in milliseconds since noon, where each run says until when nothing is to be done. */
function ticking(idleUntil: (now: number) => number) {
  const clock = handClock(NOON + 300);
  const runs: number[] = [];
  let due: { readonly ms: number; run(): void } | undefined;
  const end = everySecond(
    (ms, run) => {
      due = { ms, run };
      return () => {
        due = undefined;
      };
    },
    clock,
    () => {
      runs.push(clock.now() - NOON);
      return idleUntil(clock.now() - NOON) + NOON;
    },
  );
  const next = () => {
    clock.advance(due!.ms);
    due!.run();
  };
  return { runs, next, end, isOver: () => due === undefined };
}

test('it ticks now and at the start of each second while there is something to do', () => {
  const { runs, next, end, isOver } = ticking(() => Number.NEGATIVE_INFINITY);
  for (let n = 0; n < 3; n++) next();
  expect(runs).toEqual([300, 1_000, 2_000, 3_000]);
  end();
  expect(isOver()).toBe(true);
});

test('while there is nothing to do it waits for the slot, and for five seconds at most', () => {
  const { runs, next } = ticking(() => 12_000);
  for (let n = 0; n < 5; n++) next();
  expect(runs).toEqual([300, 5_000, 10_000, 12_000, 13_000, 14_000]);
});

test('what repeats runs after each pause until it is ended', () => {
  const pauses: { readonly ms: number; run(): void; ended: boolean }[] = [];
  let runs = 0;
  const end = every(
    (ms, run) => {
      const pause = { ms, run, ended: false };
      pauses.push(pause);
      return () => {
        pause.ended = true;
      };
    },
    5_000,
    () => {
      runs++;
      throw new Error('a run that fails');
    },
  );
  expect(runs).toBe(0);
  for (const expected of [1, 2]) {
    expect(() => pauses.at(-1)!.run()).toThrow('a run that fails');
    expect(runs).toBe(expected);
  }
  end();
  expect(pauses.map(({ ms, ended }) => ({ ms, ended }))).toEqual([
    { ms: 5_000, ended: false },
    { ms: 5_000, ended: false },
    { ms: 5_000, ended: true },
  ]);
});

test('work that must be alone waits until it is ready, never runs twice at a time, and tells its failures', async () => {
  const ready = Promise.withResolvers<void>();
  const failures: string[] = [];
  let work = Promise.withResolvers<void>();
  let runs = 0;
  const run = alone(
    () => {
      runs++;
      return work.promise;
    },
    { ready: ready.promise, onFailure: ({ message }) => failures.push(message) },
  );
  await run();
  expect(runs).toBe(0);
  ready.resolve();
  await ready.promise;
  const first = run();
  await run(); // comes back at once: the first one is under way
  expect(runs).toBe(1);
  work.reject(new Error('away'));
  await first;
  expect(failures).toEqual(['away']);
  work = Promise.withResolvers();
  const second = run();
  expect(runs).toBe(2);
  work.resolve();
  await second;
  expect(failures).toEqual(['away']);
});

test('work goes on though nobody could be told of a failure', async () => {
  let runs = 0;
  const run = alone(
    async () => {
      runs++;
      throw new Error('away');
    },
    {
      ready: Promise.resolve(),
      onFailure() {
        throw new Error('the log is full');
      },
    },
  );
  await Promise.resolve();
  await expect(run()).rejects.toThrow('the log is full');
  await expect(run()).rejects.toThrow('the log is full');
  expect(runs).toBe(2);
});
