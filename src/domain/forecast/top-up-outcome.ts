// Judges a plan that asked for money: whether the top-up came in time, and if not, why. Used by
// `monitor/forecast/plan-record.ts`; pages and commands show it.
import type { Amount } from '../money.ts';
import type { Instant } from '../observation.ts';

/**
 * `in_time`: the wallet was never empty. `not_followed`: it was, and the plan had said early enough by when to request.
 * `told_too_late`: it was, and a request at the time that the plan said would have been too late.
 */
export const VERDICTS = ['in_time', 'not_followed', 'told_too_late'] as const;
export type TopUpVerdict = (typeof VERDICTS)[number];

/** The top-up that ended a plan. */
export interface TopUpOutcome {
  /** When it was seen. */
  readonly at: Instant;
  readonly amount: Amount;
  /** What was available just before it. */
  readonly leftBefore: Amount;
  /** When the wallet was first empty after the plan asked for money; `null`: it never was. */
  readonly emptySince: Instant | null;
  readonly verdict: TopUpVerdict;
}

/** The deadline that was shown from an instant on, until another was. */
export interface ToldDeadline {
  readonly at: Instant;
  /** The latest time to request money; `null`: not within 60 days. */
  readonly by: Instant | null;
}

/** `told` are the plans that asked for this top-up, the oldest first. */
export function topUpVerdict(
  told: readonly ToldDeadline[],
  { emptySince, leadMs }: { readonly emptySince: Instant | null; readonly leadMs: number },
): TopUpVerdict {
  if (emptySince === null) return 'in_time';
  const latest = emptySince - leadMs; // a later request comes too late
  const early = told.some(({ at, by }, i) => {
    if (by === null) return false;
    const request = Math.max(at, by);
    return request <= latest && request < (told[i + 1]?.at ?? Number.POSITIVE_INFINITY);
  });
  return early ? 'not_followed' : 'told_too_late';
}
