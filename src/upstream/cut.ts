// The end of a poll, whatever it is doing: the deadline or the caller's signal. undici heeds neither its own timeouts
// exactly nor a signal while a request is queued, connecting or in a handshake, so everything is raced against this.
import type { Clock } from '../monitor/ports.ts';

export interface Cut {
  /** Never resolves; rejects with a {@link CutShort} when the time is up. */
  readonly over: Promise<never>;
  /** Milliseconds until the deadline; not negative. */
  remaining(): number;
  /** Resolves after `ms`, or when the time is up. Never rejects. */
  sleep(ms: number): Promise<void>;
  [Symbol.dispose](): void;
}

export class CutShort extends Error {
  override readonly name = 'CutShort';
  readonly kind: 'deadline' | 'aborted';
  constructor(kind: 'deadline' | 'aborted') {
    super(kind);
    this.kind = kind;
  }
}

/** Starts the time of one poll. The owner disposes of it when the poll is over. */
export function createCut(deadlineMs: number, signal: AbortSignal, clock: Clock): Cut {
  const startedAt = clock.monotonic();
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => {}); // it may end while nobody races against it
  const onAbort = () => reject(new CutShort('aborted'));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(() => reject(new CutShort('deadline')), deadlineMs);

  return {
    over,
    remaining: () => Math.max(0, deadlineMs - (clock.monotonic() - startedAt)),
    async sleep(ms) {
      let alarm: NodeJS.Timeout | undefined;
      const passed = new Promise<void>((resolve) => {
        alarm = setTimeout(resolve, ms);
      });
      try {
        await Promise.race([passed, over]);
      } catch {
        // The time is up: whoever goes on will notice.
      } finally {
        clearTimeout(alarm);
      }
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
