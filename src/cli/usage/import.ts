// Declares the command line that `floatwatch import --help` shows; commands/import.ts runs the command.
import type { Command } from 'commander';
import { dataCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch import FILE.csv` or `FOLDER`: imports snapshots from elsewhere into the history, or an export of floatwatch. */
export function importInto(io: Io): Command {
  return dataCommand(
    'import',
    'an export, or snapshots of a CSV file, into the history; what is there already stays as it is',
  )
    .argument(
      '<file>',
      'the folder of an export; or CSV, columns account, currency, wallet_type, slot (or observed_at), available, and more amounts',
    )
    .action(async (file, flags) => (await import('../commands/import.ts')).importInto(io, file, flags));
}
