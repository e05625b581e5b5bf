// The factors of days that are known in advance: as configured, or as learnt from earlier days of their kind. Used by
// `expectation.ts`.
import type { Calendar } from './calendar.ts';
import type { Day } from './day.ts';

const KNOWN_PRIOR = 0.5; // each kind of known days begins with this many usual days
const MAX_KNOWN = 5; // times the usual outflow: a single payout must not become the rule

export interface KnownDays {
  factor(day: Day): number;
  /** Takes in a day's outflow as a multiple of the usual; false when the day isn't of a kind that learns. */
  learn(day: Day, ratio: number): boolean;
}

export function createKnownDays(calendar: Calendar | undefined): KnownDays {
  const learnt = new Map<string, { sum: number; count: number }>();
  const factorOf = (kind: string) => {
    const { sum, count } = learnt.get(kind) ?? { sum: 0, count: 0 };
    return (KNOWN_PRIOR + sum) / (KNOWN_PRIOR + count);
  };
  return {
    factor(day) {
      const known = calendar?.at(day);
      return known ? (known.factor ?? factorOf(known.kind)) : 1;
    },
    learn(day, ratio) {
      const known = calendar?.at(day);
      if (!known || known.factor !== undefined || !Number.isFinite(ratio)) return false;
      const { sum, count } = learnt.get(known.kind) ?? { sum: 0, count: 0 };
      learnt.set(known.kind, { sum: sum + Math.min(MAX_KNOWN, ratio), count: count + 1 });
      return true;
    },
  };
}
