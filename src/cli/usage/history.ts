// Declares the command line that `floatwatch history --help` shows; commands/history.ts runs the command.
import { Command, Option } from 'commander';
import { STEPS } from '../../store/queries/history-step.ts';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch history WALLET`: prints one wallet's past, from the database. */
export function history(io: Io): Command {
  return new Command('history')
    .description('the past of a wallet: table, CSV, JSON or chart')
    .argument('<wallet>', 'account/CURRENCY/WALLET_TYPE')
    .addOption(configFileOption())
    .option(
      '--from <instant>',
      "2026-05-04, 2026-05-04T14:05 (in the account's time zone), yesterday, now, or 2h for so long ago",
      '24h',
    )
    .option('--to <instant>', 'as --from; a day stands for its end; default now')
    .addOption(
      new Option(
        '--step <step>',
        'every snapshot, or figures by hour or business day; default by range',
      ).choices(STEPS),
    )
    .addOption(
      new Option('--csv', 'as CSV; import reads that of every snapshot (--step raw)').conflicts([
        'json',
        'chart',
      ]),
    )
    .addOption(new Option('--json', 'as JSON; amounts are strings').conflicts(['chart']))
    .option('--chart', 'as a chart of the available balance')
    .option('--wide', 'every column, however narrow the terminal is')
    .option('--utc', "times in UTC, not in the account's time zone")
    .action(async (name, flags) => (await import('../commands/history.ts')).history(io, name, flags));
}
