// The manifests of an export: one for the whole, with the checksums of the others, and one for each account.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ExportError, fileError } from './export-error.ts';
import { TABLES, type TableColumns, type TableName } from './tables.ts';
import { writeWhole } from './write-whole.ts';

/** Goes up when files must be read in another way than before; new or removed columns don't need that. */
export const FORMAT = 1;

/** The name of both manifests. */
export const MANIFEST = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/);
const count = z.int().nonnegative();

const part = z.object({
  kind: z.enum(['state', 'ledger', 'records', 'common']),
  month: month.optional(),
  rows: z.partialRecord(z.enum(Object.keys(TABLES) as [TableName, ...TableName[]]), count),
  /** The checksum of the file's text, unpacked. */
  sha256,
  /** The size of the file, packed. */
  bytes: count,
  /** For a ledger: the counts that show whether it has changed. */
  seen: z.array(count).optional(),
});

const account = z.object({
  account: z.string(),
  /** The time zone of its days. */
  timezone: z.string(),
  taken_at: z.string(),
  /** The slot of its last poll. */
  last_slot: z.string().nullable(),
  /** Up to where its wallets have figures: the furthest of them. */
  rolled_to: z.string().nullable(),
  parts: z.array(part),
});

const whole = z.object({
  format: z.int(),
  floatwatch: z.string(),
  /** The last migration. */
  schema: z.string(),
  engine: z.string(),
  /** Identifies the database: when it was first migrated. */
  database: z.string(),
  began_at: z.string(),
  /** By the database's clock; `null` while the export is not complete. */
  taken_at: z.string().nullable(),
  complete: z.boolean(),
  tables: z.record(z.string(), z.array(z.string())),
  accounts: z.array(z.object({ name: z.string(), folder: z.string(), sha256 })),
  common: part.optional(),
});

/** One file of an export. */
export type PartEntry = z.infer<typeof part>;
/** The manifest of an account's folder. */
export type AccountManifest = z.infer<typeof account>;
/** The manifest of the whole folder. */
export type Manifest = z.infer<typeof whole>;

/** Reads the manifest of a folder; `null` when there is none. Throws a sentence when it can't be read. */
export function readManifest(folder: string): Manifest | null {
  const path = join(folder, MANIFEST);
  const text = textOf(path);
  if (text === null) return null;
  const { format } = parse(path, text, z.object({ format: z.int() }));
  if (format > FORMAT)
    throw new ExportError(
      `${path}: the export has format ${format}, and this version reads up to ${FORMAT}: use the floatwatch that wrote it, or a newer one`,
    );
  return parse(path, text, whole);
}

/** Reads the manifest of an account's folder; `null` when there is none. `expected` is its checksum in the whole's manifest. */
export function readAccountManifest(folder: string, expected?: string): AccountManifest | null {
  const path = join(folder, MANIFEST);
  const text = textOf(path);
  if (text === null) return null;
  if (expected !== undefined && sha256Of(text) !== expected)
    throw new ExportError(
      `${path}: was changed after the export (its SHA-256 isn't the one in the manifest above): copy the folder again from where it was written`,
    );
  return parse(path, text, account);
}

/** Writes either manifest, whole or not at all; returns its SHA-256. */
export function writeManifest(folder: string, manifest: Manifest | AccountManifest): string {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  writeWhole(join(folder, MANIFEST), text);
  return sha256Of(text);
}

/** The tables and columns of the export in a folder; throws when this version does not know them all. */
export function exportedColumns(folder: string, { tables, schema, floatwatch }: Manifest): TableColumns {
  const unknown = Object.entries(tables).flatMap(([name, columns]) => {
    const known: readonly string[] = Object.hasOwn(TABLES, name) ? TABLES[name as TableName].columns : [];
    if (known.length === 0) return [name];
    return columns.filter((column) => !known.includes(column)).map((column) => `${name}.${column}`);
  });
  if (unknown.length > 0)
    throw new ExportError(
      `${folder}: the export is of a newer floatwatch (${floatwatch}, schema ${schema}): this one doesn't know ${unknown.join(', ')}. Use that version`,
    );
  return tables as TableColumns;
}

/** The file of a part, within its account's folder, or within the whole folder. */
export function fileOf({ kind, month }: Pick<PartEntry, 'kind' | 'month'>): string {
  return month === undefined ? `${kind}.gz` : `${month}.${kind}.gz`;
}

/** The folder of an account, within the whole folder. A leading dot is escaped: a name of dots would be another folder. */
export function folderOf(name: string): string {
  return join('accounts', name.replace(/^\./, '%2E'));
}

/**
 * The folder of the export that a file or a folder lies in, and `null` when it lies in none. An export itself lies in no
 * other.
 */
export function exportAround(path: string): string | null {
  if (isExport(path)) return null;
  // As deep as the file of an account.
  return ['..', '../..', '../../..'].map((up) => join(path, up)).find(isExport) ?? null;
}

/** Whether a folder has the manifest of a whole export, which may be of another version. */
function isExport(folder: string): boolean {
  try {
    const found: unknown = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
    return found !== null && typeof found === 'object' && 'format' in found && 'accounts' in found;
  } catch {
    return false;
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fileError(path, "can't be read", cause, 2);
  }
}

function parse<T>(path: string, text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const why =
      cause instanceof z.ZodError ? z.prettifyError(cause).replaceAll('\n', ' ') : (cause as Error).message;
    throw new ExportError(
      `${path} is damaged, or is not the manifest of an export (${why}): copy it again from where it was written, or export into a new folder`,
      2,
      { cause },
    );
  }
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
