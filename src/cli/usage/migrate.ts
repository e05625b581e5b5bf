// Declares the command line that `floatwatch migrate --help` shows; commands/migrate.ts runs the command.
import { Command } from 'commander';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch migrate`: brings the database's schema up to this version; `--status` only looks. */
export function migrate(io: Io): Command {
  return new Command('migrate')
    .description("apply migrations to the database; 'run' does the same when it may")
    .addOption(configFileOption())
    .option('--status', 'list them and when each was applied; change nothing')
    .option('--json', 'with --status: as JSON')
    .action(async (flags) => (await import('../commands/migrate.ts')).migrate(io, flags));
}
