// Wallets as `balances --json` prints them: by the names, and with the nulls, that `/api/v1/balances` has.
import {
  type Balance,
  balanceDifference,
  balanceOf,
  UNKNOWN_BALANCE,
  type WalletId,
} from '../../domain/wallet.ts';
import type { SeenState } from '../../monitor/board/board.ts';

/** A wallet that was seen; its amounts are those of then. */
export interface BalanceRow extends Balance {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly observed_at: Date;
  readonly slot: Date;
  readonly state: SeenState;
  /** The runway in seconds, by confidence: 0.5, and the account's own; `null` while it isn't known. */
  readonly runway_seconds: Readonly<Record<string, number>> | null;
  /** The rules whose threshold the balance breaches; none while the balance isn't fresh. */
  readonly breached: readonly string[];
}

/** An amount is current only while its wallet is fresh; `last_seen` has the amounts at any age. */
export function seenJson(row: BalanceRow): object {
  const { account, currency, wallet_type, state, observed_at, slot, runway_seconds, breached } = row;
  const now = state === 'fresh' ? balanceOf(row) : UNKNOWN_BALANCE;
  return {
    ...{ account, currency, wallet_type, state },
    ...{ ...now, difference: balanceDifference(now), last_seen: balanceOf(row) },
    ...{ observed_at, slot, runway_seconds: runway_seconds ?? {}, breached },
  };
}

/** An expected wallet that no response named. */
export function neverSeenJson(account: string, { currency, walletType }: WalletId): object {
  return {
    ...{ account, currency, wallet_type: walletType, state: 'never_seen' },
    ...{ ...UNKNOWN_BALANCE, difference: null, last_seen: null },
    ...{ observed_at: null, slot: null, runway_seconds: {}, breached: [] },
  };
}
