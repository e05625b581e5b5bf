// Where results are kept: the database, the spool before it, and the ledger and history over both.
import { hostname } from 'node:os';
import type { Config } from '../config/resolve.ts';
import { type AlertMemory, createAlertMemory } from '../monitor/alerts/alert-memory.ts';
import type { Outbox } from '../monitor/alerts/outbox.ts';
import type { KeyValueStore, ReadPast } from '../monitor/alerts/ports.ts';
import { pastValues } from '../monitor/alerts/window-backfill.ts';
import { staleFrom } from '../monitor/board/board.ts';
import type { Clock } from '../monitor/clock.ts';
import { createRunways, type Runways } from '../monitor/forecast/runways.ts';
import type { Ledger, OptionLedger, ResultStore } from '../monitor/storage/ports.ts';
import { createAlertLog } from '../store/alerts/alert-log.ts';
import { createOutbox } from '../store/alerts/outbox.ts';
import type { Embedded } from '../store/embedded/embedded.ts';
import { createLedger } from '../store/ledger/ledger.ts';
import { createOptionLedger } from '../store/ledger/payment-option-ledger.ts';
import { createMaintenance } from '../store/maintenance/maintenance.ts';
import { type Connection, quoteSchema, type Schema } from '../store/postgres/connection.ts';
import { createFailoverWatch } from '../store/postgres/failover.ts';
import { createPool, type Pool } from '../store/postgres/pool.ts';
import { createOutflowHistory } from '../store/queries/outflow.ts';
import { createReadPastValues } from '../store/queries/window-backfill.ts';
import { openSpool, type SpoolStats } from '../store/spool/spool.ts';
import { createResultWriter } from '../store/writer/result-writer.ts';
import { migrateEventually, openDatabase } from './database.ts';
import type { LogEvents } from './log-events.ts';
import type { Logger } from './logger.ts';
import type { ScheduledAccount } from './sources.ts';

const CHORES_EVERY_MS = 60_000;
const MAX_WAITING = 10_000; // polls of the spool that are looked through for what rules look back on
const STOP_WRITES_MS = 3_000; // of the ten seconds in which we stop

export interface Storage extends AsyncDisposable {
  readonly ledger: Ledger;
  readonly history: ResultStore;
  readonly optionLedger: OptionLedger;
  /** The past in Postgres, and what waits on this machine to get there. */
  readonly readPast: ReadPast;
  /** States of alerts, over restarts and among replicas. */
  readonly alerts: AlertMemory;
  /** How long wallets' money lasts, by what the database knows of the past. */
  readonly runways: Runways;
  /** Does at once what is else done every minute: partitions, retention, figures of hours and days, runways. */
  readonly doChores: () => Promise<void>;
  /** Notifications that wait, in Postgres. */
  readonly outbox: Outbox;
  /** Small things on this machine's disk. */
  readonly shelf: KeyValueStore;
  readonly pool: Pool;
  /** Of our tables, for statements over the pool. */
  readonly schema: Schema;
  /** For connections of others. */
  readonly connection: Connection;
  /** See `Database.psql`. */
  readonly psql: string | null;
  /** Resolves when the database has our schema; never, if it never has. */
  readonly migrated: Promise<void>;
  /** Whether Postgres takes results. */
  up(): boolean;
  /** What is wrong with it, in words; `null` when all is well. */
  trouble(): string | null;
  spool(): SpoolStats;
}

export interface StorageOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** Those configured now, by name: a reload may change them. */
  readonly accounts: () => ReadonlyMap<string, ScheduledAccount>;
  readonly onProgress: (message: string) => void;
  /** See `Overrides.embedded`. */
  readonly embedded: Promise<Embedded> | undefined;
  /** Told how many snapshots Postgres has taken from the spool. */
  readonly onDrained: (snapshots: number) => void;
  readonly log: Logger;
  readonly tell: LogEvents;
}

/** Opens spool and database. Rejects when the spool is another process' or the embedded Postgres can't start. */
export async function openStorage(config: Config, options: StorageOptions): Promise<Storage> {
  const { clock, random, accounts, onProgress, onDrained, log, tell } = options;
  const account = (name: string) => accounts().get(name);
  const schema = quoteSchema(config.database.schema);
  await using stack = new AsyncDisposableStack();
  const spool = stack.use(
    openSpool(config.data_dir, {
      now: () => clock.now(),
      onTrouble: (trouble) => log.error(trouble, 'the spool is in trouble'),
    }),
  );
  const database = stack.use(await openDatabase(config, onProgress, options.embedded));
  const pool = stack.use(
    createPool({
      ...database.connection,
      onIdleError(error) {
        log.warn({ reason: error.message }, 'a database connection broke');
        history.suspect();
      },
    }),
  );
  const closed = new AbortController();
  stack.defer(() => closed.abort());
  const migration = migrateEventually(
    { ...database.connection, engine: config.database.engine },
    {
      signal: closed.signal,
      applied: (names) => names.length > 0 && log.info({ names }, 'the database was migrated'),
      failed: (error) => log.warn({ reason: error.message }, 'the database is not ready'),
    },
  );
  const replica = `${hostname()}:${process.pid}`;
  const notYet = () => (migration.done() ? null : (migration.reason() ?? 'the database is not migrated yet'));
  const shared = {
    pool,
    schema,
    replica,
    clock,
    timezone: (name: string) => account(name)?.config.timezone ?? 'UTC',
  };
  const ledger = whenMigrated(
    createLedger({
      ...shared,
      // What a reload has configured away while its last result was on its way is stale at once.
      staleAt(name, slot) {
        const known = account(name);
        return known ? staleFrom(known, slot) : slot;
      },
      onClockAhead: (byMs) => log.warn({ by_ms: byMs }, "our clock is ahead of the database's"),
    }),
    notYet,
  );
  const optionLedger = whenMigrated(
    createOptionLedger({
      ...shared,
      staleAt(name, slot) {
        const options = account(name)?.options;
        return options ? staleFrom(options, slot) : slot;
      },
    }),
    notYet,
  );
  const chores = createMaintenance({
    pool,
    schema,
    replica,
    clock,
    retention: {
      snapshotsMs: config.retention.snapshots,
      pollsMs: config.retention.polls,
      hourlyMs: config.retention.hourly,
    },
    events: {
      dropped: (partitions) =>
        log.info({ partitions }, 'history that is older than retention says was dropped'),
      lost: (polls) => log.warn({ polls }, 'polls whose process died are lost'),
      failed(chore, error) {
        if (closed.signal.aborted) return; // the pool was closed under it
        log.warn({ chore, reason: (error as Error).message }, 'a chore was not done');
      },
    },
  });
  const runways = createRunways({
    history: createOutflowHistory({ pool, schema }),
    clock,
    signal: closed.signal,
    onFailure(error) {
      if (closed.signal.aborted) return; // the pool was closed under it
      log.warn({ reason: (error as Error).message }, 'how long money lasts is not brought up to date');
    },
  });
  const work = async () => {
    await chores(); // they make the figures of which runways are made
    await runways.refresh([...accounts().keys()]);
  };
  const workDue = setInterval(() => {
    if (migration.done()) void work();
  }, CHORES_EVERY_MS);
  stack.defer(() => clearInterval(workDue));
  void migration.ready.then(work);
  const history = createResultWriter({
    writer: ledger,
    spool,
    clock,
    random,
    events: {
      changed: tell.storeChanged,
      wrote: ({ kind, snapshots }) => kind === 'drained' && onDrained(snapshots),
      quarantined: ({ account, slot }, reason) =>
        log.error({ account, slot, reason }, 'a result was set aside: Postgres will never take it'),
      dropped: ({ account, slot }, reason) =>
        log.error({ account, slot, reason }, 'a result is lost: neither Postgres nor the disk took it'),
      spoolFailed: (error) => log.error({ reason: (error as Error).message }, 'the spool failed'),
    },
  });
  stack.defer(() => history.stop(STOP_WRITES_MS));
  const lookForFailover = createFailoverWatch(pool, () => {
    log.warn('Postgres failed over: what was stored last is looked after');
    history.suspect();
  });
  const failoverDue = setInterval(() => void lookForFailover(), CHORES_EVERY_MS);
  stack.defer(() => clearInterval(failoverDue));
  void migration.ready.then(lookForFailover);

  const readPast = createReadPastValues(pool, schema);
  const timezone = (name: string) => account(name)?.config.timezone ?? 'UTC';
  const alerts = createAlertMemory({
    log: createAlertLog({ pool, schema, timezone }),
    shelf: spool,
    clock,
    onFailure: (what, error) =>
      log.debug(
        { what, reason: (error as Error).message },
        'states of alerts are kept on this machine for now',
      ),
  });
  stack.defer(() => alerts.flush());

  const held = stack.move();
  return {
    ledger,
    history,
    optionLedger,
    async readPast(accounts, lookback) {
      const waiting = pastValues(
        spool.oldest(MAX_WAITING).map(({ observation }) => observation),
        lookback,
      );
      return [...(await readPast(accounts, lookback)), ...waiting];
    },
    alerts,
    runways,
    doChores: work,
    outbox: createOutbox({ pool, schema }),
    shelf: spool,
    pool,
    schema,
    connection: database.connection,
    psql: database.psql,
    migrated: migration.ready,
    up: () => migration.done() && history.state().up,
    trouble: () => migration.reason() ?? history.state().reason,
    spool: () => spool.stats(),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** A ledger, closed until its tables exist; what would be written until then goes to the spool, or waits. */
function whenMigrated<L extends object>(ledger: L, reason: () => string | null): L {
  type Method = (...args: unknown[]) => Promise<unknown>;
  const guarded = (Object.entries(ledger) as [string, Method][]).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      const why = reason();
      if (why !== null) throw new Error(why);
      return await method(...args);
    },
  ]);
  return Object.fromEntries(guarded) as L;
}
