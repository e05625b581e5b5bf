// Time, chance and a disk for the history's tests: all in memory, all from one seed.
import type { PollResult } from '../../../src/domain/poll-result.ts';
import type { Clock } from '../../../src/monitor/clock.ts';
import type { Spool } from '../../../src/store/spool/spool.ts';
import type { After } from '../../../src/store/writer/timer.ts';

/** A clock whose timers run only when it is told to go on. */
export interface World {
  readonly clock: Clock;
  readonly after: After;
  readonly random: () => number;
  /** Lets time pass, timer by timer; promises settle in between. */
  advance(ms: number): Promise<void>;
  /** Resolves after so much simulated time. */
  sleep(ms: number): Promise<void>;
  /** How many timers are set. */
  timers(): number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

const START = Date.parse('2026-03-02T12:00:00Z');

export function createWorld(seed = 1): World {
  let now = 0;
  let state = seed >>> 0;
  const timers = new Set<Timer>();

  const after: After = (ms, run) => {
    const timer = { at: now + Math.max(0, ms), run };
    timers.add(timer);
    return () => timers.delete(timer);
  };

  return {
    clock: { now: () => START + Math.round(now), monotonic: () => now },
    after,
    random() {
      // mulberry32
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    },
    sleep: (ms) => new Promise((resolve) => after(ms, resolve)),
    timers: () => timers.size,
    async advance(ms) {
      const until = now + ms;
      await settled();
      for (;;) {
        let next: Timer | undefined;
        for (const each of timers) if (!next || each.at < next.at) next = each; // equal ones in their order
        if (!next || next.at > until) break;
        timers.delete(next);
        now = next.at;
        next.run();
        await settled();
      }
      now = until;
    },
  };
}

/** Every promise that can settle without time passing has settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A spool in memory, as durable as the object itself: it outlives the writer over it. */
export interface MemorySpool extends Spool {
  /** Set to make every write fail. */
  broken: boolean;
  readonly aside: { result: PollResult; reason: string }[];
  readonly queue: Map<number, PollResult>;
}

export function memorySpool(most = Number.POSITIVE_INFINITY): MemorySpool {
  const queue = new Map<number, PollResult>();
  const states = new Map<string, string>();
  let last = 0;
  const check = () => {
    if (spool.broken) throw new Error('no room on the disk');
  };
  const spool: MemorySpool = {
    broken: false,
    aside: [],
    queue,
    append(observations) {
      check();
      return observations.map((each) => {
        if (queue.size >= most) return null;
        queue.set(++last, each);
        return last;
      });
    },
    oldest: (count) =>
      [...queue]
        .map(([id, result]) => ({ id, result }))
        .sort((a, b) => a.result.slot - b.result.slot || a.id - b.id)
        .slice(0, count),
    newest({ since, from, most }) {
      const before = from ?? { slot: Number.POSITIVE_INFINITY, id: 0 };
      const rest = [...queue]
        .map(([id, result]) => ({ id, result }))
        .filter(({ result: { slot } }) => slot >= since)
        .filter(({ id, result: { slot } }) => slot < before.slot || (slot === before.slot && id < before.id))
        .sort((a, b) => b.result.slot - a.result.slot || b.id - a.id);
      const waiting = rest.slice(0, most);
      const last = waiting.at(-1);
      return { waiting, next: last && rest.length > most ? { slot: last.result.slot, id: last.id } : null };
    },
    remove(ids) {
      check();
      for (const id of ids) queue.delete(id);
    },
    quarantine(id, reason) {
      check();
      spool.aside.push({ result: queue.get(id)!, reason });
      queue.delete(id);
    },
    setAside(result, reason) {
      check();
      spool.aside.push({ result, reason });
      return true;
    },
    putBack({ reason, most }) {
      check();
      const chosen = spool.aside.filter((each) => each.reason === reason).slice(0, most);
      for (const each of chosen) {
        spool.aside.splice(spool.aside.indexOf(each), 1);
        queue.set(++last, each.result);
      }
      return { polls: chosen.length, next: chosen.length < most ? null : 0 };
    },
    stats() {
      check();
      return {
        polls: queue.size,
        bytes: queue.size * 500,
        oldest: null,
        quarantined: spool.aside.length,
        maxBytes: most * 500,
      };
    },
    saveStates(changes) {
      for (const [key, value] of changes) value === null ? states.delete(key) : states.set(key, value);
    },
    loadStates: () => new Map(states),
    [Symbol.dispose]() {},
  };
  return spool;
}
