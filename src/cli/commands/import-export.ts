import { counted } from '../../domain/counted.ts';
import { type ImportedPart, importHistory } from '../../store/transfer/import.ts';
import { sumOf } from '../../store/transfer/read-part.ts';
import { openStore } from '../input/open-store.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { printTable } from '../terminal/table.ts';
import { thereAlready } from '../terminal/there-already.ts';
import type { ImportCommand } from './import-csv.ts';
import { partColumns, sizeText, transfer } from './transfer-table.ts';

/** `floatwatch import FOLDER`: imports what `floatwatch export` has written. */
export async function importExport(io: Io, folder: string, { config, flags }: ImportCommand): Promise<void> {
  const say = (message: string) => void io.stderr.write(`floatwatch: ${message}\n`);
  await using store = await openStore(config, io, 'write');
  const parts = await transfer(io, { done: 'imported', folder }, (onProgress) =>
    importHistory({ ...store.connection, folder, signal: io.signal, onProgress }),
  );
  if (flags.json) io.stdout.write(jsonText(parts.map((part) => ({ ...part, same: isSame(part) }))));
  else {
    const own = [
      { title: 'STORED', align: 'right' as const, cell: ({ stored }: ImportedPart) => String(stored) },
      { title: 'DATABASE', cell: (part: ImportedPart) => (isSame(part) ? 'same' : 'more') },
    ];
    printTable(io, partColumns<ImportedPart>(own), parts, flags);
  }
  const more = parts.filter((part) => !isSame(part));
  const stored = parts.reduce((sum, part) => sum + part.stored, 0);
  const known = Math.max(0, parts.reduce((sum, part) => sum + sumOf(part.rows), 0) - stored);
  say(`${sizeText(parts)}: ${counted(stored, 'row')} stored, ${thereAlready(known)}`);
  say(
    more.length === 0
      ? `every count and checksum is the same in the database (${counted(parts.length, 'file')})`
      : `counts and checksums of ${parts.length - more.length} of ${counted(parts.length, 'file')} are the same in the database; in the other${more.length === 1 ? '' : 's'} it holds more, or has gone on`,
  );
}

function isSame({ sha256, database }: ImportedPart): boolean {
  return database.sha256 === sha256;
}
