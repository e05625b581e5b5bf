import { type Stats, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { importCsv } from './import-csv.ts';
import { importExport } from './import-export.ts';

/** `floatwatch import`: imports the folder of an export, also by its manifest, or a CSV file. */
export async function importInto(io: Io, path: string, flags: ConfigFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const found = statOf(path);
  if (found.isDirectory()) return await importExport(io, path, { config, flags });
  if (basename(path) === 'manifest.json') return await importExport(io, dirname(path), { config, flags });
  await importCsv(io, { path, size: found.size }, { config, flags });
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const what = code === 'ENOENT' ? 'there is no such file or folder' : `can't be read: ${message}`;
    throw new CommandError(`${path}: ${what}`, 2, { cause });
  }
}
