// What `floatwatch check-config --help` says; what it does is in commands/check-config.ts.
import { Command } from 'commander';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch check-config`: every problem of the configuration at once; exit code 0 or 2. */
export function checkConfig(io: Io): Command {
  return new Command('check-config')
    .description('read the configuration strictly and tell every problem at once')
    .addOption(configFileOption())
    .action(async (flags) => (await import('../commands/check-config.ts')).checkConfig(io, flags));
}
