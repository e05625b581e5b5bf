// Handles unplanned ends: SIGINT and SIGTERM, a closed terminal, and a reader that goes away. `main.ts` uses it.
import { constants } from 'node:os';
import type { Io } from './io.ts';

const AGAIN_MS = 1_000;

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export interface EarlyEnd extends Pick<Io, 'signal' | 'onEarlyEnd'> {
  /** Puts in order what must be, and exits. */
  exit(code: () => number): Promise<never>;
}

/**
 * Decides what happens when this process must end early.
 *
 * A command that reads {@link Io.signal} ends by itself. For other commands nobody listens: the system ends them at once,
 * and the shell knows why. This process handles the signal itself only when something must be put in order first.
 */
export function createEarlyEnd(): EarlyEnd {
  const stop = new AbortController();
  const undoings: (() => Promise<void>)[] = [];
  let undone: Promise<unknown> | undefined;
  let listens = false;
  let heeded = false;
  let askedAt = Number.POSITIVE_INFINITY;
  // In a container, the system doesn't end the first process by a signal.
  if (process.pid === 1) listen();
  return {
    get signal() {
      heeded = true;
      listen();
      return stop.signal;
    },
    onEarlyEnd(undo) {
      undoings.push(undo);
      listen();
      process.once('SIGHUP', (signal) => void heard(signal as StopSignal));
    },
    async exit(code) {
      await undoAll();
      return process.exit(code());
    },
  };

  function listen(): void {
    if (listens) return;
    listens = true;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void heard(signal));
  }

  async function heard(signal: StopSignal): Promise<void> {
    // Under npm one Ctrl-C arrives twice, from the terminal and from npm: only a later signal means an end at once.
    if (performance.now() - askedAt > AGAIN_MS) heeded ? process.exit(1) : endBy(signal);
    if (askedAt < Number.POSITIVE_INFINITY) return;
    askedAt = performance.now();
    if (heeded) return stop.abort(signal);
    await undoAll();
    endBy(signal);
  }

  function undoAll(): Promise<unknown> {
    undone ??= Promise.allSettled(undoings.map((undo) => undo()));
    return undone;
  }
}

/** Ends the process as if nobody had listened: its parent sees that this signal ended it. */
function endBy(signal: StopSignal): never {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  return process.exit(128 + constants.signals[signal]); // where that does not end it: the code that a shell would report
}
