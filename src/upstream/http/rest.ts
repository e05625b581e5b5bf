// Remembers, beyond one poll, which services asked us to wait. Used by `request-with-retry.ts`; `app/polling.ts`
// keeps it, so that a reload forgets nothing.
import type { Clock } from '../../monitor/clock.ts';
import type { OutcomeWithDetail } from './outcome.ts';

const MAX_REST_MS = 24 * 3_600_000; // a longer wait is a mistake of the service, and would blind us for ever

/** How long one account sends nothing to one origin. */
export interface Rest {
  /** The milliseconds that are left, and the outcome of the request that asked for the wait; `null` when it is over. */
  left(): { readonly ms: number; readonly outcome: OutcomeWithDetail['outcome'] } | null;
  /** Begins the wait, or makes it longer; at most a day. */
  begin(ms: number, outcome: OutcomeWithDetail['outcome']): void;
}

export interface Rests {
  /** Every source of that account at that origin gets the same one. */
  of(account: string, origin: string): Rest;
}

export function createRests(clock: Clock): Rests {
  const rests = new Map<string, Rest>();
  return {
    of(account, origin) {
      const key = `${account} ${origin}`;
      const rest = rests.get(key) ?? createRest(clock);
      rests.set(key, rest);
      return rest;
    },
  };
}

export function createRest(clock: Clock): Rest {
  let until = 0;
  let outcome: OutcomeWithDetail['outcome'] = 'rate_limited';
  return {
    left() {
      const ms = until - clock.monotonic();
      return ms > 0 ? { ms, outcome } : null;
    },
    begin(ms, ofRequest) {
      const end = clock.monotonic() + Math.min(ms, MAX_REST_MS);
      if (end <= until) return;
      until = end;
      outcome = ofRequest;
    },
  };
}
