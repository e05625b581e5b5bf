// Payment options read back: what other replicas saw, and where a restart begins.

import type { Outcome } from '../../domain/observation.ts';
import type { LostOption, OptionObservation, UnreadableOption } from '../../domain/payment-option.ts';
import type { AccountSlot } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Ids } from './ids.ts';
import { OPTION_COLUMNS, type OptionRow, optionOf } from './payment-option-rows.ts';

interface PaymentOptionReadContext {
  readonly pool: Queryable;
  readonly schema: Schema;
  readonly ids: Ids;
}

interface PaymentOptionPollRow {
  readonly account_id: number;
  readonly slot: Date;
  readonly outcome: Outcome;
  readonly claimed_at: Date;
  readonly started_at: Date | null;
  readonly observed_at: Date | null;
  readonly duration_ms: number | null;
  readonly http_status: number | null;
  readonly envelope_code: number | null;
  readonly detail: string | null;
  readonly unreadable: UnreadableOption[] | null;
}

const POLL = `account_id, slot, outcome, claimed_at, started_at, observed_at, duration_ms, http_status, envelope_code,
  detail, unreadable`;

/**
 * Those of the given polls that have ended.
 *
 * What a good one saw is what is known now: only the newest is kept whole, and a replica that follows asks within
 * seconds. One that another good poll has followed by then is left out.
 */
export async function readEndedOptions(
  { pool, schema, ids }: PaymentOptionReadContext,
  open: readonly AccountSlot[],
): Promise<OptionObservation[]> {
  if (open.length === 0) return [];
  const accounts = await ids.accounts(open.map(({ account }) => account));
  const asked = new Map(open.map((each) => [`${accounts.get(each.account)} ${each.slot}`, each.account]));
  const polls = await readPolls(pool, schema, {
    accountIds: open.map(({ account }) => accounts.get(account)!),
    slots: open.map(({ slot }) => iso(slot)),
  });
  const ended = polls.filter((poll) => asked.has(keyOf(poll)));
  if (ended.length === 0) return [];
  const state = await readState(
    pool,
    schema,
    ended.map(({ account_id }) => account_id),
  );
  return ended.flatMap((poll) => {
    const good = poll.outcome === 'ok' || poll.outcome === 'partial';
    const known = state.get(poll.account_id);
    if (good && known?.slot !== poll.slot.getTime()) return [];
    return [observationOf(poll, asked.get(keyOf(poll))!, good ? known!.rows : [])];
  });
}

/** For each account what its last successful poll saw, and what it didn't. */
export async function readLatestOptions(
  { pool, schema, ids }: PaymentOptionReadContext,
  names: readonly string[],
): Promise<{ seen: OptionObservation; lost: LostOption[] }[]> {
  if (names.length === 0) return [];
  const accounts = await ids.accounts(names);
  const state = await readState(
    pool,
    schema,
    names.map((name) => accounts.get(name)!),
  );
  const polls = await readPolls(pool, schema, {
    accountIds: [...state.keys()],
    slots: [...state.values()].map(({ slot }) => iso(slot)),
  });
  return names.flatMap((name) => {
    const accountId = accounts.get(name)!;
    const known = state.get(accountId);
    const poll = polls.find((each) => known && keyOf(each) === `${accountId} ${known.slot}`);
    if (!known || !poll) return []; // never polled, or so long ago that the poll was dropped
    const lost = known.rows.flatMap((row) =>
      row.last_seen === null
        ? []
        : [{ ...optionOf(row), lastSeen: row.last_seen.getTime(), vanished: row.vanished_at !== null }],
    );
    return [{ seen: observationOf(poll, name, known.rows), lost }];
  });
}

async function readPolls(
  pool: Queryable,
  schema: Schema,
  { accountIds, slots }: { readonly accountIds: readonly number[]; readonly slots: readonly string[] },
): Promise<PaymentOptionPollRow[]> {
  return await pool.query<PaymentOptionPollRow>(
    `SELECT ${POLL} FROM ${schema}.poll
     WHERE account_id = ANY($1::int[]) AND slot = ANY($2::timestamptz[]) AND operation = 'options'
       AND outcome IS NOT NULL`,
    [arrayOf(new Set(accountIds)), arrayOf(new Set(slots))],
  );
}

/** The newest good slot of each account, and every option of it. */
async function readState(
  pool: Queryable,
  schema: Schema,
  accountIds: readonly number[],
): Promise<Map<number, { readonly slot: number; readonly rows: OptionRow[] }>> {
  const seen = await pool.query<{ account_id: number; slot: Date }>(
    `SELECT account_id, slot FROM ${schema}.payment_option_seen WHERE account_id = ANY($1::int[])`,
    [arrayOf(new Set(accountIds))],
  );
  const rows = await pool.query<OptionRow>(
    `SELECT ${OPTION_COLUMNS} FROM ${schema}.payment_option WHERE account_id = ANY($1::int[]) ORDER BY option_id`,
    [arrayOf(new Set(accountIds))],
  );
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  return new Map(
    seen.map(({ account_id, slot }) => [
      account_id,
      { slot: slot.getTime(), rows: byAccount.get(account_id) ?? [] },
    ]),
  );
}

function observationOf(
  poll: PaymentOptionPollRow,
  account: string,
  rows: readonly OptionRow[],
): OptionObservation {
  return {
    account,
    slot: poll.slot.getTime(),
    outcome: poll.outcome,
    startedAt: (poll.started_at ?? poll.claimed_at).getTime(),
    observedAt: (poll.observed_at ?? poll.claimed_at).getTime(),
    durationMs: poll.duration_ms ?? 0,
    httpStatus: poll.http_status,
    envelopeCode: poll.envelope_code,
    detail: poll.detail,
    options: rows.filter((row) => row.last_seen === null).map(optionOf),
    unreadable: poll.unreadable ?? [],
  };
}

function keyOf({ account_id, slot }: { account_id: number; slot: Date }): string {
  return `${account_id} ${slot.getTime()}`;
}
