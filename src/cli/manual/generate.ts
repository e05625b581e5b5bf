// Writes the manual pages of every command to man/: `node src/cli/manual/generate.ts`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { version } from '../../app/version.ts';
import { createProgram } from '../main.ts';
import type { Io } from '../terminal/io.ts';
import { pageName, pageText } from './page.ts';

const FOLDER = join(import.meta.dirname, '../../../man');

/** The pages with the names of their files, the program's first. */
export async function manualPages(): Promise<readonly (readonly [name: string, text: string])[]> {
  const { stdout, stderr, env } = process;
  const { signal } = new AbortController();
  const io: Io = { stdout, stderr, env, signal, onEarlyEnd() {}, onHangUp() {}, exitCode: 0 };
  const program = await createProgram(io);
  const pages = (command: Command, path: readonly string[]): (readonly [string, string])[] => [
    [pageName(path), pageText(command, path, version)],
    ...command.commands.flatMap((one) => pages(one, [...path, one.name()])),
  ];
  return pages(program, []);
}

if (import.meta.main) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const [name, text] of await manualPages()) writeFileSync(join(FOLDER, name), text);
}
