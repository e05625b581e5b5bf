// Builds the package as `npm pack` makes it, compiled, with the libraries of this checkout: what a server runs.
import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Compiles the package into a folder of `room`, and returns that folder. */
export function publishedIn(room: string): string {
  const folder = join(room, 'package');
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')]);
  for (const name of ['package.json', 'node_modules', 'config', 'assets', 'migrations']) {
    symlinkSync(join(ROOT, name), join(folder, name));
  }
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true }); // a link would lead the launcher back to the checkout
  return folder;
}
