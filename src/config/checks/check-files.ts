// Checks that the files that the configuration names exist and can be read. Called by checks.ts.
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Path } from '../problem.ts';
import { flawOfCertificate, flawOfKeyFile } from '../schema/certificates.ts';
import { entries, type Findings } from '../valid.ts';
import { accessSections } from './check-access.ts';

export interface FileChecks {
  /** The folder of the configuration; file names are relative to it. */
  readonly folder: string;
  /** Reads the file of `web.config_file` as the server does; throws an error that says what is wrong with it. */
  readonly readWebConfig?: ((file: string) => void) | undefined;
}

/** Checks now the files that are read later. The file of the web server must also be usable. */
export function checkFiles(root: unknown, findings: Findings, { folder, readWebConfig }: FileChecks): void {
  const look = (path: Path, name: unknown, further?: (file: string) => string | undefined): void => {
    if (typeof name !== 'string' || name === '') return;
    const flaw = flawOf(resolve(folder, name)) ?? further?.(resolve(folder, name));
    // Not the value of `key_file`: it may be the key itself, written in the wrong setting.
    if (flaw !== undefined)
      findings.problem(path, `${path.at(-1) === 'key_file' ? 'the file' : name} ${flaw}`);
  };
  look(['web', 'config_file'], entries(entries(root)['web'])['config_file'], (file) => {
    try {
      readWebConfig?.(file);
      return undefined;
    } catch (error) {
      return `can't be used: ${(error as Error).message}`;
    }
  });
  const dataDir = entries(root)['data_dir'];
  const inTheWay = typeof dataDir === 'string' && dataDir !== '' && flawOfDataDir(dataDir);
  if (inTheWay) findings.problem(['data_dir'], inTheWay);
  for (const { path, section } of accessSections(root)) {
    const tls = entries(entries(section)['tls']);
    for (const name of ['ca_file', 'cert_file']) look([...path, 'tls', name], tls[name], flawOfCertificate);
    look([...path, 'tls', 'key_file'], tls['key_file'], (key) => {
      const { cert_file: cert } = tls;
      return typeof cert === 'string' ? flawOfKeyFile(key, resolve(folder, cert)) : undefined;
    });
  }
}

function flawOf(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return 'is not a regular file';
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'does not exist' : `can't be read (${code})`;
  }
}

/** The folder may be made later. */
function flawOfDataDir(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'is a file: name a folder';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTDIR' ? 'leads through a file: name a folder' : undefined;
  }
}
