// What `floatwatch rules --help` says; what it does is in commands/rules.ts.
import { Command } from 'commander';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch rules`: recording and alerting rules for a Prometheus that is to evaluate by itself. */
export function rules(io: Io): Command {
  return new Command('rules')
    .description('print Prometheus alerting and recording rules made from the configuration')
    .addOption(configFileOption())
    .option('--json', 'as JSON, for a mixin')
    .action(async (flags) => (await import('../commands/rules.ts')).rules(io, flags));
}
