// Accounts divided among processes whose number changes, in a simulated world. One process after another is restarted
// with the new number, as people do it, while the things around them fail. judge-shards.ts says what must be true.
import { type Chance, createChance } from './chance.ts';
import { createClockwork } from './clockwork.ts';
import type { DatabaseTrouble } from './database.ts';
import { ACCOUNTS, type Fleet, LOW, MAX_WRONG_MS, roll, SHARD_FAULTS, type ShardFault } from './fleet.ts';
import { createShardsJudge } from './judge-shards.ts';
import type { ReceiverTrouble } from './receivers.ts';
import type { ServiceTrouble, SimulatedWallet } from './service.ts';
import { createWorld, reload, stop } from './world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const BUSY_MS = 180 * MINUTE_MS;
const CALM_MS = 60 * MINUTE_MS;
const LOOK_MS = 5 * SECOND_MS;
const HIGH = 9_000_000_00n;

export interface ShardsResult {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  /** How often the number was changed, and how many episodes there were. */
  readonly changes: number;
  readonly episodes: number;
  readonly simulatedMs: number;
}

/** Runs one world to its end. */
export async function shardsOf(
  seed: number,
  faults: readonly ShardFault[] = SHARD_FAULTS,
  inspect: (fleet: Fleet) => void = () => {},
): Promise<ShardsResult> {
  using clockwork = createClockwork();
  const chance = createChance(seed);
  const trace: string[] = [];
  const violations: string[] = [];
  const note = (line: string) => trace.push(`${new Date(clockwork.now()).toISOString()} ${line}`);
  const world = createWorld(clockwork, chance, {
    ...{ replicas: 0, desk: 'webhook', accounts: ACCOUNTS, walletTypes: ['MERCHANT_PAYOUT'], trace: note },
    violation(what) {
      violations.push(`${new Date(clockwork.now()).toISOString()} ${what}`);
      note(`BROKEN ${what}`);
    },
  });
  const fleet: Fleet = {
    world,
    faults,
    troubles: [],
    turns: [],
    gone: new Set(),
    lostDisks: [],
    emptied: new Map(),
  };
  const begun = clockwork.now();
  inspect(fleet);
  for (const wallet of world.services.wallets) trade(fleet, wallet);
  const changes = roll(fleet, BUSY_MS);
  for (const fault of faults) befall(fleet, fault);
  const judge = createShardsJudge(fleet);
  for (let at = LOOK_MS; at < BUSY_MS + CALM_MS; at += LOOK_MS) clockwork.after(at, () => judge.look());
  await clockwork.advance(BUSY_MS + CALM_MS);
  judge.judgeEnd();
  for (const replica of world.replicas) stop(world, replica, () => {});
  await clockwork.advance(11 * SECOND_MS);
  return {
    ...{ seed, violations, trace, changes, episodes: world.database.episodes.size },
    simulatedMs: clockwork.now() - begun,
  };
}

/** A wallet is low for a while and comes back, or stays low. */
function trade({ world, turns }: Fleet, wallet: SimulatedWallet): void {
  const { clockwork, chance } = world;
  wallet.available = HIGH;
  let low = false;
  for (let at = chance.between(0, 60) * MINUTE_MS; at < BUSY_MS; at += chance.between(3, 90) * MINUTE_MS) {
    low = !low;
    const is = low;
    clockwork.after(at, () => {
      wallet.available = is ? LOW : HIGH;
      turns.push({ at: clockwork.now(), account: wallet.account, low: is });
      world.trace(`${wallet.account} is ${is ? 'low' : 'well'}`);
    });
  }
}

const DATABASE: readonly DatabaseTrouble[] = ['away', 'black_hole', 'slow', 'read_only', 'answers_lost'];
const RECEIVER: readonly ReceiverTrouble[] = ['refused', 'silent', 'error_500', 'answer_lost'];
const SERVICE: readonly ServiceTrouble[] = ['refused', 'silent', 'error_500', 'rate_limited', 'unreadable'];

/** Begins a kind of fault again and again, for some minutes each. */
function befall(fleet: Fleet, kind: ShardFault): void {
  const { chance, clockwork } = fleet.world;
  const begin: ((fleet: Fleet, chance: Chance) => Begun) | undefined = BEGIN[kind as keyof typeof BEGIN];
  if (!begin) return; // befalls processes as the number changes
  for (let at = chance.between(5, 60) * MINUTE_MS; at < BUSY_MS; at += chance.between(20, 70) * MINUTE_MS) {
    const lastsMs = chance.between(0.3, 12) * MINUTE_MS;
    clockwork.after(at, () => {
      const { what, over, account } = begin(fleet, chance);
      const now = clockwork.now();
      fleet.troubles.push({
        kind,
        from: now,
        until: now + lastsMs,
        ...(account !== undefined && { account }),
      });
      fleet.world.trace(`${what} for ${Math.round(lastsMs / SECOND_MS)} s`);
      clockwork.after(lastsMs, over);
    });
  }
}

interface Begun {
  readonly what: string;
  readonly account?: string;
  over(): void;
}

const BEGIN = {
  outages({ world: { database } }, chance) {
    const how = chance.pick(DATABASE);
    database.trouble = how;
    return { what: `database ${how}`, over: () => Object.assign(database, { trouble: undefined }) };
  },
  receivers({ world: { receivers } }, chance) {
    const whose = chance.pick(['alertmanager', 'webhook'] as const);
    const how = chance.pick(RECEIVER);
    receivers.trouble.set(whose, how);
    return { what: `${whose} ${how}`, over: () => void receivers.trouble.delete(whose) };
  },
  services({ world: { services } }, chance) {
    const account = chance.pick(ACCOUNTS);
    const how = chance.pick(SERVICE);
    services.trouble.set(account, how);
    return {
      what: `service of ${account}: ${how}`,
      account,
      over: () => void services.trouble.delete(account),
    };
  },
  reloads({ world }, chance) {
    const account = chance.pick(ACCOUNTS);
    reload(world, { accounts: ACCOUNTS.filter((name) => name !== account) }, 2_000);
    return { what: `without ${account}`, account, over: () => reload(world, { accounts: ACCOUNTS }, 2_000) };
  },
  clocks({ world }, chance) {
    const replica = chance.pick(world.replicas);
    replica.process.offsetMs = chance.between(-1, 1) * MAX_WRONG_MS;
    const over = () => Object.assign(replica.process, { offsetMs: 0 });
    return { what: `clock of ${replica.name} wrong by ${Math.round(replica.process.offsetMs)} ms`, over };
  },
} satisfies Partial<Record<ShardFault, (fleet: Fleet, chance: Chance) => Begun>>;
