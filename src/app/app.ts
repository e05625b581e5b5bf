// Builds the program: `setup` makes each part once, in the order of the code, and disposes of the parts in reverse order.
import { secretsOf } from '../config/load.ts';
import type { Config } from '../config/resolve/resolve.ts';
import { createScrubber } from '../config/scrub.ts';
import type { Alert } from '../domain/alert.ts';
import type { Observation } from '../domain/observation.ts';
import { createInstruments } from '../metrics/instruments.ts';
import { createAlertEvaluator } from '../monitor/alerts/alert-evaluator.ts';
import { type Board, createBoard } from '../monitor/board/board.ts';
import type { Embedded } from '../store/embedded/embedded.ts';
import type { Connection } from '../store/postgres/connection.ts';
import { createEndAbandoned } from './alerts/abandoned.ts';
import { alertSettings, createAlerting } from './alerts/alerting.ts';
import { receiverFactory } from './alerts/receiver-factory.ts';
import { every } from './every.ts';
import { startForgetting } from './forgetting.ts';
import { createForgotten } from './forgotten.ts';
import { inForce } from './in-force.ts';
import { createLogEvents } from './log/log-events.ts';
import { createLogger } from './log/logger.ts';
import { exposeMetrics } from './metrics.ts';
import { createOtlp } from './otlp.ts';
import { createPaymentOptionPolling } from './payment-options.ts';
import { createPlanning } from './planning.ts';
import { pollingFactory } from './polling.ts';
import { recall } from './recall.ts';
import { createReload } from './reload.ts';
import { logWatched, readConfiguredShard } from './shard.ts';
import { shardsOf } from './shard-of.ts';
import { openStorage } from './storage/storage.ts';
import { createTicks } from './ticks.ts';
import { together } from './together.ts';
import { version } from './version.ts';
import { openWeb } from './web.ts';
import { within } from './within.ts';
import { REAL_WORLD, type World } from './world.ts';

const ABANDONED_MS = 600_000; // between looks for alerts that nobody asks for any more
const SILENCES_MS = 30_000; // between looks at who has silenced what
const RECALL_PATIENCE_MS = 5_000; // how long the page and the polls wait for the database to tell the earlier state

/** Replacements for parts of the real world, and listeners: for tests and commands. */
export interface SetupOptions {
  /** @default the real ones */
  readonly world?: Partial<World>;
  /** Where log lines go. @default nowhere */
  readonly writeLog?: (line: string) => void;
  /** Receives sentences for people about slow or unusual steps of the start. @default nobody */
  readonly onProgress?: (message: string) => void;
  /** The embedded Postgres of `data_dir`, when somebody has begun to start it already; the app stops it. */
  readonly embedded?: Promise<Embedded>;
  /** What `POST /-/reload` and `POST /-/quit` do, where they are allowed. */
  readonly lifecycle?: { reload(): Promise<void>; quit(): void };
  /** Aborted when the program must stop, perhaps during its start: then it polls nothing, and skips waits that may take long. */
  readonly signal?: AbortSignal;
  /** Returns a line for the top of a page, and is called for every page. @default none */
  readonly notice?: () => string;
}

/** The running monitor. */
export interface App {
  /** Stops everything in order, within ten seconds. Resolves no alert. */
  stop(): Promise<void>;
  /** Puts another configuration in force. Throws, and changes nothing, when it can't be used. */
  reload(config: Config): void;
  /** Call it when a new configuration couldn't even be read: the old one stays in force, and the metrics say so. */
  reloadFailed(reason: string): void;
  /** Polls each of these accounts once now, and keeps the results like any others. */
  pollNow(accounts: readonly string[]): Promise<readonly Observation[]>;
  /** Such as `127.0.0.1:14217`; one for each `web.listen`. */
  readonly addresses: readonly string[];
  /** See `Database.psql`. */
  readonly psql: string | null;
  /** The address of the database, for other connections. The migrations may end a little after the page is up. */
  readonly connection: Connection;
  readonly board: Board;
  /** See `Storage.maintain`: for history that was imported. */
  maintain(): Promise<void>;
  alerts(): readonly Alert[];
}

/**
 * Starts the monitor as configured. Resolves when the page is up, whether or not Postgres is; rejects when something can't
 * work as configured.
 */
export async function setup(config: Config, options: SetupOptions = {}): Promise<App> {
  const { onProgress = () => {}, embedded, lifecycle, notice, signal, writeLog } = options;
  const world = { ...REAL_WORLD, ...options.world };
  const { clock, after } = world;
  await using stack = new AsyncDisposableStack();

  const configured = inForce(readConfiguredShard(config));
  const scrub = createScrubber(secretsOf(configured().config)); // secrets of other shards' accounts are never sent
  const log = createLogger({ ...config.log, scrub, write: writeLog });
  const logEvents = createLogEvents(log);
  const instruments = createInstruments({ measureProcess: world.measureProcess });
  const reloads = inForce({ successful: true, succeededAt: clock.now() });
  const common = { world, clock, log, logEvents, configured, forgotten: createForgotten(configured, clock) };

  const { drained: onDrained } = instruments;
  const storage = stack.use(await openStorage(config, { ...common, onProgress, embedded, onDrained }));
  const board = createBoard([...configured().accounts.values()], clock, (name) => polling().restsUntil(name));
  const { planner } = stack.use(createPlanning({ ...common, board, storage }));
  const about = { runway: storage.runways.of, hostname: world.hostname, planner };
  const evaluator = createAlertEvaluator(alertSettings(configured(), about), clock);
  const { alerts, told, ignoredWallets } = evaluator;

  const receiversOf = receiverFactory({ ...common, scrub, instruments, storage, alerts: told });
  const receivers = inForce(receiversOf(configured()));
  stack.defer(together(() => receivers().stop(), storage.settle)); // each may hang for three seconds
  const alerting = createAlerting({ ...common, storage, evaluator, receivers, planner });

  const otlp = stack.use(createOtlp({ ...common, scrub, metrics: () => metrics }));
  const paymentOptions = createPaymentOptionPolling({
    ...common,
    ...{ ledger: storage.optionLedger, results: storage.results, observe: alerting.observeOptions },
    restsUntil: (name) => polling().optionsRestUntil(name),
  });
  const shown = { ...common, storage, board, planner, optionBoard: paymentOptions.board, evaluator };
  const shards = shardsOf(config);
  const exposed = { ...shown, shards, instruments, reloads, receivers, ignoredWallets, pushes: otlp.state };
  const metrics = exposeMetrics({ ...exposed, externalUrl: config.web.external_url });

  const pollingOf = pollingFactory({ ...common, scrub, storage, board, paymentOptions, metrics, alerting });
  const polling = inForce(pollingOf(configured()));
  stack.defer(() => polling().stop());

  const known = { ...common, after, storage, board, planner, evaluator, alerting, paymentOptions, otlp };
  const stopping = new AbortController();
  stack.defer(() => stopping.abort());
  const ticks = createTicks({ ...known, polling, signal: stopping.signal });
  const recalled = recall(known, stopping.signal);
  await within(RECALL_PATIENCE_MS, recalled, { after, signal });
  otlp.prepare(configured())(); // together with the page, not before: it would tell Prometheus that nothing fires
  const server = await openWeb(config, { ...shown, metrics, polling, receivers, lifecycle, notice });
  stack.defer(together(server.close, () => polling().stop())); // they may hang here too
  if (!signal?.aborted) ticks.start();
  stack.defer(ticks.end);
  void receivers().readSilences();
  stack.defer(every(after, SILENCES_MS, () => void receivers().readSilences()));
  stack.defer(startForgetting({ ...known, alerts: told, recalled }));
  stack.defer(every(after, ABANDONED_MS, createEndAbandoned({ ...known, alerts: told, recalled })));
  logWatched(log, configured(), { version, addresses: server.addresses }, 'floatwatch is up');

  const reloading = { scrub, signal: stopping.signal, receivers, receiversOf, polling, pollingOf };
  const reload = createReload({ ...known, ...reloading, recalled });
  const running = stack.move();
  return {
    stop() {
      stopping.abort(); // before anything ends, so that no reload begins it again
      return running.disposeAsync();
    },
    reload(next) {
      reload(next);
      ticks.start();
      reloads.replace({ successful: true, succeededAt: clock.now() });
      logWatched(log, configured(), { rules: next.alerts.rules.length }, 'the configuration was reloaded');
    },
    reloadFailed(reason) {
      reloads.replace({ ...reloads(), successful: false });
      log.error({ reason }, 'the configuration was not reloaded: the old one stays in force');
    },
    pollNow: (accounts) => polling().pollNow(accounts),
    addresses: server.addresses,
    psql: storage.postgres.psql,
    connection: storage.postgres.connection,
    board,
    maintain: storage.maintain,
    alerts,
  };
}
