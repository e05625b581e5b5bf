// Keeps results that came second for their slot, and tells them from a repeated write of the first result.
import type { Polled } from '../../domain/observation.ts';
import type { PolledOperation } from '../../domain/poll-result.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, int, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type LedgerContext, type PollCodec, type Result, resultKey, rowKey } from './codec.ts';

interface StoredPoll {
  readonly account_id: number;
  readonly slot: Date;
  readonly started_at: Date | null;
  readonly observed_at: Date | null;
  readonly outcome: string | null;
  readonly duration_ms: number | null;
  readonly wallets: number | null;
}

interface ConflictContext<Seen extends Polled> extends Pick<LedgerContext, 'schema' | 'replica'> {
  readonly codec: Pick<PollCodec<Seen, unknown>, 'operation' | 'records'>;
}

/** Stores the results that lost to another one as conflicts, and returns them; the other results are stored already. */
export async function recordConflicts<Seen extends Polled>(
  tx: Queryable,
  { schema, replica, codec }: ConflictContext<Seen>,
  results: readonly Result<Seen>[],
): Promise<Result<Seen>[]> {
  const { operation } = codec;
  const stored = await readStored(tx, { schema, operation }, results);
  const losers = results.filter((result) => !isSame(stored.get(resultKey(result)), result));
  if (losers.length === 0) return [];
  const seen = losers.map(({ observation }) => observation);
  await tx.query(
    `INSERT INTO ${schema}.snapshot_conflict (operation, replica, account_id, slot, started_at, observed_at, reason,
       outcome, wallets)
     SELECT $9, $8, u.account_id, u.slot, u.started_at, u.observed_at, u.reason, u.outcome, u.wallets::jsonb
     FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::text[])
       AS u(account_id, slot, started_at, observed_at, reason, outcome, wallets)
     ON CONFLICT DO NOTHING`,
    [
      losers.map(({ accountId }) => accountId),
      seen.map(({ slot }) => iso(slot)),
      seen.map(({ startedAt }) => iso(startedAt)),
      seen.map(({ observedAt }) => iso(observedAt)),
      // The row is open but not ours to fill: another replica took the slot over.
      losers.map((loser) => (stored.get(resultKey(loser))?.outcome == null ? 'fenced' : 'conflict')),
      seen.map(({ outcome }) => outcome),
      seen.map(codec.records),
      replica,
      operation,
    ],
  );
  return losers;
}

/** Reads by account and slot, not by pair, as read-polls.ts does: rows that nobody asked for are not used. */
async function readStored(
  tx: Queryable,
  { schema, operation }: { readonly schema: Schema; readonly operation: PolledOperation },
  results: readonly Result<Polled>[],
): Promise<Map<string, StoredPoll>> {
  const rows = await tx.query<StoredPoll>(
    `SELECT account_id, slot, started_at, observed_at, outcome, duration_ms, wallets FROM ${schema}.poll
     WHERE account_id = ANY($1::int[]) AND slot = ANY($2::timestamptz[]) AND operation = $3`,
    [
      arrayOf(new Set(results.map(({ accountId }) => accountId))),
      arrayOf(new Set(results.map(({ observation }) => iso(observation.slot)))),
      operation,
    ],
  );
  return new Map(rows.map((row) => [rowKey(row), row]));
}

/** Whether this is the same attempt: its write was committed before, but the acknowledgement was lost. */
function isSame(stored: StoredPoll | undefined, { observation, records }: Result<Polled>): boolean {
  const { outcome, startedAt, observedAt, durationMs } = observation;
  return (
    stored?.outcome === outcome &&
    stored.duration_ms === int(durationMs) &&
    stored.wallets === records &&
    stored.started_at?.getTime() === startedAt &&
    stored.observed_at?.getTime() === observedAt
  );
}
