// Exports and imports between databases, in tests.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ExportedPart, type ExportOptions, exportHistory } from '../../../src/store/transfer/export.ts';
import {
  type HistoryImportOptions,
  type ImportedPart,
  importHistory,
} from '../../../src/store/transfer/import.ts';

interface Database {
  readonly url: string;
}

/** A folder to export to, which is taken away when it is disposed of. */
export function transferring() {
  const parent = mkdtempSync(join(tmpdir(), 'floatwatch-export-'));
  const folder = join(parent, 'export');
  const at = ({ url }: Database) => ({ url, schema: 'floatwatch', folder, version: '0.1.0' });
  return {
    folder,
    exporting: (db: Database, more: Partial<ExportOptions> = {}): Promise<ExportedPart[]> =>
      all(exportHistory({ ...at(db), ...more })),
    importing: (db: Database, more: Partial<HistoryImportOptions> = {}): Promise<ImportedPart[]> =>
      all(importHistory({ ...at(db), ...more })),
    /** What an export of the database holds, in a folder of its own. */
    sumsOf: async (db: Database) =>
      sums(await all(exportHistory({ ...at(db), folder: mkdtempSync(join(parent, 'other-')) }))),
    [Symbol.dispose]: () => rmSync(parent, { recursive: true }),
  };
}

export function sums(parts: readonly (ExportedPart | ImportedPart)[]) {
  return parts.map(({ account, month, kind, rows, sha256 }) => ({ account, month, kind, rows, sha256 }));
}

/** Changes the text in a packed file, which stays well packed. */
export function tamper(path: string, change: (text: string) => string): void {
  const text = gunzipSync(readFileSync(path)).toString('latin1');
  const changed = change(text);
  if (changed === text) throw new Error('nothing was changed');
  writeFileSync(path, gzipSync(Buffer.from(changed, 'latin1')));
}

async function all<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const found: Part[] = [];
  for await (const part of parts) found.push(part);
  return found;
}
