// What the process does at each tick, and after a standstill.
import { expect, test } from 'vitest';
import { createTicks } from '../../src/app/ticks.ts';
import { handClock } from '../support/clock.ts';

/** Ticks that are made by hand; `done` is what was done, in order. */
function ticking({ waiting = 0, idleMs = 60_000 } = {}) {
  const clock = handClock();
  const done: string[] = [];
  const timers: { readonly ms: number; run(): void }[] = [];
  const signal = AbortSignal.abort(); // what is recalled ends at once
  const ticks = createTicks({
    ...{ clock, signal },
    after(ms: number, run: () => void) {
      const one = { ms, run };
      timers.push(one);
      return () => void timers.splice(timers.indexOf(one), timers.includes(one) ? 1 : 0);
    },
    storage: {
      alertMemory: { waiting: () => waiting },
      get migrated() {
        done.push('recall');
        return Promise.resolve();
      },
    },
    evaluator: { awaitPolls: () => done.push('await') },
    alerting: {
      tick: () => done.push('alerts'),
      takeOver: (left: object[]) => done.push(`left ${left.length}`),
    },
    polling: () => ({ tick: () => void done.push('polls'), idleUntil: () => clock.now() + idleMs }),
  } as unknown as Parameters<typeof createTicks>[0]);
  const next = (aheadMs = 0) => {
    const { ms, run } = timers.shift()!;
    clock.advance(ms + aheadMs);
    run();
  };
  return { ticks, timers, done, next, clock };
}

test('each tick polls, and then judges alerts; there is none before the start and after the end', () => {
  const { ticks, timers, done, next } = ticking();
  expect(timers).toEqual([]);
  ticks.end();
  ticks.start();
  expect(done.splice(0)).toEqual(['polls', 'alerts']);
  next();
  expect(done.splice(0)).toEqual(['polls', 'alerts']);
  ticks.end();
  expect(timers).toEqual([]);
});

test('a second start ticks at once, and there is one tick at a time', () => {
  const { ticks, timers, done } = ticking();
  ticks.start();
  ticks.start();
  expect(done).toEqual(['polls', 'alerts', 'polls', 'alerts']);
  expect(timers).toHaveLength(1);
});

test.each([
  [0, 60_000, 5_000],
  [0, 2_000, 2_000],
  [1, 60_000, 1_000],
])(
  'with %i states to save, and nothing to poll for %i ms, the next tick comes in %i ms',
  (waiting, idleMs, ms) => {
    const { ticks, timers } = ticking({ waiting, idleMs });
    ticks.start();
    expect(timers.map((timer) => timer.ms)).toEqual([ms]);
  },
);

test('after a standstill rules wait for polls and what others decided is read, before anything is polled', () => {
  const { ticks, done, next } = ticking();
  ticks.start();
  next();
  done.splice(0);
  next(10 * 60_000);
  expect(done.splice(0)).toEqual(['await', 'left 0', 'recall', 'polls', 'alerts']);
  next();
  expect(done).toEqual(['polls', 'alerts']);
});
