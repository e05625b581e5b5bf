// Declares the command line that `floatwatch demo --help` shows; commands/demo.ts runs the command.
import { Command, Option } from 'commander';
import { portOption } from '../input/port-option.ts';
import type { Io } from '../terminal/io.ts';

/** `floatwatch demo`: runs the monitor with nothing to configure, until Ctrl-C. */
export function demo(io: Io): Command {
  return new Command('demo')
    .description(
      'the monitor on an embedded Postgres, against the built-in sandbox, with nothing to configure',
    )
    .addOption(
      new Option('--data-dir <path>', 'where its state is kept')
        .default('./floatwatch-demo')
        .env('FLOATWATCH_DATA_DIR'),
    )
    .addOption(portOption('--web.port <port>', 'of the page and the metrics').default(14_217))
    .addOption(portOption('--database-port <port>', 'of the embedded Postgres').default(14_218))
    .addOption(portOption('--sandbox-port <port>', 'of the sandbox').default(14_219))
    .action(async (flags) => (await import('../commands/demo.ts')).demo(io, flags));
}
