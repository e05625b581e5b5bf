// Checks that the files that the configuration names are there and can be read. Called by checks.ts.
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Path } from './problem.ts';
import { entries, type Findings, list } from './valid.ts';

/** Files that others read later must be there now. What stands in them is for their readers to judge. */
export function checkFiles(root: unknown, findings: Findings, folder: string): void {
  const look = (path: Path, name: unknown): void => {
    if (typeof name !== 'string' || name === '') return;
    const flaw = flawOf(resolve(folder, name));
    if (flaw !== undefined) findings.problem(path, `${name} ${flaw}`);
  };
  look(['web', 'config_file'], entries(entries(root)['web'])['config_file']);
  list(entries(entries(root)['alerts'])['alertmanagers']).forEach((alertmanager, i) => {
    const tls = entries(entries(alertmanager)['tls']);
    for (const name of ['ca_file', 'cert_file', 'key_file']) {
      look(['alerts', 'alertmanagers', i, 'tls', name], tls[name]);
    }
  });
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
