import { Argument, Command, Option } from 'commander';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { namesIn } from '../completion/names.ts';
import { NAME_KINDS, type NameKind, treeOf } from '../completion/tree.ts';
import { zshScript } from '../completion/zsh.ts';
import { configFileOption } from '../input/read-config.ts';
import { CommandError, type Io } from '../terminal/io.ts';

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type Shell = keyof typeof SHELLS;

/** `floatwatch completion SHELL`: a script that completes commands, flags, their values, and names of the configuration. */
export function completion(io: Io): Command {
  const shells = Object.keys(SHELLS) as Shell[];
  const self: Command = new Command('completion')
    .description('print a completion script: source <(floatwatch completion bash)')
    .addArgument(new Argument('[shell]', 'the shell to complete in').choices(shells))
    // For the scripts themselves: the names in a configuration, one a line.
    .addOption(new Option('--names <kind>').choices(NAME_KINDS).hideHelp())
    .addOption(configFileOption().hideHelp())
    .action(
      (shell: Shell | undefined, flags: { readonly names?: NameKind; readonly 'config.file': string }) => {
        if (flags.names)
          io.stdout.write(
            namesIn(flags['config.file'], flags.names)
              .map((name) => `${name}\n`)
              .join(''),
          );
        else if (shell) io.stdout.write(SHELLS[shell](treeOf(self.parent ?? self)));
        else throw new CommandError(`for which shell? ${shells.join(', ')}`, 2);
      },
    );
  return self;
}
