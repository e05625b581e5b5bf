// Reads a statement like a bank's: each wallet, each business day.
import { type Amount, netAsWritten } from '../../domain/money.ts';
import type { DayFigures, StatementLine, StatementPosition, StatementQuery } from '../../domain/statement.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type AccountIds, among, readChosenIds } from './account-ids.ts';
import { type DayFlow, dayFlowKey, readDayFlows } from './day-flows.ts';

const DAY_MS = 86_400_000;
const LINES_AT_ONCE = 2_000; // reading and sending that many takes the event loop some ten milliseconds
const WALLETS_AT_ONCE = 2_000;

type Figure = 'opening' | 'closing' | 'lowest' | 'highest' | 'net_change';
type StatementRow = Readonly<Record<`${Figure}_${'available' | 'actual'}`, Amount | null>> & {
  readonly day: string;
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly closing_uncleared: Amount | null;
  readonly closing_reserve: Amount | null;
  readonly samples: number;
};

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
  { accounts = [], ...chosen }: StatementQuery,
): AsyncGenerator<readonly StatementLine[]> {
  const ids = await readChosenIds(db, schema, accounts);
  if (!ids) return;
  const query = { ...chosen, ids };
  const days = (Date.parse(query.to) - Date.parse(query.from)) / DAY_MS + 1;
  const walletsAtOnce = Math.max(1, Math.floor(LINES_AT_ONCE / days));
  let { after } = query;
  for (;;) {
    const wallets = await readNames(db, schema, { ...query, after });
    for (let i = 0; i < wallets.length; i += walletsAtOnce) {
      const last = wallets[Math.min(i + walletsAtOnce, wallets.length) - 1]!;
      yield await readLines(db, schema, { ...query, after }, last);
      after = { ...last, day: 'infinity' };
    }
    if (wallets.length < WALLETS_AT_ONCE) return;
  }
}

type Position = StatementPosition | undefined;

interface Chosen extends Omit<StatementQuery, 'accounts' | 'after'> {
  readonly ids: AccountIds;
  readonly after: Position;
}

/** The names of the next wallets, including the one in which the last page ended. */
async function readNames(
  db: Queryable,
  schema: Schema,
  { ids, currencies = [], walletTypes = [], after }: Omit<Chosen, 'from' | 'to'>,
): Promise<Omit<StatementPosition, 'day'>[]> {
  return await db.query(
    `SELECT a.name AS account, w.currency, w.wallet_type AS "walletType"
     FROM ${schema}.wallet w JOIN ${schema}.account a ON a.account_id = w.account_id
     WHERE ${among(ids, 'w.account_id', 1)}
       AND ($2::text[] = '{}' OR w.currency = ANY($2::text[]))
       AND ($3::text[] = '{}' OR w.wallet_type = ANY($3::text[]))
       AND (a.name, w.currency, w.wallet_type, 'infinity'::date) > ($4::text, $5::text, $6::text, $7::date)
     ORDER BY a.name, w.currency, w.wallet_type LIMIT ${WALLETS_AT_ONCE}`,
    [ids, currencies, walletTypes, ...valuesOf(after)],
  );
}

/** The lines after a position, up to the last line of a wallet. */
async function readLines(
  db: Queryable,
  schema: Schema,
  { from, to, ids, currencies = [], walletTypes = [], after }: Chosen,
  last: Omit<StatementPosition, 'day'>,
): Promise<StatementLine[]> {
  // The view groups by the compared columns, so both conditions reach the tables below it.
  const rows = await db.query<StatementRow>(
    `SELECT d.*, d.day::text AS day FROM ${schema}.balances_daily d
     WHERE d.day >= $1::date AND d.day <= $2::date
       AND ${among(ids, 'd.account_id', 3)}
       AND ($4::text[] = '{}' OR d.currency = ANY($4::text[]))
       AND ($5::text[] = '{}' OR d.wallet_type = ANY($5::text[]))
       AND (d.account, d.currency, d.wallet_type, d.day) > ($6::text, $7::text, $8::text, $9::date)
       AND (d.account, d.currency, d.wallet_type) <= ($10::text, $11::text, $12::text)
     ORDER BY d.account, d.currency, d.wallet_type, d.day`,
    [
      ...[from, to, ids, currencies, walletTypes],
      ...valuesOf(after),
      ...[last.account, last.currency, last.walletType],
    ],
  );
  const [first] = rows;
  if (!first) return [];
  const flows = await readDayFlows(db, schema, {
    ...{ from, to, ids, currencies, walletTypes },
    first: nameOf(first),
    last: nameOf(rows.at(-1)!),
  });
  return rows.map((row) => lineOf(row, flows));
}

function lineOf(row: StatementRow, flows: ReadonlyMap<string, DayFlow>): StatementLine {
  const position = { day: row.day, ...nameOf(row) };
  const available = figuresOf(row, 'available');
  const flow = flows.get(dayFlowKey(position));
  const isOfTheDay =
    flow?.samples === row.samples && flow.opening === available.opening && flow.closing === available.closing;
  const outflow = isOfTheDay ? flow.outflow : null;
  const { netChange } = available;
  return {
    ...position,
    available,
    actual: figuresOf(row, 'actual'),
    closingUncleared: row.closing_uncleared,
    closingReserve: row.closing_reserve,
    outflow,
    inflow: outflow === null || netChange === null ? null : netAsWritten([netChange, outflow]),
    samples: row.samples,
  };
}

function nameOf({ account, currency, wallet_type: walletType }: StatementRow) {
  return { account, currency, walletType };
}

/** The values of a position; without one, values that come before every line. */
function valuesOf(after: Position): string[] {
  return after ? [after.account, after.currency, after.walletType, after.day] : ['', '', '', '-infinity'];
}

function figuresOf(row: StatementRow, field: 'available' | 'actual'): DayFigures {
  return {
    opening: row[`opening_${field}`],
    closing: row[`closing_${field}`],
    lowest: row[`lowest_${field}`],
    highest: row[`highest_${field}`],
    netChange: row[`net_change_${field}`],
  };
}
