// Says in words how a row of an export and the database's own row of the same slot differ.
import { formatOf, type TableName } from './tables.ts';

/** The texts of both rows, a column each; `null` where a value, or the database's row, is missing. */
export interface RowPair {
  readonly columns: readonly string[];
  readonly theirs: readonly (string | null)[];
  readonly ours: readonly (string | null)[];
}

const MAX_COLUMNS = 3;
const MAX_VALUE = 60;

/** Such as `snapshot of UGX/FEES, slot 2026-05-04 10:00:00+00: available is 1.50 in the export and 7.70 in the database`. */
export function contradictionOf(
  name: TableName,
  { columns, theirs, ours }: RowPair,
  wallet: string | null,
): string {
  const { columns: own, key } = formatOf(name);
  const keys = own.slice(0, key).map((column) => `${column} ${theirs[columns.indexOf(column)]}`);
  const which = `${name}${wallet === null ? '' : ` of ${wallet}`}, ${keys.join(', ')}`;
  if (ours.every((value) => value === null)) return `${which}: the database has no such row`;
  const differing = columns.flatMap((column, i) =>
    theirs[i] === ours[i]
      ? []
      : `${column} is ${said(theirs[i]!)} in the export and ${said(ours[i]!)} in the database`,
  );
  const more = differing.length - MAX_COLUMNS;
  const rest = more > 0 ? `; and ${more} more of its columns ${more === 1 ? 'differs' : 'differ'}` : '';
  return `${which}: ${differing.slice(0, MAX_COLUMNS).join('; ')}${rest}`;
}

function said(value: string | null): string {
  if (value === null) return 'unknown';
  return value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value;
}
