// Keeps the known payment options up to date: a poll that sees nothing new only writes when it saw them.
import type { Instant } from '../../domain/observation.ts';
import { changesBetween, type FieldChange, presence } from '../../domain/option-change.ts';
import {
  aboutOption,
  type OptionObservation,
  type PaymentOption,
  paymentOptionKey,
} from '../../domain/payment-option.ts';
import { MAX_AHEAD_MS } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { missingBefore } from './missing-options.ts';
import {
  insertChanges,
  insertOptions,
  type Made,
  OPTION_COLUMNS,
  type OptionRow,
  optionOf,
  type PaymentOptionChangeRow,
  type Replacing,
  replaceOptions,
  storableNames,
  storableOption,
  type Update,
  updateOptions,
} from './payment-option-rows.ts';

const MAX_OPTIONS = 2_000; // of an account; when a service names new ones without end, vanished ones make room

/** A successful result of an account, and until when it can be believed. */
export interface SeenOptions {
  readonly accountId: number;
  readonly observation: OptionObservation;
  readonly staleAt: number;
}

/**
 * Updates what is known with these results, in a transaction. A result that is older than what is known changes
 * nothing.
 *
 * The results of one account are applied one after another, by slot. So each change is stored with the poll that saw
 * it, also when a spool brings many polls at once.
 */
export async function applySeen(
  tx: Queryable,
  schema: Schema,
  { seen, now }: { readonly seen: readonly SeenOptions[]; readonly now: Instant },
): Promise<void> {
  const byAccount = Map.groupBy(
    seen.toSorted((a, b) => a.observation.slot - b.observation.slot),
    ({ accountId }) => accountId,
  );
  const most = Math.max(0, ...[...byAccount.values()].map((each) => each.length));
  for (let i = 0; i < most; i++) {
    const next = [...byAccount.values()].flatMap((each) => each[i] ?? []);
    await applyEach(tx, schema, { newest: new Map(next.map((each) => [each.accountId, each])), now });
  }
}

/** Applies at most one result of each account. */
async function applyEach(
  tx: Queryable,
  schema: Schema,
  { newest, now }: { readonly newest: ReadonlyMap<number, SeenOptions>; readonly now: Instant },
): Promise<void> {
  const before = await advance(tx, schema, { results: [...newest.values()], now });
  if (before.size === 0) return;
  const rows = await tx.query<OptionRow>(
    `SELECT ${OPTION_COLUMNS} FROM ${schema}.payment_option WHERE account_id = ANY($1::int[])`,
    [arrayOf(before.keys())],
  );
  const known = Map.groupBy(rows, (row) => row.account_id);
  const made: Made[] = [];
  const replacing: Replacing[] = [];
  const updates: Update[] = [];
  const changes: PaymentOptionChangeRow[] = [];
  for (const [accountId, { at: lastSeen, first }] of before) {
    const { observation } = newest.get(accountId)!;
    const difference = compare(known.get(accountId) ?? [], observation, { accountId, lastSeen });
    const mayBeNews = !first && difference.made.length > 0;
    const isNews = mayBeNews
      ? await missingBefore(tx, schema, { accountId, slot: observation.slot })
      : () => false;
    const news = difference.made.map((option) => ({
      accountId,
      option,
      observation,
      first: !isNews(option),
    }));
    made.push(...news.slice(0, difference.room));
    replacing.push(
      ...news.slice(difference.room).flatMap((each, i) => {
        const optionId = difference.vanished[i]?.option_id;
        return optionId === undefined ? [] : [{ ...each, optionId }];
      }),
    );
    updates.push(...difference.updates);
    changes.push(...difference.changes);
  }
  if (made.length > 0) changes.push(...(await insertOptions(tx, schema, made)));
  if (replacing.length > 0) changes.push(...(await replaceOptions(tx, schema, replacing)));
  if (updates.length > 0) await updateOptions(tx, schema, updates);
  if (changes.length > 0) await insertChanges(tx, schema, changes);
}

/** Makes these results the newest where they are, and returns for those accounts when the result before was observed. */
async function advance(
  tx: Queryable,
  schema: Schema,
  { results, now }: { readonly results: readonly SeenOptions[]; readonly now: Instant },
): Promise<Map<number, { readonly at: string | null; readonly first: boolean }>> {
  const values = [
    arrayOf(results.map(({ accountId }) => accountId)),
    arrayOf(results.map(({ observation }) => iso(observation.slot))),
    arrayOf(results.map(({ observation }) => iso(observation.observedAt))),
    arrayOf(results.map(({ staleAt }) => iso(staleAt))),
  ];
  const from = `unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[])
       AS u(account_id, slot, observed_at, stale_at)`;
  const made = await tx.query<{ account_id: number }>(
    `INSERT INTO ${schema}.payment_option_seen (account_id, slot, observed_at, stale_at)
     SELECT u.account_id, u.slot, u.observed_at, u.stale_at FROM ${from}
     ON CONFLICT DO NOTHING RETURNING account_id`,
    values,
  );
  const moved = await tx.query<{ account_id: number; before_observed_at: Date }>(
    `UPDATE ${schema}.payment_option_seen s SET before_observed_at = s.observed_at, slot = u.slot,
       observed_at = u.observed_at, stale_at = u.stale_at
     FROM ${from}
     WHERE s.account_id = u.account_id AND s.account_id = ANY($1::int[]) AND (s.slot < u.slot OR s.slot > $5)
     RETURNING s.account_id, s.before_observed_at`,
    [...values, iso(now + MAX_AHEAD_MS)], // an old version may have stored a slot that lies ahead
  );
  return new Map<number, { at: string | null; first: boolean }>([
    ...made.map((row) => [row.account_id, { at: null, first: true }] as const),
    ...moved.map(
      (row) => [row.account_id, { at: row.before_observed_at.toISOString(), first: false }] as const,
    ),
  ]);
}

/** The differences between one result and what is known. */
function compare(
  rows: readonly OptionRow[],
  observation: OptionObservation,
  { accountId, lastSeen }: { readonly accountId: number; readonly lastSeen: string | null },
): {
  readonly made: PaymentOption[];
  /** How many of them there is room for … */
  readonly room: number;
  /** … and the rows that the others may take, the longest vanished first. */
  readonly vanished: OptionRow[];
  readonly updates: Update[];
  readonly changes: PaymentOptionChangeRow[];
} {
  const mayBeNamed = aboutOption(observation.unreadable.map(storableNames));
  const seen = new Map(
    observation.options.map(storableOption).map((option) => [paymentOptionKey(option), option]),
  );
  const updates: Update[] = [];
  const changes: PaymentOptionChangeRow[] = [];
  const gone: OptionRow[] = [];
  for (const row of rows) {
    const known = optionOf(row);
    const key = paymentOptionKey(known);
    const now = seen.get(key);
    seen.delete(key);
    const optionId = row.option_id;
    const change = (each: FieldChange) => changes.push({ ...each, accountId, optionId, observation });
    if (now) {
      const differences = changesBetween(known, now);
      if (row.vanished_at) change(presence(true));
      for (const each of differences) change(each);
      const different = differences.length > 0 || known.exposable !== now.exposable;
      if (different || row.last_seen) {
        updates.push({ accountId, optionId, option: now, lastSeen: null, vanishedAt: null });
      }
      continue;
    }
    const vanished = !mayBeNamed(known);
    if (vanished && row.vanished_at) gone.push(row);
    if (vanished ? row.vanished_at : row.last_seen) continue;
    if (vanished) change(presence(false));
    updates.push({
      accountId,
      optionId,
      option: known,
      lastSeen: row.last_seen?.toISOString() ?? lastSeen,
      vanishedAt: vanished ? iso(observation.observedAt) : null,
    });
  }
  return {
    made: [...seen.values()],
    room: Math.max(0, MAX_OPTIONS - rows.length),
    vanished: gone.sort((a, b) => a.vanished_at!.getTime() - b.vanished_at!.getTime()),
    ...{ updates, changes },
  };
}
