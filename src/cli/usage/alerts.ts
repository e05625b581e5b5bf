// Declares the command line that `floatwatch alerts --help` shows; commands/alerts.ts runs the command.
import { Command, Option } from 'commander';
import { configFileOption, timedCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch alerts`: prints the alerts that fire or are pending now, or those of the past; `alerts test` sends one. */
export function alerts(io: Io): Command {
  return timedCommand('alerts', 'alerts of accounts that fire or are pending, from the database')
    .option('--history', 'episodes of the past as well')
    .addOption(
      new Option(
        '--since <when>',
        'how far the history goes back: a duration, or a local date; with it --history',
      )
        .default('30d')
        .implies({ history: true }),
    )
    .action(async (flags) => (await import('../commands/alerts.ts')).alerts(io, flags))
    .addCommand(test(io));
}

/** `floatwatch alerts test RECEIVER`: sends one alert. */
function test(io: Io): Command {
  return new Command('test')
    .description('send one alert that ends by itself; exit code 1 if it was not accepted')
    .argument('<receiver>', 'its name, or the address of an Alertmanager')
    .addOption(configFileOption()) // for the help: `alerts` has it too, and takes it wherever it stands
    .action(async (receiver, _, command: Command) => {
      refuseOthersFlags(command);
      return (await import('../commands/alerts.ts')).testAlert(io, receiver, command.optsWithGlobals());
    });
}

/** Refuses the flags of `alerts` that the test doesn't have: they would have no effect. */
function refuseOthersFlags(command: Command): void {
  const parent = command.parent!;
  const own = new Set(command.options.map(({ long }) => long));
  for (const option of parent.options) {
    if (own.has(option.long) || parent.getOptionValueSource(option.attributeName()) !== 'cli') continue;
    command.error(`error: unknown option '${option.long}'`);
  }
}
