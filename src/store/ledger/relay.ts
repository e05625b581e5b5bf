// What was stored a moment ago, packed by write, for the replicas that lost their claims: in every sweep each of them asks for all
// of it, and a few long texts cost Postgres a tenth of what as many thousand rows do. `balance-codec.ts` fills it,
// `read-polls.ts` asks it first, maintenance empties it. It has successes, which nothing replaces, and is written with their rows
// or not at all. It is no history: what isn't here stands in `poll` and `snapshot`.
import type { Amount } from '../../domain/money.ts';
import { type Instant, type Observation, type Outcome, succeeded } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, type Balance, forAmounts } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, int, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type AskedPoll, type EndedPoll, type NamedPoll, pollKey, type Result, rowKey } from './codec.ts';

/** A row of `snapshot`, as far as another replica wants it. */
export interface AmountsRow extends Balance {
  readonly account_id: number;
  readonly slot: Date;
  readonly wallet_id: number;
}

/** What a row of `poll` says of a success, as far as another replica wants it. */
type PackedPoll = readonly [
  accountId: number,
  outcome: Outcome,
  startedAt: Instant,
  observedAt: Instant,
  durationMs: number,
  httpStatus: number | null,
  envelopeCode: number | null,
  unreadable: unknown,
];

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
    [JSON.stringify(stored.flatMap(packed)), ...columns].join('\n'),
  ]);
}

/** As its row says it. */
function packed({ accountId, observation, unreadable }: Result<Observation>): PackedPoll[] {
  const { outcome, startedAt, observedAt, durationMs, httpStatus, envelopeCode, detail } = observation;
  if (!succeeded(outcome) || detail !== null) return [];
  const code = envelopeCode === null ? null : int(envelopeCode);
  const named = unreadable === null ? null : JSON.parse(unreadable);
  return [[accountId, outcome, startedAt, observedAt, int(durationMs), httpStatus, code, named]];
}

/** Those of these polls that are there, and all of their snapshots. */
export async function readRelayed(
  db: Queryable,
  schema: Schema,
  asked: readonly AskedPoll[],
): Promise<{ readonly polls: NamedPoll[]; readonly amounts: AmountsRow[] }> {
  if (asked.length < MIN_POLLS) return { polls: [], amounts: [] };
  const names = new Map(asked.map(({ account, accountId, slot }) => [pollKey(accountId, slot), account]));
  const rows = await db.query<{ slot: Date; snapshots: string }>(
    `SELECT slot, snapshots FROM ${schema}.relay
     WHERE slot = ANY($1::timestamptz[]) AND account_id IN (SELECT unnest($2::int[]))`,
    [
      arrayOf(new Set(asked.map(({ slot }) => iso(slot)))),
      arrayOf(new Set(asked.map(({ accountId }) => accountId))),
    ],
  );
  const found = rows.map(unpacked);
  const polls = found.flatMap(({ polls: each }) => each).filter((poll) => names.has(rowKey(poll)));
  const known = new Set(polls.map(rowKey));
  return {
    polls: polls.map((poll) => ({ account: names.get(rowKey(poll))!, poll })),
    amounts: found.flatMap(({ amounts }) => amounts).filter((row) => known.has(rowKey(row))),
  };
}

/** To be called now and then: what nobody asks for any more. */
export async function emptyRelay(db: Queryable, schema: Schema): Promise<void> {
  await db.query(`DELETE FROM ${schema}.relay WHERE slot < now() - $1::int * interval '1 millisecond'`, [
    2 * ASKED_MS,
  ]);
}

function unpacked({ slot, snapshots }: { readonly slot: Date; readonly snapshots: string }): {
  polls: EndedPoll[];
  amounts: AmountsRow[];
} {
  const [polls, ...lines] = snapshots.split('\n');
  const [accountIds, walletIds, ...amounts] = lines.map((text) => text.slice(1, -1).split(','));
  if (amounts.length !== AMOUNT_FIELDS.length) return { polls: [], amounts: [] }; // of a version that packs it in another way
  const columns = new Map(AMOUNT_FIELDS.map((field, i) => [field, amounts[i]!]));
  return {
    polls: (JSON.parse(polls!) as PackedPoll[]).map((poll) => endedOf(slot, poll)),
    amounts: accountIds!.map((id, i) => ({
      account_id: Number(id),
      slot,
      wallet_id: Number(walletIds![i]),
      ...forAmounts((field) => amountIn(columns.get(field)![i]!)),
    })),
  };
}

function endedOf(
  slot: Date,
  [
    account_id,
    outcome,
    startedAt,
    observedAt,
    duration_ms,
    http_status,
    envelope_code,
    unreadable,
  ]: PackedPoll,
): EndedPoll {
  const [started_at, observed_at] = [new Date(startedAt), new Date(observedAt)];
  const times = { slot, claimed_at: started_at, started_at, observed_at, duration_ms };
  return { account_id, outcome, ...times, http_status, envelope_code, detail: null, unreadable };
}

function amountIn(text: string): Amount | null {
  return text === 'NULL' ? null : (text as Amount);
}
