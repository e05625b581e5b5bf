// Writes and reads polls of balances in the ledger: one snapshot for each wallet that was seen.
import type { Instant, Observation } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, balanceOf, forAmounts, walletKey } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, int, iso, storable } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { PollCodec, Result } from './codec.ts';
import type { WalletIds } from './ids.ts';
import { markLate } from './late-arrivals.ts';
import { readBalances, readLatestBalances, readRelayedBalances } from './read-balances.ts';
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

  relayed: readRelayedBalances,
  read: readBalances,
  latest: readLatestBalances,
};

/**
 * Inserts the snapshots of polls. Returns, by account, how many were left out because there is no room for their
 * wallets.
 *
 * The snapshots can't exist yet, because the poll's row was open until now; unless retention dropped that row, or an
 * import made the snapshots. ON CONFLICT would add half to the cost of each row, so only the second attempt uses it.
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
  const [accountIds, walletIds, places]: readonly [Column, Column, Column] = [[], [], []];
  const amounts = forAmounts((): Column => []);
  const leftOut = new Map<string, number>();
  for (const [i, { accountId, observation }] of stored.entries()) {
    const ids = wallets.get(observation.account);
    for (const wallet of observation.wallets) {
      const walletId = ids?.get(walletKey(wallet));
      if (walletId === undefined) {
        leftOut.set(observation.account, (leftOut.get(observation.account) ?? 0) + 1);
        continue;
      }
      accountIds.push(accountId);
      walletIds.push(walletId);
      places.push(i + 1);
      for (const field of AMOUNT_FIELDS) amounts[field].push(wallet[field]);
    }
  }
  if (places.length === 0) return leftOut;
  const columns = [accountIds, walletIds, ...Object.values(amounts)].map(arrayOf);
  // Each poll's instants are sent once and shared by its wallets: instants per wallet would cost Postgres a tenth more time.
  const seen = stored.map(({ observation }) => observation);
  await tx.query(
    `INSERT INTO ${schema}.snapshot (slot, observed_after, account_id, wallet_id, ${AMOUNT_FIELDS.join(', ')})
     SELECT ($1::timestamptz[])[u.place], ($2::int[])[u.place], account_id, wallet_id, ${AMOUNT_FIELDS.join(', ')}
     FROM unnest($3::int[], $4::int[], $5::int[], ${AMOUNT_FIELDS.map((_, i) => `$${i + 6}::numeric[]`).join(', ')})
       AS u(place, account_id, wallet_id, ${AMOUNT_FIELDS.join(', ')})${mayExist ? ' ON CONFLICT DO NOTHING' : ''}`,
    [
      arrayOf(seen.map(({ slot }) => iso(slot))),
      arrayOf(seen.map(({ slot, observedAt }) => int(observedAt - slot))),
      arrayOf(places),
      ...columns,
    ],
  );
  // After a second attempt, other snapshots may be stored in place of these: then the relay does not get them.
  if (!mayExist) await relay(tx, schema, { stored, columns, now });
  return leftOut;
}
