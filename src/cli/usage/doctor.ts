// Declares the command line that `floatwatch doctor --help` shows; commands/doctor.ts runs the command.
import type { Command } from 'commander';
import { dataCommand } from '../input/common-options.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch doctor`: finds everything that is wrong with an installation, and says what to do. */
export function doctor(io: Io): Command {
  return dataCommand(
    'doctor',
    'everything that can be wrong about an installation, and what to do; exit code 1 if something is',
  ).action(async (flags) => (await import('../commands/doctor.ts')).doctor(io, flags));
}
