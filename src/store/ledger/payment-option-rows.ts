// The statements for the rows of payment options and their changes, and the mapping from a row to an option.
import type { Amount } from '../../domain/money.ts';
import { type FieldChange, presence } from '../../domain/option-change.ts';
import { type OptionObservation, type PaymentOption, paymentOptionKey } from '../../domain/payment-option.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso, storable } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { catchUp } from './sequences.ts';

const MAX_NAME = 128; // four of them make a key

/** A row of `payment_option`. */
export interface OptionRow {
  readonly account_id: number;
  readonly option_id: number;
  readonly currency: string;
  readonly transaction_type: string;
  readonly transaction_method: string;
  readonly provider_code: string;
  readonly provider_name: string;
  readonly method_name: string;
  readonly active: boolean | null;
  readonly exposable: boolean;
  readonly min_amount: Amount | null;
  readonly max_amount: Amount | null;
  readonly max_daily_amount: Amount | null;
  readonly prefixes: string[];
  readonly last_seen: Date | null;
  readonly vanished_at: Date | null;
}

export const OPTION_COLUMNS = `account_id, option_id, currency, transaction_type, transaction_method, provider_code,
  provider_name, method_name, active, exposable, min_amount, max_amount, max_daily_amount, prefixes, last_seen,
  vanished_at`;

export interface Made {
  readonly accountId: number;
  readonly option: PaymentOption;
  readonly observation: OptionObservation;
  /** Whether no response could have named it before: then nothing has changed, it is just new to us. */
  readonly first: boolean;
}

/** A new option that takes the row of one that vanished. */
export interface Replacing extends Made {
  readonly optionId: number;
}

export interface Update {
  readonly accountId: number;
  readonly optionId: number;
  readonly option: PaymentOption;
  readonly lastSeen: string | null;
  readonly vanishedAt: string | null;
}

export interface PaymentOptionChangeRow extends FieldChange {
  readonly accountId: number;
  readonly optionId: number;
  readonly observation: OptionObservation;
}

/** Inserts options; returns the changes among them. */
export async function insertOptions(
  tx: Queryable,
  schema: Schema,
  made: readonly Made[],
): Promise<PaymentOptionChangeRow[]> {
  const byKey = new Map(made.map((each) => [`${each.accountId} ${paymentOptionKey(each.option)}`, each]));
  const keyOf = (row: OptionRow) => `${row.account_id} ${paymentOptionKey(optionOf(row))}`;
  const rows = await insert(tx, schema, made);
  if (rows.length < made.length) {
    await catchUp(tx, schema, 'payment_option');
    rows.push(...(await insert(tx, schema, made))); // those that are still missing
  }
  return rows.flatMap((row) => {
    const { observation, first, accountId } = byKey.get(keyOf(row))!;
    return first ? [] : [{ ...presence(true), accountId, optionId: row.option_id, observation }];
  });
}

/** Returns the inserted rows, without those whose key or number exists already. */
async function insert(tx: Queryable, schema: Schema, made: readonly Made[]): Promise<OptionRow[]> {
  return await tx.query<OptionRow>(
    `INSERT INTO ${schema}.payment_option (account_id, first_seen, currency, transaction_type, transaction_method,
       provider_code, provider_name, method_name, active, exposable, min_amount, max_amount, max_daily_amount, prefixes)
     SELECT u.account_id, u.first_seen, u.currency, u.transaction_type, u.transaction_method, u.provider_code,
       u.provider_name, u.method_name, u.active, u.exposable, u.min_amount, u.max_amount, u.max_daily_amount,
       ${PREFIXES}
     FROM unnest($1::int[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::boolean[], $10::boolean[], $11::numeric[], $12::numeric[], $13::numeric[], $14::text[])
       AS u(account_id, first_seen, currency, transaction_type, transaction_method, provider_code, provider_name,
         method_name, active, exposable, min_amount, max_amount, max_daily_amount, prefixes)
     ON CONFLICT DO NOTHING RETURNING ${OPTION_COLUMNS}`,
    [
      made.map(({ accountId }) => accountId),
      made.map(({ observation }) => iso(observation.observedAt)),
      ...columnsOf(made.map(({ option }) => option)),
    ],
  );
}

/** Gives rows of vanished options to new ones, and deletes the old changes; returns the new changes. */
export async function replaceOptions(
  tx: Queryable,
  schema: Schema,
  replacing: readonly Replacing[],
): Promise<PaymentOptionChangeRow[]> {
  const keys = [replacing.map(({ accountId }) => accountId), replacing.map(({ optionId }) => optionId)];
  await tx.query(
    `DELETE FROM ${schema}.payment_option_change WHERE account_id = ANY($1::int[]) AND option_id = ANY($2::int[])`,
    keys,
  );
  await tx.query(
    `UPDATE ${schema}.payment_option o SET first_seen = u.first_seen, last_seen = NULL, vanished_at = NULL,
       currency = u.currency, transaction_type = u.transaction_type, transaction_method = u.transaction_method,
       provider_code = u.provider_code, provider_name = u.provider_name, method_name = u.method_name,
       active = u.active, exposable = u.exposable, min_amount = u.min_amount, max_amount = u.max_amount,
       max_daily_amount = u.max_daily_amount, prefixes = ${PREFIXES}
     FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::text[], $10::boolean[], $11::boolean[], $12::numeric[], $13::numeric[], $14::numeric[], $15::text[])
       AS u(account_id, option_id, first_seen, currency, transaction_type, transaction_method, provider_code,
         provider_name, method_name, active, exposable, min_amount, max_amount, max_daily_amount, prefixes)
     WHERE o.account_id = u.account_id AND o.option_id = u.option_id AND o.account_id = ANY($1::int[])`,
    [
      ...keys,
      replacing.map(({ observation }) => iso(observation.observedAt)),
      ...columnsOf(replacing.map(({ option }) => option)),
    ],
  );
  return replacing.map(({ accountId, optionId, observation }) => ({
    ...presence(true),
    ...{ accountId, optionId, observation },
  }));
}

export async function updateOptions(
  tx: Queryable,
  schema: Schema,
  updates: readonly Update[],
): Promise<void> {
  await tx.query(
    `UPDATE ${schema}.payment_option o SET last_seen = u.last_seen, vanished_at = u.vanished_at,
       provider_name = u.provider_name, method_name = u.method_name, active = u.active, exposable = u.exposable,
       min_amount = u.min_amount, max_amount = u.max_amount, max_daily_amount = u.max_daily_amount,
       prefixes = ${PREFIXES}
     FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::text[], $10::text[], $11::boolean[], $12::boolean[], $13::numeric[], $14::numeric[],
         $15::numeric[], $16::text[])
       AS u(account_id, option_id, last_seen, vanished_at, currency, transaction_type, transaction_method,
         provider_code, provider_name, method_name, active, exposable, min_amount, max_amount, max_daily_amount,
         prefixes)
     WHERE o.account_id = u.account_id AND o.option_id = u.option_id AND o.account_id = ANY($1::int[])`,
    [
      updates.map(({ accountId }) => accountId),
      updates.map(({ optionId }) => optionId),
      updates.map(({ lastSeen }) => lastSeen),
      updates.map(({ vanishedAt }) => vanishedAt),
      ...columnsOf(updates.map(({ option }) => option)),
    ],
  );
}

export async function insertChanges(
  tx: Queryable,
  schema: Schema,
  changes: readonly PaymentOptionChangeRow[],
): Promise<void> {
  await tx.query(
    `INSERT INTO ${schema}.payment_option_change (account_id, option_id, slot, seen_at, field, old_value, new_value)
     SELECT * FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[],
       $7::text[])
     ON CONFLICT DO NOTHING`,
    [
      changes.map(({ accountId }) => accountId),
      changes.map(({ optionId }) => optionId),
      changes.map(({ observation }) => iso(observation.slot)),
      changes.map(({ observation }) => iso(observation.observedAt)),
      changes.map(({ field }) => field),
      changes.map(({ before }) => before),
      changes.map(({ after }) => after),
    ],
  );
}

/** From `currency` to `prefixes`, in the order of the statements above. */
function columnsOf(options: readonly PaymentOption[]): unknown[] {
  return [
    options.map(({ currency }) => currency),
    options.map(({ transactionType }) => transactionType),
    options.map(({ transactionMethod }) => transactionMethod),
    options.map(({ providerCode }) => providerCode),
    options.map(({ providerName }) => providerName),
    options.map(({ methodName }) => methodName),
    options.map(({ active }) => active),
    options.map(({ exposable }) => exposable),
    options.map(({ min }) => min),
    options.map(({ max }) => max),
    options.map(({ maxDaily }) => maxDaily),
    options.map(({ prefixes }) => ['', ...prefixes].join(SEPARATOR)),
  ];
}

// In an array of arrays, all inner arrays must have the same length. So an option's prefixes are sent as one text,
// but not as an array's text: Citus refuses an UPDATE that passes a column to a function that is not immutable, and
// the one that reads arrays is not.
const SEPARATOR = '\x1f';
// An empty text stands first, so that no prefix and one empty prefix differ. Citus crashes on a subscript at the top
// of SET, hence the coalesce.
const PREFIXES = "coalesce((string_to_array(u.prefixes, chr(31)))[2:], '{}')";

/** The same option with names that fit into their columns. */
export function storableNames<Id extends PaymentOption | OptionObservation['unreadable'][number]>(
  option: Id,
): Id {
  return {
    ...option,
    currency: storable(option.currency, MAX_NAME),
    transactionType: storable(option.transactionType, MAX_NAME),
    transactionMethod: storable(option.transactionMethod, MAX_NAME),
    providerCode: storable(option.providerCode, MAX_NAME),
  };
}

export function storableOption(option: PaymentOption): PaymentOption {
  return {
    ...storableNames(option),
    providerName: storable(option.providerName),
    methodName: storable(option.methodName),
    prefixes: option.prefixes.map((prefix) => storable(prefix.replaceAll(SEPARATOR, '\uFFFD'))),
  };
}

/** The option of a row. */
export function optionOf(row: Omit<OptionRow, 'account_id' | 'option_id'>): PaymentOption {
  return {
    currency: row.currency,
    transactionType: row.transaction_type,
    transactionMethod: row.transaction_method,
    providerCode: row.provider_code,
    providerName: row.provider_name,
    methodName: row.method_name,
    active: row.active,
    exposable: row.exposable,
    min: row.min_amount,
    max: row.max_amount,
    maxDaily: row.max_daily_amount,
    prefixes: row.prefixes,
  };
}
