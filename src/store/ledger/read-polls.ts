// Polls that have ended, read back from the ledger: what other replicas saw.
import type { Polled } from '../../domain/observation.ts';
import type { PolledOperation } from '../../domain/poll-result.ts';
import type { AccountSlot } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type EndedPoll, type LedgerContext, type PollCodec, pollKey, rowKey } from './codec.ts';

/** The columns of an {@link EndedPoll}. */
export const POLL_COLUMNS = `p.account_id, p.slot, p.outcome, p.claimed_at, p.started_at, p.observed_at, p.duration_ms,
  p.http_status, p.envelope_code, p.detail, p.unreadable`;

/** Those of the given polls that have ended, as results. */
export async function readEnded<Seen extends Polled>(
  context: LedgerContext,
  codec: PollCodec<Seen, unknown>,
  open: readonly AccountSlot[],
): Promise<Seen[]> {
  if (open.length === 0) return [];
  const { pool, schema, ids } = context;
  const accounts = await ids.accounts(open.map(({ account }) => account));
  const asked = new Map(open.map((each) => [pollKey(accounts.get(each.account)!, each.slot), each.account]));
  const found = await readPollsAt(pool, schema, {
    operation: codec.operation,
    accountIds: open.map(({ account }) => accounts.get(account)!),
    slots: open.map(({ slot }) => iso(slot)),
  });
  const ended = found.flatMap((poll) => {
    const account = asked.get(rowKey(poll));
    return account === undefined ? [] : [{ account, poll }];
  });
  return ended.length === 0 ? [] : await codec.read(context, ended);
}

/**
 * The ended polls of any of these accounts at any of these slots.
 *
 * By account and slot instead of a join by pair, which the planner may do by comparing each with each: so there may
 * be more than was asked for.
 */
export async function readPollsAt(
  db: Queryable,
  schema: Schema,
  at: {
    readonly operation: PolledOperation;
    readonly accountIds: readonly number[];
    readonly slots: readonly string[];
  },
): Promise<EndedPoll[]> {
  return await db.query<EndedPoll>(
    `SELECT ${POLL_COLUMNS} FROM ${schema}.poll p
     WHERE p.account_id = ANY($1::int[]) AND p.slot = ANY($2::timestamptz[]) AND p.operation = $3
       AND p.outcome IS NOT NULL`,
    [arrayOf(new Set(at.accountIds)), arrayOf(new Set(at.slots)), at.operation],
  );
}
