// Declares the command line that `floatwatch statement --help` shows; commands/statement.ts runs the command.
import { Command, Option } from 'commander';
import { configFileOption } from '../input/common-options.ts';
import { repeatable } from '../input/repeatable.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch statement`: prints the figures of each wallet for each business day. */
export function statement(io: Io): Command {
  return new Command('statement')
    .description('opening, closing, lowest, highest and net change per wallet and business day')
    .argument('[account...]', 'names of accounts; none: all')
    .addOption(configFileOption())
    .option(
      '--from <day>',
      'the first day, as 2026-05-04, today or yesterday; default a week before the last',
    )
    .option(
      '--to <day>',
      'the last day; default today, by the clocks of the accounts if they share them, else in UTC',
    )
    .option('--currency <code>', 'only wallets of this currency; repeatable', repeatable, [])
    .option('--wallet-type <type>', 'only wallets of this type; repeatable', repeatable, [])
    .addOption(
      new Option('--field <field>', 'which balance the table shows')
        .choices(['available', 'actual'])
        .default('available'),
    )
    .addOption(new Option('--csv', 'both balances as CSV, for a spreadsheet').conflicts(['json']))
    .option('--json', 'both balances as JSON; amounts are strings')
    .option('--wide', 'every column, however narrow the terminal is')
    .action(async (accounts, flags) =>
      (await import('../commands/statement.ts')).statement(io, accounts, flags),
    );
}
