// Declares the command line that `floatwatch simulate --help` shows; commands/simulate.ts runs the command.
import { type Command, Option } from 'commander';
import { timedCommand } from '../input/common-options.ts';
import { repeatable } from '../input/repeatable.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch simulate`: replays the past through the rules, and prints what would have fired. */
export function simulate(io: Io): Command {
  return timedCommand(
    'simulate',
    'replay history through the alert rules: what would have fired, when, and for how long',
  )
    .addOption(
      new Option(
        '--csv <file>',
        'history from a file, all of it (account, currency, wallet_type, slot, available, …)',
      ).conflicts(['since', 'until']),
    )
    .option('--since <when>', 'a duration ago, or a local date', '30d')
    .option('--until <when>', 'a duration ago, or the start of a local date; default now')
    .option('--rule <rule>', 'only this rule; repeatable', repeatable, [])
    .option(
      '--set <setting=value>',
      'try the rule with another setting, as below=4000000; repeatable',
      repeatable,
      [],
    )
    .action(async (flags) => (await import('../commands/simulate.ts')).simulate(io, flags));
}
