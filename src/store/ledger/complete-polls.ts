// Results on their way into the ledger: open rows first, then the snapshots of just those.

import type { Instant, Observation } from '../../domain/observation.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, int, iso, storable } from '../postgres/encode.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';
import { classifyFailure } from '../postgres/sqlstate.ts';
import type { Ids, WalletIds } from './ids.ts';
import { markLate } from './late-arrivals.ts';
import { type Result, resultKey, writeRows, writtenKey } from './poll-rows.ts';
import { recordConflicts } from './record-conflicts.ts';

export interface CompletePollsContext {
  readonly pool: Pool;
  readonly schema: Schema;
  readonly ids: Ids;
  readonly replica: string;
  readonly staleAt: (account: string, slot: Instant) => Instant;
}

const UNIQUE_VIOLATION = '23505';

/** See `PostgresLedger.close`. */
export async function completePolls(
  context: CompletePollsContext,
  observations: readonly Observation[],
  claimOf: (observation: Observation) => string | null,
): Promise<('stored' | 'conflict')[]> {
  try {
    return await attempt(context, observations, claimOf, false);
  } catch (error) {
    if (classifyFailure(error).sqlstate !== UNIQUE_VIOLATION) throw error;
    return await attempt(context, observations, claimOf, true);
  }
}

async function attempt(
  context: CompletePollsContext,
  observations: readonly Observation[],
  claimOf: (observation: Observation) => string | null,
  snapshotsMayExist: boolean,
): Promise<('stored' | 'conflict')[]> {
  if (observations.length === 0) return [];
  const { pool, schema, ids, replica, staleAt } = context;
  const rows = { schema, operation: 'balances', replica, staleAt, count, unreadable, records } as const;
  const accounts = await ids.accounts(observations.map(({ account }) => account));
  const wallets = await ids.wallets(observations);
  const results = observations.map((observation) => ({
    accountId: accounts.get(observation.account)!,
    claim: claimOf(observation),
    observation,
  }));
  const first = new Map<string, Result<Observation>>(); // of two results for one slot in this very batch
  for (const result of results) if (!first.has(resultKey(result))) first.set(resultKey(result), result);
  // In one order everywhere, so that two replicas wait for each other instead of dead-locking.
  const batch = [...first.values()].sort(
    (a, b) => a.accountId - b.accountId || a.observation.slot - b.observation.slot,
  );

  return await pool.transaction(async (tx) => {
    const written = await writeRows(tx, rows, batch);
    const done = new Set(written.map(writtenKey));
    const stored = batch.filter((each) => done.has(resultKey(each)));
    await insertSnapshots(tx, schema, stored, wallets, snapshotsMayExist);
    await markLate(
      tx,
      schema,
      written
        .filter(({ late }) => late)
        .map((row) => ({ accountId: row.account_id, slot: row.slot.getTime() })),
    );
    const rest = results.filter((each) => !done.has(resultKey(each)) || first.get(resultKey(each)) !== each);
    const losers = new Set(rest.length > 0 ? await recordConflicts(tx, rows, rest) : []);
    return results.map((each) => (losers.has(each) ? 'conflict' : 'stored'));
  });
}

/**
 * Nothing can be there already, since the poll's row was open until now: unless it had been dropped by retention, or
 * imported. Looking first would cost half as much again for each row, so that is left to a second attempt.
 */
async function insertSnapshots(
  tx: Queryable,
  schema: Schema,
  stored: readonly Result<Observation>[],
  wallets: WalletIds,
  mayExist: boolean,
): Promise<void> {
  const columns: (string | number | null | undefined)[][] = [[], [], [], [], [], [], [], []];
  const [slots, accountIds, walletIds, afters, available, actual, uncleared, reserve] = columns;
  for (const { accountId, observation } of stored) {
    const at = iso(observation.slot);
    const after = int(observation.observedAt - observation.slot);
    const ids = wallets.get(observation.account);
    for (const wallet of observation.wallets) {
      slots!.push(at);
      accountIds!.push(accountId);
      walletIds!.push(ids?.get(walletKey(wallet)));
      afters!.push(after);
      available!.push(wallet.available);
      actual!.push(wallet.actual);
      uncleared!.push(wallet.uncleared);
      reserve!.push(wallet.reserve);
    }
  }
  if (slots!.length === 0) return;
  await tx.query(
    `INSERT INTO ${schema}.snapshot (slot, account_id, wallet_id, observed_after, available, actual, uncleared, reserve)
     SELECT * FROM unnest($1::timestamptz[], $2::int[], $3::int[], $4::int[], $5::numeric[], $6::numeric[],
       $7::numeric[], $8::numeric[])${mayExist ? ' ON CONFLICT DO NOTHING' : ''}`,
    columns.map(arrayOf),
  );
}

function count({ wallets }: Observation): number {
  return wallets.length;
}

function unreadable({ unreadable: named }: Observation): string | null {
  if (named.length === 0) return null;
  return JSON.stringify(
    named.map(({ currency, walletType, reason }) => ({
      currency: storable(currency),
      walletType: storable(walletType),
      reason,
    })),
  );
}

function records({ wallets }: Observation): string {
  return JSON.stringify(
    wallets.map(({ currency, walletType, available, actual, uncleared, reserve }) => ({
      currency: storable(currency),
      walletType: storable(walletType),
      available,
      actual,
      uncleared,
      reserve,
    })),
  );
}
