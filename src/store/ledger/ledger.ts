// The ledger: one row per poll, first its claim, then its result. It is both the lock and the history (docs/adr/0004).
import type { Instant, Observation, Polled } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import type { WalletId } from '../../domain/wallet.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { Claims, LatestOptions } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Pool } from '../postgres/pool.ts';
import { balanceCodec } from './balance-codec.ts';
import { createClaims } from './claims.ts';
import type { Completed, PollCodec } from './codec.ts';
import { createCompletion } from './complete-polls.ts';
import { createIds, type IdsOptions, resetIdsOnError } from './ids.ts';
import { paymentOptionCodec } from './payment-option-codec.ts';
import { readEnded } from './read-polls.ts';

export interface LedgerOptions {
  readonly pool: Pool;
  readonly schema: Schema;
  /** This process's name, as people see it in `polls`. */
  readonly replica: string;
  readonly clock: Clock;
  /** Until when the result of a poll of this slot can be believed. It is the board's own rule, stored for the views. */
  readonly staleAt: (account: string, slot: Instant) => Instant;
  /**
   * The time zone of an account's business day.
   *
   * @default UTC
   */
  readonly timezone?: (account: string) => string | undefined;
  /** Whether the configuration expects the wallet: then it is stored, however many others there are. @default false */
  readonly expects?: (account: string, wallet: WalletId) => boolean;
  /** Called when our clock is more than two seconds ahead of the database's, at most every 30 s. */
  readonly onClockAhead?: (byMs: number) => void;
  /**
   * Called with the number of wallets that a result was stored without: the account has {@link MAX_WALLETS} others.
   *
   * Each result causes one call, on the replica that stores it.
   */
  readonly onLeftOut?: (account: string, count: number) => void;
  /** See `IdsOptions.onDoubt`. */
  readonly onDoubt?: IdsOptions['onDoubt'];
}

export interface PostgresLedger<Seen extends Polled = Observation, Latest = Seen> extends Claims<Seen> {
  /** See `Ledger.latest` and `OptionLedger.latest`; only the latter uses `before`. */
  latest(accounts: readonly string[], before?: Instant): Promise<readonly Latest[]>;
  /**
   * Writes results in one transaction, all or none; returns for each, in the same order, what happened to it.
   *
   * `stored`: it is stored now, or was before. `conflict`: another result of the slot came first, or another replica
   * took the slot over; ours is kept beside it. `future`: refused, because its slot is more than a minute ahead of
   * the database's clock. Rejects with the driver's error; the same call may be tried again.
   */
  complete(observations: readonly Seen[]): Promise<Completed[]>;
}

/** The ledger of balances. It does not own the pool; the schema must be migrated. */
export function createLedger(options: LedgerOptions): PostgresLedger<Observation> {
  return createLedgerOf(balanceCodec, options);
}

/** The ledger of payment options: the same, but it writes only what is new. */
export function createPaymentOptionLedger(
  options: LedgerOptions,
): PostgresLedger<OptionObservation, LatestOptions> {
  return createLedgerOf(paymentOptionCodec, options);
}

function createLedgerOf<Seen extends Polled, Latest>(
  codec: PollCodec<Seen, Latest>,
  options: LedgerOptions,
): PostgresLedger<Seen, Latest> {
  const { pool, schema, replica, clock, staleAt, timezone = () => 'UTC' } = options;
  const { onClockAhead = () => {}, onLeftOut = () => {} } = options;
  const ids = createIds({ pool, schema, timezone, expects: options.expects, onDoubt: options.onDoubt });
  const context = { pool, schema, ids, replica, staleAt };
  const claims = createClaims({
    ...{ pool, schema, ids, replica, clock, onClockAhead },
    operation: codec.operation,
  });
  const safely = <T>(work: () => Promise<T>) => resetIdsOnError(ids, work);

  return {
    claim: (due) => safely(() => claims.claim(due)),
    takeOver: (open, olderThanMs) => safely(() => claims.takeOver(open, olderThanMs)),
    ended: (open) => safely(() => readEnded(context, codec, open)),
    latest: (accounts, before) => safely(() => codec.latest(context, accounts, before)),
    complete: createCompletion({ ...context, codec, clock, claims, onLeftOut }),
  };
}
