// Services that asked us to wait, remembered beyond the poll that they asked in. Used by `request-with-retry.ts`; kept
// by `app/polling.ts`, so that a reload forgets nothing.
import type { Clock } from '../../monitor/clock.ts';
import type { OutcomeWithDetail } from './outcome.ts';

const MAX_REST_MS = 24 * 3_600_000; // more is a mistake of theirs, which would blind us for ever

/** How long one account leaves one origin alone. */
export interface Rest {
  /** Milliseconds of waiting that are left, and how the request ended that asked for it; `null` when it is over. */
  left(): { readonly ms: number; readonly outcome: OutcomeWithDetail['outcome'] } | null;
  /** Begins, or goes on for longer; of a day at most. */
  begin(ms: number, outcome: OutcomeWithDetail['outcome']): void;
}

export interface Rests {
  /** The same one for every source of that account at that origin. */
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
