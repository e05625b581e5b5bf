// Timers that repeat, and work that never runs twice at a time. What `app.ts` does now and then goes by these.
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

/** Runs it now and at the start of each second by the wall clock, where slots are; returns how to end that. */
export function everySecond(after: After, clock: Clock, run: () => unknown): () => void {
  let forget = () => {};
  tick();
  return () => forget();

  function tick(): void {
    forget = after(1_000 - (clock.now() % 1_000), tick);
    run();
  }
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
