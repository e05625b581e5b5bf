// Pushes the metrics, one push at a time; `app/otlp.ts` says when and where to. Metrics are cumulative, so nothing is kept
// after a failure: the next push tells it.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';

/** The most data points of one request. To serialize so many takes the event loop a few milliseconds. */
export const MAX_POINTS = 2_000;

/** The result of one request. */
export interface PushAnswer {
  /** Why the receiver didn't take all of it, for people; `null`: it took all. */
  readonly trouble: string | null;
  /** Whether the rest would fail too: nothing more is sent in this push. */
  readonly isAway: boolean;
  /** For so many milliseconds nothing may be sent. */
  readonly afterMs?: number;
}

export interface PushState {
  /** Whether the receiver took all of the last push. */
  readonly successful: boolean;
  /** When it last took all of a push; `null`: never yet. */
  readonly succeededAt: Instant | null;
}

export interface PushOptions {
  readonly clock: Clock;
  /** The bodies of the requests of one push, each made when it is needed. */
  readonly bodies: () => AsyncIterable<Uint8Array>;
  /** Never rejects. */
  readonly post: (body: Uint8Array) => Promise<PushAnswer>;
  /** Called when pushing begins to fail, fails for another reason, or has recovered (`null`). */
  readonly onTrouble: (trouble: string | null) => void;
}

export interface Push {
  /** Pushes once; does nothing while a push is under way, or while the receiver asks to wait. */
  now(): void;
  /** `null` before the first push has ended. */
  state(): PushState | null;
  /** Sends nothing more, and doesn't report the push that is under way. */
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

  /** Sends all bodies; returns the first trouble. */
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
