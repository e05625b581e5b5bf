// What the board holds of one account, and what becomes of it apart from polls. `board.ts` uses it.
import type { Instant, Observation } from '../../domain/observation.ts';
import { MAX_WALLETS, type WalletBalance, type WalletId, walletKey } from '../../domain/wallet.ts';
import { type Schedule, sameSlots } from '../polling/schedule.ts';
import { NEVER_FRESH, type Staleness, staleFrom } from './staleness.ts';

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

/** Changed in place: of a hundred thousand, new ones at every poll would keep the collector busy. */
export interface KnownWallet extends Staleness {
  seen: WalletBalance;
  slot: Instant;
  observedAt: Instant;
  missing: boolean;
}

export interface BoardEntry {
  config: BoardAccount;
  readonly known: Map<string, KnownWallet>;
  last: Observation | null;
  /** The newest good one. */
  seen: Observation | null;
  lastSuccessAt: Instant | null;
  consecutiveFailures: number;
  version: number;
  droppedWallets: number;
  /** Whether the account has another schedule since its last poll. */
  rescheduled: boolean;
}

/** Lets go of the wallets that have been missing the longest, beyond as many as are remembered. */
export function dropMissing(state: BoardEntry): void {
  if (state.known.size <= MAX_WALLETS) return;
  const missing = [...state.known].filter(([, wallet]) => wallet.missing);
  const excess = missing.length - MAX_WALLETS;
  if (excess <= 0) return;
  missing.sort(([, a], [, b]) => a.slot - b.slot);
  for (const [key] of missing.slice(0, excess)) state.known.delete(key);
  state.droppedWallets += excess;
}

/** The same account under another configuration: what is known turns stale by the schedule of now. */
export function rescheduled(state: BoardEntry, config: BoardAccount): BoardEntry {
  const before = state.config;
  const same = sameSlots(before.schedule, config.schedule);
  if (same && before.staleAfter === config.staleAfter) return { ...state, config };
  for (const known of state.known.values()) {
    if (known.staleAtWall === NEVER_FRESH) continue;
    const staleAtWall = staleFrom(config, known.slot);
    known.staleAtMonotonic += staleAtWall - known.staleAtWall;
    known.staleAtWall = staleAtWall;
  }
  return { ...state, config, rescheduled: state.rescheduled || !same };
}

/** An account of which nothing is known. */
export function unknown(config: BoardAccount): BoardEntry {
  return {
    config,
    known: new Map(),
    ...{ last: null, seen: null, lastSuccessAt: null, consecutiveFailures: 0 },
    ...{ version: 0, droppedWallets: 0, rescheduled: false },
  };
}
