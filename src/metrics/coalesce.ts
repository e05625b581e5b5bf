// Shares work between callers that ask for it at the same time, as scrapes do. Used by `alerts.ts`, `balances.ts`,
// `metrics.ts` and `payment-options.ts`.

/**
 * Wraps work so that callers share it, and nobody gets a result that was begun before they asked.
 *
 * At most one run is under way and one waits behind it, however many callers ask.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let waiting: Promise<T> | undefined;
  return () => {
    if (!running) return begin();
    waiting ??= running.then(next, next);
    return waiting;
  };

  function next(): Promise<T> {
    waiting = undefined;
    return begin();
  }

  function begin(): Promise<T> {
    const mine = work();
    running = mine;
    const done = () => {
      if (running === mine) running = undefined;
    };
    mine.then(done, done);
    return mine;
  }
}
