// Timers that repeat, and work that never runs twice at a time. What `app.ts` does now and then goes by these.
import type { Instant } from '../domain/observation.ts';
import type { Clock } from '../monitor/clock.ts';
import type { After } from '../store/writer/timer.ts';

/** Runs it every so many milliseconds, the first time after one such pause; returns how to end that. */
export function every(after: After, ms: number, run: () => unknown): () => void {
  let forget = after(ms, again);
  return () => forget();

  function again(): void {
    forget = after(ms, again);
    run();
  }
}

const LONGEST_MS = 5_000; // the wall clock may be set, and then a slot comes sooner

/**
 * Runs it now and at the start of a second by the wall clock, where slots are: of that by which it says that there may be
 * something to do again, of the next one at the soonest, and within five seconds. Returns how to end that.
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

/** Does it, but never twice at a time and not before `ready`; a failure is told, and it never rejects. */
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
    await work().catch(onFailure);
    busy = false;
  };
}
