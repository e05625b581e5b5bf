// What `floatwatch balances --help` says; what it does is in commands/balances.ts.
import { type Command, Option } from 'commander';
import { dataCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch balances`: what is known now, from the database. */
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
