// What alerting needs from outside: alert states that survive a restart, and past values for rules that look back.
// `store/` implements these; `app/` passes them in.
import type { Extreme } from '../../conditions/wallet/window.ts';
import type { Alert, AlertState } from '../../domain/alert.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { AmountField, WalletId } from '../../domain/wallet.ts';

/** Selects past values: those that may still become the highest, or the lowest, of a field since an instant. */
export interface Lookback {
  readonly extreme: Extreme;
  readonly field: AmountField;
  readonly since: Instant;
}

/** One of the values that a {@link Lookback} asks for. */
export interface PastValue extends WalletId {
  readonly account: string;
  readonly slot: Instant;
  readonly amount: Amount;
}

/** Reads the past values that rules with `within` need after a restart. Rejects when Postgres is away or slow. */
export type ReadPast = (accounts: readonly string[], lookback: Lookback) => Promise<readonly PastValue[]>;

/** An alert's state with its identity, as it is remembered. */
export interface SavedAlert
  extends Pick<
    Alert,
    'fingerprint' | 'rule' | 'severity' | 'account' | 'currency' | 'walletType' | 'labels'
  > {
  readonly state: AlertState;
  /** See `AlertInstance.alsoBegan`. Kept on this machine alone. @default none */
  readonly alsoBegan?: readonly Instant[];
  /** It is over because no rule asked for it. Kept on this machine alone. @default false */
  readonly unasked?: boolean;
  /** See `AlertInstance.lastHeard`. Kept on this machine alone. @default its state doesn't rest on silence */
  readonly lastHeard?: Instant;
  /** The end of the episode that lasts on this machine; `state` is of a later one. @default it is not known to be over */
  readonly ended?: AlertState;
  /** It was taken over from the database, and nothing has changed it here: another process may have the rule that asks for it. @default false */
  readonly elsewhere?: boolean;
  /** Its account isn't configured on this machine any more: saving it doesn't say that somebody asks for it. @default false */
  readonly handedOver?: boolean;
}

/**
 * The states of alerts, shared by all replicas and kept over restarts.
 *
 * Every method rejects when Postgres is away or slow.
 */
export interface AlertLog {
  /**
   * The newest state of every alert of these accounts that isn't long over. Of `remembered` alerts, which are known
   * elsewhere, also when it is: their ends must not seem unknown.
   */
  load(
    accounts: readonly string[],
    remembered?: readonly Pick<SavedAlert, 'fingerprint'>[],
  ): Promise<readonly SavedAlert[]>;
  /**
   * The alerts that aren't over and that no configuration asks for any more: of these accounts, those that no replica has
   * saved or kept for a day; of other accounts, all, if no replica has polled the account for long.
   *
   * Also those of these accounts that no replica has saved or kept for twenty minutes, marked `elsewhere`: the process
   * that told of them is gone, or has lost the database.
   */
  abandoned(accounts: readonly string[]): Promise<readonly SavedAlert[]>;
  /**
   * How many milliseconds ago these were last saved or kept, by fingerprint, to within some ten minutes; only those that are
   * stored and not over.
   */
  askedAgo(
    alerts: readonly Pick<SavedAlert, 'account' | 'fingerprint'>[],
  ): Promise<ReadonlyMap<string, number>>;
  /** When the episodes of these firing alerts ended, by the episode; only of those that are stored as over. */
  endsOf(
    alerts: readonly Pick<SavedAlert, 'account' | 'fingerprint' | 'state'>[],
  ): Promise<ReadonlyMap<string, Instant>>;
  /** Notes that rules still ask for these; ignores those that were never saved. */
  keep(alerts: readonly Pick<SavedAlert, 'account' | 'fingerprint'>[]): Promise<void>;
  /** Stores states and their episodes. What replaces a state is said by `replaces`, in domain/reconcile.ts. */
  save(alerts: readonly SavedAlert[]): Promise<void>;
}

/** Small texts by name, durable on this machine when `saveStates` returns; `null` removes one. May throw. */
export interface KeyValueStore {
  saveStates(changes: ReadonlyMap<string, string | null>): void;
  loadStates(): Map<string, string>;
}
