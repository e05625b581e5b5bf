// Exports the history of a database to a folder of files, which any other database can import (./import.ts).
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { makeFolders } from '../make-folder.ts';
import { connect } from '../postgres/client.ts';
import { type Connection, quoteSchema, type Schema } from '../postgres/connection.ts';
import { ExportError, fileError } from './export-error.ts';
import { monthsOf, seenIn } from './ledger-months.ts';
import {
  type AccountManifest,
  fileOf,
  folderOf,
  type Manifest,
  type PartEntry,
  readAccountManifest,
  writeManifest,
} from './manifest.ts';
import { describe, openFolder } from './open-folder.ts';
import { writePart } from './part-file.ts';
import { countRows, type TransferProgress } from './progress.ts';
import { type PartReading, type RowCounts, sumOf, textOf } from './read-part.ts';
import { AS_TEXT, type TransferPart } from './statements.ts';
import { COLUMNS, type TableName } from './tables.ts';

export interface ExportOptions extends Connection {
  readonly folder: string;
  /** The program's version, for the manifest. */
  readonly version: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: TransferProgress) => void;
  /** Called for each file that is removed, because the database no longer has the month. */
  readonly onGone?: (account: string, month: string) => void;
}

/** A part, as it is in the folder. */
export interface ExportedPart extends Pick<PartEntry, 'kind' | 'rows' | 'sha256'> {
  readonly account: string | null;
  readonly month: string | null;
  /** Whether the folder had it already. */
  readonly known: boolean;
}

/**
 * Writes the folder, or brings an existing one up to date. Yields each part when it is in its place.
 *
 * An interrupted export goes on: months of polls and snapshots that did not change are not read again. The rows of an
 * account are those of one instant; what a monitor stores meanwhile waits for the next export. Throws an
 * {@link ExportError} for a folder with other content, and the signal's reason when it aborts.
 */
export async function* exportHistory(options: ExportOptions): AsyncGenerator<ExportedPart> {
  const { folder, signal, onProgress = () => {} } = options;
  const schema = quoteSchema(options.schema);
  await using client = await connect(options);
  const began = await describe(client, schema, options.version);
  using opened = openFolder(folder, began);
  const before = opened.manifest;
  const manifest: Manifest = {
    ...began,
    began_at: before?.complete === false ? before.began_at : began.began_at,
  };
  writeManifest(folder, manifest);
  const { rows: accounts } = await client.query<{ id: number; name: string }>(
    `SELECT account_id AS id, name FROM ${schema}.account ORDER BY name COLLATE "C"`,
  );
  for (const [done, account] of accounts.entries()) {
    const progress = { account: account.name, accounts: { done, all: accounts.length } };
    const sha256 = yield* exportAccount({ ...options, client, schema }, account, progress);
    manifest.accounts.push({ name: account.name, folder: folderOf(account.name), sha256 });
  }
  signal?.throwIfAborted();
  const { length: all } = accounts;
  const onRows = countRows({ account: null, month: null, accounts: { done: all, all } }, onProgress);
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${AS_TEXT}`);
  const reading = { client, schema, columns: COLUMNS, signal, onRows };
  const wasThere = isThere(folder, before?.common ?? undefined);
  const common = await writeEntry(reading, folder, { kind: 'common' });
  await client.query('COMMIT');
  manifest.common = common;
  manifest.taken_at = await now(client);
  manifest.complete = true;
  writeManifest(folder, manifest);
  yield told(null, common, wasThere && before?.common?.sha256 === common.sha256);
}

interface Exporting extends ExportOptions {
  readonly client: pg.Client;
  readonly schema: Schema;
}

/** Returns the SHA-256 of the account's manifest. */
async function* exportAccount(
  { client, schema, signal, onProgress = () => {}, onGone = () => {}, ...options }: Exporting,
  { id: accountId, name }: { readonly id: number; readonly name: string },
  progress: Pick<TransferProgress, 'account' | 'accounts'>,
): AsyncGenerator<ExportedPart, string> {
  const folder = join(options.folder, folderOf(name));
  onProgress({ ...progress, month: null, rows: 0 });
  makeAccountFolder(folder);
  const before = readAccountManifest(folder);
  if (before && before.account !== name)
    throw new ExportError(
      `${folder} is the account ${before.account}'s, and ${name}'s too for this file system: export to one that tells capitals from small letters`,
    );
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${AS_TEXT}`);
  const months = await monthsOf(client, schema, accountId);
  const manifest: AccountManifest = {
    account: name,
    ...(await standOf(client, schema, accountId)),
    parts: [],
  };
  const old = new Map(before?.parts.map((part) => [fileOf(part), part]));
  const left = new Set(old.keys());
  const parts: TransferPart[] = [
    ...months.flatMap((month) =>
      (['ledger', 'records'] as const).map((kind): TransferPart => ({ kind, accountId, month })),
    ),
    { kind: 'state', accountId },
  ];
  for (const part of parts) {
    signal?.throwIfAborted();
    const onRows = countRows({ ...progress, month: part.month ?? null }, onProgress);
    const reading = { client, schema, columns: COLUMNS, signal, onRows };
    const file = fileOf(entryKey(part));
    const known = old.get(file);
    const seen = part.kind === 'ledger' ? await seenIn(client, schema, part) : undefined;
    if (seen?.every((count) => count === 0)) continue;
    const wasThere = isThere(folder, known);
    const isAsItWas = seen !== undefined && wasThere && String(known?.seen) === String(seen);
    const entry = isAsItWas ? known! : await writeEntry(reading, folder, part, seen);
    if (sumOf(entry.rows) === 0) continue; // its file is removed below
    manifest.parts.push(entry);
    left.delete(file);
    // Whatever happens next, this part need not be done again.
    writeManifest(folder, {
      ...manifest,
      parts: [...manifest.parts, ...[...left].map((each) => old.get(each)!)],
    });
    yield told(name, entry, wasThere && known?.sha256 === entry.sha256);
  }
  await client.query('COMMIT');
  for (const file of left) {
    const { month } = old.get(file)!;
    rmSync(join(folder, file), { force: true });
    if (month !== undefined && file.includes('.ledger.')) onGone(name, month);
  }
  return writeManifest(folder, manifest);
}

function makeAccountFolder(folder: string): void {
  try {
    makeFolders(folder, { mode: 0o700 });
  } catch (cause) {
    throw fileError(folder, "can't be made", cause);
  }
}

function told(
  account: string | null,
  { kind, month, rows, sha256 }: PartEntry,
  known: boolean,
): ExportedPart {
  return { account, month: month ?? null, kind, rows, sha256, known };
}

async function writeEntry(
  reading: PartReading,
  folder: string,
  part: TransferPart,
  seen?: number[],
): Promise<PartEntry> {
  const rows: { [Name in TableName]?: number } = {};
  const path = join(folder, fileOf(entryKey(part)));
  const written = await writePart(path, textOf(reading, part, rows));
  if (part.kind !== 'common' && part.kind !== 'state' && sumOf(rows) === 0) rmSync(path);
  if (seen) refuseOrphans(path, rows, seen);
  return { ...entryKey(part), rows, ...written, ...(seen && { seen }) };
}

/** Throws when rows belong to no wallet: they have no name for an export. No such row is ever made, but none may be left out. */
function refuseOrphans(
  path: string,
  rows: RowCounts,
  [ended = 0, , , snapshots = 0]: readonly number[],
): void {
  const [polls, written] = [rows.poll ?? 0, rows.snapshot ?? 0];
  if (polls === ended && written === snapshots) return;
  throw new ExportError(
    `${path}: the database has ${snapshots} snapshots and ${ended} polls, and ${written} and ${polls} could be told: some belong to no wallet`,
  );
}

function entryKey({ kind, month }: TransferPart): Pick<PartEntry, 'kind' | 'month'> {
  return { kind, ...(month !== undefined && { month }) };
}

function isThere(folder: string, entry: PartEntry | undefined): boolean {
  return (
    entry !== undefined &&
    statSync(join(folder, fileOf(entry)), { throwIfNoEntry: false })?.size === entry.bytes
  );
}

/** How far the account's polls and figures go. */
async function standOf(client: pg.Client, schema: Schema, accountId: number) {
  const { rows } = await client.query<
    Pick<AccountManifest, 'timezone' | 'taken_at' | 'last_slot' | 'rolled_to'>
  >(
    `SELECT a.timezone, now()::text AS taken_at,
       (SELECT max(p.slot)::text FROM ${schema}.poll p WHERE p.account_id = ${accountId} AND p.outcome IS NOT NULL) AS last_slot,
       (SELECT max(w.rolled_to)::text FROM ${schema}.wallet w WHERE w.account_id = ${accountId}) AS rolled_to
     FROM ${schema}.account a WHERE a.account_id = ${accountId}`,
  );
  return rows[0]!;
}

async function now(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>(
    "SELECT (now() AT TIME ZONE 'UTC')::text || '+00' AS now",
  );
  return rows[0]!.now;
}
