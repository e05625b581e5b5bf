// The statements that read the rows of a part: in the same order and with the same digits on every engine, so that a
// checksum can compare a file with a database.
import { WITHOUT_LIMITS } from '../postgres/client.ts';
import type { Schema } from '../postgres/connection.ts';
import { formatOf, NAMES, type PartKind, type TableColumns, type TableName } from './tables.ts';

/** A part of a database's history. */
export interface TransferPart {
  readonly kind: PartKind;
  /** The account; absent for `common`. */
  readonly accountId?: number;
  /** `2026-05`, in UTC; absent for `state` and `common`. */
  readonly month?: string;
}

/** Sent first in each transaction: amounts, instants and estimates become exact text, and there is no time limit. */
export const AS_TEXT = [
  ...["SET LOCAL TimeZone = 'UTC'", "SET LOCAL DateStyle = 'ISO'", 'SET LOCAL extra_float_digits = 1'],
  "SET LOCAL client_encoding = 'UTF8'",
  WITHOUT_LIMITS,
].join('; ');

const TEXTS = new Set([
  ...[
    'name',
    'currency',
    'wallet_type',
    'operation',
    'replica',
    'alert',
    'field',
    'receiver',
    'key',
    'account',
  ],
  ...['transaction_type', 'transaction_method', 'provider_code'],
]);

/** The rows of a table in a part, in the file's order. */
export function rowsOf(schema: Schema, name: TableName, part: TransferPart, columns: TableColumns): string {
  const { of, key } = formatOf(name);
  const own = columns[name]!;
  const names = NAMES[of].map((column) => `n.${column}`);
  const told = [...names, ...own.map((column) => `t.${column}`)];
  const order = [...names, ...own.slice(0, key).map((column) => `t.${column}`)].map(sorted);
  return `SELECT ${told.join(', ')} FROM ${schema}.${name} t${namesOf(schema, of)}
    WHERE ${conditionOf(name, part)}${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''}`;
}

/** The condition for a part's rows, on `t`. */
export function conditionOf(name: TableName, { accountId, month }: TransferPart): string {
  const { time, only } = formatOf(name);
  const conditions = [
    ...(accountId === undefined ? ['true'] : [`t.account_id = ${accountId}`]),
    ...(time && month ? [`t.${time} >= '${start(month)}'`, `t.${time} < '${start(nextMonth(month))}'`] : []),
    ...(only ? [only] : []),
  ];
  return conditions.join(' AND ');
}

/** The start of a month as an instant; a `date` reads it as that day. */
export function start(month: string): string {
  return `${month}-01T00:00:00Z`;
}

export function nextMonth(month: string): string {
  const [year, of] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, of)).toISOString().slice(0, 7);
}

function namesOf(schema: Schema, of: keyof typeof NAMES): string {
  if (of === 'wallet')
    return `\n    JOIN ${schema}.wallet n ON n.account_id = t.account_id AND n.wallet_id = t.wallet_id`;
  if (of === 'option')
    return `\n    JOIN ${schema}.payment_option n ON n.account_id = t.account_id AND n.option_id = t.option_id`;
  return '';
}

/** Sorts text by bytes, because servers sort letters by their own rules. */
function sorted(column: string): string {
  return TEXTS.has(column.slice(2)) ? `${column} COLLATE "C"` : column;
}
