// Schedules polls: decides which accounts are due, when each is polled, and where its result goes. It knows how a poll ended
// but not what it read, so it serves both balances and payment options. `monitor.ts` and the app make one.
import type { Instant, Polled } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import type { AccountSlot, Claims, StoreOutcome } from '../storage/ports.ts';
import type { Followed } from './asking.ts';
import { createClaiming } from './claiming.ts';
import { type DueSlot, type DueState, dueSlots } from './due-slots.ts';
import { jitter } from './jitter.ts';
import type { Poll } from './poll.ts';
import type { PollEvents } from './ports.ts';
import { endOfRest, NO_REST, restAfter } from './rest.ts';
import { type Schedule, sameSlots } from './schedule.ts';

const WRITE_MS = 10_000; // how long writing a result may take; then the replica that claimed the slot counts as dead
const SET_BACK_MS = 30_000; // after a smaller step back, which is NTP's correction, the scheduler waits

export interface ScheduledPolls {
  readonly name: string;
  readonly schedule: Schedule;
  /** Bounds a whole poll, retries included, in milliseconds. */
  readonly deadlineMs: number;
}

export interface SchedulerOptions<Account extends ScheduledPolls, Seen extends Polled> {
  readonly accounts: readonly Account[];
  readonly clock: Clock;
  readonly claims: Claims<Seen>;
  readonly events: PollEvents<Seen>;
  readonly poll: Poll<Account, Seen>;
  /** Called with everything that this and other replicas saw, in this order. None may wait. */
  readonly observers: readonly ((seen: Seen) => void)[];
  /** Stores what this replica saw. */
  readonly history: { record(seen: Seen): Promise<StoreOutcome> };
}

export interface Scheduler<Seen> {
  /**
   * Starts what is due by the clock; call it about once a second, unless it is idle. Resolves when all that it started has
   * ended; `undefined` when it started nothing, as at most ticks.
   */
  tick(): Promise<unknown> | undefined;
  /** Until when ticks start nothing, by the wall clock as it stands; in the past while anything is under way. */
  idleUntil(): Instant;
  /** Polls each of these accounts once, now; stored like any other poll. Throws for a name that isn't configured. */
  pollNow(accounts: readonly string[]): Promise<readonly Seen[]>;
  /** Until when this replica doesn't poll the account because its keys are refused; in the past for any other. */
  restsUntil(account: string): Instant;
  /** Monotonic time of the last tick: it shows that the process's event loop still runs. */
  lastTick(): number;
  /** Starts nothing more, and says where another scheduler goes on. Polls under way end by themselves. */
  handOver(): Handover;
  /** Goes on where an earlier scheduler stood; call it before the first tick. */
  takeOver(from: Handover): void;
  /** Starts nothing more, gives polls under way `graceMs` to end, then ends them as `aborted`. */
  stop(graceMs: number): Promise<void>;
}

/** Where a scheduler stands. */
export interface Handover {
  readonly enumeratedTo: Instant | undefined;
  /** This replica's slots that wait for their turn, including those that are being claimed. */
  readonly waiting: WaitingPoll[];
  /** Slots that another replica claimed, or may have. */
  readonly followed: ReadonlyMap<string, Followed>;
  readonly accounts: ReadonlyMap<string, DueState>;
}

interface WaitingPoll {
  readonly due: AccountSlot;
  readonly startAt: Instant;
}

interface SchedulerState<Account> extends DueState {
  readonly account: Account;
  readonly deadlineMs: number;
  refusals: number;
}

const NONE: readonly DueSlot[] = [];

export function createScheduler<Account extends ScheduledPolls, Seen extends Polled>(
  options: SchedulerOptions<Account, Seen>,
): Scheduler<Seen> {
  const { clock, history, events, observers } = options;
  const states = new Map<string, SchedulerState<Account>>(
    options.accounts.map((account) => {
      const { name, schedule, deadlineMs } = account;
      const known = { account, name, schedule, deadlineMs, running: undefined, refusals: 0 };
      return [name, { ...known, newest: Number.NEGATIVE_INFINITY, rest: NO_REST }];
    }),
  );
  const schedules = Map.groupBy(states.values(), (state) => state.schedule);
  const abort = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let waiting: WaitingPoll[] = [];
  let enumeratedTo: Instant | undefined;
  let nextSlot = Number.NEGATIVE_INFINITY; // of any schedule, as long as the clock isn't set back
  let lastTick = clock.monotonic();
  let starting = 0; // ticks that wait for their claims
  let stopping = false;
  const { claim, watch, follow, forget, followed, perhapsFollowed } = createClaiming({
    ...options,
    observe,
    nextSlot: ({ account, slot }) => states.get(account)?.schedule.next(slot) ?? Number.POSITIVE_INFINITY,
    startsMs: ({ account, slot }) => jitter(account, slot, states.get(account)!.schedule),
    livesMs({ account, slot }) {
      const { schedule, deadlineMs } = states.get(account)!;
      return jitter(account, slot, schedule) + deadlineMs + WRITE_MS;
    },
    onFailure(error) {
      if (!stopping) events.ledgerFailed(error);
    },
  });

  return {
    tick() {
      if (stopping) return undefined;
      lastTick = clock.monotonic();
      const due = newlyDue(clock.now());
      if (due.length === 0 && waiting.length === 0 && followed.size === 0) return undefined;
      return Promise.all([startDue(due), takeOverOrphans()]);
    },

    idleUntil: () =>
      starting + waiting.length + followed.size + underWay.size > 0 ? Number.NEGATIVE_INFINITY : nextSlot,

    async pollNow(names) {
      const slot = clock.now() % 1_000 === 0 ? clock.now() + 1 : clock.now(); // never the slot of a schedule
      const due = names.map((account) => {
        if (!states.has(account)) throw new Error(`no account is called ${JSON.stringify(account)}`);
        return { account, slot };
      });
      await claim(due);
      return Promise.all(due.map(run));
    },

    restsUntil: (name) => endOfRest(states.get(name)?.rest ?? NO_REST, clock),
    lastTick: () => lastTick,

    handOver() {
      stopping = true;
      return { enumeratedTo, waiting, followed: perhapsFollowed(), accounts: states };
    },

    takeOver(from) {
      ({ enumeratedTo, waiting } = from);
      for (const [name, state] of states) {
        const before = from.accounts.get(name);
        if (!before) continue;
        // With another schedule its current slot is polled, as at a start.
        if (sameSlots(before.schedule, state.schedule)) state.newest = before.newest;
        const slot = from.followed.get(name);
        if (slot) followed.set(name, slot);
        if (before.running) occupy(state, before.running);
      }
    },

    async stop(graceMs) {
      stopping = true;
      const timer = setTimeout(() => abort.abort(), graceMs);
      while (underWay.size > 0) await Promise.allSettled(underWay);
      clearTimeout(timer);
    },
  };

  async function startDue(due: readonly DueSlot[]): Promise<void> {
    const of = (kind: DueSlot['kind']) => due.filter((each) => each.kind === kind);
    watch(of('rests'));
    const queue = waiting;
    starting++;
    for (const { account, slot } of await claim(of('new'), of('repeated'))) {
      const { schedule } = states.get(account)!;
      queue.push({ due: { account, slot }, startAt: slot + jitter(account, slot, schedule) });
    }
    starting--;
    if (stopping) return; // the scheduler that goes on from here has the same queue
    const at = clock.now();
    const ready = waiting.filter((entry) => entry.startAt <= at && !states.get(entry.due.account)?.running);
    for (const entry of ready) waiting.splice(waiting.indexOf(entry), 1);
    const turns = ready.flatMap((entry) => (states.has(entry.due.account) ? entry.due : []));
    // After a stall, two slots of an account may be ready: only the latest is polled.
    const latest = new Map(turns.map((turn) => [turn.account, turn]));
    for (const turn of turns) if (latest.get(turn.account) !== turn) events.missed(turn.account, 1);
    await Promise.all([...latest.values()].map(run));
  }

  function newlyDue(now: Instant): readonly DueSlot[] {
    const since = enumeratedTo;
    if (since !== undefined && now < since && since - now < SET_BACK_MS) return NONE;
    enumeratedTo = now;
    if (since !== undefined && now >= since && now < nextSlot) return NONE; // as at most ticks
    const due = dueSlots(schedules, { since, now, monotonic: clock.monotonic(), missed: events.missed });
    nextSlot = Number.POSITIVE_INFINITY;
    for (const schedule of schedules.keys()) nextSlot = Math.min(nextSlot, schedule.next(now) ?? nextSlot);
    return due;
  }

  async function takeOverOrphans(): Promise<void> {
    const ours = await follow();
    if (stopping) return;
    await Promise.all(ours.map(run));
  }

  function run({ account, slot }: AccountSlot): Promise<Seen> {
    const state = states.get(account)!;
    forget({ account, slot });
    const notAfter = state.schedule.next(clock.now()) ?? Number.MAX_SAFE_INTEGER;
    const lagMs = clock.now() - slot;
    const polled = options.poll({ account: state.account, slot, notAfter, signal: abort.signal });
    occupy(state, polled);
    return track(polled.then((seen) => keep(state, lagMs, seen)));
  }

  async function keep(state: SchedulerState<Account>, lagMs: number, seen: Seen): Promise<Seen> {
    const { slot } = seen;
    state.refusals = seen.outcome === 'auth' ? state.refusals + 1 : 0;
    state.rest = restAfter(slot, state.refusals, clock);
    events.observed(seen, lagMs);
    observe(seen);
    const handedOver = clock.monotonic();
    events.kept(seen, await history.record(seen), clock.monotonic() - handedOver);
    return seen;
  }

  function observe(seen: Seen): void {
    for (const each of observers) each(seen);
  }

  /** Makes sure that an account has one poll at a time, also over a reload. */
  function occupy(state: SchedulerState<Account>, running: Promise<unknown>): void {
    state.running = running;
    void running.then(() => {
      if (state.running === running) state.running = undefined;
    });
  }

  function track<T>(promise: Promise<T>): Promise<T> {
    const forget = () => underWay.delete(promise);
    underWay.add(promise);
    promise.then(forget, forget);
    return promise;
  }
}
