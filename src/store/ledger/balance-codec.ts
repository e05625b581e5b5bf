// Polls of balances in the ledger: a snapshot for each wallet that was seen.
import type { Instant, Observation } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, balanceOf, forAmounts, walletKey } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, int, iso, storable } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { PollCodec, Result } from './codec.ts';
import type { WalletIds } from './ids.ts';
import { markLate } from './late-arrivals.ts';
import { readBalances, readLatestBalances } from './read-balances.ts';
import { relay } from './relay.ts';

export const balanceCodec: PollCodec<Observation, Observation> = {
  operation: 'balances',
  count: ({ wallets }) => wallets.length,

  unreadable({ unreadable }) {
    if (unreadable.length === 0) return null;
    return JSON.stringify(
      unreadable.map(({ currency, walletType, reason }) => ({
        currency: storable(currency),
        walletType: storable(walletType),
        reason,
      })),
    );
  },

  records: ({ wallets }) =>
    JSON.stringify(
      wallets.map((wallet) => ({
        currency: storable(wallet.currency),
        walletType: storable(wallet.walletType),
        ...balanceOf(wallet),
      })),
    ),

  async prepare({ schema, ids }, seen) {
    const wallets = await ids.wallets(seen);
    return async (tx, stored, { now, mayExist }) => {
      const leftOut = await insertSnapshots(tx, schema, { stored, wallets, now, mayExist });
      await markLate(
        tx,
        schema,
        stored
          .filter(({ late, observation }) => late && observation.wallets.length > 0)
          .map(({ accountId, observation }) => ({ accountId, slot: observation.slot })),
      );
      return leftOut;
    };
  },

  read: readBalances,
  latest: readLatestBalances,
};

/**
 * Nothing can be there already, since the poll's row was open until now: unless it had been dropped by retention, or
 * imported. Looking first would cost half as much again for each row, so that is left to a second attempt.
 *
 * Returns by account how many snapshots were left out, of wallets for which there is no room.
 */
async function insertSnapshots(
  tx: Queryable,
  schema: Schema,
  {
    stored,
    wallets,
    now,
    mayExist,
  }: {
    readonly stored: readonly Result<Observation>[];
    readonly wallets: WalletIds;
    readonly now: Instant;
    readonly mayExist: boolean;
  },
): Promise<Map<string, number>> {
  type Column = (string | number | null)[];
  const [slots, accountIds, walletIds, afters]: readonly [Column, Column, Column, Column] = [[], [], [], []];
  const amounts = forAmounts((): Column => []);
  const leftOut = new Map<string, number>();
  for (const { accountId, observation } of stored) {
    const at = iso(observation.slot);
    const after = int(observation.observedAt - observation.slot);
    const ids = wallets.get(observation.account);
    for (const wallet of observation.wallets) {
      const walletId = ids?.get(walletKey(wallet));
      if (walletId === undefined) {
        leftOut.set(observation.account, (leftOut.get(observation.account) ?? 0) + 1);
        continue;
      }
      slots.push(at);
      accountIds.push(accountId);
      walletIds.push(walletId);
      afters.push(after);
      for (const field of AMOUNT_FIELDS) amounts[field].push(wallet[field]);
    }
  }
  if (slots.length === 0) return leftOut;
  const columns = [slots, accountIds, walletIds, afters, ...Object.values(amounts)].map(arrayOf);
  await tx.query(
    `INSERT INTO ${schema}.snapshot (slot, account_id, wallet_id, observed_after, ${AMOUNT_FIELDS.join(', ')})
     SELECT * FROM unnest($1::timestamptz[], $2::int[], $3::int[], $4::int[],
       ${AMOUNT_FIELDS.map((_, i) => `$${i + 5}::numeric[]`).join(', ')})${mayExist ? ' ON CONFLICT DO NOTHING' : ''}`,
    columns,
  );
  // At a second attempt something else may be there in its place.
  if (!mayExist) await relay(tx, schema, { stored, columns, now });
  return leftOut;
}
