// Imports one file of an export in one transaction: whole and verified, or not at all.
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { UNPACK_ALL } from '../engines/timescaledb.ts';
import { BEGIN, type Schema } from '../postgres/connection.ts';
import { makePartitions } from '../postgres/partitions.ts';
import type { Queryable } from '../postgres/pool.ts';
import { classifyFailure } from '../postgres/sqlstate.ts';
import { ContradictionError, ExportError } from './export-error.ts';
import { markEnds, markHours } from './late-hours.ts';
import type { PartEntry } from './manifest.ts';
import { isPassedOver, type Merged, type MergeOptions, openStage } from './merge.ts';
import { numbering } from './numbers.ts';
import { ContentError, linesOf } from './part-file.ts';
import { type Digest, digestOf, headOf, type PartReading, type RowCounts, sumOf } from './read-part.ts';
import { AS_TEXT, start, type TransferPart } from './statements.ts';
import { type TableName, tablesOf } from './tables.ts';

export interface PartImport extends MergeOptions {
  readonly client: pg.Client;
  /** Uses the same connection. */
  readonly db: Queryable;
  readonly schema: Schema;
  readonly path: string;
  /** The part in words, for errors: `acme-ug, 2026-05`. */
  readonly title: string;
  readonly entry: PartEntry;
  /** Up to where the export has figures of the account. */
  readonly rolledTo: string | null;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of further lines that were read. */
  readonly onRows: (rows: number) => void;
}

export interface ImportedRows {
  /** Rows that are new. */
  readonly stored: number;
  /** What the database has of the part afterwards. */
  readonly digest: Digest;
  /** Rows of the export that were not imported, because the database's own rows stay. */
  readonly kept: number;
}

const MAX_RACES = 20;
const RACE_MS = 500;
const NOTHING: Digest = { rows: {}, sha256: '' };

/**
 * Imports the part; `accountOf` returns the account's number, or `null` before it is stored.
 *
 * Tries again when it loses a race, with a monitor or with the compression of the new rows.
 */
export async function importPart(
  options: PartImport,
  accountOf: () => Promise<number | null>,
): Promise<ImportedRows> {
  const { client, signal } = options;
  for (let races = 0; ; races++) {
    try {
      return await importOnce(options, accountOf);
    } catch (error) {
      if (!classifyFailure(error).contention || races === MAX_RACES) throw error;
      await client.query('ROLLBACK');
      await setTimeout(RACE_MS, undefined, { ...(signal && { signal }) });
    }
  }
}

async function importOnce(
  options: PartImport,
  accountOf: () => Promise<number | null>,
): Promise<ImportedRows> {
  const { client, db, schema, entry } = options;
  if (entry.kind === 'ledger' && entry.month) {
    const from = Date.parse(start(entry.month));
    await makePartitions(db, schema, from, from);
  }
  await client.query(`${BEGIN}; ${AS_TEXT}`);
  await client.query(UNPACK_ALL);
  const before = await digest();
  if (before.sha256 === entry.sha256) {
    await client.query('COMMIT');
    return { stored: 0, digest: before, kept: 0 };
  }
  if (entry.kind === 'ledger') {
    // These locks make rolling up wait, so that no hour is made from only a part of its snapshots.
    await client.query(`SELECT wallet_id FROM ${schema}.wallet WHERE account_id = $1 FOR UPDATE`, [
      await accountOf(),
    ]);
  }
  const kept = await takeIn(options, accountOf);
  const after = await digest();
  refuseOther(options, { before, after });
  const stored = sumOf(after.rows) - sumOf(before.rows);
  const accountId = await accountOf();
  if (entry.kind === 'ledger' && accountId !== null && entry.month)
    await markHours(client, schema, { ...options, month: entry.month, accountId, before, after });
  if (entry.kind === 'records' && options.isAsFar && accountId !== null && entry.month)
    await markEnds(client, schema, { month: entry.month, accountId, entry, before });
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}: nothing was stored`);
  return { stored, digest: after, kept };

  async function digest(): Promise<Digest> {
    return await digestIn(options, entry, entry.kind === 'common' ? undefined : await accountOf());
  }
}

/** The digest of what the database has of a part; `null` is the number of an account that it doesn't have. */
export async function digestIn(
  reading: PartReading,
  { kind, month }: Pick<PartEntry, 'kind' | 'month'>,
  accountId: number | null | undefined,
): Promise<Digest> {
  if (accountId === null) return NOTHING;
  const part: TransferPart = {
    kind,
    ...(accountId !== undefined && { accountId }),
    ...(month !== undefined && { month }),
  };
  return await digestOf(reading, part);
}

/** Reads the file into the database; returns how many of its rows were not imported in favour of others. */
async function takeIn(options: PartImport, accountOf: () => Promise<number | null>): Promise<number> {
  const { client, schema, path, title, entry, columns, signal, onRows } = options;
  const hash = createHash('sha256');
  const heads = new Map(
    tablesOf(entry.kind, columns).map((name) => [headOf(name, columns).slice(0, -1), name]),
  );
  const rows: { [Name in TableName]?: number } = {};
  let kept = 0;
  let table: Table | null = null;
  try {
    for await (const lines of linesOf(path, hash)) {
      signal?.throwIfAborted();
      for (let from = 0; from < lines.length; ) {
        if (table === null) {
          table = await begin(lines[from]!);
          from++;
          continue;
        }
        const end = lines.indexOf('\\.', from);
        const own = lines.slice(from, end === -1 ? lines.length : end);
        await table.take(own);
        rows[table.name] = (rows[table.name] ?? 0) + own.length;
        onRows(own.length);
        from += own.length + 1;
        if (end === -1) continue;
        kept += check(await table.merge());
        table = null;
      }
    }
  } catch (cause) {
    if (cause instanceof ExportError || signal?.aborted || !isOfFile(cause)) throw cause;
    throw new ExportError(
      `${title}: ${path} can't be taken in: ${(cause as Error).message}. Nothing of it was stored. ${AGAIN}`,
      1,
      { cause },
    );
  }
  const sha256 = hash.digest('hex');
  if (
    table !== null ||
    sha256 !== entry.sha256 ||
    String(Object.entries(rows)) !== String(Object.entries(entry.rows))
  )
    throw new ExportError(
      `${title}: ${path} isn't what was exported: it has ${said(rows)}, SHA-256 ${sha256}; the manifest says ${said(entry.rows)}, ${entry.sha256}. Nothing of it was stored. ${AGAIN}`,
    );
  return kept;

  async function begin(line: string): Promise<Table> {
    const name = heads.get(line);
    if (name === undefined)
      throw new ContentError(`a table was expected, and this found: ${line.slice(0, 80)}`);
    if (isPassedOver(name, options))
      return { name, take: async () => {}, merge: async () => ({ contradiction: null, kept: 0 }) };
    const number = await numbering(client, schema, { name, accountId: (await accountOf()) ?? 0 });
    const stage = await openStage(client, name, options);
    return {
      name,
      take: (own) => stage.write(own.map((each) => `${number(each)}\n`).join('')),
      merge: () => stage.merge(),
    };
  }

  function check({ contradiction, kept: more }: Merged): number {
    if (contradiction === null) return more;
    throw new ContradictionError(
      `${title}: the database has seen something else: ${contradiction}. Nothing of ${path} was stored. Import into a database that hasn't polled this account in this month`,
    );
  }
}

interface Table {
  readonly name: TableName;
  readonly take: (lines: readonly string[]) => Promise<void>;
  readonly merge: () => Promise<Merged>;
}

const AGAIN =
  'Copy the file again from where it was written; or delete it there, and run floatwatch export again';

/** Whether the file is at fault, and not the connection or the server: it can't be unpacked, or has wrong rows. */
function isOfFile(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error instanceof ContentError || code.startsWith('Z_')) return true;
  const { policy, sqlstate } = classifyFailure(error);
  return policy === 'refused' || /^(?:21|23505)/.test(sqlstate ?? ''); // two rows with one key
}

/** Throws unless the database now has all that the export has, and nothing else if it had nothing before. */
function refuseOther(
  options: PartImport,
  { before, after }: { readonly before: Digest; readonly after: Digest },
): void {
  const { title, path, entry } = options;
  const isFresh = sumOf(before.rows) === 0 && sumOf(after.rows) === sumOf(entry.rows);
  const lacks = tablesWithLess(after.rows, entry.rows).filter((name) => !isPassedOver(name, options));
  if (lacks.length === 0 && !(isFresh && after.sha256 !== entry.sha256)) return;
  if (String(lacks) === 'plan')
    throw new ContradictionError(
      `${title}: the database has plans of its own under the numbers of those in ${path}. Nothing of it was stored. Import into a database that hasn't planned for this account yet, or delete its rows of the table plan there, and run it again`,
    );
  throw new ContradictionError(
    `${title}: the database doesn't hold what ${path} says: ${said(after.rows)}, SHA-256 ${after.sha256}, and not ${said(entry.rows)}, ${entry.sha256}. Nothing of it was stored; please report it`,
  );
}

function tablesWithLess(rows: RowCounts, expected: RowCounts): TableName[] {
  return (Object.keys(expected) as TableName[]).filter((name) => (rows[name] ?? 0) < expected[name]!);
}

function said(rows: RowCounts): string {
  const counts = Object.entries(rows).map(([name, count]) => `${count} of ${name}`);
  return counts.length > 0 ? counts.join(', ') : 'no rows';
}
