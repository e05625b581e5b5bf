// The processes of shards in a simulated world, and how their number changes: one after another is restarted.
import { createDisk, type Disk } from './disk.ts';
import { createReplica, kill, type Replica, start, startAnew, stop, type World } from './world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Each shard has two or more of them, however many shards there are. */
export const ACCOUNTS = ['a', 'b', 'd', 'e', 'f', 'k', 't', 'u', 'v', 'w'] as const;
export const LOW = 7_00n;
/** The most by which a clock is wrong. */
export const MAX_WRONG_MS = 4 * MINUTE_MS;
export const SHARD_FAULTS = [
  'outages',
  'receivers',
  'services',
  'reloads',
  'clocks',
  'disks',
  'kills',
] as const;
/** A kind of fault that befalls the fleet while the number changes. */
export type ShardFault = (typeof SHARD_FAULTS)[number];

/** A fault that stood in the way of something, in true time. */
export interface Trouble {
  readonly kind: ShardFault;
  readonly from: number;
  readonly until: number;
  /** The account, if the fault is about one. */
  readonly account?: string;
}

export interface Fleet {
  readonly world: World;
  readonly faults: readonly ShardFault[];
  readonly troubles: Trouble[];
  /** When each wallet got low or came back. */
  readonly turns: { readonly at: number; readonly account: string; readonly low: boolean }[];
  /** Machines whose process will never be started again. */
  readonly gone: Set<Replica>;
  /** Disks that were replaced by empty ones. */
  readonly lostDisks: Disk[];
  /** Machines whose disk was replaced, and since when they have their last one. */
  readonly emptied: Map<Replica, number>;
}

/** Starts the first processes, and changes their number from time to time until then; returns how often. */
export function roll(fleet: Fleet, untilMs: number): number {
  const { world } = fleet;
  const { chance } = world;
  const sets = chance.is(0.5) ? 1 : 2;
  let total = 1 + chance.below(4);
  for (let set = 0; set < sets; set++) {
    for (let shard = 0; shard < total; shard++) begin(fleet, { set, shard, total });
  }
  let changes = 0;
  let at = chance.between(10, 30) * MINUTE_MS;
  while (at < untilMs - 30 * MINUTE_MS) {
    const next = 1 + ((total + chance.below(3)) % 4);
    at = schedule(fleet, { at, sets, from: total, to: next });
    at += chance.between(2, 30) * MINUTE_MS;
    total = next;
    changes++;
  }
  return changes;
}

interface Change {
  readonly at: number;
  readonly sets: number;
  readonly from: number;
  readonly to: number;
}

/** Plans one change of the number, step by step; returns when it is over, in milliseconds from the beginning. */
function schedule(fleet: Fleet, { at, sets, from, to }: Change): number {
  const { chance, clockwork, trace } = fleet.world;
  clockwork.after(at, () => trace(`from ${from} to ${to} shards`));
  const steps: { readonly set: number; readonly shard: number }[] = [];
  const surplusLast = chance.is(0.5);
  for (let set = 0; set < sets; set++) {
    const of = Array.from({ length: Math.max(from, to) }, (_, i) => ({
      set,
      shard: Math.max(from, to) - 1 - i,
    }));
    // A stateful set goes from the highest ordinal down. Scaled down first or last, it loses the surplus then.
    steps.push(
      ...(surplusLast
        ? [...of.filter(({ shard }) => shard < to), ...of.filter(({ shard }) => shard >= to)]
        : of),
    );
  }
  const apart = chance.pick([2, 20, 120]);
  let now = at;
  for (const { set, shard } of steps) {
    const gapMs = chance.between(1, chance.pick([3, 30, 150])) * SECOND_MS;
    const kills = fleet.faults.includes('kills') && chance.is(0.3);
    const empty = fleet.faults.includes('disks') && chance.is(0.3);
    clockwork.after(now, () => {
      if (shard >= to) remove(fleet, { set, shard, kills });
      else if (shard >= from) begin(fleet, { set, shard, total: to });
      else restart(fleet, { set, shard, total: to, kills, empty, gapMs });
    });
    now += gapMs + chance.between(0.5, 1.5) * apart * SECOND_MS;
  }
  return now;
}

interface Pod {
  readonly set: number;
  readonly shard: number;
  readonly total: number;
}

const nameOf = ({ set, shard }: Pick<Pod, 'set' | 'shard'>) => `pod-${'ab'[set]}-${shard}`;
const podOf = ({ world }: Fleet, pod: Pick<Pod, 'set' | 'shard'>) =>
  world.replicas.find(({ name }) => name === nameOf(pod));

/** Starts a process where none runs, on the disk of the process that was there, if there was one. */
function begin(fleet: Fleet, { set, shard, total }: Pod): void {
  const { world, gone } = fleet;
  const known = podOf(fleet, { set, shard });
  const replica = known ?? createReplica(world.clockwork, world.chance, nameOf({ set, shard }));
  replica.shards = { shard, total };
  gone.delete(replica);
  if (known) startAnew(world, known);
  else {
    (world.replicas as Replica[]).push(replica);
    start(world, replica);
  }
}

/** Ends a process, by a signal or a kill, and calls `then`. A process that is still starting has to be killed. */
function end({ world }: Fleet, replica: Replica, kills: boolean, then: () => void): void {
  world.trace(`${replica.name} is ${kills || !replica.app ? 'killed' : 'stopped'}`);
  if (!kills && replica.app && replica.stoppingSince === undefined) stop(world, replica, then);
  else {
    kill(world, replica);
    then();
  }
}

function remove(fleet: Fleet, { set, shard, kills }: Omit<Pod, 'total'> & { readonly kills: boolean }): void {
  const replica = podOf(fleet, { set, shard })!;
  fleet.gone.add(replica);
  end(fleet, replica, kills, () => {});
}

interface Restart extends Pod {
  readonly kills: boolean;
  /** Whether it comes back with an empty disk. */
  readonly empty: boolean;
  readonly gapMs: number;
}

function restart(fleet: Fleet, { set, shard, total, kills, empty, gapMs }: Restart): void {
  const { world } = fleet;
  const replica = podOf(fleet, { set, shard })!;
  end(fleet, replica, kills, () =>
    world.clockwork.after(gapMs, () => {
      if (fleet.gone.has(replica)) return;
      if (empty) {
        world.trace(`${replica.name} has another disk, without ${replica.disk.waiting()} results`);
        fleet.lostDisks.push(replica.disk);
        fleet.emptied.set(replica, world.clockwork.now());
        replica.disk = createDisk(world.chance);
      }
      replica.shards = { shard, total };
      startAnew(world, replica);
    }),
  );
}
