// What was stored a moment ago, packed by write, for the replicas that lost their claims: in every sweep each of them asks for all
// of it, and a few long texts cost Postgres a tenth of what as many thousand rows do. `balance-codec.ts` fills it,
// `read-balances.ts` asks it first, maintenance empties it. It is no history: what isn't here stands in `snapshot`.
import type { Amount } from '../../domain/money.ts';
import type { Instant, Observation } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, type Balance, forAmounts } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type NamedPoll, type Result, rowKey } from './codec.ts';

/** A row of `snapshot`, as far as another replica wants it. */
export interface AmountsRow extends Balance {
  readonly account_id: number;
  readonly slot: Date;
  readonly wallet_id: number;
}

const MIN_POLLS = 10; // fewer are asked for as rows
const ASKED_MS = 120_000; // after its slot; later on rows do

/**
 * Puts in what is being stored, in its transaction, where that is a part of a sweep of now. `columns` are those of the snapshots,
 * as Postgres reads them: accounts, wallets, and the amounts.
 */
export async function relay(
  tx: Queryable,
  schema: Schema,
  {
    stored,
    columns,
    now,
  }: {
    readonly stored: readonly Result<Observation>[];
    readonly columns: readonly string[];
    readonly now: Instant;
  },
): Promise<void> {
  const [first] = stored;
  if (!first || stored.length < MIN_POLLS) return;
  const { slot } = first.observation;
  if (slot < now - ASKED_MS || stored.some(({ observation }) => observation.slot !== slot)) return;
  // By one of its accounts it is found by whoever polls the same ones, and by no other shard.
  await tx.query(`INSERT INTO ${schema}.relay (slot, account_id, snapshots) VALUES ($1, $2, $3)`, [
    iso(slot),
    first.accountId,
    columns.join('\n'),
  ]);
}

/** The snapshots of these polls, as far as they are there: all of a poll's or none. */
export async function readRelayed(
  db: Queryable,
  schema: Schema,
  polls: readonly NamedPoll[],
): Promise<AmountsRow[]> {
  if (polls.length < MIN_POLLS) return [];
  const asked = new Set(polls.map(({ poll }) => rowKey(poll)));
  const found = await db.query<{ slot: Date; snapshots: string }>(
    `SELECT slot, snapshots FROM ${schema}.relay WHERE slot = ANY($1::timestamptz[]) AND account_id = ANY($2::int[])`,
    [
      arrayOf(new Set(polls.map(({ poll }) => poll.slot.toISOString()))),
      arrayOf(new Set(polls.map(({ poll }) => poll.account_id))),
    ],
  );
  return found.flatMap(rowsOf).filter((row) => asked.has(rowKey(row)));
}

/** To be called now and then: what nobody asks for any more. */
export async function emptyRelay(db: Queryable, schema: Schema): Promise<void> {
  await db.query(`DELETE FROM ${schema}.relay WHERE slot < now() - $1::int * interval '1 millisecond'`, [
    2 * ASKED_MS,
  ]);
}

function rowsOf({ slot, snapshots }: { readonly slot: Date; readonly snapshots: string }): AmountsRow[] {
  const [accountIds, walletIds, ...amounts] = snapshots
    .split('\n')
    .map((text) => text.slice(1, -1).split(','));
  if (amounts.length !== AMOUNT_FIELDS.length) return []; // of a version that knows other amounts
  const columns = new Map(AMOUNT_FIELDS.map((field, i) => [field, amounts[i]!]));
  return accountIds!.map((id, i) => ({
    account_id: Number(id),
    slot,
    wallet_id: Number(walletIds![i]),
    ...forAmounts((field) => amountIn(columns.get(field)![i]!)),
  }));
}

function amountIn(text: string): Amount | null {
  return text === 'NULL' ? null : (text as Amount);
}
