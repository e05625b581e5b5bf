// The outside world of the monitor: time, chance, the network, a database and a disk. A test passes replacements, and runs
// the whole monitor in a simulated world.
import { hostname } from 'node:os';
import type { Registry } from 'prom-client';
import { registerProcessMetrics } from '../metrics/process.ts';
import type { Clock } from '../monitor/clock.ts';
import { createPoster, type Poster, type PosterOptions } from '../receivers/delivery/post.ts';
import { openSpool, type Spool, type SpoolOptions } from '../store/spool/spool.ts';
import { type After, later } from '../store/writer/timer.ts';
import { createUpstreamConnection, type OpenConnection } from '../upstream/http/connection.ts';
import { createWebServer, type WebServer, type WebServerOptions } from '../web/server.ts';
import { openPostgres, type Postgres, type PostgresOptions } from './postgres.ts';

export interface World {
  /** @default the machine's clocks */
  readonly clock: Clock;
  /** From 0 to 1. @default Math.random */
  readonly random: () => number;
  /** Runs something later; returns a function that cancels it. @default setTimeout */
  readonly after: After;
  /** The name of this machine, in alerts about this process. @default os.hostname() */
  readonly hostname: string;
  readonly network: Network;
  /** Registers what is measured of this process: its memory, its event loop, its files. @default the process's own */
  readonly measureProcess: (registry: Registry) => void;
  /** Rejects only when it can't work as configured: Postgres may be away for now. @default the configured one, or embedded */
  readonly openPostgres: (options: PostgresOptions) => Promise<Postgres>;
  /** Throws when another process has the folder. @default SQLite in `data_dir` */
  readonly openSpool: (folder: string, options: SpoolOptions) => Spool;
  /** Listens for readers of the page, the API and the metrics. @default HTTP on `web.listen` */
  readonly serve: (options: WebServerOptions) => Promise<WebServer>;
}

export interface Network {
  /** Makes a connection to a service, which connects with its first request. @default a socket */
  readonly connect: OpenConnection;
  /** Makes a sender of notifications to one receiver. @default HTTP */
  readonly poster: (options: PosterOptions) => Poster;
}

export const REAL_WORLD: World = {
  clock: { now: () => Date.now(), monotonic: () => performance.now() },
  random: Math.random,
  after: later,
  hostname: hostname(),
  network: { connect: createUpstreamConnection, poster: createPoster },
  measureProcess: registerProcessMetrics,
  openPostgres,
  openSpool,
  serve: createWebServer,
};
