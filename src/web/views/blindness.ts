// How long an account was not seen, and why: what pages call its coverage. Pure.
import type { Instant, Outcome } from '../../domain/observation.ts';
import type { Gap, Gaps, Range } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import type { RangedDay } from './days.ts';

/** How many days of coverage are shown. */
export const COVERED_DAYS = 30;

export interface BlindTime {
  readonly blindMs: number;
  readonly count: number;
  /** The account's first slot; `null` when it was never polled. */
  readonly seenFrom: Instant | null;
}

/** How much of a range lies in gaps. */
export function blindTimeOf({ gaps, first }: Gaps, range: Range): BlindTime {
  const inside = gaps.map((gap) => overlap(gap, range)).filter((ms) => ms > 0);
  return { blindMs: inside.reduce((sum, ms) => sum + ms, 0), count: inside.length, seenFrom: first };
}

/** A day of the coverage. */
export interface CoveredDay {
  readonly day: string;
  /**
   * The share of the day that was seen, from 0 to 1; of a running day, the share so far. `null` before the account was
   * polled.
   */
  readonly seen: number | null;
  readonly blindMs: number;
}

/** The coverage of each day; the account's first day and the running day are measured by the part that there is. */
export function coverageByDay(gaps: Gaps, days: readonly RangedDay[]): readonly CoveredDay[] {
  return days.map(({ day, range }) => {
    const from = Math.max(range.from, gaps.first ?? range.to);
    const { blindMs } = blindTimeOf(gaps, { from, to: range.to });
    return { day, blindMs, seen: from >= range.to ? null : 1 - blindMs / (range.to - from) };
  });
}

/** Why an account wasn't seen, as a sentence with the outcome of most polls in the gap. */
export function reasonOf({ failed, outcomes }: Gap): string {
  if (failed === 0) return texts.at.reason.notRunning;
  const most = (Object.entries(outcomes) as [Outcome, number][]).toSorted(([, a], [, b]) => b - a);
  const [[outcome, times] = ['connect' as const, failed], ...others] = most;
  const how = texts.at.outcomes[outcome];
  return others.length > 0 ? texts.at.reason.others(how, failed, times) : texts.at.reason.failed(failed, how);
}

function overlap({ since, until }: Gap, { from, to }: Range): number {
  return Math.max(0, Math.min(until ?? to, to) - Math.max(since, from));
}
