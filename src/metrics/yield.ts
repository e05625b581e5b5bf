// Divides long work into short turns of the event loop, so that polls, timers and other scrapes aren't delayed. Used by
// whatever reads or writes a whole exposition.
import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 8;

export interface Turns {
  isOver(): boolean;
  next(): Promise<void>;
}

/** Counts a turn from now: `isOver()` tells when to `await next()`. Measures by the process's own clock. */
export function createTurns(): Turns {
  let end = performance.now() + TURN_MS;
  return {
    isOver: () => performance.now() >= end,
    async next() {
      await nextTurn();
      end = performance.now() + TURN_MS;
    },
  };
}
