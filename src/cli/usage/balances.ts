// Declares the command line that `floatwatch balances --help` shows; commands/balances.ts runs the command.
import { type Command, Option } from 'commander';
import { dataCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch balances`: prints the balances that the database knows now. */
export function balances(io: Io): Command {
  return dataCommand(
    'balances',
    'what is known now: amounts, how long they last, age, state, breached thresholds',
  )
    .argument('[account...]', 'names of accounts; none: all')
    .option('--check', 'exit with 3 when a threshold is breached, with 1 when a balance is not known')
    .addOption(
      new Option('--watch [interval]', 'print it again, until Ctrl-C; every ten seconds').conflicts([
        'json',
        'check',
      ]),
    )
    .action(async (names, flags) => (await import('../commands/balances.ts')).balances(io, names, flags));
}
