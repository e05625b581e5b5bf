// Reads what was known at an instant of the past: every wallet's last snapshot, and what its account's polls said by then.
import type { Instant, Outcome, UnreadableWallet } from '../../domain/observation.ts';
import type { PastAccount, PastKnowledge, PastWallet } from '../../domain/past.ts';
import { AMOUNT_FIELDS, type Balance, balanceOf, type WalletId } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type AccountIds, alsoAmong, among, readChosenIds } from './account-ids.ts';

const WALLETS_AT_ONCE = 500; // reading that many takes the event loop some milliseconds

export interface AtQuery {
  readonly at: Instant;
  /** If empty, all. */
  readonly accounts: readonly string[];
  /** Called when some of it has been read: what is asked about all, then each part of some hundred wallets. @default nobody */
  readonly onPart?: (() => void) | undefined;
}

/**
 * What was known at an instant, of these accounts or of all: the snapshots of the function `balances_at`, without wallets
 * that were forgotten by then. Read in parts: between two of them polls and other answers have their turn.
 */
export async function readAt(
  db: Queryable,
  schema: Schema,
  { at, accounts: names, onPart = () => {} }: AtQuery,
): Promise<PastKnowledge> {
  const ids = await readChosenIds(db, schema, names);
  if (!ids) return { wallets: [], accounts: [] };
  const sizes = await readSizes(db, schema, ids);
  const forgotten = await readForgotten(db, schema, at);
  onPart();
  const wallets: PastWallet[] = [];
  const accounts: PastAccount[] = [];
  for (const part of partsOf(sizes)) {
    // First the polls: after a poll that is stored meanwhile, its wallets would seem to be missing from its answer.
    const polls = new Map((await readPolls(db, schema, at, part)).map((row) => [row.account, row]));
    const rows = (await readWallets(db, schema, at, part)).filter((row) => !isGone(row, forgotten));
    for (const row of rows) wallets.push(walletOf(row));
    for (const account of new Set(rows.map((row) => row.account)))
      accounts.push(accountOf(account, polls.get(account)));
    onPart();
  }
  return { wallets, accounts };
}

interface AccountSize {
  readonly account_id: number;
  readonly wallets: number;
}

/** Accounts that are read together, in their order: of so many wallets, or one account of more. */
function* partsOf(sizes: readonly AccountSize[]): Generator<AccountIds> {
  let part: number[] = [];
  let all = 0;
  for (const { account_id: id, wallets } of sizes) {
    if (part.length > 0 && all + wallets > WALLETS_AT_ONCE) {
      yield part;
      [part, all] = [[], 0];
    }
    part.push(id);
    all += wallets;
  }
  if (part.length > 0) yield part;
}

/** How many wallets each account has, by its name; without ids: of all accounts. */
async function readSizes(db: Queryable, schema: Schema, ids: AccountIds) {
  return await db.query<AccountSize>(
    `SELECT w.account_id, count(*)::int AS wallets
     FROM ${schema}.wallet w JOIN ${schema}.account a ON a.account_id = w.account_id
     WHERE ${among(ids, 'w.account_id', 1)}
     GROUP BY w.account_id, a.name ORDER BY a.name`,
    [ids],
  );
}

interface WalletName extends WalletId {
  readonly account: string;
}

/** A wallet and its last snapshot; `null` in each column where there is none. */
interface WalletRow extends Balance, WalletName {
  readonly slot: Date | null;
  readonly observed_at: Date | null;
  readonly stale_at: Date | null;
}

/**
 * The conditions name the accounts, so that Citus asks only their shards. A clock that was ahead read before its slot, so a
 * slot may be a minute later than its reading.
 */
async function readWallets(db: Queryable, schema: Schema, at: Instant, ids: AccountIds) {
  return await db.query<WalletRow>(
    `SELECT a.name AS account, w.currency, w.wallet_type AS "walletType", s.slot, p.stale_at,
       s.slot + s.observed_after * interval '1 millisecond' AS observed_at,
       ${AMOUNT_FIELDS.map((field) => `s.${field}`).join(', ')}
     FROM ${schema}.wallet w
     JOIN ${schema}.account a ON a.account_id = w.account_id
     LEFT JOIN LATERAL (
       SELECT * FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id ${alsoAmong(ids, 's.account_id', 2)} AND s.wallet_id = w.wallet_id
         AND s.slot <= $1::timestamptz + interval '1 minute'
         AND s.slot + s.observed_after * interval '1 millisecond' <= $1::timestamptz
       ORDER BY s.slot DESC LIMIT 1
     ) s ON true
     LEFT JOIN ${schema}.poll p
       ON p.account_id = w.account_id AND p.slot = s.slot AND p.operation = 'balances'
     WHERE ${among(ids, 'w.account_id', 2)}
     ORDER BY a.name, w.currency, w.wallet_type`,
    [iso(at), ids],
  );
}

/** When each wallet was last forgotten by that instant; it is gone until a response names it again. */
async function readForgotten(db: Queryable, schema: Schema, at: Instant): Promise<Map<string, Instant>> {
  const rows = await db.query<WalletName & { readonly forgotten_at: Date }>(
    `SELECT account, currency, wallet_type AS "walletType", max(forgotten_at) AS forgotten_at
     FROM ${schema}.forgotten_wallet WHERE forgotten_at <= $1::timestamptz GROUP BY 1, 2, 3`,
    [iso(at)],
  );
  return new Map(rows.map((row) => [keyOf(row), row.forgotten_at.getTime()]));
}

function isGone(row: WalletRow, forgotten: ReadonlyMap<string, Instant>): boolean {
  const seenAt = row.observed_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  return forgotten.size > 0 && (forgotten.get(keyOf(row)) ?? Number.NEGATIVE_INFINITY) > seenAt;
}

/** An account's newest good poll, and its newest one that had ended; `null` where there is none. */
interface PollsRow {
  readonly account: string;
  readonly good: Date | null;
  readonly unreadable: readonly UnreadableWallet[] | null;
  readonly last: Date | null;
  readonly outcome: Outcome | null;
  readonly detail: string | null;
}

async function readPolls(db: Queryable, schema: Schema, at: Instant, ids: AccountIds) {
  const newest = (condition: string) =>
    `SELECT * FROM ${schema}.poll p
       WHERE p.account_id = w.account_id ${alsoAmong(ids, 'p.account_id', 2)} AND p.operation = 'balances' AND ${condition}
         AND p.slot <= $1::timestamptz + interval '1 minute'
       ORDER BY p.slot DESC LIMIT 1`;
  const isGood = "p.outcome IN ('ok', 'partial') AND p.observed_at <= $1::timestamptz";
  const hasEnded = 'p.outcome IS NOT NULL AND coalesce(p.observed_at, p.slot) <= $1::timestamptz';
  return await db.query<PollsRow>(
    `SELECT a.name AS account, g.slot AS good, g.unreadable, l.slot AS last, l.outcome, l.detail
     FROM (SELECT DISTINCT account_id FROM ${schema}.wallet) w
     JOIN ${schema}.account a ON a.account_id = w.account_id
     LEFT JOIN LATERAL (${newest(isGood)}) g ON true
     LEFT JOIN LATERAL (${newest(hasEnded)}) l ON true
     WHERE ${among(ids, 'w.account_id', 2)}`,
    [iso(at), ids],
  );
}

function walletOf(row: WalletRow): PastWallet {
  const { account, currency, walletType } = row;
  return { account, currency, walletType, seen: seenOf(row) };
}

function seenOf({ slot, observed_at: observedAt, stale_at: staleAt, ...row }: WalletRow): PastWallet['seen'] {
  if (!slot || !observedAt) return null;
  return {
    balance: balanceOf(row),
    observedAt: observedAt.getTime(),
    slot: slot.getTime(),
    staleAt: staleAt?.getTime() ?? null,
  };
}

function accountOf(account: string, row: PollsRow | undefined): PastAccount {
  const { good = null, unreadable, last = null, outcome, detail = null } = row ?? {};
  return {
    account,
    good: good && { slot: good.getTime(), unreadable: unreadable ?? [] },
    last: last && { slot: last.getTime(), outcome: outcome!, detail },
  };
}

function keyOf({ account, currency, walletType }: WalletName): string {
  return JSON.stringify([account, currency, walletType]);
}
