import { type Stats, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { exportAround, MANIFEST } from '../../store/transfer/manifest.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { importCsv } from './import-csv.ts';
import { importExport } from './import-export.ts';

const PACKED = /\.gz$/i;

/** `floatwatch import`: imports the folder of an export, also by its manifest, or a CSV file. */
export async function importInto(io: Io, path: string, flags: ConfigFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const found = statOf(path);
  const isManifest = basename(path) === MANIFEST;
  const isFolder = isManifest || found.isDirectory();
  const folder = isManifest ? dirname(path) : path;
  if (isFolder || PACKED.test(path)) refusePartOf(folder);
  if (isFolder) return await importExport(io, folder, { config, flags });
  await importCsv(io, { path, size: found.size }, { config, flags });
}

/** Throws when the path lies in an export: it can only be imported as a whole. */
function refusePartOf(path: string): void {
  const whole = exportAround(path);
  if (whole === null) return;
  throw new CommandError(`${path} is only a part of an export: name the folder of the whole, ${whole}`, 2);
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
