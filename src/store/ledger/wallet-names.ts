// What wallets are called, by their ids: looked up once and kept in memory, so that whoever reads what another replica saw asks
// Postgres for numbers alone. `ids.ts` has it.
import type { Schema } from '../postgres/connection.ts';
import { arrayOf } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

/** Columns of `wallet`. */
export interface WalletName {
  readonly currency: string;
  readonly wallet_type: string;
  readonly exposable: boolean;
}

export interface WalletNames {
  /** The names of these wallets at least, by id, as far as they exist. */
  names(
    wallets: readonly { readonly account_id: number; readonly wallet_id: number }[],
  ): Promise<ReadonlyMap<number, WalletName>>;
  reset(): void;
}

const MAX_KNOWN = 500_000; // a service may name new wallets without end

export function createWalletNames(db: Queryable, schema: Schema): WalletNames {
  let known = new Map<number, WalletName>();

  return {
    async names(wallets) {
      if (known.size > MAX_KNOWN) known = new Map();
      const at = known; // whatever is forgotten meanwhile, a caller gets a whole map
      const unknown = wallets.filter(({ wallet_id }) => !at.has(wallet_id));
      if (unknown.length === 0) return at;
      const rows = await db.query<WalletName & { readonly wallet_id: number }>(
        `SELECT wallet_id, currency, wallet_type, exposable FROM ${schema}.wallet
         WHERE account_id = ANY($1::int[]) AND wallet_id = ANY($2::int[])`,
        [
          arrayOf(new Set(unknown.map(({ account_id }) => account_id))),
          arrayOf(new Set(unknown.map(({ wallet_id }) => wallet_id))),
        ],
      );
      for (const { wallet_id, ...name } of rows) at.set(wallet_id, name);
      return at;
    },

    reset() {
      known = new Map();
    },
  };
}
