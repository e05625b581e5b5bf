// The board's entry of one account, and how observations change it. `board.ts` uses it.
import { type Instant, type Observation, showsBalances } from '../../domain/observation.ts';
import { couldBe, MAX_WALLETS, type WalletBalance, type WalletId, walletKey } from '../../domain/wallet.ts';
import type { Clock } from '../clock.ts';
import { type Schedule, sameSlots } from '../polling/schedule.ts';
import { NEVER_FRESH, type Staleness, staleFrom, stalenessOf } from './staleness.ts';

/** What the board needs to know about an account. */
export interface BoardAccount {
  readonly name: string;
  readonly schedule: Schedule;
  /** After how many missed slots (plus 30 s) a sighting is stale. */
  readonly staleAfter: number;
  readonly expect: readonly WalletId[];
}

/** Whether the configuration says that the wallet should be there. */
export function isExpected({ expect }: Pick<BoardAccount, 'expect'>, wallet: WalletId): boolean {
  const key = walletKey(wallet);
  return expect.some((each) => walletKey(each) === key);
}

/** When a poll saw an account's wallets, and until when that is fresh: one object for all of them. */
export interface Sighting extends Staleness {
  readonly slot: Instant;
  readonly observedAt: Instant;
}

/** Changed in place: a hundred thousand new objects at every poll would keep the garbage collector busy. */
export interface KnownWallet {
  seen: WalletBalance;
  at: Sighting;
  missing: boolean;
}

export interface BoardEntry {
  config: BoardAccount;
  readonly known: Map<string, KnownWallet>;
  last: Observation | null;
  /** The newest good observation. */
  seen: Observation | null;
  lastSuccessAt: Instant | null;
  /** Whether the board has taken in what was known about the account before. */
  remembered: boolean;
  consecutiveFailures: number;
  version: number;
  droppedWallets: number;
  /** Whether the account has another schedule since its last poll. */
  rescheduled: boolean;
}

/** Takes in a good observation: the wallets that it names are known, all others are missing. */
export function takeObservation(state: BoardEntry, observation: Observation, clock: Clock): void {
  const { config, known } = state;
  state.seen = observation;
  const at = sightingOf(config, observation, clock);
  for (const seen of observation.wallets) {
    const key = walletKey(seen);
    const before = known.get(key);
    if (!before) {
      known.set(key, { seen, at, missing: false });
      continue;
    }
    before.seen = seen;
    before.at = at;
    before.missing = false;
  }
  for (const wallet of known.values()) {
    if (wallet.at !== at && !mayName(observation, wallet.seen)) wallet.missing = true;
  }
  dropMissing(state);
}

function sightingOf(config: BoardAccount, observation: Observation, clock: Clock): Sighting {
  const { slot, observedAt } = observation;
  return { slot, observedAt, ...stalenessOf(config, observation, clock) };
}

/** Takes in a good observation that is older than the newest poll: it only adds wallets that aren't known yet. */
export function takeEarlier(state: BoardEntry, observation: Observation, clock: Clock): void {
  const { config, known, seen: newest } = state;
  const at = sightingOf(config, observation, clock);
  for (const seen of observation.wallets) {
    const key = walletKey(seen);
    if (known.has(key)) continue;
    const missing = newest !== null && newest.slot > at.slot && !mayName(newest, seen);
    known.set(key, { seen, at, missing });
  }
  if (state.lastSuccessAt === null && showsBalances(observation)) state.lastSuccessAt = at.observedAt;
  state.seen ??= observation;
  dropMissing(state);
}

/** Whether a record that can't be believed is about the wallet, or may be, because its name lacks a part. */
function mayName({ unreadable }: Observation, wallet: WalletId): boolean {
  return unreadable.some((record) => couldBe(record, wallet));
}

/** Drops the wallets that have been missing the longest, when more are missing than are remembered. */
function dropMissing(state: BoardEntry): void {
  if (state.known.size <= MAX_WALLETS) return;
  const missing = [...state.known].filter(([, wallet]) => wallet.missing);
  const excess = missing.length - MAX_WALLETS;
  if (excess <= 0) return;
  missing.sort(([, a], [, b]) => a.at.slot - b.at.slot);
  for (const [key] of missing.slice(0, excess)) state.known.delete(key);
  state.droppedWallets += excess;
}

/** The entry under another configuration: what is known turns stale by the new schedule. */
export function rescheduled(state: BoardEntry, config: BoardAccount): BoardEntry {
  const before = state.config;
  const same = sameSlots(before.schedule, config.schedule);
  if (same && before.staleAfter === config.staleAfter) return { ...state, config };
  for (const at of new Set([...state.known.values()].map((known) => known.at))) {
    if (at.staleAtWall === NEVER_FRESH) continue;
    const staleAtWall = staleFrom(config, at.slot);
    at.staleAtMonotonic += staleAtWall - at.staleAtWall;
    at.staleAtWall = staleAtWall;
  }
  return { ...state, config, rescheduled: state.rescheduled || !same };
}

/** The entry of an account about which nothing is known. */
export function unknownAccount(config: BoardAccount): BoardEntry {
  return {
    config,
    known: new Map(),
    ...{ last: null, seen: null, lastSuccessAt: null, consecutiveFailures: 0 },
    ...{ remembered: false, version: 0, droppedWallets: 0, rescheduled: false },
  };
}
