// What `floatwatch demo --help` says; what it does is in commands/demo.ts.
import { Command, Option } from 'commander';
import type { Io } from '../terminal/io.ts';

/** `floatwatch demo`: the monitor with nothing to configure, until Ctrl-C. */
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
    .option('--web.port <port>', 'of the page and the metrics', '14217')
    .option('--database-port <port>', 'of the embedded Postgres', '14218')
    .option('--sandbox-port <port>', 'of the sandbox', '14219')
    .action(async (flags) => (await import('../commands/demo.ts')).demo(io, flags));
}
