// Pushes the metrics, one push at a time; `app/otlp.ts` says when and to whom. What can't be told now is told by the next
// push: everything is cumulative, so nothing is kept for later.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';

/** Data points of one request at most. To write so many down takes the event loop a few milliseconds. */
export const MAX_POINTS = 2_000;

/** What came of one request. */
export interface PushAnswer {
  /** Why not all of it was taken, for people; `null`: all was. */
  readonly trouble: string | null;
  /** Whether the rest would fare alike: nothing more is sent in this push. */
  readonly isAway: boolean;
  /** Nothing is to be sent before so many milliseconds. */
  readonly afterMs?: number;
}

export interface PushState {
  /** Whether all of the last push was taken. */
  readonly successful: boolean;
  /** When that was so last; `null`: never yet. */
  readonly succeededAt: Instant | null;
}

export interface PushOptions {
  readonly clock: Clock;
  /** The bodies of the requests that tell everything as it is now, each made when it is asked for. */
  readonly bodies: () => AsyncIterable<Uint8Array>;
  /** Never rejects. */
  readonly post: (body: Uint8Array) => Promise<PushAnswer>;
  /** Told when it begins to fail, fails for another reason, or has recovered (`null`). */
  readonly onTrouble: (trouble: string | null) => void;
}

export interface Push {
  /** Pushes once; does nothing while it is at it, or was asked to wait. */
  now(): void;
  /** `null` before the first push has ended. */
  state(): PushState | null;
  /** No more is sent, and nothing told of what is under way. */
  end(): void;
}

export function createPush(options: PushOptions): Push {
  const { clock, bodies, post, onTrouble } = options;
  let busy = false;
  let ended = false;
  let pausedUntil = Number.NEGATIVE_INFINITY; // by the monotonic clock
  let state: PushState | null = null;
  let told: string | null = null;

  return {
    now: () => void push(),
    state: () => state,
    end() {
      ended = true;
    },
  };

  async function push(): Promise<void> {
    if (busy || ended || clock.monotonic() < pausedUntil) return;
    busy = true;
    const trouble = await send().catch((error: Error) => `they can not be written: ${error.message}`);
    busy = false;
    if (ended) return;
    if (trouble !== told) onTrouble(trouble);
    told = trouble;
    state = {
      successful: trouble === null,
      succeededAt: trouble === null ? clock.now() : (state?.succeededAt ?? null),
    };
  }

  /** The first trouble there was. */
  async function send(): Promise<string | null> {
    let first: string | null = null;
    for await (const body of bodies()) {
      const { trouble, isAway, afterMs } = await post(body);
      first ??= trouble;
      if (afterMs !== undefined) pausedUntil = clock.monotonic() + afterMs;
      if (isAway || ended) break;
    }
    return first;
  }
}
