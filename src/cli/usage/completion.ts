// Declares the command line that `floatwatch completion --help` shows; commands/completion.ts runs the command.
import { Argument, Command, Option } from 'commander';
import { NAME_KINDS, SHELLS } from '../completion/tree.ts';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/**
 * `floatwatch completion SHELL`: prints a script that completes commands, flags, their values, and names of the
 * configuration.
 */
export function completion(io: Io): Command {
  const self: Command = new Command('completion')
    .description('print a completion script: source <(floatwatch completion bash)')
    .addArgument(new Argument('[shell]', 'the shell to complete in').choices(SHELLS))
    // For the scripts themselves: prints the names in a configuration, one per line.
    .addOption(new Option('--names <kind>').choices(NAME_KINDS).hideHelp())
    .addOption(configFileOption().hideHelp())
    .action(async (shell, flags) =>
      (await import('../commands/completion.ts')).completion(io, shell, {
        flags,
        program: self.parent ?? self,
      }),
    );
  return self;
}
