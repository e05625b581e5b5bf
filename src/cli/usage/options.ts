// Declares the command line that `floatwatch options --help` shows; commands/options.ts runs the command.
import { type Command, Option } from 'commander';
import { timedCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch options`: prints the current payment options, or their changes, from the database. */
export function options(io: Io): Command {
  return timedCommand('options', 'payment options now, and what has changed about them')
    .argument('[account...]', 'names of accounts; none: all')
    .option('--changes', 'what has changed, the newest first, instead of what is now')
    .addOption(
      new Option(
        '--since <when>',
        'how far the changes go back: a duration, or a local date; with it --changes',
      )
        .default('30d')
        .implies({ changes: true }),
    )
    .action(async (names, flags) => (await import('../commands/options.ts')).options(io, names, flags));
}
