// The simulated world: its parts, its replicas, and how these start, stop and are reloaded.
import { type App, setup } from '../../src/app/app.ts';
import type { Shards } from '../../src/app/shard-of.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';
import type { Operations } from '../../src/web/http/operations.ts';
import type { Chance } from './chance.ts';
import type { Clockwork, Process } from './clockwork.ts';
import { createDatabase, type Database } from './database.ts';
import { createDisk, type Disk } from './disk.ts';
import { createReceivers, type Receivers } from './receivers.ts';
import { createServices, type Services, type SimulatedOption, type SimulatedWallet } from './service.ts';
import { configOf, type DeskKind, type Settings, USUAL, WALLETS } from './settings.ts';

export interface Replica {
  readonly name: string;
  disk: Disk;
  /** The shard of its next process; `undefined`: it works for all accounts. */
  shards?: Shards;
  process: Process;
  /** When its process started, in true time. */
  startedAt: number;
  /** Since when it has been stopping, in true time. */
  stoppingSince: number | undefined;
  app: App | undefined;
  scrape: Operations['scrape'] | undefined;
}

export interface World {
  readonly clockwork: Clockwork;
  readonly chance: Chance;
  readonly services: Services;
  readonly database: Database;
  readonly receivers: Receivers;
  readonly replicas: readonly Replica[];
  /** The settings in force, and since when each was. */
  readonly settings: { readonly at: number; readonly settings: Settings }[];
  /** When processes were told to stop, in true time. */
  readonly stops: number[];
  /** The pauses that are over, in true time. */
  readonly pauses: { readonly process: Process; readonly from: number; readonly to: number }[];
  /** When processes ended, however they did, in true time. */
  readonly ends: Map<Process, number>;
  trace(line: string): void;
  violation(what: string): void;
}

export function createWorld(
  clockwork: Clockwork,
  chance: Chance,
  {
    replicas,
    desk,
    alertmanagers = USUAL.alertmanagers,
    accounts = USUAL.accounts,
    walletTypes = WALLETS,
    ...told
  }: {
    readonly replicas: number;
    readonly desk: DeskKind;
    readonly alertmanagers?: 1 | 2;
    readonly accounts?: readonly string[];
    readonly walletTypes?: readonly string[];
    readonly trace: (line: string) => void;
    readonly violation: (what: string) => void;
  },
): World {
  const wallets: SimulatedWallet[] = accounts.flatMap((account) =>
    walletTypes.map((walletType) => ({
      account,
      currency: 'UGX',
      walletType,
      available: BigInt(chance.below(400_000_000)),
      exists: true,
    })),
  );
  const options: SimulatedOption[] = accounts.flatMap((account) =>
    ['MANGO_UG', 'LEMON_UG'].map((code) => ({ account, code, active: true, exists: true })),
  );
  return {
    clockwork,
    chance,
    services: createServices(clockwork, chance, { wallets, options }),
    database: createDatabase(clockwork, chance),
    receivers: createReceivers(clockwork, chance),
    replicas: Array.from({ length: replicas }, (_, i) =>
      createReplica(clockwork, chance, `replica-${i + 1}`),
    ),
    settings: [{ at: clockwork.now(), settings: { ...USUAL, accounts, desk, alertmanagers } }],
    stops: [],
    pauses: [],
    ends: new Map(),
    ...told,
  };
}

/** A machine on which no process runs yet. */
export function createReplica(clockwork: Clockwork, chance: Chance, name: string): Replica {
  return {
    ...{ name, disk: createDisk(chance), process: clockwork.spawn(name), startedAt: clockwork.now() },
    ...{ stoppingSince: undefined, app: undefined, scrape: undefined },
  };
}

/** The same world, in which what Alertmanagers were told is what the second one was told. */
export const asSeenBySecond = (world: World): World => ({
  ...world,
  receivers: { ...world.receivers, ...world.receivers.second },
  violation: (what) => world.violation(`${what} (the second Alertmanager)`),
});

export const settingsNow = ({ settings }: Pick<World, 'settings'>): Settings => settings.at(-1)!.settings;

/** Starts a process of a replica; it has the disk of the process before. */
export function start(world: World, replica: Replica): void {
  const { clockwork, services, database, receivers, chance } = world;
  const { process } = replica;
  replica.startedAt = clockwork.now();
  replica.stoppingSince = undefined;
  world.trace(`${replica.name} starts`);
  const settings = settingsNow(world);
  void clockwork.runAs(process, () => {
    const starting = setup(configFor(replica, settings), {
      world: {
        clock: process.clock,
        random: chance,
        hostname: replica.name,
        network: { connect: services.connect, poster: receivers.poster },
        measureProcess() {}, // it would measure this machine, for as long as it runs
        openPostgres: async ({ config }) => database.connections(config.database.schema),
        openSpool: () => replica.disk.open(),
        async serve({ operations }) {
          replica.scrape = operations.scrape;
          return { addresses: [], async close() {} };
        },
      },
    });
    starting.then(
      (app) => {
        if (!process.alive) return;
        replica.app = app;
        if (settingsNow(world) !== settings) app.reload(configFor(replica, settingsNow(world))); // as a signal that waited does
      },
      (error: Error) => world.violation(`${replica.name} does not start: ${error.stack}`),
    );
  });
}

function configFor({ shards }: Replica, settings: Settings): Config {
  const config = configOf(settings);
  return shards ? { ...config, shards } : config;
}

/** A new process in the place of the last one, on the same machine. */
export function startAnew(world: World, replica: Replica): void {
  const { offsetMs, drift } = replica.process;
  replica.process = Object.assign(world.clockwork.spawn(replica.name), { offsetMs, drift });
  start(world, replica);
}

/** Kills a replica's process: nothing of it runs any more. */
export function kill({ clockwork, ends }: World, replica: Replica): void {
  replica.process.alive = false;
  ends.set(replica.process, clockwork.now());
  replica.app = undefined;
  replica.scrape = undefined;
}

const STOP_MS = 10_000;

/** Promise 12: stops a replica as a signal does, and calls `then` when it has stopped. */
export function stop(world: World, replica: Replica, then: () => void): void {
  const { clockwork } = world;
  const { app, process } = replica;
  if (!app || !process.alive || replica.stoppingSince !== undefined) return;
  replica.stoppingSince = clockwork.now();
  world.stops.push(clockwork.now());
  replica.app = undefined;
  let paused = process.paused;
  let stopped = false;
  clockwork.after(STOP_MS, () => {
    paused ||= process.paused;
    if (!stopped && process.alive && !paused) {
      world.violation(`promise 12: ${replica.name} takes more than ${STOP_MS / 1_000} s to stop`);
    }
  });
  void clockwork.runAs(process, () => {
    void app.stop().then(() => {
      stopped = true;
      if (!process.alive) return;
      kill(world, replica);
      then();
    });
  });
}

/** Puts other settings in force, for processes that start from now on. */
export function putInForce(world: World, change: Partial<Settings>): Settings {
  const settings = { ...settingsNow(world), ...change };
  world.settings.push({ at: world.clockwork.now(), settings });
  return settings;
}

/** Puts other settings in force, and has every running replica reload, each `apartMs` after the one before. */
export function reload(world: World, change: Partial<Settings>, apartMs = 0): void {
  const { clockwork, replicas } = world;
  const settings = putInForce(world, change);
  world.services.keys = settings.keys;
  world.trace(`reload: ${JSON.stringify(settings)}`);
  for (const [i, replica] of replicas.entries()) {
    // A paused replica reloads when it goes on; a replica that starts begins with the settings in force.
    clockwork.afterFor(replica.process, i * apartMs, () =>
      replica.app?.reload(configFor(replica, settingsNow(world))),
    );
  }
}
