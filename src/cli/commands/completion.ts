import { Argument, Command } from 'commander';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { treeOf } from '../completion/tree.ts';
import { zshScript } from '../completion/zsh.ts';
import type { Io } from '../terminal/io.ts';

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** `floatwatch completion SHELL`: a script that completes commands, flags and their values. */
export function completion(io: Io): Command {
  const shells = Object.keys(SHELLS) as (keyof typeof SHELLS)[];
  const self: Command = new Command('completion')
    .description('print a completion script: source <(floatwatch completion bash)')
    .addArgument(new Argument('<shell>', 'the shell to complete in').choices(shells))
    .action((shell: keyof typeof SHELLS) => {
      io.stdout.write(SHELLS[shell](treeOf(self.parent ?? self)));
    });
  return self;
}
