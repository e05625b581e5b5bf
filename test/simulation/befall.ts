// Lets faults befall the simulated world: each begins, and ends when its time is over.
import { alertmanagersHit, type Fault, wrongByMs } from './faults.ts';
import type { Troubled } from './receivers.ts';
import type { SimulatedWallet } from './service.ts';
import { badConfigOf, type Settings, USUAL } from './settings.ts';
import { kill, putInForce, type Replica, reload, settingsNow, startAnew, stop, type World } from './world.ts';

const MINUTE_MS = 60_000;

/** Begins a fault, and ends it later. */
export function befall(world: World, fault: Fault): void {
  const { clockwork } = world;
  const { kind, lasts, whom } = fault;
  const [where, ...rest] = kind.split('_');
  world.trace(`${kind} for ${Math.round(lasts / 1_000)} s (${whom})`);
  const end = BEGIN[where as keyof typeof BEGIN](world, { how: rest.join('_'), lasts, whom });
  if (end) clockwork.after(lasts, end);
}

interface Befalling {
  readonly how: string;
  readonly lasts: number;
  /** Decides whom it hits. */
  readonly whom: number;
}

/** Faults by the first word of their kind; the function that is returned ends the fault. */
const BEGIN = {
  service(world, { how, whom }) {
    const some = whom % 2 === 0 ? ['a'] : ['b'];
    // Now and then the whole service is in trouble, not one account.
    const hit = whom % 5 === 0 ? world.settings[0]!.settings.accounts : some;
    for (const account of hit) world.services.trouble.set(account, how as never);
    return () => {
      for (const account of hit) world.services.trouble.delete(account);
    };
  },

  wallet(world, { how, lasts, whom }) {
    const wallet = world.services.wallets[whom % world.services.wallets.length]!;
    if (how === 'vanishes') {
      wallet.exists = false;
      return () => {
        wallet.exists = true;
      };
    }
    comeAndGo(world, wallet.account, lasts);
    return undefined;
  },

  option({ services }, { how, whom }) {
    const option = services.options[whom % services.options.length]!;
    if (how === 'vanishes') option.exists = false;
    else option.active = false;
    return () => Object.assign(option, { exists: true, active: true });
  },

  database({ database }, { how }) {
    database.trouble = how as never;
    return () => {
      database.trouble = undefined;
    };
  },

  disk({ replicas }, { how, whom }) {
    const { disk } = replicas[whom % replicas.length]!;
    disk.trouble = how as never;
    return () => {
      disk.trouble = undefined;
    };
  },

  alertmanager: (world, { how, whom }) =>
    receiverTrouble(world, alertmanagersHit({ whom }, usual(world).alertmanagers), how),
  webhook: (world, { how }) => receiverTrouble(world, ['webhook'], how),

  replica(world, { how, lasts, whom }) {
    const replica = world.replicas[whom % world.replicas.length]!;
    if (how === 'redeployed') return redeploy(world);
    if (!replica.process.alive) return undefined;
    return befallReplica(world, replica, { how, lasts });
  },

  clock({ replicas, clockwork }, { how, whom }) {
    const { process } = replicas[whom % replicas.length]!;
    const wrongMs = wrongByMs({ whom });
    if (how === 'drifts') process.drift = { rate: (whom % 2 === 0 ? 1 : -1) * 0.02, since: clockwork.now() };
    else Object.assign(process, { offsetMs: how === 'ahead' ? wrongMs : -wrongMs, setAt: clockwork.now() });
    return () => {
      // A process that has taken its place since then has the same clock.
      for (const each of new Set([process, replicas[whom % replicas.length]!.process])) {
        Object.assign(each, { offsetMs: 0, drift: undefined, setAt: clockwork.now() });
      }
    };
  },

  reload(world, { how }) {
    if (how === 'refused') return refuse(world);
    const changed = changesOf(world)[how];
    const { threshold, keys } = settingsNow(world);
    const more =
      how === 'threshold' ? { threshold: threshold * 2 } : how === 'secrets' ? { keys: keys + 1 } : {};
    reload(world, { ...changed, ...more });
    if (!changed) return undefined;
    return () => {
      const before = Object.fromEntries(
        Object.keys(changed).map((name) => [name, usual(world)[name as never]]),
      );
      reload(world, before);
    };
  },
} satisfies Record<string, (world: World, befalling: Befalling) => (() => unknown) | undefined>;

/** The settings that a reload changes until the fault is over; what isn't here changes nothing, or for good. */
const changesOf = (world: World): Readonly<Record<string, Partial<Settings> | undefined>> => ({
  threshold: { threshold: USUAL.threshold * 2 },
  rule_away: { rule: false },
  severity: { severity: 'warning' },
  labels: { team: 'treasury' },
  for: { forMinutes: 20 },
  account_away: { accounts: withoutSecond(world) },
  schedule: { everyMinutes: 20 },
  alertmanagers: { alertmanagers: usual(world).alertmanagers === 1 ? 2 : 1 },
  webhook_away: { told: ['ops'] },
});

/** The settings with which the world began. */
const usual = ({ settings }: World): Settings => settings[0]!.settings;

const withoutSecond = (world: World): readonly string[] => usual(world).accounts.filter((_, i) => i !== 1);

function receiverTrouble(
  { receivers: { trouble } }: World,
  troubled: readonly Troubled[],
  how: string,
): () => void {
  for (const whose of troubled) trouble.set(whose, how as never);
  return () => {
    for (const whose of troubled) trouble.delete(whose);
  };
}

function befallReplica(
  world: World,
  replica: Replica,
  { how, lasts }: Pick<Befalling, 'how' | 'lasts'>,
): (() => void) | undefined {
  const { clockwork } = world;
  const { process } = replica;
  if (how === 'paused') {
    process.paused = true;
    const from = clockwork.now();
    return () => {
      clockwork.resume(process);
      world.pauses.push({ process, from, to: clockwork.now() });
    };
  }
  if (how === 'killed') {
    kill(world, replica);
    clockwork.after(lasts, () => startAnew(world, replica));
    return undefined;
  }
  stop(world, replica, () => clockwork.after(1_000, () => startAnew(world, replica)));
  return undefined;
}

/** As on Kubernetes: one replica after the other stops, and starts with another configuration. */
function redeploy(world: World): () => void {
  const roll = (accounts: readonly string[]) => {
    putInForce(world, { accounts });
    world.trace(`redeployed with the accounts ${accounts.join(' and ')}`);
    world.replicas.forEach((replica, i) => {
      world.clockwork.after(i * 20_000, () =>
        stop(world, replica, () => world.clockwork.after(1_000, () => startAnew(world, replica))),
      );
    });
  };
  roll(withoutSecond(world));
  return () => roll(usual(world).accounts);
}

/** Wallets come and go: new ones for a while, and at the end a person has them forgotten. */
function comeAndGo({ services, database, clockwork, chance }: World, account: string, lasts: number): void {
  const wallets = services.wallets as SimulatedWallet[];
  const names = Array.from({ length: 3 }, (_, i) => `GUEST_${i + 1}_${chance.below(1_000)}`);
  const guests = names.map((walletType) => ({
    ...{ account, currency: 'UGX', walletType, exists: true },
    available: 900_000_000n, // never low: they end by being forgotten
  }));
  wallets.push(...guests);
  for (let at = 0; at < lasts; at += 7 * MINUTE_MS) {
    clockwork.after(at, () => {
      for (const guest of guests) guest.exists = chance.is(0.5);
    });
  }
  clockwork.after(lasts, () => {
    for (const guest of guests) wallets.splice(wallets.indexOf(guest), 1);
    clockwork.after(30 * MINUTE_MS, () => {
      for (const { currency, walletType } of guests) database.forget({ account, currency, walletType });
    });
  });
}

function refuse(world: World): undefined {
  let accepted = true;
  try {
    badConfigOf(settingsNow(world));
  } catch {
    accepted = false;
  }
  if (accepted) world.violation('promise 11: a configuration with two rules for one alert was accepted');
}
