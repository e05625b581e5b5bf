// The names of wallets by their ids: read once and kept in memory, so that a read of another replica's results asks
// Postgres only for numbers. Used by `ids.ts`.
import type { Schema } from '../postgres/connection.ts';
import { arrayOf } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

/** Columns of `wallet`. */
export interface WalletNameRow {
  readonly currency: string;
  readonly wallet_type: string;
  readonly exposable: boolean;
}

/** Two accounts may have a wallet with the same number: after some failovers the sequence is behind its table. */
interface WalletRow {
  readonly account_id: number;
  readonly wallet_id: number;
}

export interface WalletNames {
  /** The names of these wallets, as far as the wallets exist. */
  names(wallets: readonly WalletRow[]): Promise<(wallet: WalletRow) => WalletNameRow | undefined>;
  reset(): void;
}

const MAX_KNOWN = 500_000; // a service may name new wallets without end

export function createWalletNames(db: Queryable, schema: Schema): WalletNames {
  let known = new Map<string, WalletNameRow>();

  return {
    async names(wallets) {
      if (known.size > MAX_KNOWN) known = new Map();
      const at = known; // a reset meanwhile takes nothing from the map that a caller uses
      const nameOf = (wallet: WalletRow) => at.get(keyOf(wallet));
      const unknown = wallets.filter((wallet) => !nameOf(wallet));
      if (unknown.length === 0) return nameOf;
      const rows = await db.query<WalletNameRow & WalletRow>(
        `SELECT account_id, wallet_id, currency, wallet_type, exposable FROM ${schema}.wallet
         WHERE account_id = ANY($1::int[]) AND wallet_id = ANY($2::int[])`,
        [
          arrayOf(new Set(unknown.map(({ account_id }) => account_id))),
          arrayOf(new Set(unknown.map(({ wallet_id }) => wallet_id))),
        ],
      );
      for (const { account_id, wallet_id, ...name } of rows) at.set(keyOf({ account_id, wallet_id }), name);
      return nameOf;
    },

    reset() {
      known = new Map();
    },
  };
}

function keyOf({ account_id, wallet_id }: WalletRow): string {
  return `${account_id} ${wallet_id}`;
}
