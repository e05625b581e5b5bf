// Maps the names in an export to the numbers of this database.
import type pg from 'pg';
import type { Schema } from '../postgres/connection.ts';
import { ContentError } from './part-file.ts';
import { formatOf, NAMES, type TableName } from './tables.ts';

/** The number of an account, and `null` when the database has none of this name. */
export async function numberOf(client: pg.Client, schema: Schema, name: string): Promise<number | null> {
  const { rows } = await client.query<{ account_id: number }>(
    `SELECT account_id FROM ${schema}.account WHERE name = $1`,
    [name],
  );
  return rows[0]?.account_id ?? null;
}

/** Replaces a line's names by numbers; throws for a name that the export itself does not list. */
export type Numbering = (line: string) => string;

/** For a table's lines. It reads the wallets or options now, so they must be stored before. */
export async function numbering(
  client: pg.Client,
  schema: Schema,
  { name, accountId }: { readonly name: TableName; readonly accountId: number },
): Promise<Numbering> {
  const { of } = formatOf(name);
  if (of === 'nobody') return (line) => line;
  if (of === 'account') return (line) => `${accountId}\t${line}`;
  const names = NAMES[of];
  const [table, number] = of === 'wallet' ? ['wallet', 'wallet_id'] : ['payment_option', 'option_id'];
  const { rows } = await client.query<Record<string, string | number>>(
    `SELECT ${number} AS number, ${names.join(', ')} FROM ${schema}.${table} WHERE account_id = $1`,
    [accountId],
  );
  const known = new Map(
    rows.map((row) => [names.map((column) => copied(String(row[column]))).join('\t'), row['number']]),
  );
  return (line) => {
    let end = -1;
    for (let i = 0; i < names.length; i++) end = line.indexOf('\t', end + 1);
    const id = known.get(line.slice(0, end));
    if (id === undefined) throw new ContentError(`there is no such ${of}: ${line.slice(0, end)}`);
    return `${accountId}\t${id}${line.slice(end)}`;
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' },
};

/** Text as COPY writes it; each byte is a character. */
function copied(text: string): string {
  const escaped = text.replace(/[\\\b\f\n\r\t\v]/g, (character) => ESCAPES[character]!);
  return Buffer.from(escaped).toString('latin1');
}
