// What `floatwatch options --help` says; what it does is in commands/options.ts.
import type { Command } from 'commander';
import { timedCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch options`: payment options now, or what has changed about them, from the database. */
export function options(io: Io): Command {
  return timedCommand('options', 'payment options now, and what has changed about them')
    .option('--changes', 'what has changed, the newest first, instead of what is now')
    .option('--since <when>', 'how far the changes go back: a duration, or a date', '30d')
    .action(async (flags) => (await import('../commands/options.ts')).options(io, flags));
}
