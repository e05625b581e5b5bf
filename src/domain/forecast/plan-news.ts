// Which change of a plan is worth being kept: what somebody would act upon differently, not the noise of each poll. Used by
// `monitor/forecast/plan-record.ts`.
import { type Amount, addAmounts, approximate, compareAmounts, subtractAmounts } from '../money.ts';
import type { Instant } from '../observation.ts';
import type { Day } from './day.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SHARE = 0.1; // of what the wallet is to hold, by which a sum must differ
const LEAD_SHARE = 0.25; // of the lead time, by which a deadline must differ

/** A plan as far as it is compared with the one before it. */
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
  /** In one text. */
  readonly doubts: string;
  /** The first day that it wasn't learnt from. */
  readonly historyUntil: Day;
}

/** Whether a plan is to be kept beside the one before it, which stands for a day at the most. */
export function isNews(before: PlanGist, now: PlanGist, leadMs: number): boolean {
  if (now.at - before.at >= DAY_MS) return true;
  if (before.late !== now.late || before.confidence !== now.confidence) return true;
  if (before.source !== now.source || before.doubts !== now.doubts) return true;
  if (
    isNothing(before.needed) !== isNothing(now.needed) ||
    isNothing(before.coming) !== isNothing(now.coming)
  )
    return true;
  if ((before.shortfall === null) !== (now.shortfall === null)) return true;
  if (before.shortfall !== null && isNothing(before.shortfall) !== isNothing(now.shortfall!)) return true;
  const level = SHARE * approximate(addAmounts(now.available, now.coming, now.needed));
  const differs = (a: Amount | null, b: Amount | null) =>
    a !== null && b !== null && Math.abs(approximate(subtractAmounts(a, b))) > level;
  if (differs(before.needed, now.needed) || differs(before.shortfall, now.shortfall)) return true;
  if (before.by === null || now.by === null) return before.by !== now.by;
  return Math.abs(before.by - now.by) > Math.max(HOUR_MS, LEAD_SHARE * leadMs);
}

function isNothing(amount: Amount): boolean {
  return compareAmounts(amount, '0' as Amount) === 0;
}
