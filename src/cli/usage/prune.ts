// Declares the command line that `floatwatch prune --help` shows; commands/prune.ts runs the command.
import { Command } from 'commander';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch prune`: applies `retention` now, and prints the names of the partitions that were dropped. */
export function prune(io: Io): Command {
  return new Command('prune')
    .description("drop history that is older than 'retention' says, now; 'run' does the same every six hours")
    .addOption(configFileOption())
    .action(async (flags) => (await import('../commands/prune.ts')).prune(io, flags));
}
