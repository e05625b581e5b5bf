// The alerts of one account: those about the account itself, and through `account-wallets.ts` those of its wallets.
// `alert-evaluator.ts` makes one for each account of the configuration.
import type { Instant, Observation } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import type { WalletId } from '../../domain/wallet.ts';
import type { BoardAccount } from '../board/board-entry.ts';
import { staleFrom } from '../board/staleness.ts';
import type { Clock } from '../clock.ts';
import { pauseAfterRefusals } from '../polling/poll.ts';
import { type AccountWallets, type AccountWalletsOptions, createAccountWallets } from './account-wallets.ts';
import { type AlertInstance, CLEAR, createAlertInstance, MET, UNKNOWN } from './alert-instance.ts';
import { type BuiltinAlert, builtin } from './builtin.ts';
import type { Lookback, PastValue } from './ports.ts';

export interface AccountAlertsOptions extends Omit<AccountWalletsOptions, 'seenAt'> {
  readonly clock: Clock;
  /** The same account under an earlier configuration: what it knows is taken over. */
  readonly previous?: AccountAlerts | undefined;
}

export interface AccountAlerts {
  readonly config: BoardAccount;
  /** Evaluates a finished poll, unless it is older than what is known. */
  observe(observation: Observation): void;
  /** Remembers the values of an observation that is too old to be evidence. */
  remember(observation: Observation): void;
  /** Evaluates what only the clock can tell, by both clocks. */
  tick(wall: Instant, monotonic: number): void;
  /** Takes in what was seen of its wallets before this process began. */
  backfill(lookback: Lookback, past: readonly PastValue[]): void;
  /** Makes the alerts of a wallet, if it has none yet. */
  track(wallet: WalletId): void;
  readonly known: AccountKnowledge;
}

/** What is known of an account, apart from its alerts' states. */
interface AccountKnowledge {
  readonly wallets: AccountWallets;
  /** Of the newest observation taken in. */
  lastSlot: Instant;
  lastSucceeded: boolean;
  /** The newest poll that took place, and the newest good one. */
  attempted: PollTime;
  seen: PollTime;
}

/** When a poll took place: its slot, and both clocks when its result came in. */
interface PollTime {
  readonly slot: Instant;
  readonly wall: Instant;
  readonly monotonic: number;
  /** How long the account may rest after it, in milliseconds. */
  readonly restMs: number;
  /** Computed when first needed: enumerating slots is the dearest thing here. */
  staleAt?: Instant;
}

export function createAccountAlerts(options: AccountAlertsOptions): AccountAlerts {
  const { config, clock, register, apply, previous } = options;
  const subject = { account: config.name, currency: '', walletType: '' };
  const make = (name: BuiltinAlert): AlertInstance | undefined =>
    options.builtin
      ? register(createAlertInstance(builtin(name, options.runbookUrl), subject, null))
      : undefined;
  const balanceUnknown = make('BalanceUnknown');
  const refused = make('CredentialsRefused');
  const stalled = make('ScheduleStalled');
  /** About wallets whose names can't be labels. */
  const unusableNames = make('WalletUnreadable');

  const begin: PollTime = { slot: clock.now(), wall: clock.now(), monotonic: clock.monotonic(), restMs: 0 };
  const wallets = createAccountWallets({ ...options, seenAt: () => known.seen.slot });
  const known: AccountKnowledge = {
    wallets,
    lastSlot: Number.MIN_SAFE_INTEGER,
    lastSucceeded: false,
    attempted: begin,
    seen: begin,
  };
  if (previous) inherit(previous.known);
  for (const wallet of config.expect) wallets.expect(wallet);

  return {
    config,
    known,

    observe(observation) {
      const { slot, outcome } = observation;
      const good = succeeded(outcome);
      // A newest slot that lies ahead of the clock was seen before the clock was set back: it counts no more.
      if (slot < known.lastSlot && known.lastSlot <= clock.now()) return;
      if (slot === known.lastSlot && (known.lastSucceeded || !good)) return;
      note(observation);
      if (stalled) apply(stalled, CLEAR, slot);
      if (balanceUnknown && good) apply(balanceUnknown, CLEAR, slot);
      if (refused) apply(refused, outcome === 'auth' ? MET : good ? CLEAR : UNKNOWN, slot);
      const hasUnusableName = wallets.observe(observation, apply);
      if (unusableNames && hasUnusableName !== undefined)
        apply(unusableNames, hasUnusableName ? MET : CLEAR, slot);
    },

    remember(observation) {
      if (observation.slot <= known.lastSlot || !succeeded(observation.outcome)) return;
      note(observation);
      wallets.observe(observation, undefined);
    },

    tick(wall, monotonic) {
      const { attempted, seen } = known;
      // By the wall clock, or by what it would be if it hadn't been set back since.
      const now = Math.max(wall, attempted.wall + (monotonic - attempted.monotonic));
      const stalledAt = staleAt(attempted) + attempted.restMs;
      if (stalled && now >= stalledAt) {
        stalled.knownAt = attempted.slot;
        apply(stalled, { ...MET, since: stalledAt }, now);
      }
      const isUnknown = balanceUnknown !== undefined && now >= staleAt(seen);
      if (isUnknown) {
        balanceUnknown.knownAt = seen.slot;
        apply(balanceUnknown, { ...MET, since: staleAt(seen) }, now);
      }
      wallets.tick(now, isUnknown);
    },

    track: wallets.track,
    backfill: wallets.backfill,
  };

  function note({ slot, outcome }: Observation): void {
    const restMs = outcome === 'auth' ? pauseAfterRefusals(Number.POSITIVE_INFINITY) : 0;
    const time: PollTime = { slot, wall: clock.now(), monotonic: clock.monotonic(), restMs };
    known.lastSlot = slot;
    known.lastSucceeded = succeeded(outcome);
    if (outcome !== 'lost') known.attempted = time;
    if (known.lastSucceeded) known.seen = time;
  }

  function inherit(from: AccountKnowledge): void {
    known.lastSlot = from.lastSlot;
    known.lastSucceeded = from.lastSucceeded;
    known.attempted = { ...from.attempted };
    known.seen = { ...from.seen };
    for (const time of [known.attempted, known.seen]) delete time.staleAt; // the schedule may be another
    wallets.inherit(from.wallets);
  }

  function staleAt(time: PollTime): Instant {
    time.staleAt ??= staleFrom(config, time.slot);
    return time.staleAt;
  }
}
