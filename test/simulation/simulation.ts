// One run of the whole monitor in a simulated world: replicas, services, a database, receivers, and what befalls them.
// A seed decides everything. The oracle looks on from outside.
import { type App, setup } from '../../src/app/app.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/resolve.ts';
import type { Operations } from '../../src/web/http/operations.ts';
import { type MemorySpool, memorySpool } from '../store/writer/simulated.ts';
import { type Chance, createChance } from './chance.ts';
import { type Clockwork, createClockwork, type Process } from './clockwork.ts';
import { createDatabase, type Database } from './database.ts';
import { drawFaults, type Fault, pairsOf } from './faults.ts';
import { createOracle } from './oracle.ts';
import { ALERTMANAGER_URL, createReceivers, type Receivers, WEBHOOK_URL } from './receivers.ts';
import { baseUrlOf, createServices, type Services, type SimulatedWallet } from './service.ts';

const MINUTE_MS = 60_000;
const PAIRS = 4;
const PAIR_EVERY_MS = 150 * MINUTE_MS;
const CALM_MS = 60 * MINUTE_MS; // at the end nothing happens, and everything must come right
const SCRAPE_MS = 97_000;
const ACCOUNTS = ['a', 'b'] as const;
const WALLETS = ['MERCHANT_PAYOUT', 'MERCHANT_COLLECTION', 'SERVICE_PAYMENTS'] as const;

/** What an operator may change by a reload. */
export interface Settings {
  readonly threshold: number;
  readonly rule: boolean;
  readonly accounts: readonly string[];
}

export interface Replica {
  readonly name: string;
  readonly spool: MemorySpool;
  process: Process;
  app: App | undefined;
  scrape: Operations['scrape'] | undefined;
}

export interface Simulated {
  readonly clockwork: Clockwork;
  readonly chance: Chance;
  readonly services: Services;
  readonly database: Database;
  readonly receivers: Receivers;
  readonly replicas: readonly Replica[];
  /** The settings in force, and since when each was. */
  readonly settings: readonly { readonly at: number; readonly settings: Settings }[];
  trace(line: string): void;
}

export interface RunResult {
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** Broken promises; none is how it should be. */
  readonly violations: readonly string[];
  readonly simulatedMs: number;
}

export interface SimulateOptions {
  readonly faults?: readonly Fault[];
  readonly trace?: (line: string) => void;
  /** The database changes what it is given: to see that the oracle notices. */
  readonly sabotage?: 'amounts';
}

/** Runs the world of a seed; with `faults` those befall it instead of the seed's own. */
export async function simulate(seed: number, options: SimulateOptions = {}): Promise<RunResult> {
  const chance = createChance(seed);
  const drawn = drawFaults(chance, pairsOf(seed, PAIRS), PAIR_EVERY_MS);
  const faults = options.faults ?? drawn;
  using clockwork = createClockwork();
  const world = createSimulated(clockwork, chance, options.trace ?? (() => {}));
  const oracle = createOracle(world);
  const lastsMs = PAIRS * PAIR_EVERY_MS + CALM_MS;

  for (const replica of world.replicas) start(world, replica);
  for (const wallet of world.services.wallets) trade(world, wallet, lastsMs);
  for (const fault of faults) clockwork.after(fault.at, () => befall(world, fault));
  for (let at = SCRAPE_MS; at < lastsMs; at += SCRAPE_MS) clockwork.after(at, () => void oracle.look());
  await clockwork.advance(lastsMs);
  await oracle.look();
  if (options.sabotage) world.database.spoil();
  oracle.judgeEnd();
  for (const replica of world.replicas) await stopInTime(world, replica, oracle.violation);
  return { seed, faults, violations: oracle.violations, simulatedMs: lastsMs };
}

function createSimulated(clockwork: Clockwork, chance: Chance, trace: (line: string) => void): Simulated {
  const wallets: SimulatedWallet[] = ACCOUNTS.flatMap((account) =>
    WALLETS.map((walletType) => ({
      account,
      currency: 'UGX',
      walletType,
      available: BigInt(chance.below(400_000_000)),
      exists: true,
    })),
  );
  const replicas = [1, 2].map((n) => ({
    name: `replica-${n}`,
    spool: memorySpool(),
    process: clockwork.spawn(`replica-${n}`),
    app: undefined,
    scrape: undefined,
  }));
  return {
    clockwork,
    chance,
    services: createServices(clockwork, chance, wallets),
    database: createDatabase(clockwork, chance),
    receivers: createReceivers(clockwork, chance),
    replicas,
    settings: [{ at: 0, settings: { threshold: 1_000_000, rule: true, accounts: ACCOUNTS } }],
    trace: (line) => trace(`${new Date(clockwork.now()).toISOString()} ${line}`),
  };
}

function configOf({ threshold, rule, accounts }: Settings): Config {
  const file = {
    database: { url: 'postgres://simulated:simulated@simulated.example/floatwatch' },
    poll: { schedule: '*/5 * * * *', deadline: '15s' },
    accounts: accounts.map((name) => ({
      name,
      base_url: baseUrlOf(name),
      public_key: `public-key-of-${name}`,
      secret_key: `secret-key-of-${name}`,
      expect: ['UGX/MERCHANT_PAYOUT'],
    })),
    alerts: {
      alertmanagers: [ALERTMANAGER_URL],
      webhooks: [{ name: 'ops', url: WEBHOOK_URL }],
      rules: rule
        ? [
            {
              name: 'FloatLow',
              severity: 'critical',
              wallets: { currency: 'UGX' },
              below: String(threshold),
              clear_above: String(threshold * 1.2),
              for: '5m',
            },
          ]
        : [],
    },
  };
  return parseConfig(JSON.stringify(file), { env: {}, file: 'the simulation' }).config;
}

/** Starts a process of a replica; its disk is the one that the process before had. */
function start(world: Simulated, replica: Replica): void {
  const { clockwork, services, database, receivers, chance } = world;
  const { process } = replica;
  world.trace(`${replica.name} starts`);
  clockwork.runAs(process, () => {
    const starting = setup(configOf(world.settings.at(-1)!.settings), {
      world: {
        clock: process.clock,
        random: chance,
        hostname: replica.name,
        network: { connect: services.connect, poster: receivers.poster },
        openPostgres: async ({ config }) => database.connections(config.database.schema),
        openSpool: () => replica.spool,
        async serve({ operations }) {
          replica.scrape = operations.scrape;
          return { addresses: [], async close() {} };
        },
      },
    });
    starting.then(
      (app) => {
        if (process.alive) replica.app = app;
      },
      (error: Error) => world.trace(`${replica.name} does not start: ${error.stack}`),
    );
  });
}

/** Money goes out in small steps and comes back in one. */
function trade(world: Simulated, wallet: SimulatedWallet, untilMs: number): void {
  const { clockwork, chance } = world;
  for (let at = 0; at < untilMs - CALM_MS; at += chance.between(2, 12) * MINUTE_MS) {
    clockwork.after(at, () => {
      const low = wallet.available < 60_000_000n;
      const topUp = low && chance.is(0.25);
      const step = BigInt(chance.below(topUp ? 400_000_000 : 25_000_000));
      wallet.available += topUp ? step : -step;
    });
  }
}

function befall(world: Simulated, fault: Fault): void {
  const { clockwork, services, database, receivers, replicas } = world;
  const { kind, lasts, whom } = fault;
  const replica = replicas[whom % replicas.length]!;
  const account = ACCOUNTS[whom % ACCOUNTS.length]!;
  const later = (run: () => void) => clockwork.after(lasts, run);
  const [where, ...rest] = kind.split('_');
  const how = rest.join('_');
  world.trace(`${kind} for ${Math.round(lasts / 1_000)} s (${replica.name}, account ${account})`);
  switch (where) {
    case 'service':
      services.trouble.set(account, how as never);
      later(() => services.trouble.delete(account));
      break;
    case 'wallet': {
      const wallet = services.wallets[whom % services.wallets.length]!;
      wallet.exists = false;
      later(() => {
        wallet.exists = true;
      });
      break;
    }
    case 'database':
      database.trouble = how as never;
      later(() => {
        database.trouble = undefined;
      });
      break;
    case 'disk':
      replica.spool.broken = true;
      later(() => {
        replica.spool.broken = false;
      });
      break;
    case 'alertmanager':
    case 'webhook':
      receivers.trouble.set(where, how as never);
      later(() => receivers.trouble.delete(where));
      break;
    case 'replica':
      befallReplica(world, replica, { how, lasts });
      break;
    case 'clock': {
      const { process } = replica;
      process.offsetMs = (how === 'ahead' ? 1 : -1) * (1 + (whom % 90)) * MINUTE_MS;
      later(() => {
        process.offsetMs = 0;
      });
      break;
    }
    case 'reload':
      reloadFor(world, how, lasts);
      break;
  }
}

function befallReplica(
  world: Simulated,
  replica: Replica,
  { how, lasts }: { readonly how: string; readonly lasts: number },
): void {
  const { clockwork } = world;
  const { process } = replica;
  if (!process.alive) return;
  const again = () => {
    replica.process = clockwork.spawn(replica.name);
    replica.process.offsetMs = process.offsetMs;
    start(world, replica);
  };
  if (how === 'paused') {
    process.paused = true;
    clockwork.after(lasts, () => clockwork.resume(process));
    return;
  }
  if (how === 'killed') {
    process.alive = false;
    replica.app = undefined;
    replica.scrape = undefined;
    clockwork.after(lasts, again);
    return;
  }
  const { app } = replica;
  replica.app = undefined;
  replica.scrape = undefined;
  if (!app) return;
  clockwork.runAs(process, () => {
    void app.stop().then(() => {
      process.alive = false;
      clockwork.after(1_000, again);
    });
  });
}

function reloadFor(world: Simulated, how: string, lasts: number): void {
  const { clockwork, settings } = world;
  const before = settings.at(-1)!.settings;
  const after: Settings = {
    threshold: how === 'threshold' ? before.threshold * 2 : before.threshold,
    rule: how !== 'rule_away' && before.rule,
    accounts: how === 'account_away' ? before.accounts.slice(0, 1) : before.accounts,
  };
  reloadAll(world, after);
  if (how === 'same') return;
  clockwork.after(lasts, () =>
    reloadAll(world, {
      threshold: how === 'threshold' ? 1_000_000 : settings.at(-1)!.settings.threshold,
      rule: how === 'rule_away' || settings.at(-1)!.settings.rule,
      accounts: how === 'account_away' ? ACCOUNTS : settings.at(-1)!.settings.accounts,
    }),
  );
}

function reloadAll(world: Simulated, settings: Settings): void {
  const { clockwork, replicas } = world;
  (world.settings as { at: number; settings: Settings }[]).push({ at: clockwork.now(), settings });
  world.trace(`reload: ${JSON.stringify(settings)}`);
  for (const { app, process } of replicas) {
    if (app && process.alive) clockwork.runAs(process, () => app.reload(configOf(settings)));
  }
}

const STOP_MS = 10_000;

async function stopInTime(
  { clockwork }: Simulated,
  { app, process, name }: Replica,
  violation: (what: string) => void,
): Promise<void> {
  if (!app || !process.alive) return;
  let stopped = false;
  clockwork.runAs(process, () => {
    void app.stop().then(() => {
      stopped = true;
    });
  });
  await clockwork.advance(STOP_MS);
  if (!stopped) violation(`promise 12: ${name} takes more than ${STOP_MS} ms to stop`);
  process.alive = false;
}
