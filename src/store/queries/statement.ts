// Reads a statement like a bank's: each wallet, each business day.
import { DAY_MS } from '../../domain/duration.ts';
import type { StatementLine, StatementPosition, StatementQuery } from '../../domain/statement.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type AccountIds, among, readChosenIds } from './account-ids.ts';
import { readLines, type StatementWallet } from './statement-lines.ts';

const LINES_AT_ONCE = 2_000; // reading and sending that many takes the event loop some ten milliseconds
const WALLETS_AT_ONCE = 2_000;

/** All lines, by account, wallet and day. When others decide the size of the answer, use {@link readStatementParts}. */
export async function readStatement(
  db: Queryable,
  schema: Schema,
  query: StatementQuery,
): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const part of readStatementParts(db, schema, query)) lines.push(...part);
  return lines;
}

/** The lines by account, wallet and day, in parts that fit into memory; each is read on demand. */
export async function* readStatementParts(
  db: Queryable,
  schema: Schema,
  { accounts = [], after, ...chosen }: StatementQuery,
): AsyncGenerator<readonly StatementLine[]> {
  const ids = await readChosenIds(db, schema, accounts);
  if (!ids) return;
  const days = (Date.parse(chosen.to) - Date.parse(chosen.from)) / DAY_MS + 1;
  const walletsAtOnce = Math.max(1, Math.floor(LINES_AT_ONCE / days));
  let position = after;
  for (;;) {
    const wallets = await readWallets(db, schema, { ...chosen, ids, after: position });
    for (let i = 0; i < wallets.length; i += walletsAtOnce) {
      const lines = await readLines(db, schema, chosen, wallets.slice(i, i + walletsAtOnce));
      yield lines.filter((line) => !(after && isOfWallet(line, after) && line.day <= after.day));
    }
    if (wallets.length < WALLETS_AT_ONCE) return;
    position = { ...wallets.at(-1)!, day: 'infinity' };
  }
}

interface Chosen extends Pick<StatementQuery, 'currencies' | 'walletTypes' | 'after'> {
  readonly ids: AccountIds;
}

/** The next wallets by name, including the one in which the last page ended. */
async function readWallets(
  db: Queryable,
  schema: Schema,
  { ids, currencies = [], walletTypes = [], after }: Chosen,
): Promise<StatementWallet[]> {
  return await db.query(
    `SELECT w.account_id AS "accountId", w.wallet_id AS "walletId",
       a.name AS account, w.currency, w.wallet_type AS "walletType"
     FROM ${schema}.wallet w JOIN ${schema}.account a ON a.account_id = w.account_id
     WHERE ${among(ids, 'w.account_id', 1)}
       AND ($2::text[] = '{}' OR w.currency = ANY($2::text[]))
       AND ($3::text[] = '{}' OR w.wallet_type = ANY($3::text[]))
       AND (a.name, w.currency, w.wallet_type, 'infinity'::date) > ($4::text, $5::text, $6::text, $7::date)
     ORDER BY a.name, w.currency, w.wallet_type LIMIT ${WALLETS_AT_ONCE}`,
    [ids, currencies, walletTypes, ...valuesOf(after)],
  );
}

function isOfWallet(line: StatementLine, { account, currency, walletType }: StatementPosition): boolean {
  return line.account === account && line.currency === currency && line.walletType === walletType;
}

/** The values of a position; without one, values that come before every line. */
function valuesOf(after: StatementPosition | undefined): string[] {
  return after ? [after.account, after.currency, after.walletType, after.day] : ['', '', '', '-infinity'];
}
