// One run of the whole monitor in a simulated world: replicas, services, a database, receivers, and what befalls them.
// A seed decides everything. The oracle looks on from outside.
import { befall } from './befall.ts';
import { createChance } from './chance.ts';
import { createClockwork } from './clockwork.ts';
import { drawFaults, type Fault, pairsOf, runsForAllPairs } from './faults.ts';
import { leaveBehind } from './left-behind.ts';
import { createOracle } from './oracle.ts';
import type { SimulatedWallet } from './service.ts';
import { ACCOUNTS, accountsOf, type DeskKind } from './settings.ts';
import { createWorld, start, stop, type World } from './world.ts';

const MINUTE_MS = 60_000;
/** Pairs of faults in a run, and the time from one pair to the next: five faults in two hours, and a calm hour at the end. */
export const PAIRS = 6;
const PAIR_EVERY_MS = 46 * MINUTE_MS;
const CALM_MS = 60 * MINUTE_MS; // at the end nothing happens, and everything must come right
const DESKS: readonly DeskKind[] = ['webhook', 'quiet', 'pagerduty', 'telegram', 'slack'];

export interface RunResult {
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** Broken promises; there should be none. */
  readonly violations: readonly string[];
  readonly simulatedMs: number;
}

export interface SimulateOptions {
  /** @default drawn by the seed */
  readonly faults?: readonly Fault[];
  /** @default 2 */
  readonly replicas?: number;
  /** @default 3, and at least 2 */
  readonly accounts?: number | undefined;
  /** From one look of the oracle to the next, on average. @default 4 minutes */
  readonly lookMs?: number | undefined;
  readonly trace?: (line: string) => void;
  /**
   * By how many milliseconds an alert may be told later than promised while replicas die all the time. @default they may
   * hinder it
   */
  readonly boundOverKillsMs?: number;
  /** Called with the world before it begins. */
  readonly begin?: (world: World) => void;
  /** Called with the world when all is over. */
  readonly inspect?: (world: World) => void;
  /** The database changes what it is given, to see whether the oracle notices. */
  readonly sabotage?: 'amounts';
}

/** Runs the world of a seed; `faults` befall it in place of the seed's own. */
export async function simulate(seed: number, options: SimulateOptions = {}): Promise<RunResult> {
  const chance = createChance(seed);
  const drawn = drawFaults(chance, pairsOf(seed, PAIRS), PAIR_EVERY_MS);
  const { faults = drawn, replicas = 2, accounts = ACCOUNTS, trace = () => {} } = options;
  const { lookMs = 4 * MINUTE_MS } = options;
  using clockwork = createClockwork();
  const violations: string[] = [];
  const line = (text: string) => `${new Date(clockwork.now()).toISOString()} ${text}`;
  const world = createWorld(clockwork, chance, {
    replicas,
    accounts: accountsOf(accounts),
    ...chosen(seed),
    trace: (text) => trace(line(text)),
    violation(text) {
      violations.push(line(text));
      trace(line(`BROKEN ${text}`));
    },
  });
  const oracle = createOracle(world, { faults, boundOverKillsMs: options.boundOverKillsMs });
  const begun = clockwork.now();
  const lastsMs = PAIRS * PAIR_EVERY_MS + CALM_MS;

  if (faults.some(({ kind }) => kind === 'replica_redeployed')) leaveBehind(world);
  options.begin?.(world);
  for (const replica of world.replicas) start(world, replica);
  for (const wallet of world.services.wallets) trade(world, wallet, lastsMs);
  for (const fault of faults) clockwork.after(fault.at, () => befall(world, fault));
  // Out of step with slots.
  for (let at = lookMs; at < lastsMs; at += chance.between(0.5, 1.5) * lookMs) {
    clockwork.after(at, () => void oracle.look());
  }
  clockwork.after(lastsMs - 1, () => void oracle.look());
  await clockwork.advance(lastsMs);
  if (options.sabotage) world.database.spoil();
  oracle.judgeEnd();
  for (const replica of world.replicas) stop(world, replica, () => {});
  await clockwork.advance(11_000);
  options.inspect?.(world);
  return { seed, faults, violations, simulatedMs: clockwork.now() - begun };
}

/**
 * The receivers of a seed: the same in each of its runs, whatever befalls the world. The seeds whose turn is the same pair
 * have each desk in turn, and one in three has a second Alertmanager.
 */
function chosen(seed: number): { readonly desk: DeskKind; readonly alertmanagers: 1 | 2 } {
  const turn = seed + Math.floor(seed / runsForAllPairs(PAIRS));
  return { desk: DESKS[turn % DESKS.length]!, alertmanagers: turn % 3 === 0 ? 2 : 1 };
}

/** Money goes out in small steps and comes back in one. */
function trade({ clockwork, chance }: World, wallet: SimulatedWallet, untilMs: number): void {
  for (let at = 0; at < untilMs - CALM_MS; at += chance.between(2, 12) * MINUTE_MS) {
    clockwork.after(at, () => {
      const low = wallet.available < 60_000_000n;
      const topUp = low && chance.is(0.25);
      const step = BigInt(chance.below(topUp ? 400_000_000 : 25_000_000));
      wallet.available += topUp ? step : -step;
    });
  }
}
