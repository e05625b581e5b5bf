// Declares the command line that `floatwatch init --help` shows; commands/init.ts runs the command.
import { Command } from 'commander';
import { KEY_VARIABLES } from '../init/key-variables.ts';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch init`: writes a first configuration, by asking the user and the service. */
export function init(io: Io): Command {
  return new Command('init')
    .description('write a first configuration: asks what it needs, then the service, and overwrites nothing')
    .addOption(configFileOption())
    .option('--base-url <url>', 'address of the payment service')
    .option(
      '--account <name>',
      'a name of yours for the account: the label of every metric and alert; main where nobody can be asked',
    )
    .option('--public-key-file <path>', `a file that holds it; without one ${KEY_VARIABLES.publicKey}`)
    .option('--secret-key-file <path>', `a file that holds it; without one ${KEY_VARIABLES.secretKey}`)
    .option(
      '--timezone <name>',
      "of the account's business day, such as Africa/Kampala; this machine's where nobody can be asked",
    )
    .option('--schedule <cron>', 'when to ask for balances; every five minutes where nobody can be asked')
    .option('--no-probe', 'write it without asking the service')
    .action(async (flags) => (await import('../commands/init.ts')).init(io, flags));
}
