// Reads ended polls from the ledger: what other replicas saw.
import type { Polled } from '../../domain/observation.ts';
import type { PolledOperation } from '../../domain/poll-result.ts';
import type { AccountSlot } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import {
  type AskedPoll,
  type EndedPoll,
  type LedgerContext,
  type PollCodec,
  pollKey,
  rowKey,
} from './codec.ts';

/** The columns of an {@link EndedPoll}. */
export const POLL_COLUMNS = `p.account_id, p.slot, p.outcome, p.claimed_at, p.started_at, p.observed_at, p.duration_ms,
  p.http_status, p.envelope_code, p.detail, p.unreadable`;

/** The results of those of the given polls that have ended, in the order of their slots. */
export async function readEnded<Seen extends Polled>(
  context: LedgerContext,
  codec: PollCodec<Seen, unknown>,
  open: readonly AccountSlot[],
): Promise<Seen[]> {
  if (open.length === 0) return [];
  const accounts = await context.ids.accounts(open.map(({ account }) => account));
  const asked = open.map(({ account, slot }) => ({ account, slot, accountId: accounts.get(account)! }));
  const relayed = await codec.relayed(context, asked);
  const known = new Set(relayed.map(({ account, slot }) => pollKey(accounts.get(account)!, slot)));
  const rest = asked.filter(({ accountId, slot }) => !known.has(pollKey(accountId, slot)));
  return [...relayed, ...(await readRest(context, codec, rest))].sort((a, b) => a.slot - b.slot);
}

async function readRest<Seen extends Polled>(
  context: LedgerContext,
  codec: PollCodec<Seen, unknown>,
  asked: readonly AskedPoll[],
): Promise<Seen[]> {
  if (asked.length === 0) return [];
  const names = new Map(asked.map(({ account, accountId, slot }) => [pollKey(accountId, slot), account]));
  const found = await readPollsAt(context.pool, context.schema, {
    operation: codec.operation,
    accountIds: asked.map(({ accountId }) => accountId),
    slots: asked.map(({ slot }) => iso(slot)),
  });
  const ended = found.flatMap((poll) => {
    const account = names.get(rowKey(poll));
    return account === undefined ? [] : [{ account, poll }];
  });
  return ended.length === 0 ? [] : await codec.read(context, ended);
}

/**
 * Reads the ended polls of any of these accounts at any of these slots, which may be more than were asked for.
 *
 * It does not join by pair, because the planner may then compare every pair with every row.
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
