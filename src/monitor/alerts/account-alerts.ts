// The alerts about one account itself; those of its wallets are in `account-wallets.ts`. Decides whether a poll is evidence,
// and of which instant. `alert-evaluator.ts` makes one for each account of the configuration.
import { type Instant, type Polled, succeeded } from '../../domain/observation.ts';
import { isOlder, type NewestPoll, NO_POLL, pollDatedBack } from '../board/order.ts';
import { isAhead, staleFrom } from '../board/staleness.ts';
import type { Clock } from '../clock.ts';
import { pauseAfterRefusals } from '../polling/poll.ts';
import { type Schedule, sameSlots } from '../polling/schedule.ts';
import { type AccountWallets, type AccountWalletsOptions, createAccountWallets } from './account-wallets.ts';
import { type AlertInstance, type Apply, CLEAR, MET, UNKNOWN } from './alert-instance.ts';
import { builtinAlerts } from './builtin.ts';
import { inItsSlot, newerOnly, newerOrAskedAgain } from './evidence-order.ts';
import { datedBack, heardOf, type PollTime } from './poll-time.ts';

const DEADLINE_MS = 15_000;
const SOON_MS = 5 * 60_000;
const FIRST_POLL_MS = 15_000; // added to the deadline: for jitter, the claim, and a source that is late

/** What a poll means for its account's wallets; without `apply` its values are remembered, but not evaluated. */
export interface WalletEvidence {
  /** The instant of the evidence: the slot; for a slot that lies in the future, when evaluation began. */
  readonly at: Instant;
  readonly apply: Apply | undefined;
  /** Given for a poll that is older than the newest one: it tells only of wallets that no later poll has shown. */
  readonly earlier?: {
    /** Whether the newest poll was good: then it didn't show these wallets. */
    readonly unseen: boolean;
  };
  /** The poll was evaluated before: it is evidence only for rules that are new, or recalled, since then. */
  readonly again?: true;
}

export interface AccountAlertsOptions extends AccountWalletsOptions {
  readonly config: AccountWalletsOptions['config'] & { readonly deadlineMs?: number };
  readonly clock: Clock;
  readonly apply: Apply;
}

export interface AccountAlerts {
  /**
   * Evaluates a finished poll, and returns what it means for the account's wallets; `undefined`: nothing, because it isn't
   * newer than what is known. Only a poll that shows balances is evidence that they are known.
   */
  observe(poll: JudgedPoll): WalletEvidence | undefined;
  /** The same for a stored poll: it is evidence while it is fresh and the newest; else only its values are remembered. */
  resume(poll: JudgedPoll): WalletEvidence | undefined;
  /** Evaluates the conditions that only time decides, by the times of both clocks. */
  tick(wall: Instant, monotonic: number): void;
  /** Waits for a poll before it tells silence; rules with `within` end nothing until they know the past again. */
  awaitPoll(): void;
  /** Dates back all that is known by `ms`, because the wall clock was set back. */
  dateBack(ms: number): void;
  readonly known: AccountKnowledge;
}

/** A finished poll, and whether it shows balances. */
export interface JudgedPoll {
  readonly poll: Polled;
  readonly showsBalances: boolean;
}

/** What is known about an account, apart from its alerts' states. */
interface AccountKnowledge {
  readonly wallets: AccountWallets;
  readonly schedule: Schedule;
  /** The newest poll that was taken in. */
  newest: NewestPoll;
  lastSucceeded: boolean;
  /** Whether the account has another schedule since its newest poll. */
  rescheduled: boolean;
  /** Until when, by the monotonic clock, silence is not told, because a poll may still come. */
  waitsUntil: number;
  /** When the wait began, by the wall clock: after a standstill, or with other slots. A poll that began before doesn't end it. */
  waitsSince: Instant;
  /** The newest poll that took place, and the newest that showed balances. */
  attempted: PollTime;
  seen: PollTime;
}

/** Takes over what `previous`, the same account under an earlier configuration, knows; `previous` isn't used afterwards. */
export function createAccountAlerts(options: AccountAlertsOptions, previous?: AccountAlerts): AccountAlerts {
  return new AlertsOfAccount(options, previous);
}

/** A class, to save memory: there are ten thousand accounts, and closures would take most of the memory of each. */
class AlertsOfAccount implements AccountAlerts {
  readonly known: AccountKnowledge;
  readonly #options: AccountAlertsOptions;
  readonly #balanceUnknown: AlertInstance | undefined;
  readonly #refused: AlertInstance | undefined;
  readonly #stalled: AlertInstance | undefined;
  readonly #begin: PollTime;
  #ticked: number;

  constructor(options: AccountAlertsOptions, previous: AccountAlerts | undefined) {
    const { config, clock } = options;
    this.#options = options;
    const make = builtinAlerts(options, { account: config.name, currency: '', walletType: '' });
    this.#balanceUnknown = make('BalanceUnknown');
    this.#refused = make('CredentialsRefused');
    this.#stalled = make('ScheduleStalled');
    const begin = { slot: clock.now(), wall: clock.now(), monotonic: clock.monotonic(), restMs: 0 };
    this.#begin = begin;
    this.#ticked = begin.monotonic;
    this.known = {
      wallets: createAccountWallets(options, () => this.known.seen.slot),
      schedule: config.schedule,
      newest: NO_POLL,
      lastSucceeded: false,
      rescheduled: false,
      waitsUntil: this.#chanceEnds(),
      waitsSince: Number.MIN_SAFE_INTEGER,
      attempted: begin,
      seen: begin,
    };
    if (previous) this.#inherit(previous.known);
    for (const wallet of config.expect) this.known.wallets.expect(wallet);
  }

  observe(judged: JudgedPoll): WalletEvidence | undefined {
    const { config, clock } = this.#options;
    const stored: Apply = (...evidence) => this.#resuming(clock.now())(...evidence);
    const evidence = this.#evaluate(judged, inItsSlot(this.#options, judged.poll, config, stored));
    if (judged.poll.startedAt >= this.known.waitsSince) this.known.waitsUntil = Number.NEGATIVE_INFINITY;
    return evidence;
  }

  resume(judged: JudgedPoll): WalletEvidence | undefined {
    const { poll, showsBalances } = judged;
    const { config, clock } = this.#options;
    const now = clock.now();
    const ahead = isAhead(poll.slot, now);
    const { newest, rescheduled, lastSucceeded, seen } = this.known;
    if (!ahead && succeeded(poll.outcome) && isOlder(poll, newest, { now, rescheduled })) {
      if (showsBalances && seen === this.#begin) this.known.seen = heardOf(poll, seen); // no later one shows any
      return { at: poll.slot, apply: undefined, earlier: { unseen: lastSucceeded } };
    }
    // Remembered states may follow from a later poll: this one, the last good one, is no evidence against that.
    if (!ahead && now < staleFrom(config, poll.slot)) return this.#evaluate(judged, this.#resuming(now));
    // It isn't known when a slot in the future was polled, but that was before this process began.
    const slot = ahead ? this.#begin.slot : poll.slot;
    if (!succeeded(poll.outcome) || slot <= newest.slot) return undefined;
    const observedAt = ahead ? this.#begin.wall : poll.observedAt;
    this.#note({ slot, observedAt, outcome: poll.outcome }, showsBalances);
    return { at: slot, apply: undefined };
  }

  tick(wall: Instant, monotonic: number): void {
    const { attempted, seen, wallets, waitsUntil } = this.known;
    const { applySilence } = this.#options;
    this.#ticked = monotonic;
    if (monotonic < waitsUntil) return;
    // The wall clock's time, or the later time that it would show if it hadn't been set back since.
    const now = Math.max(wall, attempted.wall + (monotonic - attempted.monotonic));
    const stalledAt = this.#staleAt(attempted) + attempted.restMs;
    if (this.#stalled && now >= stalledAt) {
      this.#stalled.knownAt = attempted.slot;
      applySilence(this.#stalled, { ...MET, since: stalledAt }, now, attempted.slot);
    }
    const isUnknown = this.#balanceUnknown !== undefined && now >= this.#staleAt(seen);
    if (isUnknown) {
      this.#balanceUnknown.knownAt = seen.slot;
      applySilence(this.#balanceUnknown, { ...MET, since: this.#staleAt(seen) }, now, seen.slot);
    }
    wallets.tick(now, isUnknown);
  }

  awaitPoll(): void {
    const { clock } = this.#options;
    this.known.wallets.interrupt(clock.now());
    if (this.#ticked < this.known.waitsUntil) return; // it stood still again before any poll: this silence must be told
    this.known.waitsUntil = this.#chanceEnds();
    this.known.waitsSince = clock.now();
  }

  dateBack(ms: number): void {
    const { newest, attempted, seen, wallets } = this.known;
    this.known.newest = pollDatedBack(newest, ms);
    this.known.attempted = datedBack(attempted, ms);
    this.known.seen = datedBack(seen, ms);
    wallets.dateBack(ms);
  }

  /** The time, by the monotonic clock, by which a poll that is due now has ended. */
  #chanceEnds(): number {
    const { clock, config } = this.#options;
    return clock.monotonic() + (config.deadlineMs ?? DEADLINE_MS) + FIRST_POLL_MS;
  }

  /** If the next poll comes soon, it judges an alert that is asked for again: so the episode begins alike on every replica. */
  #resuming(now: Instant): Apply {
    const { config, apply } = this.#options;
    const isSoon = (config.schedule.next(now) ?? Number.POSITIVE_INFINITY) - now <= SOON_MS;
    return isSoon ? newerOnly(apply) : newerOrAskedAgain(apply);
  }

  #evaluate({ poll, showsBalances }: JudgedPoll, applying: Apply): WalletEvidence | undefined {
    const { slot, outcome } = poll;
    const { newest, rescheduled, lastSucceeded } = this.known;
    const { config, clock } = this.#options;
    const good = succeeded(outcome);
    if (isOlder(poll, newest, { now: clock.now(), rescheduled })) return undefined;
    if (slot === newest.slot && (lastSucceeded || !good))
      return good && clock.now() < staleFrom(config, slot)
        ? { at: slot, apply: applying, again: true }
        : undefined;
    this.#note(poll, showsBalances);
    if (this.#stalled && outcome !== 'lost') applying(this.#stalled, CLEAR, slot); // nobody knows whether that one took place
    if (this.#balanceUnknown && showsBalances) applying(this.#balanceUnknown, CLEAR, slot);
    if (this.#refused) applying(this.#refused, outcome === 'auth' ? MET : good ? CLEAR : UNKNOWN, slot);
    return { at: slot, apply: applying };
  }

  #note(
    { slot, observedAt, outcome }: Pick<Polled, 'slot' | 'observedAt' | 'outcome'>,
    showsBalances: boolean,
  ): void {
    const { known } = this;
    const { clock } = this.#options;
    const restMs = outcome === 'auth' ? pauseAfterRefusals(Number.POSITIVE_INFINITY) : 0;
    const time: PollTime = { slot, wall: clock.now(), monotonic: clock.monotonic(), restMs };
    known.newest = { slot, observedAt };
    known.rescheduled = false;
    known.lastSucceeded = succeeded(outcome);
    if (outcome !== 'lost') known.attempted = time;
    if (showsBalances) known.seen = time;
  }

  #inherit(from: AccountKnowledge): void {
    const { known } = this;
    const { clock, config } = this.#options;
    known.newest = from.newest;
    known.lastSucceeded = from.lastSucceeded;
    const hasOtherSlots = !sameSlots(from.schedule, config.schedule);
    known.rescheduled = from.rescheduled || hasOtherSlots;
    // With other slots, what is known may be stale already: before that is told, their first poll may come.
    known.waitsUntil = hasOtherSlots ? this.#chanceEnds() : from.waitsUntil;
    known.waitsSince = hasOtherSlots ? clock.now() : from.waitsSince;
    known.attempted = { ...from.attempted };
    known.seen = { ...from.seen };
    for (const time of [known.attempted, known.seen]) delete time.staleAt; // the schedule may have changed
    known.wallets.inherit(from.wallets);
  }

  #staleAt(time: PollTime): Instant {
    time.staleAt ??= staleFrom(this.#options.config, time.slot);
    return time.staleAt;
  }
}
