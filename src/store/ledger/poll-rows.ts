// Writes the rows of the ledger: fills open rows, and inserts rows for polls that nobody could claim.
import type { Instant, Polled } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import type { PolledOperation } from '../../domain/poll-result.ts';
import { arrayOf, int, iso, storable } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type LedgerContext, type Result, resultKey, rowKey } from './codec.ts';
import { isLate } from './late-arrivals.ts';

const MAX_DETAIL = 1_000;

interface RowsContext extends Pick<LedgerContext, 'schema' | 'replica' | 'staleAt'> {
  /** The operation of the results. */
  readonly codec: { readonly operation: PolledOperation };
}

/** A row that was written. */
export interface Written {
  readonly account_id: number;
  readonly slot: Date;
  readonly late: boolean;
}

/**
 * Fills open rows and inserts missing ones, in a transaction. Returns the rows that were written; a result without a
 * row came second, or was written before.
 */
export async function writeRows(
  tx: Queryable,
  context: RowsContext,
  { batch, now }: { readonly batch: readonly Result<Polled>[]; readonly now: Instant },
): Promise<Written[]> {
  if (batch.length === 0) return [];
  const filled = await fillOpen(tx, context, batch);
  const done = new Set(filled.map(rowKey));
  // Nobody could claim the slot, or a failover lost our claim.
  const absent = batch.filter((each) => !done.has(resultKey(each)));
  const made = absent.length === 0 ? [] : await insertNew(tx, context, absent);
  return [...filled, ...made].map((row) => ({ ...row, late: isLate(row.slot.getTime(), now) }));
}

type Key = Pick<Written, 'account_id' | 'slot'>;

/**
 * Returns the database's time, because Citus allows no `now()` in RETURNING, and turns nested loops off for the
 * transaction.
 *
 * Statistics never include the newest slots, so the planner expects one row and compares every row with every result
 * of a batch: a million comparisons for a thousand polls (measured: 330 ms instead of 30). Without nested loops it
 * hashes.
 */
export async function beginWrite(tx: Queryable): Promise<Instant> {
  const [row] = await tx.query<{ now: number }>(
    "SELECT set_config('enable_nestloop', 'off', true), (extract(epoch FROM now()) * 1000)::float8 AS now",
  );
  return row!.now;
}

const COLUMNS = `account_id, slot, claim, outcome, started_at, observed_at, stale_at, duration_ms, http_status,
  envelope_code, wallets, detail, unreadable`;
const ARRAYS = `unnest($1::int[], $2::timestamptz[], $3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[],
  $7::timestamptz[], $8::int[], $9::int[], $10::int[], $11::int[], $12::text[], $13::text[]) AS u(${COLUMNS})`;

function arrays(batch: readonly Result<Polled>[], context: RowsContext): unknown[] {
  const seen = batch.map(({ observation }) => observation);
  return [
    arrayOf(batch.map(({ accountId }) => accountId)),
    arrayOf(seen.map(({ slot }) => iso(slot))),
    arrayOf(batch.map(({ claim }) => claim)),
    seen.map(({ outcome }) => outcome),
    arrayOf(seen.map(({ startedAt }) => iso(startedAt))),
    arrayOf(seen.map(({ observedAt }) => iso(observedAt))),
    arrayOf(
      seen.map(({ account, slot, outcome }) =>
        succeeded(outcome) ? iso(context.staleAt(account, slot)) : null,
      ),
    ),
    arrayOf(seen.map(({ durationMs }) => int(durationMs))),
    arrayOf(seen.map(({ httpStatus }) => httpStatus)),
    arrayOf(seen.map(({ envelopeCode }) => (envelopeCode === null ? null : int(envelopeCode)))),
    arrayOf(batch.map(({ records }) => records)),
    seen.map(({ detail }) => (detail === null ? null : storable(detail, MAX_DETAIL))),
    batch.map(({ unreadable }) => unreadable),
  ];
}

/** Fills rows that are open and ours, open when we know of no claim, or given up as lost; returns them. */
async function fillOpen(
  tx: Queryable,
  context: RowsContext,
  batch: readonly Result<Polled>[],
): Promise<Key[]> {
  return await update(tx, context, {
    batch,
    where: "p.outcome = 'lost' OR p.outcome IS NULL AND (u.claim IS NULL OR p.claim = u.claim)",
  });
}

/**
 * Replaces failures that came first with successes: the replica that failed had seen nothing. The failures are kept as
 * conflicts. Returns the rows that were written.
 */
export async function replaceFailures(
  tx: Queryable,
  context: RowsContext,
  { batch, now }: { readonly batch: readonly Result<Polled>[]; readonly now: Instant },
): Promise<Written[]> {
  const successes = batch.filter(({ observation }) => succeeded(observation.outcome));
  if (successes.length === 0) return [];
  const isFailure = "p.outcome IS NOT NULL AND p.outcome NOT IN ('ok', 'partial', 'lost')";
  await tx.query(
    `INSERT INTO ${context.schema}.snapshot_conflict (operation, replica, account_id, slot, started_at, observed_at,
       reason, outcome, wallets)
     SELECT p.operation, p.replica, p.account_id, p.slot, coalesce(p.started_at, p.claimed_at),
       coalesce(p.observed_at, p.claimed_at), 'conflict', p.outcome, '[]'::jsonb
     FROM ${context.schema}.poll p
     JOIN unnest($1::int[], $2::timestamptz[]) AS u(account_id, slot)
       ON p.account_id = u.account_id AND p.slot = u.slot
     WHERE p.account_id = ANY($1::int[]) AND p.slot = ANY($2::timestamptz[]) AND p.operation = $3 AND ${isFailure}
     ON CONFLICT DO NOTHING`,
    [
      arrayOf(successes.map(({ accountId }) => accountId)),
      arrayOf(successes.map(({ observation }) => iso(observation.slot))),
      context.codec.operation,
    ],
  );
  const rows = await update(tx, context, { batch: successes, where: isFailure });
  return rows.map((row) => ({ ...row, late: isLate(row.slot.getTime(), now) }));
}

async function update(
  tx: Queryable,
  context: RowsContext,
  { batch, where }: { readonly batch: readonly Result<Polled>[]; readonly where: string },
): Promise<Key[]> {
  const slots = batch.map(({ observation }) => observation.slot);
  return await tx.query<Key>(
    `UPDATE ${context.schema}.poll p SET claim = NULL, outcome = u.outcome, started_at = u.started_at,
       observed_at = u.observed_at, stale_at = u.stale_at, duration_ms = u.duration_ms,
       http_status = u.http_status, envelope_code = u.envelope_code, wallets = u.wallets, detail = u.detail,
       unreadable = u.unreadable::jsonb, replica = $14
     FROM ${ARRAYS}
     WHERE p.account_id = u.account_id AND p.slot = u.slot AND p.operation = $17
       AND p.account_id = ANY($1::int[]) AND p.slot >= $15 AND p.slot <= $16
       AND (${where})
     RETURNING p.account_id, p.slot`,
    [
      ...arrays(batch, context),
      context.replica,
      iso(Math.min(...slots)),
      iso(Math.max(...slots)),
      context.codec.operation,
    ],
  );
}

/** Inserts the rows of polls that nobody could claim; returns them. */
async function insertNew(
  tx: Queryable,
  context: RowsContext,
  batch: readonly Result<Polled>[],
): Promise<Key[]> {
  return await tx.query<Key>(
    `INSERT INTO ${context.schema}.poll (operation, replica, claimed_at, account_id, slot, outcome,
       started_at, observed_at, stale_at, duration_ms, http_status, envelope_code, wallets, detail, unreadable)
     SELECT $15, $14, u.started_at, u.account_id, u.slot, u.outcome,
       u.started_at, u.observed_at, u.stale_at, u.duration_ms, u.http_status, u.envelope_code, u.wallets,
       u.detail, u.unreadable::jsonb
     FROM ${ARRAYS}
     ON CONFLICT DO NOTHING RETURNING account_id, slot`,
    [...arrays(batch, context), context.replica, context.codec.operation],
  );
}
