// Results on their way into the ledger: open rows first, then the snapshots of just those.
import type { Instant, Observation } from '../domain/observation.ts';
import { succeeded } from '../domain/observation.ts';
import { walletKey } from '../domain/wallet.ts';
import { keepLosers } from './conflicts.ts';
import type { Ids, WalletIds } from './ids.ts';
import { IS_LATE, markLate } from './late.ts';
import type { Pool, Queryable } from './pool.ts';
import { judge } from './sqlstate.ts';
import { arrayOf, int, iso, storable } from './storable.ts';

export interface CloseContext {
  readonly pool: Pool;
  /** The schema, quoted. */
  readonly home: string;
  readonly ids: Ids;
  readonly replica: string;
  readonly staleAt: (account: string, slot: Instant) => Instant;
}

/** A result, its account's id, and the claim under which it was polled: null when we know of none. */
export interface Result {
  readonly accountId: number;
  readonly claim: string | null;
  readonly observation: Observation;
}

const NOBODY = '00000000-0000-0000-0000-000000000000'; // the claim of a poll that nobody could claim
const MOST_DETAIL = 1_000;
const UNIQUE_VIOLATION = '23505';

/** See `PostgresLedger.close`. */
export async function closePolls(
  context: CloseContext,
  observations: readonly Observation[],
  claimOf: (observation: Observation) => string | null,
): Promise<('stored' | 'conflict')[]> {
  try {
    return await attempt(context, observations, claimOf, false);
  } catch (error) {
    if (judge(error).sqlstate !== UNIQUE_VIOLATION) throw error;
    return await attempt(context, observations, claimOf, true);
  }
}

async function attempt(
  context: CloseContext,
  observations: readonly Observation[],
  claimOf: (observation: Observation) => string | null,
  snapshotsMayExist: boolean,
): Promise<('stored' | 'conflict')[]> {
  if (observations.length === 0) return [];
  const { pool, home, ids, replica } = context;
  const accounts = await ids.accounts(observations.map(({ account }) => account));
  const wallets = await ids.wallets(observations);
  const results = observations.map((observation) => ({
    accountId: accounts.get(observation.account)!,
    claim: claimOf(observation),
    observation,
  }));
  const first = new Map<string, Result>(); // of two results for one slot in this very batch
  for (const result of results) if (!first.has(rowKey(result))) first.set(rowKey(result), result);
  // In one order everywhere, so that two replicas wait for each other instead of dead-locking.
  const batch = [...first.values()].sort(
    (a, b) => a.accountId - b.accountId || a.observation.slot - b.observation.slot,
  );

  return await pool.transaction(async (tx) => {
    const written = await fillOpen(tx, context, batch);
    const done = new Set(written.map(keyOf));
    // Nobody could claim it, or a failover has forgotten that we did.
    const absent = batch.filter((each) => !done.has(rowKey(each)));
    if (absent.length > 0) {
      const made = await insertNew(tx, context, absent);
      written.push(...made);
      for (const row of made) done.add(keyOf(row));
    }
    const stored = batch.filter((each) => done.has(rowKey(each)));
    await insertSnapshots(tx, home, stored, wallets, snapshotsMayExist);
    await markLate(
      tx,
      home,
      written
        .filter(({ late }) => late)
        .map((row) => ({ accountId: row.account_id, slot: row.slot.getTime() })),
    );
    const rest = results.filter((each) => !done.has(rowKey(each)) || first.get(rowKey(each)) !== each);
    const losers = new Set(rest.length > 0 ? await keepLosers(tx, home, rest, replica) : []);
    return results.map((each) => (losers.has(each) ? 'conflict' : 'stored'));
  });
}

/** `poll`'s key as text. */
function rowKey({ accountId, observation }: Result): string {
  return `${accountId} ${observation.slot}`;
}

const COLUMNS = `account_id, slot, claim, outcome, started_at, observed_at, stale_at, duration_ms, http_status,
  envelope_code, wallets, detail, unreadable`;
const ARRAYS = `unnest($1::int[], $2::timestamptz[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[],
  $7::timestamptz[], $8::int[], $9::int[], $10::int[], $11::int[], $12::text[], $13::text[]) AS u(${COLUMNS})`;

function arrays(batch: readonly Result[], { staleAt }: CloseContext): unknown[] {
  const seen = batch.map(({ observation }) => observation);
  return [
    arrayOf(batch.map(({ accountId }) => accountId)),
    arrayOf(seen.map(({ slot }) => iso(slot))),
    arrayOf(batch.map(({ claim }) => claim)),
    seen.map(({ outcome }) => outcome),
    arrayOf(seen.map(({ startedAt }) => iso(startedAt))),
    arrayOf(seen.map(({ observedAt }) => iso(observedAt))),
    arrayOf(
      seen.map(({ account, slot, outcome }) => (succeeded(outcome) ? iso(staleAt(account, slot)) : null)),
    ),
    arrayOf(seen.map(({ durationMs }) => int(durationMs))),
    arrayOf(seen.map(({ httpStatus }) => httpStatus)),
    arrayOf(seen.map(({ envelopeCode }) => (envelopeCode === null ? null : int(envelopeCode)))),
    arrayOf(seen.map(({ wallets }) => wallets.length)),
    seen.map(({ detail }) => (detail === null ? null : storable(detail, MOST_DETAIL))),
    seen.map(({ unreadable }) => (unreadable.length === 0 ? null : unreadableJson(unreadable))),
  ];
}

function unreadableJson(unreadable: Observation['unreadable']): string {
  return JSON.stringify(
    unreadable.map(({ currency, walletType, reason }) => ({
      currency: storable(currency),
      walletType: storable(walletType),
      reason,
    })),
  );
}

interface Written {
  readonly account_id: number;
  readonly slot: Date;
  readonly late: boolean;
}

function keyOf({ account_id, slot }: Written): string {
  return `${account_id} ${slot.getTime()}`;
}

/**
 * Closes the rows that are open and ours, open while we know of no claim, or given up as lost; returns them.
 *
 * Statistics never know the newest slots, so the planner expects one row and compares each of a batch with each: a
 * million times for a thousand polls (measured: 330 ms instead of 30). Without nested loops it hashes.
 */
async function fillOpen(tx: Queryable, context: CloseContext, batch: readonly Result[]): Promise<Written[]> {
  const slots = batch.map(({ observation }) => observation.slot);
  await tx.query('SET LOCAL enable_nestloop = off');
  return await tx.query<Written>(
    `UPDATE ${context.home}.poll p SET outcome = u.outcome, started_at = u.started_at,
       observed_at = u.observed_at, stale_at = u.stale_at, duration_ms = u.duration_ms,
       http_status = u.http_status, envelope_code = u.envelope_code, wallets = u.wallets, detail = u.detail,
       unreadable = u.unreadable::jsonb, replica = $14
     FROM ${ARRAYS}
     WHERE p.account_id = u.account_id AND p.slot = u.slot AND p.operation = 'balances'
       AND p.account_id = ANY($1::int[]) AND p.slot >= $15 AND p.slot <= $16
       AND (p.outcome = 'lost' OR p.outcome IS NULL AND (u.claim IS NULL OR p.claim = u.claim))
     RETURNING p.account_id, p.slot, p.${IS_LATE} AS late`,
    [...arrays(batch, context), context.replica, iso(Math.min(...slots)), iso(Math.max(...slots))],
  );
}

/** Makes the rows of polls that nobody could claim; returns them. */
async function insertNew(tx: Queryable, context: CloseContext, batch: readonly Result[]): Promise<Written[]> {
  return await tx.query<Written>(
    `INSERT INTO ${context.home}.poll (operation, claim, replica, claimed_at, account_id, slot, outcome,
       started_at, observed_at, stale_at, duration_ms, http_status, envelope_code, wallets, detail, unreadable)
     SELECT 'balances', $15::uuid, $14, u.started_at, u.account_id, u.slot, u.outcome,
       u.started_at, u.observed_at, u.stale_at, u.duration_ms, u.http_status, u.envelope_code, u.wallets,
       u.detail, u.unreadable::jsonb
     FROM ${ARRAYS}
     ON CONFLICT DO NOTHING RETURNING account_id, slot, ${IS_LATE} AS late`,
    [...arrays(batch, context), context.replica, NOBODY],
  );
}

/**
 * Nothing can be there already, since the poll's row was open until now: unless it had been dropped by retention, or
 * imported. Looking first would cost half as much again for each row, so that is left to a second attempt.
 */
async function insertSnapshots(
  tx: Queryable,
  home: string,
  stored: readonly Result[],
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
    `INSERT INTO ${home}.snapshot (slot, account_id, wallet_id, observed_after, available, actual, uncleared, reserve)
     SELECT * FROM unnest($1::timestamptz[], $2::int[], $3::int[], $4::int[], $5::numeric[], $6::numeric[],
       $7::numeric[], $8::numeric[])${mayExist ? ' ON CONFLICT DO NOTHING' : ''}`,
    columns.map(arrayOf),
  );
}
