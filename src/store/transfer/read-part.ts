// Reads a part of a database as the text of its file.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Schema } from '../postgres/connection.ts';
import { rowsOf, type TransferPart } from './statements.ts';
import { fileColumns, type TableColumns, type TableName, tablesOf } from './tables.ts';

/** Rows by table; tables without any are left out. */
export type RowCounts = Readonly<Partial<Record<TableName, number>>>;

/** The number of rows, and the SHA-256 of their text. */
export interface Digest {
  readonly rows: RowCounts;
  readonly sha256: string;
}

export interface PartReading {
  readonly client: pg.Client;
  readonly schema: Schema;
  readonly columns: TableColumns;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of rows in each piece of the text. */
  readonly onRows?: ((rows: number) => void) | undefined;
}

const NEWLINE = 0x0a;

/**
 * The text of a part, as `pg_dump` writes it: each table with rows between a line COPY … and a line `\.`.
 *
 * Call it in a transaction that began with `AS_TEXT`. It counts into `rows`. Throws the signal's reason when it
 * aborts; do not use the connection after that.
 */
export async function* textOf(
  { client, schema, columns, signal, onRows }: PartReading,
  part: TransferPart,
  rows: { [Name in TableName]?: number },
): AsyncGenerator<Buffer> {
  for (const name of tablesOf(part.kind, columns)) {
    const stream = client.query(copyTo(`COPY (${rowsOf(schema, name, part, columns)}) TO STDOUT`));
    let count = 0;
    let isHeaded = false;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      if (!isHeaded) yield Buffer.from(headOf(name, columns));
      isHeaded = true; // a piece may end within the first row
      const more = linesIn(chunk);
      count += more;
      onRows?.(more);
      yield chunk;
    }
    if (count === 0) continue;
    rows[name] = count;
    yield Buffer.from('\\.\n');
  }
}

/** The first line of a table's rows. */
export function headOf(name: TableName, columns: TableColumns): string {
  return `COPY ${name} (${fileColumns(name, columns).join(', ')}) FROM stdin;\n`;
}

/** The digest of what the database has of a part. */
export async function digestOf(reading: PartReading, part: TransferPart): Promise<Digest> {
  const hash = createHash('sha256');
  const rows: { [Name in TableName]?: number } = {};
  for await (const chunk of textOf(reading, part, rows)) hash.update(chunk);
  return { rows, sha256: hash.digest('hex') };
}

export function sumOf(rows: RowCounts): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}
