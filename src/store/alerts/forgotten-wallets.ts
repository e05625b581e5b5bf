// Wallets to forget: written by `floatwatch forget` or for `forget_after`, read by every replica.
import type { Instant } from '../../domain/observation.ts';
import type { WalletId } from '../../domain/wallet.ts';
import { MAX_AHEAD_MS } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

const MAX_ROWS = 10_000;
const UNSETTLED = "interval '1 minute'"; // longer than the longest of our statements takes

export interface ForgottenWallet extends WalletId {
  readonly account: string;
  /** By the database's clock. */
  readonly forgottenAt: Instant;
}

/**
 * Makes a reader of forgotten wallets: each call returns those that it has not returned yet, the oldest first.
 *
 * The first call goes back a month, because an alert may be remembered from before. A wallet that a response has
 * named since is left out. One call at a time; rejects when Postgres is away or slow.
 *
 * A row may be committed late, so each call reads the last minute again. When the database's clock was set back,
 * older rows lie ahead of it; they hide no new ones.
 */
export function createForgottenReader(db: Queryable, schema: Schema): () => Promise<ForgottenWallet[]> {
  let since: string | null = null;
  let known: ReadonlySet<string> = new Set(); // of the last read

  return async () => {
    const rows = await db.query<{
      account_id: number | null;
      account: string;
      currency: string;
      wallet_type: string;
      at: Date;
      mark: string;
      since: string;
    }>(
      `SELECT a.account_id, f.account, f.currency, f.wallet_type, f.forgotten_at AS at, f.forgotten_at::text AS mark,
         least(f.forgotten_at, now() - ${UNSETTLED})::text AS since
       FROM ${schema}.forgotten_wallet f LEFT JOIN ${schema}.account a ON a.name = f.account
       WHERE f.forgotten_at > least(coalesce($1::timestamptz, now() - interval '31 days'), now() - ${UNSETTLED})
       ORDER BY f.forgotten_at LIMIT ${MAX_ROWS}`,
      [since],
    );
    const news = rows.filter((row) => !known.has(rowKey(row.account, row)));
    const back = new Set<string>();
    for (const [accountId, [row]] of Map.groupBy(news, (each) => each.account_id)) {
      if (accountId === null || !row) continue;
      const named = await readNamedAgain(db, schema, { accountId, account: row.account, since: row.mark });
      for (const each of named) back.add(rowKey(row.account, each));
    }
    since = rows.at(-1)?.since ?? since;
    if (rows.length > 0) known = new Set(rows.map((row) => rowKey(row.account, row)));
    const gone = news.filter((row) => !back.has(rowKey(row.account, row)));
    return gone.map(({ account, currency, wallet_type: walletType, at }) => ({
      ...{ account, currency, walletType },
      forgottenAt: at.getTime(),
    }));
  };
}

interface ForgottenRow {
  readonly currency: string;
  readonly wallet_type: string;
  readonly mark: string;
}

/**
 * The wallets of one account that were forgotten at a mark or later, but were seen after that. A time in the future is no
 * evidence: a replica's clock was set ahead during the poll.
 */
async function readNamedAgain(
  db: Queryable,
  schema: Schema,
  { accountId, account, since }: { accountId: number; account: string; since: string },
): Promise<ForgottenRow[]> {
  // Only the bound on the slot lets Postgres search by the key.
  return await db.query<ForgottenRow>(
    `SELECT f.currency, f.wallet_type, f.forgotten_at::text AS mark
     FROM ${schema}.forgotten_wallet f
     JOIN ${schema}.wallet w ON w.currency = f.currency AND w.wallet_type = f.wallet_type
     WHERE w.account_id = $1 AND f.account = $2 AND f.forgotten_at >= $3::timestamptz AND EXISTS (
       SELECT FROM ${schema}.snapshot s
       WHERE s.account_id = $1 AND s.account_id = w.account_id AND s.wallet_id = w.wallet_id
         AND s.slot > f.forgotten_at - interval '1 hour'
         AND s.slot + s.observed_after * interval '1 millisecond' > f.forgotten_at
         AND s.slot + s.observed_after * interval '1 millisecond' <= now() + $4::int * interval '1 millisecond')`,
    [accountId, account, since, MAX_AHEAD_MS],
  );
}

function rowKey(account: string, { currency, wallet_type, mark }: ForgottenRow): string {
  return JSON.stringify([account, currency, wallet_type, mark]);
}

interface Forgetting extends WalletId {
  readonly account: string;
  readonly by: string;
  readonly reason: string | null;
  /**
   * Whether a forgetting of the last minute is enough: replicas decide by themselves, and at the same time. A person's word
   * always counts, because the wallet may have come back, and gone again, since the last one.
   */
  readonly once: boolean;
}

/** Records that the wallet is forgotten, by whom and why. */
export async function forgetWallet(
  db: Queryable,
  schema: Schema,
  { account, currency, walletType, by, reason, once }: Forgetting,
): Promise<void> {
  await db.query(
    `INSERT INTO ${schema}.forgotten_wallet (account, currency, wallet_type, forgotten_by, reason)
     SELECT $1::text, $2::text, $3::text, $4::text, $5::text WHERE NOT $6::boolean OR NOT EXISTS (
       SELECT FROM ${schema}.forgotten_wallet f
       WHERE f.account = $1 AND f.currency = $2 AND f.wallet_type = $3 AND f.forgotten_at > now() - interval '1 minute'
     )`,
    [account, currency, walletType, by, reason, once],
  );
}
