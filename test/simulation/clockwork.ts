// Simulated time for several processes within one: each has its own clocks, and can be paused, killed and set wrong.
import type { Clock } from '../../src/monitor/clock.ts';

/** When simulated time begins. */
const START = Date.parse('2026-03-02T00:00:00Z');

const realSetImmediate = setImmediate;

/** One process of the simulated world. */
export interface Process {
  readonly name: string;
  readonly clock: Clock;
  /** False once it is killed: nothing of it ever runs again. */
  alive: boolean;
  /** Whether a signal has stopped it: due timers run when it goes on. */
  paused: boolean;
  /** By how much its wall clock is wrong, in milliseconds. */
  offsetMs: number;
  /** By how many milliseconds it gets more wrong in each millisecond, and since when. */
  drift: { readonly rate: number; readonly since: number } | undefined;
  /** When its wall clock was last set, in true time; `undefined`: never. */
  setAt?: number;
}

/** By how much the wall clock of a process is wrong now, in milliseconds. */
export function errorOf({ offsetMs, drift }: Process, now: number): number {
  return offsetMs + (drift ? drift.rate * (now - drift.since) : 0);
}

export interface Clockwork {
  /** True time. */
  now(): number;
  /** Runs something at a later true time, whatever happens to the processes. */
  after(ms: number, run: () => void): void;
  /** The same for one process: never once it is dead, and not while it is paused. */
  afterFor(process: Process, ms: number, run: () => void): void;
  spawn(name: string): Process;
  /** Runs something as that process, now or, while it is paused, when it goes on. Timers that are set there are its own. */
  runAs<T>(process: Process, run: () => T): Promise<Awaited<T>>;
  /** The process that runs now. */
  current(): Process;
  resume(process: Process): void;
  /** How many of its timers have still to run. */
  pending(process: Process): number;
  /** Lets time pass; promises settle between any two instants. */
  advance(ms: number): Promise<void>;
  /** Gives the real timers back. */
  [Symbol.dispose](): void;
}

/** A timer, also as `setTimeout` returns it. */
class Timer {
  at: number;
  order: number;
  readonly process: Process | undefined;
  /** `undefined` once it has run or was cleared. */
  run: (() => void) | undefined;

  constructor(at: number, order: number, process: Process | undefined, run: () => void) {
    this.at = at;
    this.order = order;
    this.process = process;
    this.run = run;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

/** The real event loop has a turn after this many instants; nothing outside is heard before. */
const BURST = 2_000;

/**
 * Runs all that needs no time to pass, promises and callbacks of the next tick, until nothing is left. A turn of the
 * event loop for each instant would take ten times as long; Node has this function for code that emulates the loop.
 */
const settle = (process as unknown as { readonly _tickCallback: () => void })._tickCallback;

/** Takes over the timers of this thread until it is disposed of. */
export function createClockwork(): Clockwork {
  const real = { setTimeout, clearTimeout };
  const realNow = performance.now;
  const queue = createQueue(() => nowMs);
  const waiting = new Map<Process, Timer[]>();
  /**
   * The process whose instant it is. All that follows from a process's timer without time passing is of that process,
   * since processes hear of each other only by timers.
   */
  let running: Process | undefined;
  let nowMs = 0;
  let order = 0;

  function add(process: Process | undefined, ms: number, run: () => void): Timer {
    const timer = new Timer(nowMs + ms, ++order, process, run);
    queue.push(timer);
    return timer;
  }

  function fire(timer: Timer): void {
    const { process, run } = timer;
    if (!run || process?.alive === false) return;
    if (process?.paused) {
      waiting.set(process, waiting.get(process) ?? []);
      waiting.get(process)!.push(timer);
      return;
    }
    timer.run = undefined;
    running = process;
    run();
    settle();
    running = undefined;
  }

  /** Takes the next timer from the queue, and sets the time; `undefined` when none runs until then. */
  function takeNext(until: number): Timer | undefined {
    for (let next = queue.take(until); next; next = queue.take(until)) {
      if (!next.run || next.process?.alive === false) continue; // cleared, or its process is dead
      nowMs = Math.max(nowMs, next.at);
      return next;
    }
    nowMs = until;
    return undefined;
  }

  globalThis.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const wholeMs = ms >= 1 && ms < 2 ** 31 ? Math.trunc(ms) : 1; // as Node takes it
    return add(running, wholeMs, args.length === 0 ? run : () => run(...args));
  }) as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((timer?: Timer) => {
    if (timer instanceof Timer) timer.run = undefined;
  }) as unknown as typeof clearTimeout;

  // Work that yields after some milliseconds then does as much in every run of a seed.
  performance.now = () => nowMs;

  return {
    now: () => START + nowMs,
    after: (ms, run) => void add(undefined, ms, run),
    afterFor: (process, ms, run) => void add(process, ms, run),
    spawn(name) {
      const process: Process = {
        name,
        alive: true,
        paused: false,
        offsetMs: 0,
        drift: undefined,
        clock: {
          now: () => Math.round(START + nowMs + errorOf(process, START + nowMs)),
          monotonic: () => nowMs,
        },
      };
      return process;
    },
    runAs(process, run) {
      const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof run>>>();
      add(process, 0, () => resolve(run() as Awaited<ReturnType<typeof run>>));
      return promise;
    },
    current() {
      if (!running) throw new Error('no process runs now');
      return running;
    },
    resume(process) {
      process.paused = false;
      const due = waiting.get(process) ?? [];
      waiting.delete(process);
      for (const timer of due) queue.push(Object.assign(timer, { at: nowMs, order: ++order }));
    },
    pending(process) {
      const all = [...queue.all(), ...(waiting.get(process) ?? [])];
      return all.filter((timer) => timer.run && timer.process === process).length;
    },
    advance(ms) {
      const until = nowMs + ms;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      realSetImmediate(burst);
      return promise;

      function burst(): void {
        try {
          for (let left = BURST; left > 0; left--) {
            const next = takeNext(until);
            if (!next) {
              resolve();
              return;
            }
            fire(next);
          }
        } catch (error) {
          reject(error);
          return;
        }
        realSetImmediate(burst);
      }
    },
    [Symbol.dispose]() {
      Object.assign(globalThis, real);
      performance.now = realNow;
    },
  };
}

/** Timers due later than this are kept apart: a world plans hours ahead, and nearly all of it is due in seconds. */
const SOON_MS = 60_000;

/** A queue of timers, the earliest first; equal ones in their order. */
function createQueue(nowMs: () => number) {
  const soon = createHeap();
  const later = createHeap();
  return {
    all: (): readonly Timer[] => [...soon.all(), ...later.all()],
    push: (timer: Timer) => (timer.at > nowMs() + SOON_MS ? later : soon).push(timer),
    /** Takes the first timer out, if it is due by then. */
    take(until: number): Timer | undefined {
      const [a, b] = [soon.peek(), later.peek()];
      const heap = !a || (b && isBefore(b, a)) ? later : soon;
      const first = heap === later ? b : a;
      if (!first || first.at > until) return undefined;
      heap.pop();
      return first;
    },
  };
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** A binary heap of timers, the first on top. */
function createHeap() {
  const heap: Timer[] = [];

  return {
    all: (): readonly Timer[] => heap,
    peek: () => heap[0],
    push(timer: Timer) {
      let at = heap.push(timer) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!isBefore(timer, heap[parent]!)) break;
        heap[at] = heap[parent]!;
        at = parent;
      }
      heap[at] = timer;
    },
    pop() {
      const last = heap.pop();
      if (!last || heap.length === 0) return;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
        if (!isBefore(heap[child]!, last)) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = last;
    },
  };
}
