// Which range a wallet's page shows. A range with two instants stays the same when shared; a named one moves with the
// clock.
import { HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Range } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { readInstant } from './question.ts';

const MIN_MS = 5 * MINUTE_MS;
const MAX_MS = 800 * 24 * HOUR_MS;

export const RANGES = {
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
  '1y': 8_760 * HOUR_MS,
} as const;
export type RangeName = keyof typeof RANGES;

export interface WalletRange extends Range {
  /** `null` for a range with an absolute beginning and end. */
  readonly name: RangeName | null;
}

/**
 * The range that is asked for, by `range` or by `from` and `to`; or a sentence that says what is wrong with the question.
 */
export function readWalletRange(
  { range, from, to }: Readonly<Record<string, string>>,
  timezone: string,
  now: Instant,
): WalletRange | string {
  if (from === undefined && to === undefined) {
    const name = range ?? '24h';
    if (!Object.hasOwn(RANGES, name)) return texts.wallet.range.mistake.name(Object.keys(RANGES).join(', '));
    return { name: name as RangeName, from: now - RANGES[name as RangeName], to: now };
  }
  const end = to === undefined ? now : readInstant(to, timezone);
  const start = from === undefined ? undefined : readInstant(from, timezone);
  if (end === undefined || start === undefined) return texts.wallet.range.mistake.instants;
  if (start >= end) return texts.wallet.range.mistake.order;
  if (start >= now) return texts.wallet.range.mistake.ahead;
  if (end - start > MAX_MS) return texts.wallet.range.mistake.long;
  const until = Math.min(end, now);
  return { name: null, from: Math.min(start, until - MIN_MS), to: until };
}

/** The ranges to which a page links from this one; `null` for a range that isn't offered. */
export function rangesBeside(
  { from, to }: Range,
  now: Instant,
): Readonly<Record<'earlier' | 'later' | 'closer' | 'wider', Range | null>> {
  const length = to - from;
  const shifted = (by: number): Range => ({ from: from + by, to: Math.min(now, to + by) });
  return {
    earlier: shifted(-length),
    later: to >= now ? null : shifted(length),
    closer:
      length / 2 < MIN_MS
        ? null
        : { from: from + length / (to >= now ? 2 : 4), to: to >= now ? to : to - length / 4 },
    wider: 2 * length > MAX_MS ? null : { from: from - length / 2, to: Math.min(now, to + length / 2) },
  };
}
