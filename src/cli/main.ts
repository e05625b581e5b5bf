// Turns a command line into a command, and its result into an exit code.
import { Command, CommanderError } from 'commander';
import { version } from '../app/version.ts';
import { ConfigError } from '../config/problem.ts';
import { examplesText } from './examples.ts';
import { createEarlyEnd } from './terminal/early-end.ts';
import type { Io } from './terminal/io.ts';
import { printable, terminalWidth } from './terminal/sentence.ts';

/** The declarations of the commands, in the order of the help. The code of a command is loaded only when the command runs. */
const COMMANDS: Readonly<Record<string, (io: Io) => Promise<Command>>> = {
  run: async (io) => (await import('./usage/run.ts')).run(io),
  demo: async (io) => (await import('./usage/demo.ts')).demo(io),
  sandbox: async (io) => (await import('./usage/sandbox.ts')).sandbox(io),
  init: async (io) => (await import('./usage/init.ts')).init(io),
  'check-config': async (io) => (await import('./usage/check-config.ts')).checkConfig(io),
  doctor: async (io) => (await import('./usage/doctor.ts')).doctor(io),
  probe: async (io) => (await import('./usage/probe.ts')).probe(io),
  poll: async (io) => (await import('./usage/poll.ts')).poll(io),
  balances: async (io) => (await import('./usage/balances.ts')).balances(io),
  plan: async (io) => (await import('./usage/plan.ts')).plan(io),
  history: async (io) => (await import('./usage/history.ts')).history(io),
  statement: async (io) => (await import('./usage/statement.ts')).statement(io),
  alerts: async (io) => (await import('./usage/alerts.ts')).alerts(io),
  simulate: async (io) => (await import('./usage/simulate.ts')).simulate(io),
  rules: async (io) => (await import('./usage/rules.ts')).rules(io),
  export: async (io) => (await import('./usage/export.ts')).exportHistory(io),
  import: async (io) => (await import('./usage/import.ts')).importInto(io),
  options: async (io) => (await import('./usage/options.ts')).options(io),
  migrate: async (io) => (await import('./usage/migrate.ts')).migrate(io),
  forget: async (io) => (await import('./usage/forget.ts')).forget(io),
  prune: async (io) => (await import('./usage/prune.ts')).prune(io),
  schema: async (io) => (await import('./usage/schema.ts')).schema(io),
  completion: async (io) => (await import('./usage/completion.ts')).completion(io),
};

/** Runs one command line (without node and script) to its end and returns the exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const named = argv.find((word) => !word.startsWith('-'));
  const asksForAll = named === 'completion' && !argv.includes('--names');
  const all = named === undefined || asksForAll || !Object.hasOwn(COMMANDS, named);
  const asksForVersion = named === undefined && argv.includes('--version');
  const program = await createProgram(io, asksForVersion ? [] : all ? undefined : [named]);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return io.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      const command = program.commands.find((each) => each.name() === named);
      const here = calledHere(error, command);
      if (here !== undefined) io.stderr.write(`(here it is ${here})\n`);
      if (error.exitCode !== 0 && namesNoFile(argv))
        io.stderr.write('(the configuration goes to --config.file)\n');
      return error.exitCode === 0 ? 0 : 2;
    }
    return report(error, argv.includes('--debug'), io);
  }
}

/** Flags for the ends of a range that commands call otherwise: a history and a statement say `from`, other pasts `since`. */
const SAME_FLAGS: Readonly<Record<string, string>> = {
  ...{ '--since': '--from', '--until': '--to' },
  ...{ '--from': '--since', '--to': '--until' },
};

/** What a command calls the flag that it doesn't know by the name of another command. */
function calledHere({ message }: CommanderError, command: Command | undefined): string | undefined {
  const typed = /unknown option '(--[a-z]+)/.exec(message)?.[1] ?? '';
  return command?.options.find(({ long }) => long === SAME_FLAGS[typed])?.long;
}

/** Whether a command line has a configuration where it has no place, as `check-config floatwatch.yaml`. */
function namesNoFile(argv: readonly string[]): boolean {
  return argv.some(
    (word, i) => /^(?:--config=.*|(?!-).+\.ya?ml)$/.test(word) && argv[i - 1] !== '--config.file',
  );
}

/** The tree of these commands, by default of all commands. `completion` reads it too. */
export async function createProgram(io: Io, names = Object.keys(COMMANDS)): Promise<Command> {
  const program = new Command('floatwatch')
    .description(
      'Watches the float: merchant wallet balances, their history, and alerts before they run dry.',
    )
    .version(`floatwatch ${version} (node ${process.versions.node})`, '--version')
    .option('--debug', 'show stack traces');
  const commands = await Promise.all(names.map((name) => COMMANDS[name]!(io)));
  for (const command of commands)
    program.addCommand(command.addHelpText('after', examplesText(command.name())));
  const settle = (command: Command, path: string) => {
    command.exitOverride();
    command.showHelpAfterError(`(try ${path} --help)`); // commander hands none of these down
    command.configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => (io.stdout.isTTY ? terminalWidth(io) : 80),
    });
    for (const child of command.commands) settle(child, `${path} ${child.name()}`);
    if (command !== program) nameMistypedChild(command);
  };
  settle(program, program.name());
  return program;
}

/** A word behind a command that has commands of its own is meant as one: not too many arguments, but an unknown command. */
function nameMistypedChild(command: Command): void {
  if (command.commands.length === 0) return;
  command.allowExcessArguments().hook('preAction', async (_, acting) => {
    const [typed] = command.args;
    if (acting !== command || typed === undefined) return;
    const { meantBy } = await import('../domain/spelling.ts'); // which no other command line needs
    const names = command.commands.map((child) => child.name());
    const meant = meantBy(typed, names);
    const hint = meant === undefined ? '' : `\n(Did you mean ${meant}?)`;
    command.error(`error: unknown command '${typed}'${hint}`, { code: 'commander.unknownCommand' });
  });
}

/** Runs {@link main} as a process: with early ends, the exit code, and an end for errors that nobody caught. */
export async function runProcess(): Promise<void> {
  const early = createEarlyEnd();
  process.on('SIGUSR1', () => {}); // otherwise Node would open its inspector, which can read every key
  for (const accident of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(accident, (error: unknown) => {
      // An unforeseen error may leave anything half done: only ending is known to be safe.
      process.exit(report(error, process.argv.includes('--debug'), io) || 1);
    });
  }
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const unread = code === 'EPIPE'; // nobody reads on; the results so far still count
    if (!unread) process.stderr.write(`floatwatch: the output can't be written: ${message}\n`);
    void early.exit(() => (unread ? io.exitCode : 1));
  });
  process.stderr.on('error', () => {}); // a message that nobody can read must not end the work
  const io: Io = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    get signal() {
      return early.signal;
    },
    onEarlyEnd: early.onEarlyEnd,
    onHangUp: (listener) => void process.on('SIGHUP', listener),
    exitCode: 0,
  };
  process.exitCode = await main(process.argv.slice(2), io);
}

/** The stack of an error, and of the errors that it was made of. */
function stackOf({ stack, message, cause }: Error): string {
  const own = stack ?? message;
  return cause instanceof Error ? `${own}\ncaused by ${stackOf(cause)}` : own;
}

function report(error: unknown, debug: boolean, io: Io): number {
  const known = error instanceof Error ? error : new Error(String(error));
  // The problems of a configuration begin with their places, each on its own line.
  const lead =
    known instanceof ConfigError ? "floatwatch: the configuration can't be used:\n" : 'floatwatch: ';
  const lines = (debug ? stackOf(known) : known.message).split('\n');
  io.stderr.write(`${lead}${lines.map(printable).join('\n')}\n`);
  return 'exitCode' in known && typeof known.exitCode === 'number' ? known.exitCode : 1;
}
