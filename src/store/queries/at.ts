// Reads what was known at an instant of the past: every wallet's last snapshot, and what its account's polls said by then.
import type { Instant, Outcome, UnreadableWallet } from '../../domain/observation.ts';
import type { PastKnowledge, PastWallet } from '../../domain/past.ts';
import { AMOUNT_FIELDS, type Balance, balanceOf, type WalletId } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type AccountIds, alsoAmong, among, readChosenIds } from './account-ids.ts';

/**
 * What was known at an instant, of these accounts or of all: the snapshots of the function `balances_at`, without wallets
 * that were forgotten by then.
 */
export async function readAt(
  db: Queryable,
  schema: Schema,
  { at, accounts }: { readonly at: Instant; readonly accounts: readonly string[] },
): Promise<PastKnowledge> {
  const ids = await readChosenIds(db, schema, accounts);
  if (!ids) return { wallets: [], accounts: [] };
  const seen = await readSnapshots(db, schema, at, ids);
  const byWallet = new Map(seen.map((row) => [keyOf(row), row]));
  const forgotten = await readForgotten(db, schema, at);
  const isGone = (name: WalletName) =>
    (forgotten.get(keyOf(name)) ?? Number.NEGATIVE_INFINITY) >
    (byWallet.get(keyOf(name))?.observed_at.getTime() ?? Number.NEGATIVE_INFINITY);
  const names = (await readNames(db, schema, ids)).filter((name) => !isGone(name));
  const good = await readGood(db, schema, at, ids);
  const last = await readLast(db, schema, at, ids);
  const goodOf = new Map(good.map((row) => [row.account, row]));
  const lastOf = new Map(last.map((row) => [row.account, row]));
  return {
    wallets: names.map((name) => ({ ...name, seen: seenOf(byWallet.get(keyOf(name))) })),
    accounts: [...new Set(names.map(({ account }) => account))].map((account) => {
      const [known, ended] = [goodOf.get(account), lastOf.get(account)];
      return {
        account,
        good: known ? { slot: known.slot.getTime(), unreadable: known.unreadable ?? [] } : null,
        last: ended ? { slot: ended.slot.getTime(), outcome: ended.outcome, detail: ended.detail } : null,
      };
    }),
  };
}

interface WalletName extends WalletId {
  readonly account: string;
}

interface SeenRow extends Balance, WalletName {
  readonly slot: Date;
  readonly observed_at: Date;
  readonly stale_at: Date | null;
}

/** A clock that was ahead read before its slot, so a slot may be a minute later than its reading. */
async function readSnapshots(db: Queryable, schema: Schema, at: Instant, ids: AccountIds) {
  return await db.query<SeenRow>(
    `SELECT a.name AS account, w.currency, w.wallet_type AS "walletType", s.slot, p.stale_at,
       s.slot + s.observed_after * interval '1 millisecond' AS observed_at,
       ${AMOUNT_FIELDS.map((field) => `s.${field}`).join(', ')}
     FROM ${schema}.wallet w
     JOIN ${schema}.account a ON a.account_id = w.account_id
     CROSS JOIN LATERAL (
       SELECT * FROM ${schema}.snapshot s
       WHERE s.account_id = w.account_id ${alsoAmong(ids, 's.account_id', 2)} AND s.wallet_id = w.wallet_id
         AND s.slot <= $1::timestamptz + interval '1 minute'
         AND s.slot + s.observed_after * interval '1 millisecond' <= $1::timestamptz
       ORDER BY s.slot DESC LIMIT 1
     ) s
     LEFT JOIN ${schema}.poll p
       ON p.account_id = w.account_id AND p.slot = s.slot AND p.operation = 'balances'
     WHERE ${among(ids, 'w.account_id', 2)}`,
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

async function readNames(db: Queryable, schema: Schema, ids: AccountIds) {
  return await db.query<WalletName>(
    `SELECT a.name AS account, w.currency, w.wallet_type AS "walletType"
     FROM ${schema}.wallet w JOIN ${schema}.account a ON a.account_id = w.account_id
     WHERE ${among(ids, 'w.account_id', 1)}
     ORDER BY a.name, w.currency, w.wallet_type`,
    [ids],
  );
}

async function readGood(db: Queryable, schema: Schema, at: Instant, ids: AccountIds) {
  return await db.query<{ account: string; slot: Date; unreadable: readonly UnreadableWallet[] | null }>(
    newestPoll(
      schema,
      ids,
      'p.slot, p.unreadable',
      "p.outcome IN ('ok', 'partial') AND p.observed_at <= $1::timestamptz",
    ),
    [iso(at), ids],
  );
}

async function readLast(db: Queryable, schema: Schema, at: Instant, ids: AccountIds) {
  return await db.query<{ account: string; slot: Date; outcome: Outcome; detail: string | null }>(
    newestPoll(
      schema,
      ids,
      'p.slot, p.outcome, p.detail',
      'p.outcome IS NOT NULL AND coalesce(p.observed_at, p.slot) <= $1::timestamptz',
    ),
    [iso(at), ids],
  );
}

/** These columns of each account's newest poll that meets the condition; `$1` is the instant, `$2` the accounts. */
function newestPoll(schema: Schema, ids: AccountIds, columns: string, condition: string): string {
  return `SELECT a.name AS account, ${columns}
     FROM (SELECT DISTINCT account_id FROM ${schema}.wallet) w
     JOIN ${schema}.account a ON a.account_id = w.account_id
     CROSS JOIN LATERAL (
       SELECT ${columns} FROM ${schema}.poll p
       WHERE p.account_id = w.account_id ${alsoAmong(ids, 'p.account_id', 2)} AND p.operation = 'balances' AND ${condition}
         AND p.slot <= $1::timestamptz + interval '1 minute'
       ORDER BY p.slot DESC LIMIT 1
     ) p
     WHERE ${among(ids, 'w.account_id', 2)}`;
}

function seenOf(row: SeenRow | undefined): PastWallet['seen'] {
  if (!row) return null;
  return {
    balance: balanceOf(row),
    observedAt: row.observed_at.getTime(),
    slot: row.slot.getTime(),
    staleAt: row.stale_at?.getTime() ?? null,
  };
}

function keyOf({ account, currency, walletType }: WalletName): string {
  return JSON.stringify([account, currency, walletType]);
}
