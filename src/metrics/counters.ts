// Keeps the counters of each account since the process started. `metrics.ts` counts, `balances.ts` shows.
import { OUTCOMES, type Outcome } from '../domain/observation.ts';

export interface AccountCounters {
  /** Grows with every count. */
  readonly version: number;
  /** Polls by how they ended, in the order of {@link OUTCOMES}. */
  readonly polls: readonly number[];
  readonly missedSlots: number;
}

export interface Counters {
  /** The counters of an account; all at zero for a new name. */
  of(account: string): AccountCounters;
  poll(account: string, outcome: Outcome): void;
  miss(account: string, slots: number): void;
  /** Grows with every count of any account. */
  readonly revision: number;
}

export function createCounters(): Counters {
  const counters = new Map<string, { version: number; readonly polls: number[]; missedSlots: number }>();
  let revision = 0;
  return {
    of,
    poll(account, outcome) {
      count(account).polls[OUTCOMES.indexOf(outcome)]!++;
    },
    miss(account, slots) {
      count(account).missedSlots += slots;
    },
    get revision() {
      return revision;
    },
  };

  function of(account: string) {
    const known = counters.get(account);
    if (known) return known;
    const none = { version: 0, polls: OUTCOMES.map(() => 0), missedSlots: 0 };
    counters.set(account, none);
    return none;
  }

  function count(account: string) {
    const counted = of(account);
    counted.version++;
    revision++;
    return counted;
  }
}
