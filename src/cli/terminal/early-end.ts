// Ends that nobody planned: SIGINT and SIGTERM, a terminal that is closed, and a reader that goes away. `main.ts` uses it.
import { constants } from 'node:os';
import type { Io } from './io.ts';

const AGAIN_MS = 1_000;

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export interface EarlyEnd extends Pick<Io, 'signal' | 'onEarlyEnd'> {
  /** Puts in order what must be, and exits. */
  exit(code: () => number): Promise<never>;
}

/**
 * What happens to this process when it is to end early.
 *
 * A command that asks for {@link Io.signal} ends by itself. Nobody listens for the others: the system ends them,
 * whatever they are at, and the shell knows why. Only if there is something to put in order first it is done by us.
 */
export function createEarlyEnd(): EarlyEnd {
  const stop = new AbortController();
  const undoings: (() => Promise<void>)[] = [];
  let undone: Promise<unknown> | undefined;
  let listens = false;
  let heeded = false;
  let askedAt = Number.POSITIVE_INFINITY;
  // Of the first process of a container the system ends none by a signal.
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
    // Under npm one Ctrl-C arrives twice, from the terminal and from npm: only a later one means to end at once.
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

/** As if nobody had listened: whoever started the process sees that it was this signal. */
function endBy(signal: StopSignal): never {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  return process.exit(128 + constants.signals[signal]); // where it doesn't end a process: what a shell would say
}
