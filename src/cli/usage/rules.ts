// Declares the command line that `floatwatch rules --help` shows; commands/rules.ts runs the command.
import { Command } from 'commander';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch rules`: prints recording and alerting rules for a Prometheus that evaluates them itself. */
export function rules(io: Io): Command {
  return new Command('rules')
    .description('print Prometheus alerting and recording rules made from the configuration')
    .addOption(configFileOption())
    .option('--json', 'as JSON, for a mixin')
    .action(async (flags) => (await import('../commands/rules.ts')).rules(io, flags));
}
