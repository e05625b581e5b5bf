// Writes and reads polls of payment options in the ledger. It writes only what differs from what is known (docs/adr/0016).
import { type Instant, type Polled, succeeded } from '../../domain/observation.ts';
import type { OptionObservation, UnreadableOption } from '../../domain/payment-option.ts';
import type { LatestOptions } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import {
  type EndedPoll,
  type LedgerContext,
  type NamedPoll,
  type PollCodec,
  polledOf,
  pollKey,
  rowKey,
} from './codec.ts';
import {
  OPTION_COLUMNS,
  type OptionRow,
  optionOf,
  storableNames,
  storableOption,
} from './payment-option-rows.ts';
import { applySeen } from './payment-option-state.ts';
import { POLL_COLUMNS, readPollsAt } from './read-polls.ts';

export const paymentOptionCodec: PollCodec<OptionObservation, LatestOptions> = {
  operation: 'options',
  count: ({ options }) => options.length,
  unreadable: ({ unreadable }) =>
    unreadable.length === 0 ? null : JSON.stringify(unreadable.map(storableNames)),
  records: ({ options }) => JSON.stringify(options.map(storableOption)),

  async prepare({ schema, staleAt }) {
    return async (tx, stored, { now }) => {
      const good = stored.filter(({ observation }) => succeeded(observation.outcome));
      const seen = good.map(({ accountId, observation }) => ({
        accountId,
        observation,
        staleAt: staleAt(observation.account, observation.slot),
      }));
      await applySeen(tx, schema, { seen, now });
      return new Map();
    };
  },

  relayed: async () => [],
  read: readOptions,
  latest: readLatestOptions,
};

/**
 * Reads what these polls saw.
 *
 * Only the newest successful poll of an account is stored whole, as what is known now. A replica that follows asks
 * within seconds. A poll that another successful one has followed by then is left out.
 */
async function readOptions(
  { pool, schema }: LedgerContext,
  polls: readonly NamedPoll[],
): Promise<OptionObservation[]> {
  const state = await readState(
    pool,
    schema,
    polls.map(({ poll }) => poll.account_id),
  );
  return polls.flatMap((named) => {
    const polled = polledOf(named);
    const known = state.get(named.poll.account_id);
    if (!succeeded(polled.outcome)) return [observationOf(named, polled, [])];
    return known?.slot === polled.slot ? [observationOf(named, polled, known.rows)] : [];
  });
}

/** What each account's last successful poll saw, and no longer saw; with `before`, what was offered before that instant. */
async function readLatestOptions(
  context: LedgerContext,
  names: readonly string[],
  before?: Instant,
): Promise<LatestOptions[]> {
  if (names.length === 0) return [];
  if (before !== undefined) return await readOfferedBefore(context, names, before);
  const { pool, schema, ids } = context;
  const accounts = await ids.accounts(names);
  const state = await readState(
    pool,
    schema,
    names.map((name) => accounts.get(name)!),
  );
  const polls = await readPollsAt(pool, schema, {
    operation: 'options',
    accountIds: [...state.keys()],
    slots: [...state.values()].map(({ slot }) => iso(slot)),
  });
  const byKey = new Map(polls.map((poll) => [rowKey(poll), poll]));
  return names.flatMap((account) => {
    const accountId = accounts.get(account)!;
    const known = state.get(accountId);
    const poll = known && byKey.get(pollKey(accountId, known.slot));
    if (!poll) return []; // never polled, or so long ago that the poll was dropped
    const lost = known.rows.flatMap((row) =>
      row.last_seen === null
        ? []
        : [{ ...optionOf(row), lastSeen: row.last_seen.getTime(), vanished: row.vanished_at !== null }],
    );
    const named = { account, poll };
    return [{ seen: observationOf(named, polledOf(named), known.rows), lost }];
  });
}

/** The last successful poll of each account before an instant, and the options not vanished by then, with today's values. */
async function readOfferedBefore(
  { pool, schema, ids }: LedgerContext,
  names: readonly string[],
  before: Instant,
): Promise<LatestOptions[]> {
  const accounts = await ids.accounts(names);
  const asked = [names.map((name) => accounts.get(name)!), iso(before)];
  const polls = await pool.query<EndedPoll>(
    `SELECT DISTINCT ON (p.account_id) ${POLL_COLUMNS} FROM ${schema}.poll p
     WHERE p.account_id = ANY($1::int[]) AND p.slot > $2::timestamptz - interval '2 days' AND p.slot <= $2
       AND p.observed_at < $2 AND p.operation = 'options' AND p.outcome IN ('ok', 'partial')
     ORDER BY p.account_id, p.slot DESC`,
    asked,
  );
  const rows = await pool.query<OptionRow>(
    `SELECT ${OPTION_COLUMNS} FROM ${schema}.payment_option
     WHERE account_id = ANY($1::int[]) AND first_seen < $2 AND (vanished_at IS NULL OR vanished_at >= $2)
     ORDER BY option_id`,
    asked,
  );
  const offered = Map.groupBy(rows, (row) => row.account_id);
  return names.flatMap((account) => {
    const poll = polls.find(({ account_id }) => account_id === accounts.get(account));
    if (!poll) return [];
    const named = { account, poll };
    const options = (offered.get(poll.account_id) ?? []).map(optionOf);
    return [{ seen: { ...observationOf(named, polledOf(named), []), options }, lost: [] }];
  });
}

/** The newest successful slot of each account, and all its options. */
async function readState(
  db: Queryable,
  schema: Schema,
  accountIds: readonly number[],
): Promise<Map<number, { readonly slot: number; readonly rows: OptionRow[] }>> {
  const seen = await db.query<{ account_id: number; slot: Date }>(
    `SELECT account_id, slot FROM ${schema}.payment_option_seen WHERE account_id = ANY($1::int[])`,
    [arrayOf(new Set(accountIds))],
  );
  const rows = await db.query<OptionRow>(
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

function observationOf({ poll }: NamedPoll, polled: Polled, rows: readonly OptionRow[]): OptionObservation {
  return {
    ...polled,
    options: rows.filter((row) => row.last_seen === null).map(optionOf),
    unreadable: (poll.unreadable as UnreadableOption[] | null) ?? [],
  };
}
