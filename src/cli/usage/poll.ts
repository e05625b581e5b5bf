// Declares the command line that `floatwatch poll --help` shows; commands/poll.ts runs the command.
import type { Command } from 'commander';
import { dataCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch poll`: polls once now, and stores the results like any others. */
export function poll(io: Io): Command {
  return dataCommand('poll', 'one poll now, stored like any other; exit code 1 if any failed')
    .argument('[account...]', 'names of accounts; none: all')
    .action(async (names, flags) => (await import('../commands/poll.ts')).poll(io, names, flags));
}
