// The composition root: everything is made here, in the order in which it stands, and undone in reverse.

import { secretsOf } from '../config/load.ts';
import type { Config } from '../config/resolve.ts';
import { createScrubber } from '../config/scrub.ts';
import type { Alert } from '../domain/alert.ts';
import type { Observation } from '../domain/observation.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { createAlertEvaluator } from '../monitor/alerts/alert-evaluator.ts';
import type { AlertChange } from '../monitor/alerts/alert-instance.ts';
import type { SelfReport } from '../monitor/alerts/builtin.ts';
import { windowBackfills } from '../monitor/alerts/window-backfill.ts';
import { type Board, createBoard } from '../monitor/board/board.ts';
import type { Clock } from '../monitor/clock.ts';
import type { RunwayAt } from '../monitor/forecast/runways.ts';
import type { Embedded } from '../store/embedded/embedded.ts';
import type { Connection } from '../store/postgres/connection.ts';
import { alertSettings, spoolReport } from './alert-settings.ts';
import { createLogEvents } from './log-events.ts';
import { createLogger } from './logger.ts';
import { createPaymentOptionPolling, type PaymentOptionPolling } from './payment-options.ts';
import { receiverNames } from './receivers.ts';
import { createReloadable, type Reloadable } from './reloadable.ts';
import { byName, polledOptions, type ScheduledAccount } from './sources.ts';
import { openStorage, type Storage } from './storage.ts';
import { revision, version } from './version.ts';
import { openWeb } from './web.ts';

const TICK_MS = 1_000;
const STALLED_MS = 30_000; // without a tick for so long, the process no longer does its work
const MEMORY_PATIENCE_MS = 5_000; // how long the first poll waits for the database to tell what was known

/** What a test, or a command, puts in place of the real thing or wants to hear. */
export interface AppOverrides {
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Where log lines go; default nowhere. */
  readonly writeLog?: (line: string) => void;
  /** Told what takes time or is unusual while starting, in sentences for people. */
  readonly onProgress?: (message: string) => void;
  /** The embedded Postgres of `data_dir`, when it was told to start before us; stopped with us. */
  readonly embedded?: Promise<Embedded>;
  /** What `POST /-/reload` and `POST /-/quit` do, where they are allowed. */
  readonly lifecycle?: { reload(): Promise<void>; quit(): void };
}

export interface App {
  /** Resolves when the page is up, whether or not Postgres is. Rejects with what can't work as configured. */
  start(): Promise<void>;
  /** Ends everything in order, within ten seconds. Resolves no alert. */
  stop(): Promise<void>;
  /** Goes on with another configuration. Throws, and changes nothing, when it can't be used. */
  reload(config: Config): void;
  /** To be told when a configuration couldn't even be read: the old one stays, and the metrics say so. */
  reloadFailed(reason: string): void;
  /** One poll now of each account, kept like any other. */
  pollNow(accounts: readonly string[]): Promise<readonly Observation[]>;
  /** `127.0.0.1:14217`, one for each `web.listen`. */
  readonly addresses: readonly string[];
  /** See `Database.psql`. */
  readonly psql: string | null;
  /** The database; migrated a little later than the page is up. */
  readonly connection: Connection;
  readonly board: Board;
  /** See `Keeping.doChores`: for history that was brought from elsewhere. */
  doChores(): Promise<void>;
  alerts(): readonly Alert[];
}

/** The monitor as configured, not started yet. Starts once. */
export function createApp(initial: Config, overrides: AppOverrides = {}): App {
  const { clock = systemClock, random = Math.random, onProgress = () => {}, embedded, lifecycle } = overrides;
  const scrub = createScrubber(secretsOf(initial));
  const log = createLogger({ ...initial.log, scrub, write: overrides.writeLog ?? (() => {}) });
  const tell = createLogEvents(log);
  const stack = new AsyncDisposableStack();

  let config = initial;
  let accounts = byName(config);
  let reloaded = { successful: true, succeededAt: clock.now() };
  const board = createBoard([...accounts.values()], clock);
  const runway: RunwayAt = (...asked) => keeping.runways.of(...asked);
  const watched = () => alertSettings(config, { accounts: [...accounts.values()], reports, runway });
  const watch = createAlertEvaluator(watched(), clock);
  let keeping: Storage;
  let options: PaymentOptionPolling;
  let metrics: Metrics;
  let work: Reloadable;
  let addresses: readonly string[] = [];

  return {
    start,
    stop: () => stack.disposeAsync(),
    reload,
    reloadFailed(reason) {
      reloaded = { ...reloaded, successful: false };
      log.error({ reason }, 'the configuration was not reloaded: the old one stays in force');
    },
    pollNow: (names) => work.pollNow(names),
    get addresses() {
      return addresses;
    },
    get psql() {
      return keeping.psql;
    },
    get connection() {
      return keeping.connection;
    },
    board,
    doChores: () => keeping.doChores(),
    alerts: () => watch.alerts(),
  };

  async function start(): Promise<void> {
    // The spool may drain before there are metrics to count it.
    const onDrained = (snapshots: number) => metrics?.instruments.drained(snapshots);
    keeping = stack.use(
      await openStorage(initial, {
        ...{ clock, random, accounts: () => accounts, onProgress, embedded, onDrained, log, tell },
      }),
    );
    options = createPaymentOptionPolling({
      accounts: polledOptions(accounts),
      ledger: keeping.optionLedger,
      clock,
      log,
      observe: (observation) => announce(watch.observeOptions(observation)),
    });
    metrics = createMetrics({
      board: () => board,
      optionBoard: () => options.board,
      clock,
      alerts: () => watch.alerts(),
      runway: keeping.runways.quantiles,
      build: { version, revision, nodeVersion: process.versions.node },
      receivers: receiverNames(config.alerts),
      clockSkew: () => work.clockSkew(),
      storeUp: keeping.up,
      spool: keeping.spool,
      reload: () => reloaded,
      onError: (family, error) =>
        log.error({ family, reason: (error as Error).message }, 'a metric could not be rendered'),
    });
    work = makeWork(config, accounts);
    stack.defer(() => work.stop());

    const server = await openWeb(initial, {
      clock,
      board,
      options: options.board,
      alerts: () => watch.alerts(),
      accounts: () => [...accounts.values()],
      keeping,
      operations: {
        scrape: metrics.scrape,
        healthy,
        ready,
        ...(lifecycle && initial.web.enable_lifecycle ? { lifecycle } : {}),
      },
      log,
    });
    stack.defer(() => server.close());
    addresses = server.addresses;

    await within(MEMORY_PATIENCE_MS, remember());
    stack.defer(startTicking());
    log.info({ version, addresses, accounts: accounts.size }, 'floatwatch is up');
  }

  /**
   * Goes on where the last process stopped: with what this machine remembers, and with what the database knows, as
   * soon as it answers.
   */
  async function remember(): Promise<void> {
    const names = [...accounts.keys()];
    const { states, complete } = await keeping.alerts.recall(names);
    announce(watch.resume(states, []));
    try {
      await keeping.migrated;
      const observations = await keeping.ledger.latest(names);
      for (const observation of observations) board.observe(observation);
      await lookBack(names);
      const known = complete ? [] : (await keeping.alerts.recall(names)).states;
      announce(watch.resume(known, observations, await options.resume()));
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'what was known before could not be read');
    }
    work.tell(watch.alerts());
  }

  /** Without it the rules that look back see only what comes, and hold until that is enough. */
  async function lookBack(names: readonly string[]): Promise<void> {
    try {
      for (const lookback of windowBackfills(config.alerts.rules, clock.now())) {
        watch.lookBack(lookback, await keeping.readPast(names, lookback));
      }
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'what rules look back on could not be read');
    }
  }

  function reload(next: Config): void {
    const nextAccounts = byName(next);
    const nextWork = makeWork(next, nextAccounts); // throws before anything has changed
    const lastWork = work;
    scrub.add(secretsOf(next));
    config = next;
    accounts = nextAccounts;
    work = nextWork;
    board.reconfigure([...accounts.values()]);
    options.board.reconfigure(polledOptions(accounts));
    announce(watch.reload(watched()));
    void lookBack([...accounts.keys()]);
    work.tell(watch.alerts()); // a receiver that is new has heard nothing yet
    reloaded = { successful: true, succeededAt: clock.now() };
    log.info({ accounts: accounts.size, rules: next.alerts.rules.length }, 'the configuration was reloaded');
    void lastWork.stop();
  }

  function makeWork(of: Config, names: ReadonlyMap<string, ScheduledAccount>): Reloadable {
    const parts = { clock, random, scrub, log, tell, board, keeping, options, metrics };
    return createReloadable(of, names, { ...parts, alerts: () => watch.alerts(), observe });
  }

  /** Every observation comes by here: our own and other replicas'. Board first, then alerts; nothing waits. */
  function observe(observation: Observation): void {
    board.observe(observation);
    announce(watch.observe(observation));
  }

  function announce(changes: readonly AlertChange[]): void {
    keeping.alerts.remember(watch.unsaved());
    for (const change of changes) tell.changed(change);
    if (changes.length > 0) work.tell(changes.map(({ alert }) => alert));
  }

  /** Ticks at the start of each second, where slots are. */
  function startTicking(): () => void {
    let timer: NodeJS.Timeout;
    const tick = () => {
      timer = setTimeout(tick, TICK_MS - (clock.now() % TICK_MS));
      void work.tick();
      announce(watch.tick());
      void keeping.alerts.flush();
      void options.flush();
    };
    tick();
    return () => clearTimeout(timer);
  }

  function reports(): readonly SelfReport[] {
    return [spoolReport(keeping.spool()), ...work.reports()];
  }

  function healthy() {
    const ok = clock.monotonic() - work.lastTick() < STALLED_MS;
    return { ok, text: ok ? 'floatwatch is healthy.' : 'The schedule has stalled.' };
  }

  /** Always, once we listen: without Postgres there is the spool, and Prometheus must see why. */
  function ready() {
    const trouble = keeping.trouble();
    return { ok: true, text: trouble ? `floatwatch is ready; spooling: ${trouble}` : 'floatwatch is ready.' };
  }
}

const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** Resolves when the promise does, or after so long: it goes on by itself then. */
async function within(ms: number, promise: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([promise, late.promise]);
  clearTimeout(timer);
}
