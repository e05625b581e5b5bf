// Translates a command line into a command, and what it did into an exit code.
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/problem.ts';
import { version } from '../version.ts';
import { balances } from './balances.ts';
import { checkConfig } from './check-config.ts';
import { completion } from './completion.ts';
import { demo } from './demo.ts';
import type { Io } from './io.ts';
import { migrate } from './migrate.ts';
import { poll } from './poll.ts';
import { prune } from './prune.ts';
import { run } from './run.ts';
import { sandbox } from './sandbox.ts';
import { schema } from './schema.ts';

const commands: readonly ((io: Io) => Command)[] = [
  // In the order of the help: what runs, what asks, what keeps house.
  run,
  demo,
  sandbox,
  checkConfig,
  poll,
  balances,
  migrate,
  prune,
  schema,
  completion,
];

const AGAIN_MS = 1_000;

/** Runs one command line (without node and script) to its end and returns the exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const program = createProgram(io);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return io.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return report(error, argv.includes('--debug'), io);
  }
}

/** The whole command tree; `completion` reads it too. */
export function createProgram(io: Io): Command {
  const program = new Command('floatwatch')
    .description(
      'Watches the float: merchant wallet balances, their history, and alerts before they run dry.',
    )
    .version(`floatwatch ${version} (node ${process.versions.node})`, '--version')
    .option('--debug', 'show stack traces')
    .showHelpAfterError('(try --help)');
  for (const command of commands) program.addCommand(command(io));
  for (const command of [program, ...program.commands]) {
    command.exitOverride();
    command.configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    });
  }
  return program;
}

/** The process around {@link main}: signals, exit code, and the end of what nobody caught. */
export async function runProcess(): Promise<void> {
  const stop = new AbortController();
  let askedAt = Number.POSITIVE_INFINITY;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // npm passes on what the terminal has sent us already: only somebody who asks again later is impatient.
      if (performance.now() - askedAt > AGAIN_MS) process.exit(1);
      if (!stop.signal.aborted) askedAt = performance.now();
      stop.abort(signal);
    });
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const io: Io = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    signal: stop.signal,
    onHangUp: (listener) => void process.on('SIGHUP', listener),
    exitCode: 0,
  };
  process.exitCode = await main(process.argv.slice(2), io);
}

function report(error: unknown, debug: boolean, io: Io): number {
  const known = error instanceof Error ? error : new Error(String(error));
  // The problems of a configuration begin with their places, each on a line of its own.
  const lead =
    known instanceof ConfigError ? "floatwatch: the configuration can't be used:\n" : 'floatwatch: ';
  io.stderr.write(`${lead}${debug && known.stack ? known.stack : known.message}\n`);
  return 'exitCode' in known && typeof known.exitCode === 'number' ? known.exitCode : 1;
}
