// Keeps results: in Postgres, and on this machine's disk until Postgres takes them.
import type { Config } from '../../config/resolve/resolve.ts';
import { type AlertMemory, createAlertMemory } from '../../monitor/alerts/alert-memory.ts';
import type { KeyValueStore, ReadPast } from '../../monitor/alerts/ports.ts';
import { isExpected } from '../../monitor/board/board-entry.ts';
import { staleFrom } from '../../monitor/board/staleness.ts';
import { requestedSince } from '../../monitor/forecast/plans.ts';
import { createRequests, type Requests } from '../../monitor/forecast/requests.ts';
import { createRunways, type Runways } from '../../monitor/forecast/runways.ts';
import type { Ledger, NewTopUpRequest, OptionLedger, ResultStore } from '../../monitor/storage/ports.ts';
import type { Embedded } from '../../store/embedded/embedded.ts';
import type { TaskStatus } from '../../store/maintenance/maintenance.ts';
import type { SpoolStats } from '../../store/spool/spool.ts';
import { createResultWriter, type ResultWriterEvents } from '../../store/writer/result-writer.ts';
import { createBatchWriter, FUTURE_REASON } from '../../store/writer/write-batch.ts';
import { type Configured, forecastAccounts } from '../configured.ts';
import { refuseDemoFolder } from '../demo/demo-folder.ts';
import { every } from '../every.ts';
import type { LogEvents } from '../log/log-events.ts';
import type { Logger } from '../log/logger.ts';
import { slotOf } from '../log/poll-log.ts';
import type { AskedPostgres, Postgres, PostgresEvents } from '../postgres.ts';
import type { World } from '../world.ts';
import type { DatabaseClock } from './database-clock.ts';
import { lastKnown } from './last-known.ts';
import { migrateEventually, whenMigrated } from './migration-loop.ts';
import { openSpool } from './open-spool.ts';
import { watchDatabaseClock } from './put-back.ts';
import { settling } from './settling.ts';
import { withSpooled } from './spooled-past.ts';

const MAINTENANCE_MS = 60_000;

export interface Storage extends AsyncDisposable {
  /** The address, the queries and the outbox of Postgres. The other parts stand below, closed until the schema is migrated. */
  readonly postgres: AskedPostgres;
  /** Resolves when the database has our schema; otherwise never. */
  readonly migrated: Promise<void>;
  readonly ledger: Ledger;
  readonly optionLedger: OptionLedger;
  readonly results: ResultStore;
  /** The past in Postgres, and the results that wait on this machine for Postgres. */
  readonly readPast: ReadPast;
  /** The states of alerts, kept over restarts and shared among replicas. */
  readonly alertMemory: AlertMemory;
  /** The runways of wallets, from the past that the database knows. */
  readonly runways: Runways;
  /** Top-ups that were requested. */
  readonly requests: Requests;
  /** Stores a requested top-up, and takes it into account. Rejects when Postgres is away or slow. */
  addRequest(request: NewTopUpRequest): Promise<void>;
  /** Small things on this machine's disk. */
  readonly keyValues: KeyValueStore;
  /** Writes all it holds to Postgres, or to the disk, within three seconds, and nothing afterwards. Disposal does the same. */
  settle(): Promise<void>;
  /** Does at once what otherwise happens every minute: partitions, retention, hourly and daily figures, runways. */
  maintain(): Promise<void>;
  /** Whether Postgres takes results; between two writes, perhaps a day apart, whether it answers the look of each minute. */
  up(): boolean;
  /** What is wrong with the storage, in words; `null` when all is well. */
  trouble(): string | null;
  spoolStats(): SpoolStats;
  /** The state of each maintenance task; `null` while the database doesn't tell. */
  maintenanceStatus(): readonly TaskStatus[] | null;
  /** By how much our clock is ahead of the database's, in milliseconds; `null` while that can't be measured. */
  databaseClockSkewMs(): number | null;
}

export interface StorageOptions {
  readonly world: World;
  /** The configuration in force. */
  readonly configured: () => Configured;
  readonly log: Logger;
  readonly logEvents: LogEvents;
  readonly onProgress: (message: string) => void;
  /** See `SetupOptions.embedded`. */
  readonly embedded: Promise<Embedded> | undefined;
  /** Called with the number of snapshots that Postgres has taken from the spool. */
  readonly onDrained: (snapshots: number) => void;
}

/** Opens the spool and the database. Rejects when another process has the spool, or the embedded Postgres can't start. */
export async function openStorage(config: Config, options: StorageOptions): Promise<Storage> {
  const { world, configured, log } = options;
  const { clock } = world;
  await using stack = new AsyncDisposableStack();
  refuseDemoFolder(config);
  const spool = stack.use(openSpool(config.data_dir, options));
  const closed = new AbortController();
  const postgres = stack.use(await openConfiguredPostgres(config, closed.signal, options));
  stack.defer(() => closed.abort());
  const migration = migrateEventually({
    migrate: postgres.migrate,
    after: world.after,
    signal: closed.signal,
    applied: (names) => names.length > 0 && log.info({ names }, 'the database was migrated'),
    failed: (error) => log.warn({ reason: error.message }, 'the database is not ready'),
  });
  const ledger = whenMigrated(postgres.ledger, migration);
  const runways = createRunways({
    history: postgres.outflow,
    clock,
    signal: closed.signal,
    onFailure(error) {
      if (closed.signal.aborted) return; // the pool was closed under it
      log.warn({ reason: (error as Error).message }, 'how long money lasts is not brought up to date');
    },
  });
  const requests = requestsFrom(postgres, closed.signal, options);
  const optionLedger = whenMigrated(postgres.optionLedger, migration);
  const writer = createBatchWriter({
    balances: postgres.ledger,
    options: postgres.optionLedger,
    notReady: migration.notReady,
  });
  const onDone = () => results.suspect();
  const databaseClock = watchDatabaseClock({ postgres, spool, world, log, onDone, signal: closed.signal });
  const results = createResultWriter({ writer, spool, ...resultWriterOptions(options, databaseClock) });
  postgres.onDoubt(results.suspect);
  const maintain = async () => {
    await requests.refresh(); // before any plan is made: a plan would ask again for top-ups that were requested
    await postgres.maintenance.run(); // it makes the figures that runways are computed from
    await runways.refresh(forecastAccounts(configured()));
  };
  const maintainAndCheck = () =>
    void Promise.all([databaseClock.look(), postgres.checkFailover()]).then(maintain);
  void migration.ready.then(maintainAndCheck);
  stack.defer(every(world.after, MAINTENANCE_MS, () => migration.done() && maintainAndCheck()));
  const alertMemory = createAlertMemory({
    log: postgres.alertLog,
    shelf: spool,
    clock,
    onFailure: (what, error) =>
      log.debug(
        { what, reason: (error as Error).message },
        'states of alerts are kept on this machine for now',
      ),
  });
  const settle = settling(results, alertMemory, world.after);
  stack.defer(settle);

  const closing = stack.move();
  return {
    postgres,
    migrated: migration.ready,
    ledger,
    optionLedger,
    results: results satisfies ResultStore,
    readPast: withSpooled(postgres.readPast, spool, world.after),
    alertMemory,
    runways,
    requests,
    async addRequest(request) {
      await postgres.topUps.add(request);
      await requests.refresh();
    },
    keyValues: spool satisfies KeyValueStore,
    settle,
    maintain,
    up: () => migration.done() && results.state().up && databaseClock.silence(results.takenAt()) === null,
    trouble: () => migration.reason() ?? results.state().reason ?? databaseClock.silence(results.takenAt()),
    spoolStats: lastKnown(() => spool.stats()),
    maintenanceStatus: postgres.maintenance.status,
    databaseClockSkewMs: databaseClock.skewMs,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

function requestsFrom({ topUps }: Postgres, closed: AbortSignal, { world, configured, log }: StorageOptions) {
  return createRequests({
    log: topUps,
    clock: world.clock,
    since: (now) =>
      requestedSince(
        [...configured().accounts.values()].map(({ topUp }) => topUp),
        now,
      ),
    onFailure(error) {
      if (closed.aborted) return; // the pool was closed under it
      log.warn({ reason: (error as Error).message }, 'which top-ups were asked for could not be read');
    },
  });
}

async function openConfiguredPostgres(
  config: Config,
  closed: AbortSignal,
  { world, configured, log, logEvents, onProgress, embedded }: StorageOptions,
): Promise<Postgres> {
  const events: PostgresEvents = {
    connectionBroke: (error) => log.warn({ reason: error.message }, 'a database connection broke'),
    readRefused: logEvents.readRefused,
    failedOver: () => log.warn('Postgres failed over: what was stored last is looked after'),
    clockAhead: (byMs) => log.warn({ by_ms: byMs }, "our clock is ahead of the database's"),
    walletsLeftOut: logEvents.walletsLeftOut,
    dropped: (partitions) =>
      log.info({ partitions }, 'history that is older than retention says was dropped'),
    lost: (polls) => log.warn({ polls }, 'polls whose process died are lost'),
    failed(task, error) {
      if (closed.aborted) return; // the pool was closed under it
      log.warn({ task, reason: (error as Error).message }, 'maintenance was not done');
    },
  };
  const account = (name: string) => configured().accounts.get(name);
  return await world.openPostgres({
    config,
    clock: world.clock,
    timezone: (name) => account(name)?.config.timezone,
    // A reload may remove an account while its last result is on its way: that result is stale at once.
    staleAt(name, slot) {
      const known = account(name);
      return known ? staleFrom(known, slot) : slot;
    },
    expects(name, wallet) {
      const known = account(name);
      return known !== undefined && isExpected(known, wallet);
    },
    optionsStaleAt(name, slot) {
      const options = account(name)?.options;
      return options ? staleFrom(options, slot) : slot;
    },
    embedded,
    onProgress,
    events,
  });
}

function resultWriterOptions(
  { world, log, logEvents, onDrained }: StorageOptions,
  databaseClock: DatabaseClock,
) {
  const { clock, random, after } = world;
  const events: ResultWriterEvents = {
    changed: logEvents.storeChanged,
    drained: onDrained,
    quarantined(result, reason) {
      log.error({ ...slotOf(result), reason }, 'a result was set aside: Postgres does not take it');
      if (reason === FUTURE_REASON) databaseClock.refused();
    },
    dropped: (result, reason) =>
      log.error({ ...slotOf(result), reason }, 'a result is lost: neither Postgres nor the disk took it'),
    spoolFailed: (error) => log.error({ reason: (error as Error).message }, 'the spool failed'),
  };
  return { clock, random, after, events };
}
