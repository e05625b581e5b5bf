// What the board holds of one account, and what becomes of it. `board.ts` uses it.
import { type Instant, type Observation, showsBalances } from '../../domain/observation.ts';
import { couldBe, MAX_WALLETS, type WalletBalance, type WalletId, walletKey } from '../../domain/wallet.ts';
import type { Clock } from '../clock.ts';
import { type Schedule, sameSlots } from '../polling/schedule.ts';
import { NEVER_FRESH, type Staleness, staleFrom, stalenessOf } from './staleness.ts';

/** What the board must know of an account. */
export interface BoardAccount {
  readonly name: string;
  readonly schedule: Schedule;
  /** Missed slots (plus 30 s) until what is known is stale. */
  readonly staleAfter: number;
  readonly expect: readonly WalletId[];
}

/** Whether the configuration says that the wallet should be there. */
export function isExpected({ expect }: Pick<BoardAccount, 'expect'>, wallet: WalletId): boolean {
  const key = walletKey(wallet);
  return expect.some((each) => walletKey(each) === key);
}

/** When a poll saw what it saw, and until when that is to be believed: one for all the wallets of its account. */
export interface Sighting extends Staleness {
  readonly slot: Instant;
  readonly observedAt: Instant;
}

/** Changed in place: of a hundred thousand, new ones at every poll would keep the collector busy. */
export interface KnownWallet {
  seen: WalletBalance;
  at: Sighting;
  missing: boolean;
}

export interface BoardEntry {
  config: BoardAccount;
  readonly known: Map<string, KnownWallet>;
  last: Observation | null;
  /** The newest good one. */
  seen: Observation | null;
  lastSuccessAt: Instant | null;
  /** Whether what was known of it before is known here. */
  remembered: boolean;
  consecutiveFailures: number;
  version: number;
  droppedWallets: number;
  /** Whether the account has another schedule since its last poll. */
  rescheduled: boolean;
}

/** Takes in a good observation: what it names is known, what it doesn't is missing. */
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

/** Takes in a good observation that is older than the newest poll: it makes known what isn't known yet. */
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

/** Whether a record that can't be believed is about the wallet, or may be since its name lacks a part. */
function mayName({ unreadable }: Observation, wallet: WalletId): boolean {
  return unreadable.some((record) => couldBe(record, wallet));
}

/** Lets go of the wallets that have been missing the longest, beyond as many as are remembered. */
function dropMissing(state: BoardEntry): void {
  if (state.known.size <= MAX_WALLETS) return;
  const missing = [...state.known].filter(([, wallet]) => wallet.missing);
  const excess = missing.length - MAX_WALLETS;
  if (excess <= 0) return;
  missing.sort(([, a], [, b]) => a.at.slot - b.at.slot);
  for (const [key] of missing.slice(0, excess)) state.known.delete(key);
  state.droppedWallets += excess;
}

/** The same account under another configuration: what is known turns stale by the schedule of now. */
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

/** An account of which nothing is known. */
export function unknown(config: BoardAccount): BoardEntry {
  return {
    config,
    known: new Map(),
    ...{ last: null, seen: null, lastSuccessAt: null, consecutiveFailures: 0 },
    ...{ remembered: false, version: 0, droppedWallets: 0, rescheduled: false },
  };
}
