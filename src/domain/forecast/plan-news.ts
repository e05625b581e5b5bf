// Decides which change of a plan is stored: one that makes people act differently, not the noise of each poll. Used by
// `monitor/forecast/plan-record.ts`.
import { DAY_MS, HOUR_MS } from '../duration.ts';
import { type Amount, addAmounts, approximate, isZero, subtractAmounts } from '../money.ts';
import type { Instant } from '../observation.ts';
import type { Day } from './day.ts';

const SHARE = 0.1; // a sum must differ by this share of what the wallet should hold
const LEAD_SHARE = 0.25; // a deadline must differ by this share of the lead time

/** The parts of a plan that are compared with the plan before it. */
export interface PlanGist {
  readonly at: Instant;
  readonly available: Amount;
  readonly coming: Amount;
  readonly needed: Amount;
  /** `null`: more than 60 days ahead. */
  readonly by: Instant | null;
  readonly late: boolean;
  readonly confidence: number;
  readonly source: string | null;
  readonly shortfall: Amount | null;
  /** All in one text. */
  readonly doubts: string;
  /** The first day that the plan's forecast has not learnt from. */
  readonly historyUntil: Day;
}

/** Whether to store a plan after the one before it; a plan that is a day newer is always stored. */
export function isPlanNews(before: PlanGist, now: PlanGist, leadMs: number): boolean {
  if (now.at - before.at >= DAY_MS) return true;
  if (before.late !== now.late || before.confidence !== now.confidence) return true;
  if (before.source !== now.source || before.doubts !== now.doubts) return true;
  if (isZero(before.needed) !== isZero(now.needed) || isZero(before.coming) !== isZero(now.coming))
    return true;
  if ((before.shortfall === null) !== (now.shortfall === null)) return true;
  if (before.shortfall !== null && isZero(before.shortfall) !== isZero(now.shortfall!)) return true;
  const level = SHARE * approximate(addAmounts(now.available, now.coming, now.needed));
  const differs = (a: Amount | null, b: Amount | null) =>
    a !== null && b !== null && Math.abs(approximate(subtractAmounts(a, b))) > level;
  if (differs(before.needed, now.needed) || differs(before.shortfall, now.shortfall)) return true;
  if (before.by === null || now.by === null) return before.by !== now.by;
  return Math.abs(before.by - now.by) > Math.max(HOUR_MS, LEAD_SHARE * leadMs);
}
