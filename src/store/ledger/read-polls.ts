// Observations read back from the ledger: what other replicas saw, and where a restart begins.

import type { Amount } from '../../domain/money.ts';
import type { Observation, Outcome, UnreadableWallet } from '../../domain/observation.ts';
import type { WalletBalance } from '../../domain/wallet.ts';
import type { AccountSlot } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Ids } from './ids.ts';

interface ReadPollsContext {
  readonly pool: Queryable;
  readonly schema: Schema;
  readonly ids: Ids;
}

interface EndedPoll {
  readonly account_id: number;
  readonly slot: Date;
  readonly outcome: Outcome;
  readonly claimed_at: Date;
  readonly started_at: Date | null;
  readonly observed_at: Date | null;
  readonly duration_ms: number | null;
  readonly http_status: number | null;
  readonly envelope_code: number | null;
  readonly detail: string | null;
  readonly unreadable: UnreadableWallet[] | null;
}

interface SnapshotRow {
  readonly account_id: number;
  readonly slot: Date;
  readonly currency: string;
  readonly wallet_type: string;
  readonly exposable: boolean;
  readonly available: Amount | null;
  readonly actual: Amount | null;
  readonly uncleared: Amount | null;
  readonly reserve: Amount | null;
}

const POLL = `p.account_id, p.slot, p.outcome, p.claimed_at, p.started_at, p.observed_at, p.duration_ms,
  p.http_status, p.envelope_code, p.detail, p.unreadable`;
const WALLET = 'w.currency, w.wallet_type, w.exposable, s.available, s.actual, s.uncleared, s.reserve';
const MAX_ACCOUNTS = 1_000; // whose wallets are read at once

/** Those of the given polls that have ended. */
export async function readEnded(
  { pool, schema, ids }: ReadPollsContext,
  open: readonly AccountSlot[],
): Promise<Observation[]> {
  if (open.length === 0) return [];
  const accounts = await ids.accounts(open.map(({ account }) => account));
  const asked = new Set(open.map(({ account, slot }) => `${accounts.get(account)} ${slot}`));
  // By account and slot instead of a join by pair, which the planner may do by comparing each with each.
  const found = await pool.query<EndedPoll>(
    `SELECT ${POLL} FROM ${schema}.poll p
     WHERE p.account_id = ANY($1::int[]) AND p.slot = ANY($2::timestamptz[]) AND p.operation = 'balances'
       AND p.outcome IS NOT NULL`,
    [
      arrayOf(new Set(open.map(({ account }) => accounts.get(account)))),
      arrayOf(new Set(open.map(({ slot }) => iso(slot)))),
    ],
  );
  const polls = found.filter((poll) => asked.has(keyOf(poll)));
  if (polls.length === 0) return [];
  const snapshots = await pool.query<SnapshotRow>(
    `SELECT s.account_id, s.slot, ${WALLET}
     FROM ${schema}.snapshot s
     JOIN ${schema}.wallet w ON w.account_id = s.account_id AND w.wallet_id = s.wallet_id
     WHERE s.account_id = ANY($1::int[]) AND s.slot = ANY($2::timestamptz[])`,
    [
      arrayOf(new Set(polls.map(({ account_id }) => account_id))),
      arrayOf(new Set(polls.map(({ slot }) => slot.toISOString()))),
    ],
  );
  return observations(polls, snapshots, nameOf(accounts));
}

/** For each account the last successful poll that brought wallets and, if it is later, the last one that ended. */
export async function readLatest(
  context: ReadPollsContext,
  accounts: readonly string[],
): Promise<Observation[]> {
  const found: Observation[] = [];
  for (let from = 0; from < accounts.length; from += MAX_ACCOUNTS) {
    found.push(...(await latestOf(context, accounts.slice(from, from + MAX_ACCOUNTS))));
  }
  return found;
}

async function latestOf(
  { pool, schema, ids }: ReadPollsContext,
  names: readonly string[],
): Promise<Observation[]> {
  const accounts = await ids.accounts(names);
  const accountIds = names.map((name) => accounts.get(name)!);
  const seen = await pool.query<SnapshotRow>(
    `SELECT w.account_id, s.slot, ${WALLET}
     FROM ${schema}.wallet w CROSS JOIN LATERAL (
       SELECT * FROM ${schema}.snapshot s WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id
       ORDER BY s.slot DESC LIMIT 1
     ) s
     WHERE w.account_id = ANY($1::int[])`,
    [accountIds],
  );
  // A wallet that the last response lacked has an older snapshot: not part of it.
  const last = new Map<number, number>();
  for (const { account_id, slot } of seen) {
    last.set(account_id, Math.max(slot.getTime(), last.get(account_id) ?? 0));
  }
  const isLast = (row: { account_id: number; slot: Date }) => row.slot.getTime() === last.get(row.account_id);
  const successes = await pool.query<EndedPoll>(
    `SELECT ${POLL} FROM ${schema}.poll p
     WHERE p.account_id = ANY($1::int[]) AND p.slot = ANY($2::timestamptz[]) AND p.operation = 'balances'`,
    [accountIds, arrayOf(new Set([...last.values()].map(iso)))],
  );
  const newest = await newestOf(accountIds, '1 hour');
  const quiet = accountIds.filter((id) => !newest.some(({ account_id }) => account_id === id));
  if (quiet.length > 0) newest.push(...(await newestOf(quiet, '2 days')));
  const later = newest.filter(({ account_id, slot }) => slot.getTime() > (last.get(account_id) ?? 0));
  return observations([...successes.filter(isLast), ...later], seen.filter(isLast), nameOf(accounts));

  /** The last poll of each account that has ended. The shorter the time, the fewer rows are looked at. */
  function newestOf(accountIds: readonly number[], within: string): Promise<EndedPoll[]> {
    return pool.query<EndedPoll>(
      `SELECT DISTINCT ON (p.account_id) ${POLL} FROM ${schema}.poll p
       WHERE p.account_id = ANY($1::int[]) AND p.slot > now() - $2::interval AND p.operation = 'balances'
         AND p.outcome IS NOT NULL
       ORDER BY p.account_id, p.slot DESC`,
      [accountIds, within],
    );
  }
}

function observations(
  polls: readonly EndedPoll[],
  snapshots: readonly SnapshotRow[],
  name: (accountId: number) => string,
): Observation[] {
  const byPoll = Map.groupBy(snapshots, keyOf);
  return polls
    .toSorted((a, b) => a.slot.getTime() - b.slot.getTime())
    .map((poll) => ({
      account: name(poll.account_id),
      slot: poll.slot.getTime(),
      outcome: poll.outcome,
      startedAt: (poll.started_at ?? poll.claimed_at).getTime(),
      observedAt: (poll.observed_at ?? poll.claimed_at).getTime(),
      durationMs: poll.duration_ms ?? 0,
      httpStatus: poll.http_status,
      envelopeCode: poll.envelope_code,
      detail: poll.detail,
      unreadable: poll.unreadable ?? [],
      wallets: (byPoll.get(keyOf(poll)) ?? []).map(walletOf),
    }));
}

function walletOf(row: SnapshotRow): WalletBalance {
  const { currency, wallet_type: walletType, exposable, available, actual, uncleared, reserve } = row;
  return { currency, walletType, exposable, available, actual, uncleared, reserve };
}

function keyOf({ account_id, slot }: { account_id: number; slot: Date }): string {
  return `${account_id} ${slot.getTime()}`;
}

function nameOf(accounts: ReadonlyMap<string, number>): (id: number) => string {
  const names = new Map([...accounts].map(([name, id]) => [id, name]));
  return (id) => names.get(id)!;
}
