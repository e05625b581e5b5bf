// Divides long work into short turns of the event loop, so that polls, timers and other answers aren't delayed. Used by all
// code that reads, evaluates or writes thousands of wallets at once.
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Turns {
  isOver(): boolean;
  next(): Promise<void>;
}

/** Does this for one item after the other. */
export async function eachInTurns<T>(
  items: Iterable<T>,
  turns: Turns,
  act: (item: T) => void,
): Promise<void> {
  for (const item of items) {
    act(item);
    if (turns.isOver()) await turns.next();
  }
}

/** Begins a turn now: `isOver()` says when to `await next()`. Measures by the process's own clock. */
export function createTurns(turnMs = 8): Turns {
  let end = performance.now() + turnMs;
  return {
    isOver: () => performance.now() >= end,
    async next() {
      await nextTurn();
      end = performance.now() + turnMs;
    },
  };
}
