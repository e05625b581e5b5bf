// Simulated time for several processes within one: each has clocks of its own, can be paused, killed and set wrong.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '../../src/monitor/clock.ts';

/** When simulated time begins. */
const START = Date.parse('2026-03-02T00:00:00Z');

const realSetImmediate = setImmediate;

/** One process of the simulated world. */
export interface Process {
  readonly name: string;
  readonly clock: Clock;
  /** Killed: nothing of it ever runs again. */
  alive: boolean;
  /** Stopped by a signal: what is due runs when it goes on. */
  paused: boolean;
  /** By how much its wall clock is wrong, in milliseconds. */
  offsetMs: number;
}

export interface Clockwork {
  /** True time. */
  now(): number;
  /** Runs something at a true time later, whatever becomes of the processes. */
  after(ms: number, run: () => void): void;
  /** The same for one process: never once it is dead, and not while it is paused. */
  afterFor(process: Process, ms: number, run: () => void): void;
  spawn(name: string): Process;
  /** Runs as that process: its timers are its own. */
  runAs<T>(process: Process, run: () => T): T;
  /** Which process runs just now. */
  current(): Process;
  resume(process: Process): void;
  /** Lets time pass; promises settle between any two instants. */
  advance(ms: number): Promise<void>;
  /** Gives the real timers back. */
  [Symbol.dispose](): void;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly process: Process | undefined;
  run: (() => void) | undefined;
}

/** Takes the timers of this thread over until it is disposed of. */
export function createClockwork(): Clockwork {
  const real = { setTimeout, clearTimeout };
  const owner = new AsyncLocalStorage<Process>();
  const queue = createQueue();
  const waiting = new Map<Process, Timer[]>();
  let nowMs = 0;
  let order = 0;

  function add(process: Process | undefined, ms: number, run: () => void): Timer {
    const timer = { at: nowMs + ms, order: ++order, process, run };
    queue.push(timer);
    return timer;
  }

  function fire(timer: Timer): void {
    const { process, run } = timer;
    if (!run || process?.alive === false) return;
    if (process?.paused) {
      waiting.set(process, [...(waiting.get(process) ?? []), timer]);
      return;
    }
    timer.run = undefined;
    if (process) owner.run(process, run);
    else owner.exit(run);
  }

  globalThis.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const wholeMs = ms >= 1 && ms < 2 ** 31 ? Math.trunc(ms) : 1; // as Node takes it
    const timer = add(owner.getStore(), wholeMs, () => run(...args));
    const handle = { ref: () => handle, unref: () => handle, hasRef: () => true, timer };
    return handle;
  }) as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((handle?: { timer?: Timer }) => {
    if (handle?.timer) handle.timer.run = undefined;
  }) as unknown as typeof clearTimeout;

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
        clock: { now: () => Math.round(START + nowMs + process.offsetMs), monotonic: () => nowMs },
      };
      return process;
    },
    runAs: (process, run) => owner.run(process, run),
    current() {
      const process = owner.getStore();
      if (!process) throw new Error('no process runs now');
      return process;
    },
    resume(process) {
      process.paused = false;
      const due = waiting.get(process) ?? [];
      waiting.delete(process);
      for (const { run } of due) if (run) add(process, 0, run);
    },
    async advance(ms) {
      const until = nowMs + ms;
      await settled();
      for (let next = queue.peek(); next && next.at <= until; next = queue.peek()) {
        queue.pop();
        nowMs = Math.max(nowMs, next.at);
        fire(next);
        await settled();
      }
      nowMs = until;
    },
    [Symbol.dispose]() {
      Object.assign(globalThis, real);
    },
  };
}

/** Resolves when every promise has settled that can without time passing. */
function settled(): Promise<void> {
  return new Promise((resolve) => realSetImmediate(resolve));
}

/** A binary heap of timers, the earliest first; equal ones in their order. */
function createQueue() {
  const heap: Timer[] = [];
  const before = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order);

  return {
    peek: () => heap[0],
    push(timer: Timer) {
      let at = heap.push(timer) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!before(timer, heap[parent]!)) break;
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
        if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
        if (!before(heap[child]!, last)) break;
        heap[at] = heap[child]!;
        at = child;
      }
      heap[at] = last;
    },
  };
}
