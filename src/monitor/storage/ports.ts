// What the monitor needs from a database: the ledger of polls that replicas share, durable results, past outflow.
// `store/` implements these; `app/` passes them in.
import type { Day } from '../../domain/forecast/day.ts';
import type { PastDays } from '../../domain/forecast/history.ts';
import type { PlanGist } from '../../domain/forecast/plan-news.ts';
import type { Requested, Rise } from '../../domain/forecast/requested.ts';
import type { ToldDeadline, TopUpOutcome } from '../../domain/forecast/top-up-outcome.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant, Observation, Polled } from '../../domain/observation.ts';
import type { LostOption, OptionObservation } from '../../domain/payment-option.ts';
import type { PollResult } from '../../domain/poll-result.ts';
import type { WalletId } from '../../domain/wallet.ts';

/** A slot of an account: the identity of a poll. */
export interface AccountSlot {
  readonly account: string;
  readonly slot: Instant;
}

/**
 * Decides who polls what, among all replicas.
 *
 * Every method rejects when Postgres is away or slow; the monitor then polls without claims (fail open).
 */
export interface Claims<Seen extends Polled> {
  /** Claims the slots that nobody has claimed. Returns those that are now this replica's; others have the rest. */
  claim(due: readonly AccountSlot[]): Promise<readonly AccountSlot[]>;
  /** Takes over claims older than `olderThanMs` that never ended. Returns the slots that are now this replica's. */
  takeOver(open: readonly AccountSlot[], olderThanMs: number): Promise<readonly AccountSlot[]>;
  /** The given polls that have ended, as observations: so a replica learns what another one saw. */
  ended(open: readonly AccountSlot[]): Promise<readonly Seen[]>;
}

/** The ledger of polls, shared by all replicas: the lock and the history in one. */
export interface Ledger extends Claims<Observation> {
  /**
   * Where a restart begins: for each account the last successful observation and, if it is later, the last one. After them,
   * those that were the last to show wallets that are missing since, or are named without a balance: use only these wallets
   * of them.
   */
  latest(accounts: readonly string[]): Promise<readonly Observation[]>;
}

/** What an account's last successful poll of payment options saw, and which known options it didn't. */
export interface LatestOptions {
  readonly seen: OptionObservation;
  readonly lost: readonly LostOption[];
}

/** The ledger of polls of payment options. */
export interface OptionLedger extends Claims<OptionObservation> {
  /**
   * Where a restart begins, for each account that was polled. With `before`: the options that were offered before that
   * instant, whatever is stored since; `lost` is then empty.
   */
  latest(accounts: readonly string[], before?: Instant): Promise<readonly LatestOptions[]>;
}

/** What the store did with a result. */
export type StoreOutcome =
  | 'stored' // committed in Postgres
  | 'spooled' // durable on this machine's disk until Postgres is back
  | 'conflict' // another result for the slot was first; this one is counted and kept beside it
  | 'quarantined' // Postgres will never take this record: set aside on this machine's disk, and reported
  | 'dropped'; // none of these was possible; reported

/** Stores the results of both kinds of poll for ever. */
export interface ResultStore {
  /** Resolves once the result is durable, and says where. Never rejects; batches by itself. */
  record(result: PollResult): Promise<StoreOutcome>;
}

/** A wallet's outflow: by day as far as that is stored, then by hour. */
export interface WalletOutflow extends WalletId {
  readonly account: string;
  /** Up to the requested hour, oldest first, at most a year; `NaN` is unknown. */
  readonly hours: Float64Array;
  /** The same for uncleared money that became available; absent for a wallet that has had none. */
  readonly cleared?: Float64Array;
  /** Absent where no day is stored; then `hours` are all that is known. */
  readonly kept?: KeptOutflow;
}

/** Days that were added up before; the hours don't contain a whole one of them. */
export interface KeptOutflow {
  /** The day after the last. */
  readonly until: Day;
  readonly outflow: PastDays;
  /** Absent for a wallet in which nothing has cleared on these days. */
  readonly cleared?: PastDays;
}

/** An account, and the time zone of its days, by its IANA name. */
export interface ZonedAccount {
  readonly name: string;
  readonly timezone: string;
}

/** Reads past outflow. */
export interface OutflowHistory {
  /** The accounts that have past outflow from before an instant. Rejects when Postgres is away or slow. */
  withPast(accounts: readonly string[], before: Instant): Promise<readonly string[]>;
  /** The wallets of these accounts with past outflow, each made when it is iterated. Rejects when Postgres is away or slow. */
  read(accounts: readonly ZonedAccount[], before: Instant): Promise<Iterable<WalletOutflow>>;
}

/** A request for a top-up of a wallet, to be stored. */
export interface NewTopUpRequest extends WalletId {
  readonly account: string;
  readonly amount: Amount;
  /** Who requested it: `command NAME`, `api NAME` or `alert RULE`. */
  readonly by: string;
  /** `null`: now, by the database's clock. */
  readonly at: Instant | null;
}

/** A wallet with requested top-ups, and how its balance rose since. */
export interface RequestedWallet extends WalletId {
  readonly account: string;
  readonly requests: readonly Requested[];
  readonly rises: readonly Rise[];
  /** The available balance at the newest snapshot that the rises cover; `null`: none was seen. */
  readonly available: Amount | null;
}

/** Stores which top-ups were requested. Both methods reject when Postgres is away or slow. */
export interface TopUpLog {
  /** The requests of the named accounts, each since its instant. */
  read(since: ReadonlyMap<string, Instant>): Promise<readonly RequestedWallet[]>;
  add(request: NewTopUpRequest): Promise<void>;
}

/** A wallet as the log of plans names it. */
export interface LoggedWallet {
  readonly accountId: number;
  readonly walletId: number;
}

/** The newest stored plan of a wallet. */
export interface KeptPlan extends WalletId, LoggedWallet {
  readonly account: string;
  /** `null`: none is stored. */
  readonly newest: (PlanGist & { readonly number: number; readonly replica: string }) | null;
  /** The outcome of the last plan that asked for money and got it. */
  readonly topUp: TopUpOutcome | null;
}

/** A plan to be stored. */
export interface NewPlan extends LoggedWallet, PlanGist {
  /** One more than that of the plan before it. */
  readonly number: number;
  readonly arrives: Instant;
  readonly lastsUntil: Instant | null;
  readonly thenLastsUntil: Instant | null;
  readonly given: Amount | null;
  /** The top-up that ended the plan before it, if that plan had asked for it. */
  readonly topUp: TopUpOutcome | null;
}

/** A rise of a balance, and what was known before it. */
export interface SeenTopUp extends Omit<TopUpOutcome, 'verdict'> {
  /** The plans that asked for it, the oldest first. */
  readonly told: readonly ToldDeadline[];
}

/** Stores plans, so that they can be judged. All methods reject when Postgres is away or slow. */
export interface PlanLog {
  /** Every wallet of these accounts that Postgres knows. */
  newest(accounts: readonly string[]): Promise<readonly KeptPlan[]>;
  /** The largest rise of the wallet's balance since its newest plan; `undefined`: it didn't rise. */
  topUpSince(
    plan: LoggedWallet & { readonly number: number; readonly at: Instant },
  ): Promise<SeenTopUp | undefined>;
  /** Adds plans; false for one whose number was taken already, by another or by this replica. */
  add(plans: readonly NewPlan[]): Promise<readonly boolean[]>;
}
