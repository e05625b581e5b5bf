// Holds what is known now: the only mutable state of the domain. Gauges, page, API and commands all render this view.
import type { Instant, Observation } from '../../domain/observation.ts';
import { showsBalances, succeeded } from '../../domain/observation.ts';
import type { Balance, WalletId } from '../../domain/wallet.ts';
import { walletKey } from '../../domain/wallet.ts';
import type { Clock } from '../clock.ts';
import {
  type BoardAccount,
  type BoardEntry,
  type KnownWallet,
  rescheduled,
  takeEarlier,
  takeObservation,
  unknownAccount,
} from './board-entry.ts';
import { entriesOf } from './entries.ts';
import { neverRests, nextPolled, type RestsUntil } from './next-slot.ts';
import { isPollNews, isStoredNews } from './order.ts';

/** The state of something that was seen: `fresh`; `stale`, too old to be believed; `missing` from a good response. */
export const SEEN_STATES = ['fresh', 'stale', 'missing'] as const;
export type SeenState = (typeof SEEN_STATES)[number];

/** A wallet may also be `never_seen`: it is expected, but no response named it. */
export const WALLET_STATES = [...SEEN_STATES, 'never_seen'] as const;
export type WalletState = (typeof WALLET_STATES)[number];

/** A wallet as it is known at one instant. */
export interface WalletView extends WalletId {
  readonly account: string;
  readonly state: WalletState;
  /** As last seen; only to be shown as current while `fresh`. `null` when never seen. */
  readonly balance: Balance | null;
  /** When it was last seen, by the wall clock of the replica that polled. */
  readonly observedAt: Instant | null;
  readonly slot: Instant | null;
  /** False when its labels fail the strict check: not to be exposed. */
  readonly exposable: boolean;
}

/** An account as it is known at one instant. */
export interface AccountView {
  readonly account: string;
  /** The last finished poll; `null` before the first. */
  readonly last: Observation | null;
  /** When balances were last read. */
  readonly lastSuccessAt: Instant | null;
  readonly consecutiveFailures: number;
  /** The next slot that is polled: not before the account has rested. */
  readonly nextSlot: Instant | null;
  /** Grows with every change of what is known about this account, but not because that gets older. */
  readonly version: number;
  readonly wallets: readonly WalletView[];
}

export interface Board {
  /** In the order of the configuration; the same list until it is reconfigured. */
  readonly accounts: readonly string[];
  /** Goes on with these accounts instead, and keeps what is known about those that stay. */
  reconfigure(accounts: readonly BoardAccount[]): void;
  /** Takes in a finished poll. Returns false, and changes nothing, for one older than the newest poll. */
  observe(observation: Observation): boolean;
  /**
   * Takes in all that was known about these accounts before a start, or by other replicas. Like {@link Board.observe}; but a
   * good poll that is older than the newest one adds the wallets that aren't known yet: as missing, if a newer good poll has
   * come since.
   */
  remember(accounts: readonly string[], observations: readonly Observation[]): void;
  /** The account now; freshness is decided at this very call. `undefined` for a name that isn't configured. */
  account(name: string): AccountView | undefined;
  /** Whether the account is configured, and has this wallet: seen or expected. Cheaper than a view of the account. */
  has(name: string, wallet: WalletId): boolean;
  /** Removes a wallet, until an observation names it again. */
  forget(name: string, wallet: WalletId): void;
  /**
   * Whether a wallet of the account is known, or may have been seen before: {@link remember} hasn't been called for it yet.
   * Cheaper than a view of the account. False for an account that isn't configured.
   */
  mayHaveWallets(name: string): boolean;
  /** How many of the account's missing wallets were dropped, because too many were missing; counted since the start. */
  droppedWallets(name: string): number;
  /** See {@link AccountView.version}. */
  version(name: string): number;
  /** Grows with the version of any account: while it stays the same, no account has changed. */
  readonly revision: number;
  /**
   * The instant, by `clock.now()`, at which the next wallet of the account turns stale if nothing is seen until
   * then; `null` when none is fresh. A rendering of the account is valid until then, unless its version changes.
   */
  staleAt(name: string): Instant | null;
}

/** An empty board for these accounts. `restsUntil` says until when one isn't polled because its keys are refused. */
export function createBoard(
  accounts: readonly BoardAccount[],
  clock: Clock,
  restsUntil: RestsUntil = neverRests,
): Board {
  let states = new Map<string, BoardEntry>(accounts.map((config) => [config.name, unknownAccount(config)]));
  let names: readonly string[] = [...states.keys()];
  let revision = 0;

  const isFresh = ({ at, missing }: KnownWallet, wall: Instant, monotonic: number): boolean =>
    !missing && wall < at.staleAtWall && monotonic < at.staleAtMonotonic;

  return {
    get accounts() {
      return names;
    },

    reconfigure(next) {
      states = entriesOf(next, states, (known, config) =>
        rescheduled(known ?? unknownAccount(config), config),
      );
      names = [...states.keys()];
      revision++;
      for (const state of states.values()) state.version++;
    },

    observe: (observation) => take(observation, isPollNews),

    remember(accounts, observations) {
      for (const observation of observations) {
        if (take(observation, isStoredNews) || !succeeded(observation.outcome)) continue;
        const state = states.get(observation.account);
        if (!state) continue;
        state.version++;
        revision++;
        takeEarlier(state, observation, clock);
      }
      for (const name of accounts) {
        const state = states.get(name);
        if (state) state.remembered = true;
      }
    },

    has(name, wallet) {
      const state = states.get(name);
      const isIt = (one: WalletId) => walletKey(one) === walletKey(wallet);
      return state !== undefined && (state.known.has(walletKey(wallet)) || state.config.expect.some(isIt));
    },

    forget(name, wallet) {
      const state = states.get(name);
      if (!state?.known.delete(walletKey(wallet))) return;
      state.version++;
      revision++;
    },

    account(name) {
      const state = states.get(name);
      if (!state) return undefined;
      const wall = clock.now();
      const monotonic = clock.monotonic();
      const wallets: WalletView[] = [];
      for (const known of state.known.values()) {
        const { currency, walletType, exposable } = known.seen;
        wallets.push({
          account: name,
          currency,
          walletType,
          exposable,
          state: known.missing ? 'missing' : isFresh(known, wall, monotonic) ? 'fresh' : 'stale',
          balance: known.seen,
          observedAt: known.at.observedAt,
          slot: known.at.slot,
        });
      }
      for (const expected of state.config.expect) {
        if (state.known.has(walletKey(expected))) continue;
        const unseen = { balance: null, observedAt: null, slot: null, exposable: true } as const;
        const { currency, walletType } = expected;
        wallets.push({ account: name, currency, walletType, state: 'never_seen', ...unseen });
      }
      return {
        account: name,
        last: state.last,
        lastSuccessAt: state.lastSuccessAt,
        consecutiveFailures: state.consecutiveFailures,
        nextSlot: nextPolled(state, wall, restsUntil),
        version: state.version,
        wallets,
      };
    },

    get revision() {
      return revision;
    },

    mayHaveWallets(name) {
      const state = states.get(name);
      return state !== undefined && (state.known.size > 0 || !state.remembered);
    },

    droppedWallets: (name) => states.get(name)?.droppedWallets ?? 0,
    version: (name) => states.get(name)?.version ?? 0,

    staleAt(name) {
      const wall = clock.now();
      const monotonic = clock.monotonic();
      let earliest: Instant | null = null;
      for (const known of states.get(name)?.known.values() ?? []) {
        if (!isFresh(known, wall, monotonic)) continue;
        const { staleAtWall, staleAtMonotonic } = known.at;
        const untilMonotonic = wall + (staleAtMonotonic - monotonic);
        earliest = Math.min(earliest ?? Number.POSITIVE_INFINITY, staleAtWall, untilMonotonic);
      }
      return earliest;
    },
  };

  function take(observation: Observation, isNewer: typeof isPollNews): boolean {
    const state = states.get(observation.account);
    if (!state || !isNewer(observation, state, clock.now())) return false;
    const { last } = state;
    state.version++;
    revision++;
    state.last = observation;
    state.rescheduled = false;
    if (succeeded(observation.outcome)) state.consecutiveFailures = 0;
    else if (last?.slot !== observation.slot) state.consecutiveFailures++;
    if (succeeded(observation.outcome)) takeObservation(state, observation, clock);
    if (showsBalances(observation)) state.lastSuccessAt = observation.observedAt;
    return true;
  }
}
