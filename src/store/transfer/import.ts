// Imports an export (./export.ts) into a database of any engine: part by part, each in its own transaction.
import { join } from 'node:path';
import type pg from 'pg';
import { catchUp } from '../ledger/sequences.ts';
import { connect } from '../postgres/client.ts';
import { type Connection, quoteSchema, type Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';
import { ExportError } from './export-error.ts';
import { importPart } from './import-part.ts';
import {
  type AccountManifest,
  exportedColumns,
  fileOf,
  folderOf,
  type PartEntry,
  readManifest,
} from './manifest.ts';
import { numberOf } from './numbers.ts';
import { countRows, type TransferProgress } from './progress.ts';
import { readAccount, requireFiles } from './require-files.ts';
import type { TableColumns } from './tables.ts';

export interface HistoryImportOptions extends Connection {
  readonly folder: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: TransferProgress) => void;
}

/** A part, as it is in the folder and in the database. */
export interface ImportedPart extends Pick<PartEntry, 'kind' | 'rows' | 'sha256'> {
  readonly account: string | null;
  readonly month: string | null;
  /** Rows that are new. */
  readonly stored: number;
  /** What the database has of it: the same, or more. */
  readonly database: Pick<PartEntry, 'rows' | 'sha256'>;
  /** Rows that differ in the database and stay, because it has gone on. */
  readonly kept: number;
}

/**
 * Imports an export. Yields each part when it is committed.
 *
 * Parts that the database already has are skipped, so an interrupted import goes on, and a second import changes
 * nothing. What the database has seen itself stays. Throws an {@link ExportError} for a folder that is not a whole
 * export or was changed, and where the two have seen different things; then nothing of that part is stored.
 */
export async function* importHistory(options: HistoryImportOptions): AsyncGenerator<ImportedPart> {
  const { folder, signal, onProgress = () => {} } = options;
  const manifest = readManifest(folder);
  if (manifest === null) throw new ExportError(`${folder} has no manifest.json: it is no export`, 2);
  if (!manifest.complete || !manifest.common)
    throw new ExportError(
      `${folder}: the export isn't complete: run floatwatch export again, which goes on with it`,
    );
  const columns = exportedColumns(folder, manifest);
  const schema = quoteSchema(options.schema);
  await using client = await connect(options);
  const db: Queryable = {
    query: async (text, values) => (await client.query(text, values as unknown[])).rows,
  };
  for (const table of ['account', 'wallet', 'payment_option'] as const) await catchUp(db, schema, table);
  const context: Importing = { client, db, schema, columns, signal, folder };
  await requireFiles(context, manifest.accounts, manifest.common);
  const { length: all } = manifest.accounts;
  for (const [done, account] of manifest.accounts.entries()) {
    const at = { account: account.name, accounts: { done, all } };
    onProgress({ ...at, month: null, rows: 0 });
    yield* importAccount({ ...context, at, onProgress }, readAccount(folder, account));
  }
  const onRows = countRows({ account: null, month: null, accounts: { done: all, all } }, onProgress);
  yield await importCommon({ ...context, onRows }, manifest.common);
}

interface Importing {
  readonly client: pg.Client;
  readonly db: Queryable;
  readonly schema: Schema;
  readonly columns: TableColumns;
  readonly signal: AbortSignal | undefined;
  readonly folder: string;
}

/** Imports the state first: it has the names that the lines of the months need. */
async function* importAccount(
  context: Importing & {
    readonly at: Pick<TransferProgress, 'account' | 'accounts'>;
    readonly onProgress: (progress: TransferProgress) => void;
  },
  account: AccountManifest,
): AsyncGenerator<ImportedPart> {
  const { client, schema, folder, signal, at, onProgress } = context;
  const name = account.account;
  const accountOf = () => numberOf(client, schema, name);
  const { isAsFar, wasTaken, timezone } = await standOf(client, schema, account);
  if (timezone !== null && timezone !== account.timezone)
    throw new ExportError(
      `${folder}: ${name}: its days are those of ${account.timezone} in the export, and of ${timezone} in the database: import into an empty database, or give both the same time zone before the export`,
    );
  const state = account.parts.filter(({ kind }) => kind === 'state');
  const months = account.parts.filter(({ kind }) => kind !== 'state').sort(byMonth);
  let hasMore: string | null = null; // the month of which the database has more than the export
  for (const entry of [...state, ...months]) {
    signal?.throwIfAborted();
    const { kind, month = null, rows, sha256 } = entry;
    const onRows = countRows({ ...at, month }, onProgress);
    const { stored, digest, kept } = await importPart(
      {
        ...context,
        ...{ path: join(folder, folderOf(name), fileOf(entry)), title: month ? `${name}, ${month}` : name },
        ...{ entry, onRows, rolledTo: account.rolled_to },
        wasTaken,
        isAsFar: isAsFar || (month !== null && month === hasMore),
      },
      accountOf,
    );
    if (kind === 'ledger' && (digest.rows.snapshot ?? 0) > (rows.snapshot ?? 0)) hasMore = month;
    yield { account: name, month, kind, rows, sha256, stored, database: digest, kept };
  }
}

async function importCommon(
  context: Importing & { readonly onRows: (rows: number) => void },
  entry: PartEntry,
): Promise<ImportedPart> {
  const path = join(context.folder, fileOf(entry));
  const part = {
    path,
    title: 'what all accounts share',
    entry,
    rolledTo: null,
    isAsFar: true,
    wasTaken: false,
  };
  const { stored, digest, kept } = await importPart({ ...context, ...part }, async () => 0);
  const { kind, rows, sha256 } = entry;
  return { account: null, month: null, kind, rows, sha256, stored, database: digest, kept };
}

/** Sorts by month, a month's ledger before its records. */
function byMonth(a: PartEntry, b: PartEntry): number {
  const [first, second] = [fileOf(a), fileOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** How far the account was polled here, compared with the export; `timezone` is `null` when there is no such account. */
async function standOf(client: pg.Client, schema: Schema, { account, last_slot }: AccountManifest) {
  const accountId = await numberOf(client, schema, account);
  const { rows } = await client.query<{ timezone: string | null; isAsFar: boolean; wasTaken: boolean }>(
    `SELECT (SELECT timezone FROM ${schema}.account WHERE account_id = $1) AS timezone,
       coalesce(max(slot) >= coalesce($2::timestamptz, '-infinity'), false) AS "isAsFar",
       coalesce(bool_or(slot = $2::timestamptz), false) AS "wasTaken"
     FROM ${schema}.poll WHERE account_id = $1 AND outcome IS NOT NULL`,
    [accountId, last_slot],
  );
  return rows[0]!;
}
