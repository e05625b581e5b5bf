// Declares the command line that `floatwatch export --help` shows; commands/export.ts runs the command.
import type { Command } from 'commander';
import { dataCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch export FOLDER`: writes the whole history to files, for a database of any engine. */
export function exportHistory(io: Io): Command {
  return dataCommand(
    'export',
    'the whole history into a folder, which import takes in on any engine; again: goes on',
  )
    .argument('<folder>', 'a new or empty folder, or an earlier export of this database')
    .action(async (folder, flags) => (await import('../commands/export.ts')).exportTo(io, folder, flags));
}
