import type { Command } from 'commander';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { namesIn } from '../completion/names.ts';
import { type CommandNode, type NameKind, SHELLS, type Shell, treeOf } from '../completion/tree.ts';
import { zshScript } from '../completion/zsh.ts';
import { CommandError, type Io } from '../terminal/io.ts';

interface CompletionFlags {
  readonly names?: NameKind;
  readonly 'config.file': string;
}

const SCRIPTS: Readonly<Record<Shell, (tree: CommandNode) => string>> = {
  ...{ bash: bashScript, zsh: zshScript, fish: fishScript },
};

/**
 * `floatwatch completion SHELL`: prints a script that completes commands, flags, their values, and names of the
 * configuration.
 */
export function completion(
  io: Io,
  shell: Shell | undefined,
  { flags, program }: { readonly flags: CompletionFlags; readonly program: Command },
): void {
  if (flags.names) {
    const names = namesIn(flags['config.file'], flags.names);
    io.stdout.write(names.map((name) => `${name}\n`).join(''));
  } else if (shell) io.stdout.write(SCRIPTS[shell](treeOf(program)));
  else throw new CommandError(`for which shell? ${SHELLS.join(', ')}`, 2);
}
