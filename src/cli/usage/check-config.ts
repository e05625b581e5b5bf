// Declares the command line that `floatwatch check-config --help` shows; commands/check-config.ts runs the command.
import { Command } from 'commander';
import { configFileOption } from '../input/common-options.ts';
import { withShardOptions } from '../input/shard-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch check-config`: finds every problem of the configuration at once; exit code 0 or 2. */
export function checkConfig(io: Io): Command {
  const command = new Command('check-config')
    .description('read the configuration strictly and tell every problem at once')
    .addOption(configFileOption());
  return withShardOptions(command).action(async (flags) =>
    (await import('../commands/check-config.ts')).checkConfig(io, flags),
  );
}
