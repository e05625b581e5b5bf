// What the monitor needs from the world. The monitor owns these; adapters satisfy them, and `app.ts` proves it.
import type { AlertState } from '../domain/alert.ts';
import type { Amount } from '../domain/money.ts';
import type { Instant, Observation, Outcome, Polled, UnreadableWallet } from '../domain/observation.ts';
import type {
  LostOption,
  OptionObservation,
  PaymentOption,
  UnreadableOption,
} from '../domain/payment-option.ts';
import type { AmountField, WalletBalance, WalletId } from '../domain/wallet.ts';

/** The two clocks. Wall time names slots; monotonic time measures, and survives a stepped wall clock. */
export interface Clock {
  /** Milliseconds since 1970, UTC, whole. */
  now(): Instant;
  /** Milliseconds since an arbitrary start; never steps back. Stands still while the machine sleeps. */
  monotonic(): number;
}

/** What one read of an account's wallets brought, before the monitor gives it its slot. */
export interface Reading {
  /** Never `empty`, `lost` (the monitor's own judgements); `ok` with no wallets is for the monitor to judge. */
  readonly outcome: Exclude<Outcome, 'empty' | 'lost'>;
  readonly httpStatus: number | null;
  readonly envelopeCode: number | null;
  /** One sentence for people, scrubbed of secrets; `null` when all went well. */
  readonly detail: string | null;
  readonly wallets: readonly WalletBalance[];
  readonly unreadable: readonly UnreadableWallet[];
}

/** One account at its service. */
export interface BalanceSource {
  /**
   * Reads every wallet of the account, retries included, within the account's own deadline.
   *
   * Never rejects: each accident is an outcome. `notAfter` (wall clock) bounds waiting for a retry that the
   * service asked for; `signal` ends it at once with the outcome `aborted`.
   */
  read(request: { readonly notAfter: Instant; readonly signal: AbortSignal }): Promise<Reading>;
}

/** As {@link Reading}, of the payment options of an account. */
export interface OptionReading extends Omit<Reading, 'wallets' | 'unreadable'> {
  readonly options: readonly PaymentOption[];
  readonly unreadable: readonly UnreadableOption[];
}

/** The payment options of one account at its service; each rule of {@link BalanceSource} holds here too. */
export interface OptionSource {
  read(request: { readonly notAfter: Instant; readonly signal: AbortSignal }): Promise<OptionReading>;
}

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
  /** For each account the last successful observation and, if it is later, the last one: where a restart begins. */
  latest(accounts: readonly string[]): Promise<readonly Observation[]>;
}

/** The same of payment options: the polls, what is known now, and every change. */
export interface OptionLedger extends Claims<OptionObservation> {
  /** For each account what its last successful poll saw, and what it didn't: where a restart begins. */
  latest(
    accounts: readonly string[],
  ): Promise<readonly { readonly seen: OptionObservation; readonly lost: readonly LostOption[] }[]>;
  /**
   * Writes results in one transaction, all or none; says of each, in the same order, what became of it.
   *
   * Only what has changed since the newest stored result is written. May be tried again as it is.
   */
  close(results: readonly OptionObservation[]): Promise<readonly ('stored' | 'conflict')[]>;
}

/** Values of a field that may still become its highest (`drops_by`) or lowest since an instant. */
export interface Lookback {
  readonly kind: 'drops_by' | 'rises_by';
  readonly field: AmountField;
  readonly since: Instant;
}

/** One of them. */
export interface PastValue extends WalletId {
  readonly account: string;
  readonly slot: Instant;
  readonly amount: Amount;
}

/** What rules that look back need of the past after a restart. Rejects when Postgres is away or slow. */
export type ReadPast = (accounts: readonly string[], lookback: Lookback) => Promise<readonly PastValue[]>;

/** What became of an observation that was handed to the history. */
export type StoreOutcome =
  | 'stored' // committed in Postgres
  | 'spooled' // durable on this machine's disk until Postgres is back
  | 'conflict' // another result for the slot was first; ours is counted and kept beside it
  | 'quarantined' // Postgres will never take this record: set aside on this machine's disk, said loudly
  | 'dropped'; // none of these was possible; said loudly

/** Where observations are kept for ever. */
export interface ResultStore {
  /** Resolves once the observation is durable, and says where. Never rejects; batches by itself. */
  record(observation: Observation): Promise<StoreOutcome>;
}

/** Told what happens, for metrics and logs. None of these may throw or wait. */
export interface PollEvents<Seen extends Polled> {
  observed(seen: Seen, lagMs: number): void;
  /** Slots that went by without a poll, because the process was stopped, asleep or still busy. */
  missed(account: string, slots: number): void;
  /** A claim, a take-over or a look at other replicas' polls failed: Postgres is away. */
  ledgerFailed(error: unknown): void;
}

export interface MonitorEvents extends PollEvents<Observation> {
  kept(observation: Observation, kept: StoreOutcome, tookMs: number): void;
}

/** What went out of a wallet, by the hour. */
export interface WalletOutflow extends WalletId {
  readonly account: string;
  /** The eight weeks before the hour asked for, oldest first; `NaN` is unknown. */
  readonly hours: Float64Array;
}

/** Where the past of outflow is kept. */
export interface OutflowHistory {
  /** The wallets of these accounts that have a past, each made as it is asked for. Rejects when Postgres is away or slow. */
  read(accounts: readonly string[], before: Instant): Promise<Iterable<WalletOutflow>>;
}

/** An alert's state with the identity that it is remembered by. */
export interface SavedAlert {
  readonly fingerprint: string;
  readonly rule: string;
  readonly severity: string;
  /** Empty: about floatwatch itself. */
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly state: AlertState;
}

/**
 * What became of alerts, shared by all replicas and kept over restarts.
 *
 * Every method rejects when Postgres is away or slow.
 */
export interface AlertLog {
  /** The newest state of every alert of these accounts that is not long over. */
  load(accounts: readonly string[]): Promise<readonly SavedAlert[]>;
  /** Keeps states and the episodes they belong to. A state only ever gives way to one of later or equal evidence. */
  save(alerts: readonly SavedAlert[]): Promise<void>;
}

/** Small texts by name, durable on this machine when `saveStates` returns; `null` removes one. May throw. */
export interface KeyValueStore {
  saveStates(changes: ReadonlyMap<string, string | null>): void;
  loadStates(): Map<string, string>;
}

/** One message to one webhook. The same for every replica: whoever brings it twice, it is sent once. */
export interface OutboxMessage {
  readonly receiver: string;
  /** Stable over retries, restarts and replicas. */
  readonly key: string;
  /** The alert's identity: its messages are sent in their order. */
  readonly alert: string;
  readonly body: string;
  readonly createdAt: Instant;
}

/** A message that is ours to send until its lease is over. */
export interface ClaimedMessage extends OutboxMessage {
  /** How often it has been tried before. */
  readonly attempts: number;
}

/** What became of an attempt to send a message. */
export type Settled =
  | { readonly kind: 'done' }
  /** Not tried after all. */
  | { readonly kind: 'release' }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly detail: string }
  /** Given up, and kept to be looked at. */
  | { readonly kind: 'dead'; readonly detail: string };

/** Messages on their way to webhooks. Every method rejects when Postgres is away or slow. */
export interface Outbox {
  /** Takes in messages; those whose (receiver, key) is known, also as sent long ago, change nothing. */
  add(messages: readonly OutboxMessage[]): Promise<void>;
  /** The oldest message of each alert that is due, leased to us; nobody else gets them until the lease is over. */
  claim(receiver: string, most: number, leaseMs: number): Promise<readonly ClaimedMessage[]>;
  settle(message: ClaimedMessage, settled: Settled): Promise<void>;
  /** How many messages of the receiver wait, and how many were given up within the last day. */
  count(receiver: string): Promise<{ readonly waiting: number; readonly dead: number }>;
}
