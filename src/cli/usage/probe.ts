// Declares the command line that `floatwatch probe --help` shows; commands/probe.ts runs the command.
import type { Command } from 'commander';
import { dataCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch probe`: calls each account's service once, stores nothing, and says in words what happened, with the evidence. */
export function probe(io: Io): Command {
  return dataCommand(
    'probe',
    'one live call per account, nothing stored: what happened, in words; exit code 1 if any failed',
  )
    .argument('[account...]', 'names of accounts; none: all')
    .action(async (names, flags) => (await import('../commands/probe.ts')).probe(io, names, flags));
}
