// Timers that repeat, and work that never runs twice at a time: for what `app.ts` does at intervals.
import type { Instant } from '../domain/observation.ts';
import type { Clock } from '../monitor/clock.ts';
import type { After } from '../store/writer/timer.ts';

/** Calls `run` every `ms` milliseconds, the first time after one such pause. Returns a function that ends this. */
export function every(after: After, ms: number, run: () => unknown): () => void {
  let forget = after(ms, again);
  return () => forget();

  function again(): void {
    forget = after(ms, again);
    run();
  }
}

const LONGEST_MS = 5_000; // somebody may set the wall clock, and then a slot comes sooner

/**
 * Calls `run` now, and again at the start of a second by the wall clock, because slots begin there. `run` returns the
 * instant until which nothing is to be done. The next call comes in the second of that instant, but not before the next
 * second, and within five seconds. Returns a function that ends this.
 */
export function everySecond(after: After, clock: Clock, run: () => Instant): () => void {
  let forget = () => {};
  tick();
  return () => forget();

  function tick(): void {
    let idleUntil = Number.NEGATIVE_INFINITY;
    try {
      idleUntil = run();
    } finally {
      const now = clock.now();
      const next = now - (now % 1_000) + 1_000;
      forget = after(Math.max(next, startOfSecond(Math.min(idleUntil, now + LONGEST_MS))) - now, tick);
    }
  }
}

function startOfSecond(at: Instant): Instant {
  return Math.floor(at / 1_000) * 1_000;
}

/**
 * Returns a function that does the work, but never twice at a time and not before `ready`. A failure goes to `onFailure`;
 * it never rejects.
 */
export function alone(
  work: () => Promise<void>,
  { ready, onFailure }: { readonly ready: Promise<void>; readonly onFailure: (error: Error) => void },
): () => Promise<void> {
  let busy = true;
  void ready.then(() => {
    busy = false;
  });
  return async () => {
    if (busy) return;
    busy = true;
    try {
      await work().catch(onFailure);
    } finally {
      busy = false;
    }
  };
}
