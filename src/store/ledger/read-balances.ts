// Reads what polls of balances saw: the snapshots of given polls, and the latest of each account for a restart.
import { type Observation, succeeded, type UnreadableWallet } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, balanceOf, type WalletBalance, walletKey } from '../../domain/wallet.ts';
import { MAX_AHEAD_MS } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import {
  type AskedPoll,
  type EndedPoll,
  type LedgerContext,
  type NamedPoll,
  polledOf,
  rowKey,
} from './codec.ts';
import type { Ids } from './ids.ts';
import { withForgotten } from './last-forgotten.ts';
import { POLL_COLUMNS, readPollsAt } from './read-polls.ts';
import { type AmountsRow, readRelayed } from './relay.ts';
import type { WalletNameRow } from './wallet-names.ts';

interface SnapshotRow extends Omit<AmountsRow, 'wallet_id'>, WalletNameRow {}

const AMOUNTS = AMOUNT_FIELDS.map((field) => `s.${field}`).join(', ');
const WALLET = `w.currency, w.wallet_type, w.exposable, ${AMOUNTS}`;
const MAX_ACCOUNTS = 1_000; // for one query
const MAX_EARLIER = 20; // polls of an account; a service could name new wallets without end

/**
 * Reads what another replica saw a moment ago.
 *
 * Each replica that loses its claims asks for this in every sweep. So it reads only the relay, and the names are in
 * memory.
 */
export async function readRelayedBalances(
  { pool, schema, ids }: LedgerContext,
  asked: readonly AskedPoll[],
): Promise<Observation[]> {
  const { polls, amounts } = await readRelayed(pool, schema, asked);
  return observations(polls, await named(ids, amounts));
}

/** Reads the polls with their wallets, in the order of their slots. */
export async function readBalances(
  { pool, schema, ids }: LedgerContext,
  polls: readonly NamedPoll[],
): Promise<Observation[]> {
  const good = polls.filter(({ poll }) => succeeded(poll.outcome));
  const rows = good.length > 0 ? await readSnapshots(pool, schema, good) : [];
  return observations(polls, await named(ids, rows));
}

async function named(ids: Ids, rows: readonly AmountsRow[]): Promise<SnapshotRow[]> {
  const nameOf = await ids.names(rows);
  return rows.flatMap((row): SnapshotRow | readonly [] => {
    const name = nameOf(row);
    return name ? { ...row, ...name } : []; // the wallet was deleted since
  });
}

function readSnapshots(db: Queryable, schema: Schema, polls: readonly NamedPoll[]): Promise<AmountsRow[]> {
  return db.query<AmountsRow>(
    `SELECT s.account_id, s.slot, s.wallet_id, ${AMOUNTS}
     FROM ${schema}.snapshot s
     WHERE s.account_id = ANY($1::int[]) AND s.slot = ANY($2::timestamptz[])`,
    [
      arrayOf(new Set(polls.map(({ poll }) => poll.account_id))),
      arrayOf(new Set(polls.map(({ poll }) => poll.slot.toISOString()))),
    ],
  );
}

/**
 * For each account, reads the last successful poll with wallets and the last poll that ended, if that is later.
 *
 * After these come the last polls that saw wallets which are missing since and were not forgotten, and those that saw an
 * available amount where the last one of the wallet has none.
 */
export async function readLatestBalances(
  context: LedgerContext,
  accounts: readonly string[],
): Promise<Observation[]> {
  const found: Observation[] = [];
  for (let from = 0; from < accounts.length; from += MAX_ACCOUNTS) {
    found.push(...(await latestOf(context, accounts.slice(from, from + MAX_ACCOUNTS))));
  }
  return found;
}

async function latestOf(
  { pool, schema, ids }: LedgerContext,
  accounts: readonly string[],
): Promise<Observation[]> {
  const known = await ids.accounts(accounts);
  const names = new Map(accounts.map((name) => [known.get(name)!, name]));
  const accountIds = [...names.keys()];
  const seen = await readLastOfEach(pool, schema, accountIds);
  // A wallet that the last response lacked has an older snapshot, which is not part of that response.
  const last = new Map<number, number>();
  for (const { account_id, slot } of seen) {
    last.set(account_id, Math.max(slot.getTime(), last.get(account_id) ?? 0));
  }
  const isLast = (row: { account_id: number; slot: Date }) => row.slot.getTime() === last.get(row.account_id);
  const successes = await readPollsAt(pool, schema, {
    operation: 'balances',
    accountIds,
    slots: [...last.values()].map(iso),
  });
  const newest = await newestOf(accountIds, '1 hour');
  const quiet = accountIds.filter((id) => !newest.some(({ account_id }) => account_id === id));
  if (quiet.length > 0) newest.push(...(await newestOf(quiet, '2 days')));
  const later = newest.filter(({ account_id, slot }) => slot.getTime() > (last.get(account_id) ?? 0));
  const named = (polls: readonly EndedPoll[]) =>
    polls.map((poll) => ({ account: names.get(poll.account_id)!, poll }));
  const blank = seen.filter((row) => row.available === null && !row.forgotten);
  const shown = blank.length > 0 ? await readLastShown(pool, schema, blank) : [];
  const missing = Map.groupBy(
    [...seen.filter((row) => !row.forgotten), ...shown].filter((row) => !isLast(row)),
    (row) => row.account_id,
  );
  const forgotten = new Set(seen.filter((row) => row.forgotten).map(nameOf));
  const earlier: Observation[] = [];
  for (const [accountId, rows] of missing) {
    const { polls, snapshots } = await readEarlier(pool, schema, { accountId, rows });
    const kept = snapshots.filter((row) => !forgotten.has(nameOf(row)));
    // Newest first: each adds the wallets that no later poll has shown.
    earlier.push(...observations(named(polls), kept).reverse());
  }
  return [...observations(named([...successes.filter(isLast), ...later]), seen.filter(isLast)), ...earlier];

  /** The last ended poll of each account. A shorter time means that fewer rows are read. */
  function newestOf(of: readonly number[], within: string): Promise<EndedPoll[]> {
    return pool.query<EndedPoll>(
      `SELECT DISTINCT ON (p.account_id) ${POLL_COLUMNS} FROM ${schema}.poll p
       WHERE p.account_id = ANY($1::int[]) AND p.slot > now() - $2::interval
         AND p.slot <= now() + interval '${MAX_AHEAD_MS} ms' AND p.operation = 'balances'
         AND p.outcome IS NOT NULL
       ORDER BY p.account_id, p.slot DESC`,
      [of, within],
    );
  }
}

function nameOf({ account_id: accountId, currency, wallet_type: walletType }: SnapshotRow): string {
  return `${accountId} ${walletKey({ currency, walletType })}`;
}

/** The last snapshot of each wallet, and whether the wallet was forgotten after it. */
function readLastOfEach(
  db: Queryable,
  schema: Schema,
  accountIds: readonly number[],
): Promise<(SnapshotRow & { readonly forgotten: boolean })[]> {
  return db.query(
    `SELECT w.account_id, s.slot, ${WALLET},
       coalesce(f.last_at > s.slot + s.observed_after * interval '1 millisecond', false) AS forgotten
     FROM ${schema}.wallet w
     JOIN ${schema}.account a ON a.account_id = w.account_id
     ${withForgotten(schema)}
     CROSS JOIN LATERAL (
       SELECT * FROM ${schema}.snapshot s WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id
         AND s.slot <= now() + interval '${MAX_AHEAD_MS} ms'
       ORDER BY s.slot DESC LIMIT 1
     ) s
     WHERE w.account_id = ANY($1::int[])`,
    [accountIds],
  );
}

type Sighting = Pick<SnapshotRow, 'account_id' | 'slot'>;

/** When each wallet of these accounts showed its available amount last, if that was of late. */
function readLastShown(db: Queryable, schema: Schema, of: readonly Sighting[]): Promise<Sighting[]> {
  return db.query(
    `SELECT w.account_id, s.slot FROM ${schema}.wallet w CROSS JOIN LATERAL (
       SELECT s.slot FROM ${schema}.snapshot s WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id
         AND s.available IS NOT NULL AND s.slot > now() - interval '2 days'
         AND s.slot <= now() + interval '${MAX_AHEAD_MS} ms'
       ORDER BY s.slot DESC LIMIT 1
     ) s
     WHERE w.account_id = ANY($1::int[])`,
    [arrayOf(new Set(of.map(({ account_id }) => account_id)))],
  );
}

/** The newest polls behind these snapshots of one account, and everything that they saw. */
async function readEarlier(
  db: Queryable,
  schema: Schema,
  { accountId, rows }: { readonly accountId: number; readonly rows: readonly Sighting[] },
): Promise<{ polls: EndedPoll[]; snapshots: SnapshotRow[] }> {
  const newestFirst = [...new Set(rows.map(({ slot }) => slot.getTime()))].sort((a, b) => b - a);
  const slots = newestFirst.slice(0, MAX_EARLIER).map(iso);
  const polls = await readPollsAt(db, schema, { operation: 'balances', accountIds: [accountId], slots });
  const snapshots = await db.query<SnapshotRow>(
    `SELECT w.account_id, s.slot, ${WALLET}
     FROM ${schema}.wallet w CROSS JOIN LATERAL (
       SELECT * FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id AND s.slot = ANY($2::timestamptz[])
     ) s
     WHERE w.account_id = $1`,
    [accountId, arrayOf(slots)],
  );
  return { polls, snapshots };
}

function observations(polls: readonly NamedPoll[], snapshots: readonly SnapshotRow[]): Observation[] {
  const byPoll = Map.groupBy(snapshots, rowKey);
  return polls
    .toSorted((a, b) => a.poll.slot.getTime() - b.poll.slot.getTime())
    .map((named) => ({
      ...polledOf(named),
      unreadable: (named.poll.unreadable as UnreadableWallet[] | null) ?? [],
      wallets: (byPoll.get(rowKey(named.poll)) ?? []).map(walletOf),
    }));
}

function walletOf(row: SnapshotRow): WalletBalance {
  const { currency, wallet_type: walletType, exposable } = row;
  return { currency, walletType, exposable, ...balanceOf(row) };
}
