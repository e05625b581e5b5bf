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
 * Who polls what, among all replicas.
 *
 * Every method rejects when Postgres is away or slow; the monitor then goes on by itself (fail open).
 */
export interface Claims<Seen extends Polled> {
  /** Claims what nobody has claimed. Returns what is ours now; the rest is another replica's. */
  claim(due: readonly AccountSlot[]): Promise<readonly AccountSlot[]>;
  /** Takes over claims older than `olderThanMs` that never ended. Returns what is ours now. */
  takeOver(open: readonly AccountSlot[], olderThanMs: number): Promise<readonly AccountSlot[]>;
  /** Those of the given polls that have ended, as observations: how a replica learns what another one saw. */
  ended(open: readonly AccountSlot[]): Promise<readonly Seen[]>;
}

/** The ledger of polls, shared by all replicas: the lock and the history in one. */
export interface Ledger extends Claims<Observation> {
  /**
   * For each account the last successful observation and, if it is later, the last one: where a restart begins. After them
   * those that were the last to show wallets that are missing since: of these nothing but such wallets is to be taken.
   */
  latest(accounts: readonly string[]): Promise<readonly Observation[]>;
}

/** What an account's last successful poll of payment options saw, and what it didn't. */
export interface LatestOptions {
  readonly seen: OptionObservation;
  readonly lost: readonly LostOption[];
}

/** The ledger of polls of payment options. */
export interface OptionLedger extends Claims<OptionObservation> {
  /**
   * For each account that was polled: where a restart begins. With `before` what was offered before that instant, whatever is
   * stored since, and nothing as `lost`.
   */
  latest(accounts: readonly string[], before?: Instant): Promise<readonly LatestOptions[]>;
}

/** What became of a result that was handed to the store. */
export type StoreOutcome =
  | 'stored' // committed in Postgres
  | 'spooled' // durable on this machine's disk until Postgres is back
  | 'conflict' // another result for the slot was first; ours is counted and kept beside it
  | 'quarantined' // Postgres will never take this record: set aside on this machine's disk, said loudly
  | 'dropped'; // none of these was possible; said loudly

/** Where results of either kind of poll are kept for ever. */
export interface ResultStore {
  /** Resolves once the result is durable, and says where. Never rejects; batches by itself. */
  record(result: PollResult): Promise<StoreOutcome>;
}

/** What went out of a wallet: by the day as far as that is kept, then by the hour. */
export interface WalletOutflow extends WalletId {
  readonly account: string;
  /** Up to the hour asked for, oldest first, of a year at the most; `NaN` is unknown. */
  readonly hours: Float64Array;
  /** The same of what became available of uncleared money; absent for a wallet that has had none. */
  readonly cleared?: Float64Array;
  /** Absent where no day is kept; `hours` are then all that is known. */
  readonly kept?: KeptOutflow;
}

/** Days that were added up before; none of them is in the hours as a whole. */
export interface KeptOutflow {
  /** The day after the last. */
  readonly until: Day;
  readonly outflow: PastDays;
  /** Absent for a wallet of which nothing has cleared on them. */
  readonly cleared?: PastDays;
}

/** An account, and the zone of its days, an IANA name. */
export interface ZonedAccount {
  readonly name: string;
  readonly timezone: string;
}

/** Where the past of outflow is kept. */
export interface OutflowHistory {
  /** Those of these accounts that have a past of before an instant. Rejects when Postgres is away or slow. */
  withPast(accounts: readonly string[], before: Instant): Promise<readonly string[]>;
  /** The wallets of these accounts that have a past, each made as it is asked for. Rejects when Postgres is away or slow. */
  read(accounts: readonly ZonedAccount[], before: Instant): Promise<Iterable<WalletOutflow>>;
}

/** That a top-up of a wallet was asked for. */
export interface NewTopUpRequest extends WalletId {
  readonly account: string;
  readonly amount: Amount;
  /** Who: `command NAME`, `api NAME` or `alert RULE`. */
  readonly by: string;
  /** `null`: now, by the database's clock. */
  readonly at: Instant | null;
}

/** A wallet for which top-ups were asked, and how its balance rose since. */
export interface RequestedWallet extends WalletId {
  readonly account: string;
  readonly requests: readonly Requested[];
  readonly rises: readonly Rise[];
  /** What was available at the newest snapshot that these rises know of; `null`: none was seen. */
  readonly available: Amount | null;
}

/** Where it is kept which top-ups were asked for. Both reject when Postgres is away or slow. */
export interface TopUpLog {
  /** Those of the accounts that are named, each since an instant. */
  read(since: ReadonlyMap<string, Instant>): Promise<readonly RequestedWallet[]>;
  add(request: NewTopUpRequest): Promise<void>;
}

/** A wallet as the log of plans names it. */
export interface LoggedWallet {
  readonly accountId: number;
  readonly walletId: number;
}

/** The newest plan of a wallet that is kept. */
export interface KeptPlan extends WalletId, LoggedWallet {
  readonly account: string;
  /** `null`: none is kept. */
  readonly newest: (PlanGist & { readonly number: number; readonly replica: string }) | null;
  /** What came of the last plan that asked for money and got it. */
  readonly topUp: TopUpOutcome | null;
}

/** A plan to be kept. */
export interface NewPlan extends LoggedWallet, PlanGist {
  /** One more than that of the plan before it. */
  readonly number: number;
  readonly arrives: Instant;
  readonly lastsUntil: Instant | null;
  readonly thenLastsUntil: Instant | null;
  readonly given: Amount | null;
  /** What ended the plan before it, if that was a top-up that it had asked for. */
  readonly topUp: TopUpOutcome | null;
}

/** A rise of a balance, and what was before it. */
export interface SeenTopUp extends Omit<TopUpOutcome, 'verdict'> {
  /** The plans that asked for it, the oldest first. */
  readonly told: readonly ToldDeadline[];
}

/** Where plans are kept, so that they can be judged. All reject when Postgres is away or slow. */
export interface PlanLog {
  /** Every wallet of these accounts that Postgres knows. */
  newest(accounts: readonly string[]): Promise<readonly KeptPlan[]>;
  /** The largest rise of the wallet's balance since its newest plan; `undefined`: it didn't rise. */
  topUpSince(
    plan: LoggedWallet & { readonly number: number; readonly at: Instant },
  ): Promise<SeenTopUp | undefined>;
  /** Adds plans; false for one whose number was taken, by another replica or by ourselves. */
  add(plans: readonly NewPlan[]): Promise<readonly boolean[]>;
}
