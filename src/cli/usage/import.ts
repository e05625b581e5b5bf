// What `floatwatch import --help` says; what it does is in commands/import.ts.
import { Command } from 'commander';
import { configFileOption } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch import FILE.csv`: snapshots from elsewhere into the history. */
export function importCsv(io: Io): Command {
  return new Command('import')
    .description('snapshots from a CSV file into the history; what is there already stays as it is')
    .argument(
      '<file>',
      'columns account, currency, wallet_type, slot (or observed_at), available, and more amounts',
    )
    .addOption(configFileOption())
    .action(async (file, flags) => (await import('../commands/import.ts')).importCsv(io, file, flags));
}
