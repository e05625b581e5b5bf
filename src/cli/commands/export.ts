import { version } from '../../app/version.ts';
import { counted } from '../../domain/counted.ts';
import { type ExportedPart, exportHistory } from '../../store/transfer/export.ts';
import { sumOf } from '../../store/transfer/read-part.ts';
import { openStore } from '../input/open-store.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { printTable } from '../terminal/table.ts';
import { thereAlready } from '../terminal/there-already.ts';
import { partColumns, sizeText, transfer } from './transfer-table.ts';

/** `floatwatch export FOLDER`: writes the history to a folder. */
export async function exportTo(io: Io, folder: string, flags: ConfigFlags): Promise<void> {
  const say = (message: string) => void io.stderr.write(`floatwatch: ${message}\n`);
  const config = readConfig(flags['config.file'], io);
  await using store = await openStore(config, io);
  const gone: string[] = [];
  const onGone = (account: string, month: string) => void gone.push(`${account}, ${month}`);
  const parts = await transfer(io, { done: 'exported', folder }, (onProgress) =>
    exportHistory({ ...store.connection, folder, version, signal: io.signal, onProgress, onGone }),
  );
  if (flags.json) io.stdout.write(jsonText(parts));
  else printTable(io, partColumns<ExportedPart>([]), parts, flags);
  for (const month of gone) say(`${month}: the database doesn't hold it any more, and the export neither`);
  const rows = parts.reduce((sum, part) => sum + sumOf(part.rows), 0);
  const known = parts.filter((part) => part.known).length;
  const unchanged =
    known > 0 ? ` (${thereAlready(known, `${known} of ${counted(parts.length, 'file')}`)})` : '';
  say(`${sizeText(parts)}, ${counted(rows, 'row')} in ${folder}${unchanged}`);
}
