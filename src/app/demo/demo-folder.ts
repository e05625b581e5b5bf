// Marks the demo's folder: only `floatwatch demo` keeps its state there.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellWord } from '../../domain/shell-word.ts';
import { makeFolder } from '../../store/make-folder.ts';

/** The demo's configuration, which also marks the folder as the demo's. */
const CONFIG = 'demo.yaml';
const HISTORY = ['postgres', 'spool.sqlite'];

export function demoConfigFile(folder: string): string {
  return join(folder, CONFIG);
}

/** Makes the folder the demo's; throws an error with a message for people when it holds somebody's history. */
export function claimDemoFolder(folder: string): void {
  if (existsSync(demoConfigFile(folder))) return;
  if (HISTORY.some((name) => existsSync(join(folder, name)))) {
    throw new Error(
      `${folder} holds a history that isn't the demo's: start it with --data-dir and a folder of its own`,
    );
  }
  makeFolder(folder, '--data-dir');
  writeFileSync(demoConfigFile(folder), 'demo: true\n', { mode: 0o600 });
}

/** Throws an error with a message for people when the configuration would use the demo's folder without being the demo's. */
export function refuseDemoFolder(config: { readonly data_dir: string; readonly demo: boolean }): void {
  if (config.demo || !existsSync(demoConfigFile(config.data_dir))) return;
  throw new Error(
    `${config.data_dir} is the demo's, and its money is invented: set data_dir to a folder of your own, ` +
      `or look at the demo with --config.file ${shellWord(demoConfigFile(config.data_dir))}`,
  );
}
