// The relay: what was stored a moment ago, packed by write, for the replicas that lost their claims. In every sweep
// each of them reads all of it; a few long texts cost Postgres a tenth of what thousands of rows cost.
// `balance-codec.ts` fills it, `read-polls.ts` reads it first, maintenance empties it. It has only successes, which
// nothing replaces, and they are written together with their rows. It is no history: what is missing here is in
// `poll` and `snapshot`.
import type { Amount } from '../../domain/money.ts';
import { type Instant, type Observation, type Outcome, succeeded } from '../../domain/observation.ts';
import { AMOUNT_FIELDS, type Balance, forAmounts } from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, int, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type AskedPoll, type EndedPoll, type NamedPoll, pollKey, type Result, rowKey } from './codec.ts';

/** The part of a row of `snapshot` that another replica needs. */
export interface AmountsRow extends Balance {
  readonly account_id: number;
  readonly slot: Date;
  readonly wallet_id: number;
}

/** The part of a successful row of `poll` that another replica needs. */
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

const MIN_POLLS = 10; // fewer are read as rows
const ASKED_MS = 120_000; // after its slot; later on, rows are read

/**
 * Packs results into the relay, in the transaction that stores them, when they are part of a current sweep.
 *
 * `columns` are those of the snapshots, as text for Postgres: accounts, wallets, and the amounts.
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
  // Readers search by account: those that poll the same accounts find the row, other shards do not.
  await tx.query(`INSERT INTO ${schema}.relay (slot, account_id, snapshots) VALUES ($1, $2, $3)`, [
    iso(slot),
    first.accountId,
    [JSON.stringify(stored.flatMap(packed)), ...columns].join('\n'),
  ]);
}

/** The same values as in the row of `poll`. */
function packed({ accountId, observation, unreadable }: Result<Observation>): PackedPoll[] {
  const { outcome, startedAt, observedAt, durationMs, httpStatus, envelopeCode, detail } = observation;
  if (!succeeded(outcome) || detail !== null) return [];
  const code = envelopeCode === null ? null : int(envelopeCode);
  const named = unreadable === null ? null : JSON.parse(unreadable);
  return [[accountId, outcome, startedAt, observedAt, int(durationMs), httpStatus, code, named]];
}

/** Those of these polls that the relay has, with all their snapshots. */
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

/** Deletes what nobody asks for any more. Call it now and then. */
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
  if (amounts.length !== AMOUNT_FIELDS.length) return { polls: [], amounts: [] }; // another version packs it in another way
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
