// Holds what is known now about payment options. Gauges, page and API render this view; in the database, SQL shows the same.
import type { Instant } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import {
  aboutOption,
  type LostOption,
  type OptionObservation,
  type PaymentOption,
  paymentOptionKey,
} from '../../domain/payment-option.ts';
import type { Clock } from '../clock.ts';
import type { SeenState } from './board.ts';
import { entriesOf } from './entries.ts';
import { neverRests, nextPolled, type RestsUntil } from './next-slot.ts';
import { isPollNews, isStoredNews } from './order.ts';
import {
  type OptionAccount,
  type PaymentOptionBoardEntry,
  rescheduled,
  unknownOptions,
} from './payment-option-entry.ts';
import { stalenessOf } from './staleness.ts';

const MAX_LOST = 2_000; // per account; a service could name new ones without end

/** A payment option as it is known at one instant. */
export interface OptionView {
  readonly account: string;
  /** As last seen; only to be shown as current while `fresh`. */
  readonly option: PaymentOption;
  /** `stale` also when the newest good response names it but its record can't be believed. */
  readonly state: SeenState;
  readonly observedAt: Instant;
}

export interface OptionAccountView {
  readonly account: string;
  /** The last finished poll; `null` before the first. */
  readonly last: OptionObservation | null;
  /** The newest good poll; `null` before the first. */
  readonly seen: OptionObservation | null;
  /** The options that it didn't bring. */
  readonly lost: readonly LostOption[];
  /** As that of balances. */
  readonly nextSlot: Instant | null;
  readonly options: readonly OptionView[];
}

export interface PaymentOptionBoard {
  /** The accounts whose options are polled, in the order of the configuration. */
  readonly accounts: readonly string[];
  /** Goes on with these accounts instead, and keeps what is known about those that stay. */
  reconfigure(accounts: readonly OptionAccount[]): void;
  /** Takes in a finished poll. Returns false, and changes nothing, for one older than the newest poll. */
  observe(observation: OptionObservation): boolean;
  /**
   * Takes in all that was known about these accounts before a start: the newest good poll, and what it didn't bring. If it
   * is older than a known poll, it adds the options that aren't known yet: as missing, if a newer good poll has come since.
   */
  remember(accounts: readonly string[], known: readonly KnownOptions[]): void;
  /**
   * Whether the service names options of the account, or may have before: {@link remember} hasn't been called for it yet.
   * False for an account that isn't configured.
   */
  mayHaveOptions(name: string): boolean;
  /** The account now; freshness is decided at this very call. */
  account(name: string): OptionAccountView | undefined;
  /** Grows with every change of what is known, but not because that gets older. */
  version(): number;
  /** When, by `clock.now()`, the next account's options turn stale; `null` when nothing is fresh. */
  staleAt(): Instant | null;
}

/** What was known about an account's options: the newest good poll, and what it didn't bring. */
export interface KnownOptions {
  readonly seen: OptionObservation;
  readonly lost: readonly LostOption[];
}

/**
 * The newest good poll, and a made-up one before it that saw the options whose records the newest can't read. Together they
 * name all options that can vanish.
 */
export function pollsOf({ seen, lost }: KnownOptions): readonly OptionObservation[] {
  const options = lost.filter(({ vanished }) => !vanished);
  const before = { slot: seen.slot - 1, observedAt: seen.observedAt - 1 };
  return options.length === 0 ? [seen] : [seen, { ...seen, ...before, options, unreadable: [] }];
}

/** An empty board for these accounts. */
export function createPaymentOptionBoard(
  accounts: readonly OptionAccount[],
  clock: Clock,
  restsUntil: RestsUntil = neverRests,
): PaymentOptionBoard {
  let states = new Map(accounts.map((config) => [config.name, unknownOptions(config)]));
  let version = 0;
  const isFresh = ({ staleAtWall, staleAtMonotonic }: PaymentOptionBoardEntry): boolean =>
    clock.now() < staleAtWall && clock.monotonic() < staleAtMonotonic;

  return {
    get accounts() {
      return [...states.keys()];
    },

    reconfigure(next) {
      states = entriesOf(next, states, (known, config) =>
        rescheduled(known ?? unknownOptions(config), config),
      );
      version++;
    },

    observe: (observation) => takeIn(observation, isPollNews),

    remember(accounts, known) {
      for (const each of known) rememberOne(each);
      for (const name of accounts) {
        const state = states.get(name);
        if (state) state.remembered = true;
      }
    },

    mayHaveOptions(name) {
      const state = states.get(name);
      if (!state) return false;
      const { seen, lost, remembered } = state;
      return (
        !remembered || (seen?.options.length ?? 0) > 0 || [...lost.values()].some(({ vanished }) => !vanished)
      );
    },

    account(name) {
      const state = states.get(name);
      if (!state) return undefined;
      const now = isFresh(state) ? 'fresh' : 'stale';
      const { seen, last } = state;
      const lost = [...state.lost.values()];
      return {
        account: name,
        last,
        seen,
        lost,
        nextSlot: nextPolled(state, clock.now(), restsUntil),
        options: [
          ...(seen?.options ?? []).map(
            (option): OptionView => ({ account: name, option, state: now, observedAt: seen!.observedAt }),
          ),
          ...lost.map(
            (option): OptionView => ({
              account: name,
              option,
              state: option.vanished ? 'missing' : 'stale',
              observedAt: option.lastSeen,
            }),
          ),
        ],
      };
    },

    version: () => version,

    staleAt() {
      const instants = [...states.values()]
        .filter(isFresh)
        .map((state) =>
          Math.min(state.staleAtWall, clock.now() + state.staleAtMonotonic - clock.monotonic()),
        );
      return instants.length === 0 ? null : Math.min(...instants);
    },
  };

  function takeIn(observation: OptionObservation, isNewer: typeof isPollNews): boolean {
    const state = states.get(observation.account);
    if (!state || !isNewer(observation, state, clock.now())) return false;
    version++;
    state.last = observation;
    state.rescheduled = false;
    if (succeeded(observation.outcome)) take(state, observation);
    return true;
  }

  function rememberOne({ seen, lost }: KnownOptions): void {
    const state = states.get(seen.account);
    if (!state) return;
    version++;
    if (!takeIn(seen, isStoredNews) && !state.seen && succeeded(seen.outcome)) take(state, seen);
    const newest = state.seen;
    const isEarlier = newest !== null && newest.slot > seen.slot;
    const known = new Set(newest?.options.map(paymentOptionKey));
    const add = (option: LostOption) => {
      const key = paymentOptionKey(option);
      if (!known.has(key) && !state.lost.has(key)) state.lost.set(key, option);
    };
    const isNamed = aboutOption(newest?.unreadable ?? []);
    const vanished = (option: PaymentOption) => isEarlier && !isNamed(option);
    for (const option of seen.options) {
      add({ ...option, lastSeen: seen.observedAt, vanished: vanished(option) });
    }
    for (const option of lost) add({ ...option, vanished: option.vanished || vanished(option) });
    letGo(state.lost);
  }

  function take(state: PaymentOptionBoardEntry, observation: OptionObservation): void {
    const now = new Set(observation.options.map(paymentOptionKey));
    const isNamed = aboutOption(observation.unreadable);
    const { seen, lost } = state;
    for (const option of seen?.options ?? []) {
      const key = paymentOptionKey(option);
      if (!now.has(key)) lost.set(key, { ...option, lastSeen: seen!.observedAt, vanished: false });
    }
    for (const [key, option] of lost) {
      if (now.has(key)) lost.delete(key);
      else if (!option.vanished && !isNamed(option)) lost.set(key, { ...option, vanished: true });
    }
    letGo(lost);
    state.seen = observation;
    Object.assign(state, stalenessOf(state.config, observation, clock));
  }
}

/** Drops the options that were lost first, when more are lost than are remembered. */
function letGo(lost: Map<string, LostOption>): void {
  for (const key of lost.keys()) {
    if (lost.size <= MAX_LOST) break;
    lost.delete(key);
  }
}
