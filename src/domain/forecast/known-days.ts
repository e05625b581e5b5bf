// What days that are known in advance make of their outflow: as it is said, or as earlier days of their kind have taught.
// Used by `expectation.ts`.
import type { Calendar } from './calendar.ts';
import type { Day } from './day.ts';

const KNOWN_PRIOR = 0.5; // usual days that a kind of known days begins with
const MAX_KNOWN = 5; // times what is usual: one payout must not become a custom

export interface KnownDays {
  factor(day: Day): number;
  /** Takes in what went out on a day as a multiple of what would be usual; false when it isn't of a kind that learns. */
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
