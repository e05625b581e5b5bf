// Requests for top-ups: written by `floatwatch plan --requested`, the API and alerts that people follow; read by
// every replica, together with the rises of the balances since.
import type { Rise } from '../../domain/forecast/requested.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { NewTopUpRequest, RequestedWallet, TopUpLog } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { lastLookBefore } from './last-look.ts';

const MAX_ROWS = 100_000;
/** How often only new snapshots are read, before all of a wallet is read again: what waited in a spool comes late. */
const READINGS = 60;

/** What was seen of a wallet since an instant. */
interface Seen {
  readonly since: Instant;
  readonly rises: readonly Rise[];
  readonly available: Amount;
  /** The newest snapshot that was read. */
  readonly until: Instant;
  /** How often only newer snapshots were read. */
  readonly readings: number;
}

/** What was seen of each wallet with requests. A week is ten thousand snapshots, too many to read every minute. */
type SeenWallets = Map<string, Seen>;

export function createTopUpLog(db: Queryable, schema: Schema): TopUpLog {
  const known: SeenWallets = new Map();
  return {
    read: (since) => readTopUpRequests(db, schema, { since, known }),
    add: (request) => addTopUpRequest(db, schema, request),
  };
}

/**
 * The requests of accounts, by wallet, with the rises of the balance after the first of them.
 *
 * Rejects when Postgres is away or slow.
 */
async function readTopUpRequests(
  db: Queryable,
  schema: Schema,
  { since, known }: { readonly since: ReadonlyMap<string, Instant>; readonly known: SeenWallets },
): Promise<RequestedWallet[]> {
  if (since.size === 0) return [];
  const earliest = [...since.values()].reduce((first, each) => Math.min(first, each));
  const rows = await db.query<{
    account: string;
    currency: string;
    wallet_type: string;
    at: number;
    amount: Amount;
    account_id: number | null;
    wallet_id: number | null;
  }>(
    `SELECT r.account, r.currency, r.wallet_type, (extract(epoch FROM r.requested_at) * 1000)::float8 AS at,
       r.amount::text AS amount, w.account_id, w.wallet_id
     FROM ${schema}.top_up_request r
     LEFT JOIN ${schema}.account a ON a.name = r.account
     LEFT JOIN ${schema}.wallet w
       ON w.account_id = a.account_id AND w.currency = r.currency AND w.wallet_type = r.wallet_type
     WHERE r.requested_at > $1::timestamptz AND r.account = ANY($2::text[])
     ORDER BY r.requested_at DESC LIMIT ${MAX_ROWS}`,
    [iso(earliest), [...since.keys()]],
  );
  const matter = rows.filter(({ account, at }) => at > since.get(account)!);
  const wallets: RequestedWallet[] = [];
  const asked = new Set<string>();
  for (const [, own] of Map.groupBy(matter, (row) =>
    JSON.stringify([row.account, row.currency, row.wallet_type]),
  )) {
    const {
      account,
      currency,
      wallet_type: walletType,
      account_id: accountId,
      wallet_id: walletId,
    } = own[0]!;
    const requests = own.map(({ at, amount }) => ({ at, amount }));
    const first = Math.min(...requests.map(({ at }) => at));
    const key = `${accountId} ${walletId}`;
    asked.add(key);
    const seen =
      accountId === null || walletId === null
        ? undefined
        : await readOn(db, schema, { accountId, walletId, since: first, before: known.get(key) });
    if (seen) known.set(key, seen);
    const rises = seen?.rises.filter(({ at }) => at > first) ?? [];
    wallets.push({ account, currency, walletType, requests, rises, available: seen?.available ?? null });
  }
  for (const key of known.keys()) if (!asked.has(key)) known.delete(key);
  return wallets;
}

/** What was seen since an instant: what is known already, and what is newer. `undefined`: nothing was seen. */
async function readOn(
  db: Queryable,
  schema: Schema,
  { before, ...wallet }: { accountId: number; walletId: number; since: Instant; before: Seen | undefined },
): Promise<Seen | undefined> {
  const most = READINGS + (wallet.walletId % READINGS); // not all wallets in the same minute
  if (!before || before.since > wallet.since || before.readings >= most)
    return await readRises(db, schema, wallet);
  const { since, rises, readings } = before;
  const newer = await readRises(db, schema, { ...wallet, since: before.until });
  return newer && { ...newer, since, rises: [...rises, ...newer.rises], readings: readings + 1 };
}

/** The rises of the balance between snapshots since an instant, and its last value. */
async function readRises(
  db: Queryable,
  schema: Schema,
  { accountId, walletId, since }: { accountId: number; walletId: number; since: Instant },
): Promise<Seen | undefined> {
  // Only the bound on the slot lets Postgres search by the key. The newest snapshot is returned even if it did not rise.
  const rows = await db.query<{ since: number; at: number; rise: Amount; available: Amount; rose: boolean }>(
    `SELECT (extract(epoch FROM earlier) * 1000)::float8 AS since, (extract(epoch FROM slot) * 1000)::float8 AS at,
       (available - before)::text AS rise, available::text AS available, rose
     FROM (
       SELECT *, available > before AND slot > $3::timestamptz AS rose FROM (
         SELECT slot, available, lag(slot) OVER past AS earlier, lag(available) OVER past AS before,
           lead(slot) OVER past IS NULL AS newest
         FROM ${schema}.snapshot
         WHERE account_id = $1 AND wallet_id = $2 AND slot >= ${lastLookBefore(schema, '$3::timestamptz')} AND available IS NOT NULL
         WINDOW past AS (ORDER BY slot)
       ) looks
     ) changes WHERE newest OR rose ORDER BY slot`,
    [accountId, walletId, iso(since)],
  );
  const newest = rows.at(-1);
  const rises = rows
    .filter(({ rose }) => rose)
    .map(({ since: from, at, rise: amount }) => ({ since: from, at, amount }));
  return newest && { since, rises, available: newest.available, until: newest.at, readings: 0 };
}

/** Records that a top-up was requested; the same request of the same instant only once. */
async function addTopUpRequest(
  db: Queryable,
  schema: Schema,
  { account, currency, walletType, amount, by, at }: NewTopUpRequest,
): Promise<void> {
  await db.query(
    `INSERT INTO ${schema}.top_up_request (requested_at, account, currency, wallet_type, amount, requested_by)
     VALUES (coalesce($1::timestamptz, now()), $2, $3, $4, $5::numeric, $6) ON CONFLICT DO NOTHING`,
    [at === null ? null : iso(at), account, currency, walletType, amount, by],
  );
}
