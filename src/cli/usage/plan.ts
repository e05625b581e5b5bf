// Declares the command line that `floatwatch plan --help` shows; commands/plan.ts runs the command.
import { type Command, Option } from 'commander';
import { dataCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch plan`: prints how much must be sent to each wallet, by when and from where, from the database. */
export function plan(io: Io): Command {
  return dataCommand(
    'plan',
    'how much must be sent to each wallet, by when, from where, and until when it then lasts',
  )
    .argument('[account...]', 'names of accounts; none: all')
    .option('--cover <duration>', "how long a top-up is to last after it has arrived; the account's own")
    .option('--date <date>', 'or until when the money is to last, as 2026-12-31')
    .option('--confidence <share>', "in which share of cases, from 0.5 to 0.99; the account's own")
    .addOption(new Option('--csv', 'as CSV; times in UTC').conflicts(['json']))
    .addOption(
      new Option(
        '--requested <wallet-amount...>',
        'writes down that a top-up was asked for, as acme-ug/UGX/MERCHANT_PAYOUT 5000000: it counts until it has arrived',
      ).conflicts(['json', 'csv', 'cover', 'date', 'confidence']),
    )
    .addOption(
      new Option(
        '--backtest',
        'replays the past: how often each wallet would have been topped up too late, by the plan and by fixed thresholds',
      ).conflicts(['csv', 'date', 'requested']),
    )
    .action(async (names, flags) => (await import('../commands/plan.ts')).plan(io, names, flags));
}
