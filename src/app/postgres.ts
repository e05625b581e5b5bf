// Opens Postgres for the monitor: a connection pool for work and one for readers, and on them every adapter that satisfies
// a port of the monitor. `storage.ts` opens it, through `world.ts`.
import { hostname } from 'node:os';
import type { Config } from '../config/resolve/resolve.ts';
import type { Instant } from '../domain/observation.ts';
import type { OptionObservation } from '../domain/payment-option.ts';
import type { WalletId } from '../domain/wallet.ts';
import type { Outbox } from '../monitor/alerts/outbox.ts';
import type { AlertLog, ReadPast } from '../monitor/alerts/ports.ts';
import type { Clock } from '../monitor/clock.ts';
import type {
  LatestOptions,
  Ledger,
  OptionLedger,
  OutflowHistory,
  PlanLog,
  TopUpLog,
} from '../monitor/storage/ports.ts';
import { createAlertLog, type PostgresAlertLog } from '../store/alerts/alert-log.ts';
import {
  createForgottenReader,
  type ForgottenWallet,
  forgetWallet,
} from '../store/alerts/forgotten-wallets.ts';
import { createOutbox } from '../store/alerts/outbox.ts';
import type { Embedded } from '../store/embedded/embedded.ts';
import { createLedger, createPaymentOptionLedger, type PostgresLedger } from '../store/ledger/ledger.ts';
import {
  createMaintenance,
  type Maintenance,
  type MaintenanceEvents,
} from '../store/maintenance/maintenance.ts';
import { createPlanLog } from '../store/plans/plan-log.ts';
import { createTopUpLog } from '../store/plans/top-up-requests.ts';
import { measureClockSkew } from '../store/postgres/clock.ts';
import { type Connection, quoteSchema } from '../store/postgres/connection.ts';
import { createFailoverWatch } from '../store/postgres/failover.ts';
import { migrate } from '../store/postgres/migrate.ts';
import { createPool } from '../store/postgres/pool.ts';
import { createOutflowHistory } from '../store/queries/outflow.ts';
import { createQueries, type Queries } from '../store/queries/queries.ts';
import { readMissingWallets, readWalletNames, unnamedFor } from '../store/queries/unnamed-wallets.ts';
import { createReadPastValues } from '../store/queries/window-backfill.ts';
import { openDatabase } from './database.ts';
import type { MissingWallets } from './forget-after.ts';
import { together } from './together.ts';

const READERS = 4; // connections for pages and the API

/** The database as the monitor uses it. Every method rejects when it is away or slow. */
export interface Postgres extends AsyncDisposable {
  /** How others connect to the same database. */
  readonly connection: Connection;
  /** See `Database.psql`. */
  readonly psql: string | null;
  /** Brings the schema up to date, unless the signal breaks it off; returns the names of the applied migrations. */
  readonly migrate: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly ledger: PostgresLedger;
  readonly optionLedger: PostgresLedger<OptionObservation, LatestOptions>;
  readonly alertLog: PostgresAlertLog;
  /** Notifications that wait to be sent. */
  readonly outbox: Outbox;
  readonly outflow: OutflowHistory;
  readonly readPast: ReadPast;
  /** Top-ups that were requested. */
  readonly topUps: TopUpLog;
  /** The record of the plans. */
  readonly planLog: PlanLog;
  /** The name under which this process writes. */
  readonly replica: string;
  /** How many wallets of an account had no room, counted at each result that was stored without them. */
  leftOutWallets(account: string): number;
  /** See `createForgottenReader`. */
  readonly readForgotten: () => Promise<readonly ForgottenWallet[]>;
  /** What `forget_after` and `never-named.ts` need. */
  readonly missingWallets: MissingWallets;
  /** For the page and the API. */
  readonly queries: Queries;
  /** Partitions, retention, hourly and daily figures. */
  readonly maintenance: Maintenance;
  /** By how much our clock is ahead of the database's, in milliseconds. */
  readonly measureClockSkew: () => Promise<number>;
  /** Checks whether it is still the same server. Never rejects. */
  readonly checkFailover: () => Promise<void>;
  /** Calls the listener when the last stored results may be lost: a connection broke, or another server took over. */
  onDoubt(listener: () => void): void;
}

/** The part of Postgres that code outside the storage may use. */
export type AskedPostgres = Pick<
  Postgres,
  | ('connection' | 'psql' | 'queries' | 'alertLog' | 'outbox' | 'readForgotten' | 'missingWallets')
  | ('planLog' | 'replica' | 'leftOutWallets')
>;

export interface PostgresOptions {
  readonly config: Pick<Config, 'database' | 'data_dir' | 'retention' | 'demo'>;
  readonly clock: Clock;
  readonly timezone: (account: string) => string | undefined;
  /** When a result of this slot becomes stale. */
  readonly staleAt: (account: string, slot: Instant) => Instant;
  /** See `LedgerOptions.expects`. */
  readonly expects: (account: string, wallet: WalletId) => boolean;
  /** The same for payment options. */
  readonly optionsStaleAt: (account: string, slot: Instant) => Instant;
  /** The embedded server, when somebody has begun to start it. */
  readonly embedded: Promise<Embedded> | undefined;
  /** Receives messages about slow steps while an embedded server starts. */
  readonly onProgress: (message: string) => void;
  readonly events: PostgresEvents;
}

export interface PostgresEvents extends MaintenanceEvents {
  connectionBroke(error: Error): void;
  /** Postgres refuses the queries of pages and the API, and will until somebody changes something. */
  readRefused(reason: string): void;
  failedOver(): void;
  /** Our clock is ahead of the database's. */
  clockAhead(byMs: number): void;
  /** See `LedgerOptions.onLeftOut`. */
  walletsLeftOut(account: string, count: number): void;
}

/** Connects at the first query. Rejects when the embedded server can't be started. */
export async function openPostgres(options: PostgresOptions): Promise<Postgres> {
  const { clock, timezone, staleAt, expects, optionsStaleAt, events } = options;
  const { database, retention, demo } = options.config; // the whole configuration, with every account, isn't kept
  await using stack = new AsyncDisposableStack();
  const opening = openDatabase(options.config, options.onProgress, options.embedded);
  const { connection, psql } = stack.use(await opening);
  const doubters = new Set<() => void>();
  const doubt = () => {
    for (const listener of doubters) listener();
  };
  const onIdleError = (error: Error) => {
    events.connectionBroke(error);
    doubt();
  };
  const pool = createPool({ ...connection, onIdleError });
  // Readers have connections of their own: claims and results don't wait for them, however many people look at pages.
  const told = { onIdleError: events.connectionBroke, onRefused: events.readRefused };
  const readers = createPool({ ...connection, max: READERS, ...told });
  // Closes both at once: when Postgres doesn't answer, each takes its time.
  stack.defer(together(...[pool, readers].map((each) => () => each[Symbol.asyncDispose]())));
  const { engine } = database;
  const schema = quoteSchema(database.schema);
  const { snapshots: snapshotsMs, polls: pollsMs, hourly: hourlyMs } = retention;
  const replica = `${hostname()}:${process.pid}`;
  const onDoubt = (listener: () => void) => void doubters.add(listener);
  const shared = { pool, schema, clock, replica, timezone, onDoubt };
  const leftOut = new Map<string, number>();
  const closing = stack.move();
  return {
    connection,
    psql,
    migrate: (signal) => migrate({ ...connection, engine, demo, signal }),
    ledger: createLedger({
      ...shared,
      ...{ staleAt, expects },
      onClockAhead: events.clockAhead,
      onLeftOut(account, count) {
        leftOut.set(account, (leftOut.get(account) ?? 0) + count);
        events.walletsLeftOut(account, count);
      },
    }) satisfies Ledger,
    optionLedger: createPaymentOptionLedger({ ...shared, staleAt: optionsStaleAt }) satisfies OptionLedger,
    alertLog: createAlertLog({ pool, readers, schema, timezone, onDoubt }) satisfies AlertLog,
    outbox: createOutbox({ pool, schema }) satisfies Outbox,
    outflow: createOutflowHistory({ pool, schema }) satisfies OutflowHistory,
    readPast: createReadPastValues(pool, schema) satisfies ReadPast,
    topUps: createTopUpLog(pool, schema) satisfies TopUpLog,
    planLog: createPlanLog({ db: pool, schema, replica }) satisfies PlanLog,
    replica,
    leftOutWallets: (account) => leftOut.get(account) ?? 0,
    readForgotten: createForgottenReader(pool, schema),
    missingWallets: {
      read: (accounts) => readMissingWallets(pool, schema, accounts),
      unnamedFor: (of) => unnamedFor(pool, schema, of),
      names: (account) => readWalletNames(pool, schema, account),
      forget: (wallet, by, reason) => forgetWallet(pool, schema, { ...wallet, by, reason, once: true }),
    },
    queries: createQueries({ pool: readers, schema, clock }),
    maintenance: createMaintenance({ ...shared, retention: { snapshotsMs, pollsMs, hourlyMs }, events }),
    measureClockSkew: () => measureClockSkew(pool, clock),
    checkFailover: createFailoverWatch(pool, () => {
      events.failedOver();
      doubt();
    }),
    onDoubt,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}
