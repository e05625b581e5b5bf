// Ends a poll at its deadline or by the caller's signal, whatever the poll does at that time. undici keeps its own
// timeouts only roughly, and ignores a signal while a request is queued, connecting or in a handshake. So everything
// is raced against this. Made by `request-with-retry.ts` for each poll.
import type { Clock } from '../../monitor/clock.ts';

export interface Deadline {
  /**
   * Sets the function that is called when the time is up, at once if it is up already.
   *
   * It replaces the function that was set before, because a poll does one thing at a time.
   */
  tell(over: (why: DeadlineError) => void): void;
  /** Settles as the promise does; rejects with a {@link DeadlineError} when the time is up first. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Milliseconds until the deadline; never negative. */
  remaining(): number;
  /** Resolves after `ms`, or when the time is up. Never rejects. */
  sleep(ms: number): Promise<void>;
  [Symbol.dispose](): void;
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly kind: 'deadline' | 'aborted';
  constructor(kind: 'deadline' | 'aborted') {
    super(kind);
    this.kind = kind;
  }
}

/** Starts the time of one poll. The caller disposes of it when the poll is over. */
export function createDeadline(deadlineMs: number, signal: AbortSignal, clock: Clock): Deadline {
  return new PollDeadline(deadlineMs, signal, clock);
}

/** A class, because it is small: ten thousand polls may wait for permits at once, and each has one. */
class PollDeadline implements Deadline {
  readonly #endsAt: number;
  readonly #clock: Clock;
  readonly #stoppable: Set<PollDeadline>;
  readonly #timer: NodeJS.Timeout;
  #why: DeadlineError | undefined;
  #told: ((why: DeadlineError) => void) | undefined;

  constructor(deadlineMs: number, signal: AbortSignal, clock: Clock) {
    this.#clock = clock;
    this.#endsAt = clock.monotonic() + deadlineMs;
    this.#stoppable = stoppableBy(signal);
    this.#stoppable.add(this);
    this.#timer = setTimeout(timeIsUp, deadlineMs, this);
    if (signal.aborted) this.end('aborted');
  }

  end(kind: DeadlineError['kind']): void {
    this.#why ??= new DeadlineError(kind);
    this.#told?.(this.#why);
  }

  tell(over: (why: DeadlineError) => void): void {
    this.#told = over;
    if (this.#why) over(this.#why);
  }

  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.tell(reject);
      promise.then(resolve, reject);
    });
  }

  remaining(): number {
    return Math.max(0, this.#endsAt - this.#clock.monotonic());
  }

  async sleep(ms: number): Promise<void> {
    let alarm: NodeJS.Timeout | undefined;
    const passed = new Promise<void>((resolve) => {
      alarm = setTimeout(resolve, ms);
    });
    try {
      await this.race(passed);
    } catch {
      // The time is up: the caller checks for that.
    } finally {
      clearTimeout(alarm);
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#stoppable.delete(this);
    this.#told = undefined; // it refers to the answer, which V8 would keep as long as this object
  }
}

function timeIsUp(deadline: PollDeadline): void {
  deadline.end('deadline');
}

const stoppable = new WeakMap<AbortSignal, Set<PollDeadline>>();

/** The deadlines that end when a signal aborts. They share one listener: each further one makes adding the next slower. */
function stoppableBy(signal: AbortSignal): Set<PollDeadline> {
  const known = stoppable.get(signal);
  if (known) return known;
  const deadlines = new Set<PollDeadline>();
  stoppable.set(signal, deadlines);
  const endAll = () => {
    for (const deadline of deadlines) deadline.end('aborted');
  };
  signal.addEventListener('abort', endAll, { once: true });
  return deadlines;
}
