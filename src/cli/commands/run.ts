import { type App, setup } from '../../app/app.ts';
import type { LogFormat, LogLevel } from '../../app/log/log-settings.ts';
import { clashes } from '../../config/checks/check-listen.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { type ListenAddress, listenText } from '../../net/listen-address.ts';
import { loadWebConfig } from '../../web/http/live-config.ts';
import { requireShards, type ShardFlags } from '../input/asked-shards.ts';
import { readConfig } from '../input/read-config.ts';
import { aborted } from '../terminal/aborted.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { createLogSink, painted } from '../terminal/log-sink.ts';
import { tellWhatIsSeen } from '../terminal/what-is-seen.ts';
import { collectGarbage } from './collect-garbage.ts';

const DEFAULT_URL = 'http://localhost:14217'; // the default of web.external_url

interface RunFlags extends ShardFlags {
  readonly 'config.file': string;
  readonly 'web.listenAddress'?: readonly ListenAddress[];
  readonly 'web.config.file'?: string;
  readonly 'web.externalUrl'?: string;
  readonly 'web.enableLifecycle'?: boolean;
  readonly 'log.level'?: LogLevel;
  readonly 'log.format'?: LogFormat;
}

/** `floatwatch run`: runs the monitor until it is told to stop. */
export async function run(io: Io, flags: RunFlags): Promise<void> {
  const quit = new AbortController();
  const signal = AbortSignal.any([io.signal, quit.signal]); // taken before there is anything to stop
  const read = (how: { readonly again: boolean }): Config =>
    withFlags(readConfig(flags['config.file'], io, how), flags, io);
  const started = Promise.withResolvers<App>();
  started.promise.catch(() => {}); // reported below
  const reload = async (): Promise<void> => {
    const app = await started.promise; // a request during the start waits until it has started
    try {
      app.reload(read({ again: true }));
    } catch (error) {
      app.reloadFailed((error as Error).message);
      throw error;
    }
  };
  io.onHangUp(() => void reload().catch(() => {})); // the log says it
  // In its own function: this one waits until the end, and would keep the accounts of other shards in memory.
  const start = () => {
    const config = read({ again: false });
    const starting = setup(config, {
      writeLog: painted(io, createLogSink(io.stderr)),
      onProgress: (message) => io.stderr.write(`floatwatch: ${message}\n`),
      lifecycle: { reload, quit: () => quit.abort() },
      signal,
    });
    return { starting, web: config.web };
  };
  const { starting, web } = start();
  starting.then(started.resolve, started.reject);
  const app = await starting;
  // Frees what only the start needed, 20 MB with the young generation that grew for it. V8 would keep it until the heap has
  // grown.
  collectGarbage();
  const told = io.stderr.isTTY ? tellWhatIsSeen(app, pageOf(app, { web }), io) : undefined;
  try {
    await aborted(signal);
  } finally {
    told?.end();
    await app.stop();
  }
}

/** The address of the page for people: that of the file, unless the file has none and we listen elsewhere. */
export function pageOf(
  { addresses: [address] }: Pick<App, 'addresses'>,
  { web }: Pick<Config, 'web'>,
): string | undefined {
  const isElsewhere = !address?.endsWith(`:${new URL(DEFAULT_URL).port}`);
  if (web.external_url !== DEFAULT_URL || !isElsewhere) return web.external_url;
  return address && (web.config_file === null ? `http://${address}/` : address); // that file decides about TLS
}

/** Checks the file before anything is made, as the one of the configuration is checked. */
function requireUsable(webConfig: string | undefined): void {
  try {
    if (webConfig !== undefined) loadWebConfig(webConfig);
  } catch (cause) {
    throw new CommandError(`--web.config.file: ${(cause as Error).message}`, 2, { cause });
  }
}

/** Checks addresses as those of web.listen are checked. */
function requireApart(addresses: readonly ListenAddress[]): void {
  const [clash] = clashes(addresses);
  if (!clash) return;
  const [later, earlier] = [clash.later, clash.earlier].map((i) => listenText(addresses[i]!));
  const why = clash.same ? 'is given twice' : `overlaps ${earlier}, which it can't listen beside`;
  throw new CommandError(`--web.listen-address ${later} ${why}: keep one`, 2);
}

/** Applies flags and their environment variables, which win over the file. */
function withFlags(config: Config, flags: RunFlags, { stderr }: Io): Config {
  const { web, log } = config;
  const shards = requireShards(config, flags);
  requireUsable(flags['web.config.file']);
  requireApart(flags['web.listenAddress'] ?? []);
  return {
    ...config,
    shards,
    web: {
      ...web,
      listen: flags['web.listenAddress'] ? [...flags['web.listenAddress']] : web.listen,
      config_file: flags['web.config.file'] ?? web.config_file,
      external_url: flags['web.externalUrl'] ?? web.external_url,
      enable_lifecycle: flags['web.enableLifecycle'] ?? web.enable_lifecycle,
    },
    log: {
      level: flags['log.level'] ?? log.level,
      format: flags['log.format'] ?? log.format ?? (stderr.isTTY ? 'logfmt' : 'json'),
    },
  };
}
