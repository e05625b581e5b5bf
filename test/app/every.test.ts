// Timers that repeat.
import { expect, test } from 'vitest';
import { everySecond } from '../../src/app/every.ts';
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
