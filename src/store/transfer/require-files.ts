// Checks before an import that all files are there that it must read, so that it doesn't end in the middle for want of one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { BEGIN, type Schema } from '../postgres/connection.ts';
import { ExportError } from './export-error.ts';
import { digestIn } from './import-part.ts';
import {
  type AccountManifest,
  fileOf,
  folderOf,
  type Manifest,
  type PartEntry,
  readAccountManifest,
} from './manifest.ts';
import { numberOf } from './numbers.ts';
import { AS_TEXT } from './statements.ts';
import type { TableColumns } from './tables.ts';

interface Importing {
  readonly client: pg.Client;
  readonly schema: Schema;
  readonly columns: TableColumns;
  readonly signal: AbortSignal | undefined;
  readonly folder: string;
}

/**
 * Throws an {@link ExportError} that names a missing file and tells how many there are. A part that the database has
 * already needs no file.
 */
export async function requireFiles(
  context: Importing,
  accounts: Manifest['accounts'],
  common: PartEntry,
): Promise<void> {
  const { client, schema, folder, signal } = context;
  const missing: string[] = [];
  for (const each of accounts) {
    signal?.throwIfAborted();
    const { account, parts } = readAccount(folder, each);
    const numbered = () => numberOf(client, schema, account);
    for (const part of parts) await note(part, folderOf(account), numbered);
  }
  await note(common, '.', async () => undefined);
  const [first, ...others] = missing;
  if (first === undefined) return;
  const more = others.length > 0 ? ` (and ${others.length} more of its files)` : '';
  throw new ExportError(
    `${first}${more} is missing, and the database doesn't have it yet: copy the folder again from where it was written, or run floatwatch export there again`,
  );

  async function note(
    part: PartEntry,
    own: string,
    numbered: () => Promise<number | null | undefined>,
  ): Promise<void> {
    const path = join(folder, own, fileOf(part));
    if (existsSync(path)) return;
    await client.query(`${BEGIN}; ${AS_TEXT}`);
    const { sha256 } = await digestIn(context, part, await numbered());
    await client.query('COMMIT');
    if (sha256 !== part.sha256) missing.push(path);
  }
}

/** Reads the manifest of an account, which must be the one that the whole's manifest names. */
export function readAccount(
  folder: string,
  { name, sha256 }: Pick<Manifest['accounts'][number], 'name' | 'sha256'>,
): AccountManifest {
  const own = join(folder, folderOf(name));
  const account = readAccountManifest(own, sha256);
  if (account === null)
    throw new ExportError(`${own} has no manifest.json: copy the folder again from where it was written`);
  if (account.account !== name)
    throw new ExportError(
      `${own} is the account ${account.account}'s, not ${name}'s: copy the folder again from where it was written`,
    );
  return account;
}
