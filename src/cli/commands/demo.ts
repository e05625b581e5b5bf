import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { App } from '../../app/app.ts';
import type { Demo } from '../../app/demo/demo.ts';
import { claimDemoFolder, demoConfigFile } from '../../app/demo/demo-folder.ts';
import { greeting, playingLine } from '../../app/demo/demo-story.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { DEMO_VARIABLES, misspeltVariables } from '../../config/variables.ts';
import { shellWord } from '../../domain/shell-word.ts';
import { startEmbedded } from '../../store/embedded/embedded.ts';
import { aborted } from '../terminal/aborted.ts';
import type { Io } from '../terminal/io.ts';
import { terminalWidth, wrapped } from '../terminal/sentence.ts';

const PAUSE_MS = 500;
const LAUNCH_MS = 25;

interface DemoFlags {
  readonly dataDir: string;
  readonly 'web.port': number;
  readonly databasePort: number;
  readonly sandboxPort: number;
}

/** `floatwatch demo`: runs the monitor with nothing to configure, until Ctrl-C. */
export async function demo(io: Io, flags: DemoFlags): Promise<void> {
  const say = (message: string) => void io.stderr.write(`${message}\n`);
  for (const hint of misspeltVariables(io.env, '', DEMO_VARIABLES)) say(`floatwatch: warning: ${hint}`);
  const signal = untilClosed(io);
  await using stack = new AsyncDisposableStack();
  const greeted = Promise.withResolvers<void>();
  const port = flags.databasePort;
  claimDemoFolder(flags.dataDir);
  // Postgres starts while the program is loaded. Loading lets nothing else run, so the process of Postgres is started first.
  const embedded = startEmbedded({
    dataDir: join(flags.dataDir, 'postgres'),
    port,
    onProgress: (message) => void greeted.promise.then(() => say(message)),
  });
  embedded.catch(() => {}); // the app waits for it too, and reports the error
  stack.defer(() =>
    embedded.then(
      (server) => server.stop(),
      () => {},
    ),
  );
  await Promise.race([embedded.catch(() => {}), setTimeout(LAUNCH_MS)]);
  const [{ setup }, { createDemo, startPlaying, writeDemoConfig }] = await Promise.all([
    import('../../app/app.ts'),
    import('../../app/demo/demo.ts'),
  ]);
  const demo = createDemo(flags.dataDir, `127.0.0.1:${flags.sandboxPort}`);
  say(
    demo.isFirst ? 'Preparing the demo: an embedded Postgres first …' : 'Going on where the demo stopped …',
  );
  greeted.resolve();
  await demo.sandbox.start().catch((cause: Error) => {
    throw new Error(`${cause.message}. Does the demo run already? Else --sandbox-port names another port.`, {
      cause,
    });
  });
  stack.use(demo.sandbox);
  stack.use(startPlaying(demo));
  const ports = { web: flags['web.port'], postgres: port };
  const config = writeDemoConfig(demo, flags.dataDir, ports);
  const app = await setup(config, {
    writeLog: (line) => io.stderr.write(line),
    onProgress: say,
    embedded,
    signal,
    notice: () => playingLine(demo.playing()),
  });
  stack.defer(() => app.stop());
  io.stdout.write(welcome(app, demo, flags.dataDir, terminalWidth(io)));
  const { rules } = config.alerts;
  const past = demo.hasPast ? undefined : tellPast(demo, flags.dataDir, { app, rules, signal, say });
  stack.defer(() => past);
  await aborted(signal);
  say('Stopping …');
}

/** Aborts on Ctrl-C, and when its terminal is closed. Under nohup there is no terminal, so the demo goes on. */
function untilClosed(io: Io): AbortSignal {
  const closed = new AbortController();
  if (io.stdout.isTTY) io.onHangUp(() => closed.abort());
  return AbortSignal.any([io.signal, closed.signal]);
}

interface TellingPast {
  readonly app: App;
  readonly rules: Config['alerts']['rules'];
  readonly signal: AbortSignal;
  say(message: string): void;
}

/** Imports the past, after the first poll of every account. */
async function tellPast(
  demo: Demo,
  dataDir: string,
  { app, rules, signal, say }: TellingPast,
): Promise<void> {
  const { connection, board } = app;
  try {
    while (!board.accounts.every((account) => board.account(account)?.last)) {
      await setTimeout(PAUSE_MS, undefined, { signal });
    }
    await setTimeout(PAUSE_MS, undefined, { signal });
    const { importPast } = await import('../../app/demo/demo.ts');
    await importPast(demo, dataDir, { connection, rules, signal });
    await app.maintain(); // so that charts show it, and runways use it
    if (!signal.aborted) say('The past fortnight of the four merchants is in the history.');
  } catch (error) {
    if (!signal.aborted) say(`The past fortnight could not be imported: ${(error as Error).message}`);
  }
}

function welcome({ addresses: [address], psql }: App, demo: Demo, dataDir: string, width: number): string {
  return [
    '',
    'floatwatch watches four merchants of the sandbox; an hour of trade is a minute.',
    demo.isFirst
      ? 'In twenty seconds a payout wallet of demo-acme-ug runs low, and its alert fires.'
      : wrapped(greeting(demo.playing()), width).join('\n'),
    'What is played is on top of each page, a quarter of an hour, round and round.',
    '',
    `  the page      http://${address}/`,
    `  the metrics   http://${address}/metrics`,
    `  the history   ${psql} -c 'SELECT * FROM floatwatch.balances_latest'`,
    `  a command     npx floatwatch balances --config.file ${shellWord(demoConfigFile(dataDir))}`,
    '',
    'Ctrl-C stops it; a second start goes on from here.',
    '',
  ].join('\n');
}
