// Rounds: which accounts are due, who polls them, and who hears of it. The same for everything that is polled.
import type { Instant } from '../../domain/observation.ts';
import type { PollResult } from '../../domain/poll-result.ts';
import type { Clock } from '../clock.ts';
import type { AccountSlot, Claims, ResultStore } from '../storage/ports.ts';
import { jitter } from './jitter.ts';
import { pauseAfterRefusals } from './poll.ts';
import type { PollEvents } from './ports.ts';
import type { Schedule } from './schedule.ts';

const CLAIM_PATIENCE_MS = 2_000; // how long a slot waits for Postgres before it is polled without a claim
const CLAIM_PATIENCE_DOWN_MS = 250; // and while Postgres is known to be away
const MAX_MISSED = 1_000; // slots looked at after a pause; more are counted as this many
const SET_BACK_MS = 30_000; // a clock that goes back by less is waited for: it caught up with NTP
const DEAD_CLAIM_GRACE_MS = 10_000; // beyond the deadline; then who claimed the slot is taken to be dead

export interface ScheduledPolls {
  readonly name: string;
  readonly schedule: Schedule;
  /** Bounds a whole poll, retries included, in milliseconds. */
  readonly deadlineMs: number;
}

export interface PollTurn<Account> {
  readonly account: Account;
  readonly slot: Instant;
  /** No retry is waited for beyond this: the next slot. */
  readonly notAfter: Instant;
  readonly signal: AbortSignal;
}

export interface SchedulerOptions<Account extends ScheduledPolls, Seen extends PollResult> {
  readonly accounts: readonly Account[];
  readonly clock: Clock;
  readonly claims: Claims<Seen>;
  readonly events: PollEvents<Seen>;
  /** Never rejects. */
  poll(turn: PollTurn<Account>): Promise<Seen>;
  /** Takes in everything that was seen, by us and by other replicas. Must not wait. */
  observe(seen: Seen): void;
  /** Where what we saw is kept. */
  readonly history: ResultStore;
}

export interface Scheduler<Seen> {
  /**
   * Starts what is due by the clock; call it about once a second. Resolves when all that it started has ended.
   */
  tick(): Promise<void>;
  /** One poll now of each of these accounts, kept like any other. Throws for a name that isn't configured. */
  pollNow(accounts: readonly string[]): Promise<readonly Seen[]>;
  /** Monotonic time of the last tick: how the process shows that it still turns its loop. */
  lastTick(): number;
  /** Starts nothing more, gives polls under way `graceMs` to end, then ends them as `aborted`. */
  stop(graceMs: number): Promise<void>;
}

interface SchedulerState<Account> {
  readonly account: Account;
  readonly name: string;
  readonly schedule: Schedule;
  readonly deadlineMs: number;
  /** The newest slot that was dealt with, by us or by another replica. */
  newest: Instant;
  busy: boolean;
  refusals: number;
  quietUntil: Instant;
}

export function createScheduler<Account extends ScheduledPolls, Seen extends PollResult>(
  options: SchedulerOptions<Account, Seen>,
): Scheduler<Seen> {
  const { clock, claims, history, events, observe } = options;
  const states = new Map<string, SchedulerState<Account>>(
    options.accounts.map((account) => {
      const { name, schedule, deadlineMs } = account;
      const fresh = { newest: Number.NEGATIVE_INFINITY, busy: false, refusals: 0, quietUntil: 0 };
      return [name, { account, name, schedule, deadlineMs, ...fresh }];
    }),
  );
  const schedules = Map.groupBy(states.values(), (state) => state.schedule);
  const abort = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let waiting: { readonly due: AccountSlot; readonly startAt: Instant }[] = [];
  /** Slots that another replica claimed and whose result we want to see. */
  const followed = new Map<string, AccountSlot>();
  let enumeratedTo: Instant | undefined;
  let lastTick = clock.monotonic();
  let ledgerIsDown = false;
  let following = false;
  let stopping = false;

  return {
    async tick() {
      if (stopping) return;
      lastTick = clock.monotonic();
      await Promise.all([track(startDue(clock.now())), track(follow())]);
    },

    async pollNow(names) {
      const slot = clock.now() % 1_000 === 0 ? clock.now() + 1 : clock.now(); // never the slot of a schedule
      const due = names.map((account) => {
        if (!states.has(account)) throw new Error(`no account is called ${JSON.stringify(account)}`);
        return { account, slot };
      });
      await claim(due);
      return Promise.all(due.map((each) => track(run(each))));
    },

    lastTick: () => lastTick,

    async stop(graceMs) {
      stopping = true;
      const timer = setTimeout(() => abort.abort(), graceMs);
      while (underWay.size > 0) await Promise.allSettled(underWay);
      clearTimeout(timer);
    },
  };

  async function startDue(now: Instant): Promise<void> {
    const due = dueAt(now);
    const [repeated, fresh] = [due.filter((d) => d.repeated), due.filter((d) => !d.repeated)];
    const ours = await claim(fresh);
    if (stopping) return;
    for (const { account, slot } of [...ours, ...repeated]) {
      const { schedule } = states.get(account)!;
      waiting.push({ due: { account, slot }, startAt: slot + jitter(account, slot, schedule) });
    }
    const at = clock.now();
    const ready = waiting.filter((entry) => entry.startAt <= at);
    if (ready.length > 0) waiting = waiting.filter((entry) => entry.startAt > at);
    await Promise.all(ready.map((entry) => track(run(entry.due))));
  }

  /** The accounts that are due, each with its latest slot; earlier ones that went by are counted, not faked. */
  function dueAt(now: Instant): (AccountSlot & { readonly repeated: boolean })[] {
    const since = enumeratedTo;
    if (since !== undefined && now < since && since - now < SET_BACK_MS) return [];
    const setBack = since !== undefined && now < since;
    enumeratedTo = now;
    const due: (AccountSlot & { readonly repeated: boolean })[] = [];
    for (const [schedule, accounts] of schedules) {
      const slots =
        since === undefined || setBack
          ? [schedule.current(now)].filter((slot) => slot !== undefined)
          : schedule.between(since, now, MAX_MISSED);
      const slot = slots.at(-1);
      if (slot === undefined) continue;
      for (const state of accounts) {
        if (slots.length > 1) events.missed(state.name, slots.length - 1);
        if (state.busy) events.missed(state.name, 1);
        else if (now >= state.quietUntil) {
          // After the clock was set back a slot may come a second time. It is polled, since silence would be
          // blindness; the ledger keeps the first result and counts the other as a conflict.
          due.push({ account: state.name, slot, repeated: slot <= state.newest });
          state.newest = Math.max(slot, state.newest);
        }
      }
    }
    return due;
  }

  /** What of this we are to poll: what the ledger gives us, or all of it when there is no ledger to ask. */
  async function claim(due: readonly AccountSlot[]): Promise<readonly AccountSlot[]> {
    if (due.length === 0) return due;
    try {
      const ours = await within(claims.claim(due), ledgerIsDown ? CLAIM_PATIENCE_DOWN_MS : CLAIM_PATIENCE_MS);
      ledgerIsDown = false;
      const mine = new Set(ours.map((each) => each.account));
      for (const each of due) if (!mine.has(each.account)) followed.set(each.account, each);
      return ours;
    } catch (error) {
      ledgerIsDown = true;
      events.ledgerFailed(error);
      return due;
    }
  }

  /** Learns what other replicas saw, and takes over from those that died while the slot is still current. */
  async function follow(): Promise<void> {
    if (following || followed.size === 0) return;
    following = true;
    try {
      for (const seen of await claims.ended([...followed.values()])) {
        forget(seen);
        observe(seen);
      }
      const now = clock.now();
      const orphaned: AccountSlot[] = [];
      for (const each of followed.values()) {
        const { schedule, deadlineMs } = states.get(each.account)!;
        if (now >= (schedule.next(each.slot) ?? Number.POSITIVE_INFINITY)) forget(each);
        else if (now >= each.slot + deadlineMs + DEAD_CLAIM_GRACE_MS) orphaned.push(each);
      }
      if (orphaned.length === 0) return;
      const patience = Math.max(...orphaned.map((each) => states.get(each.account)!.deadlineMs));
      const ours = [
        ...(await claims.claim(orphaned)),
        ...(await claims.takeOver(orphaned, patience + DEAD_CLAIM_GRACE_MS)),
      ];
      for (const each of ours) {
        forget(each);
        void track(run(each));
      }
    } catch (error) {
      events.ledgerFailed(error);
    } finally {
      following = false;
    }
  }

  function forget({ account, slot }: AccountSlot): void {
    if (followed.get(account)?.slot === slot) followed.delete(account);
  }

  async function run({ account, slot }: AccountSlot): Promise<Seen> {
    const state = states.get(account)!;
    state.busy = true;
    const notAfter = state.schedule.next(clock.now()) ?? Number.MAX_SAFE_INTEGER;
    const lagMs = clock.now() - slot;
    const seen = await options.poll({ account: state.account, slot, notAfter, signal: abort.signal });
    state.busy = false;
    state.refusals = seen.outcome === 'auth' ? state.refusals + 1 : 0;
    state.quietUntil = state.refusals === 0 ? 0 : slot + pauseAfterRefusals(state.refusals);
    events.observed(seen, lagMs);
    observe(seen);
    const handedOver = clock.monotonic();
    events.kept(seen, await history.record(seen), clock.monotonic() - handedOver);
    return seen;
  }

  function track<T>(promise: Promise<T>): Promise<T> {
    const forget = () => underWay.delete(promise);
    underWay.add(promise);
    promise.then(forget, forget);
    return promise;
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
