// The ledger: one row per poll, first its claim, then its result. The lock and the history in one (docs/adr/0004).
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
  /** This process' name, as people see it in `polls`. */
  readonly replica: string;
  readonly clock: Clock;
  /** Until when what a poll of this slot sees is to be believed: the board's own rule, kept for the views. */
  readonly staleAt: (account: string, slot: Instant) => Instant;
  /**
   * The time zone of an account's business day.
   *
   * @default UTC
   */
  readonly timezone?: (account: string) => string | undefined;
  /** Whether the configuration says that the wallet should be there: then it is stored however many others are. @default false */
  readonly expects?: (account: string, wallet: WalletId) => boolean;
  /** Told when our clock is ahead of the database's by more than two seconds, at most every 30 s. */
  readonly onClockAhead?: (byMs: number) => void;
  /**
   * Told when a result was stored without so many of its wallets: the account has {@link MAX_WALLETS} others. Each result tells
   * it once, on whichever replica it is stored.
   */
  readonly onLeftOut?: (account: string, count: number) => void;
  /** See `IdsOptions.onDoubt`. */
  readonly onDoubt?: IdsOptions['onDoubt'];
}

export interface PostgresLedger<Seen extends Polled = Observation, Latest = Seen> extends Claims<Seen> {
  /** See `Ledger.latest` and `OptionLedger.latest`, which alone knows `before`. */
  latest(accounts: readonly string[], before?: Instant): Promise<readonly Latest[]>;
  /**
   * Writes results in one transaction, all or none; says of each, in the same order, what became of it.
   *
   * `stored`: it is there now, or was already. `conflict`: another result of the slot was first, or the slot was
   * taken over from us; ours is kept beside it. `future`: refused, its slot lies more than a minute ahead of the
   * database's clock. Rejects with the driver's error; may be tried again as it is.
   */
  complete(observations: readonly Seen[]): Promise<Completed[]>;
}

/** The ledger of balances over a pool that it doesn't own. Its schema must have been migrated. */
export function createLedger(options: LedgerOptions): PostgresLedger<Observation> {
  return createLedgerOf(balanceCodec, options);
}

/** The ledger of payment options: the same, but of what was seen only what is new is written. */
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
