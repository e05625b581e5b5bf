// What is expected of a wallet's balance from now on, as lines of a chart: an estimate, so its amounts are numbers.
import {
  alertOf,
  lastsFor,
  leastGone,
  mostGone,
  type Outlook,
  REACH,
  USABLE_DAYS,
} from '../../domain/forecast/outlook.ts';
import { timeOf } from '../../domain/forecast/plan.ts';
import type { Zone } from '../../domain/forecast/zone.ts';
import { type Amount, approximate } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';

const DAY_MS = 86_400_000;
const HIGH = 0.9; // what remains at the most, in so many cases
const STEPS = 48;

/** A wallet's future, if nothing comes in. */
export interface Fan {
  /** The share of cases of the lower line: the account's own confidence. */
  readonly confidence: number;
  /** From now on. */
  readonly points: readonly FanPoint[];
  /** When it is empty, as likely as not; `null` beyond 60 days. */
  readonly emptyAt: Instant | null;
  /** Until when it lasts at that confidence; `null` beyond 60 days. */
  readonly surelyUntil: Instant | null;
  /** Of the last days' forecasts, at most 40, how many held; `of` is 0 before the first. */
  readonly record: { readonly held: number; readonly of: number };
  /** Known days of history. */
  readonly days: number;
}

/** What is left at an instant: the line in the middle, and how low and high it may be. */
export interface FanPoint {
  readonly at: Instant;
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** The lines over a length of time that follows `now`; `undefined` for an instant that the outlook isn't about. */
export function fanOf(
  outlook: Outlook,
  {
    zone,
    available,
    confidence,
    now,
    horizonMs,
  }: {
    readonly zone: Zone;
    readonly available: Amount;
    readonly confidence: number;
    readonly now: Instant;
    readonly horizonMs: number;
  },
): Fan | undefined {
  const since = timeOf(outlook, zone, now);
  if (since > USABLE_DAYS) return undefined;
  const held = approximate(available);
  const reach = Math.min(horizonMs / DAY_MS, REACH - since - 1);
  const points = Array.from({ length: STEPS + 1 }, (_, i): FanPoint => {
    const days = (reach * i) / STEPS;
    const left = (gone: number) => Math.max(Math.min(held, 0), held - gone);
    return {
      at: Math.round(now + days * DAY_MS),
      middle: left(mostGone(outlook, 0.5, since, days)),
      low: left(mostGone(outlook, confidence, since, days)),
      high: left(leastGone(outlook, HIGH, since, days)),
    };
  });
  const until = (share: number): Instant | null => {
    const days = lastsFor(outlook, share, since, held);
    return days >= REACH - since ? null : Math.round(now + days * DAY_MS);
  };
  const { held: kept, of } = alertOf(outlook, 0);
  return {
    ...{ confidence, points, emptyAt: until(0.5), surelyUntil: until(confidence) },
    ...{ record: { held: kept, of }, days: outlook.days },
  };
}
