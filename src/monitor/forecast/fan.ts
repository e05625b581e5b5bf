// Computes the expected balance of a wallet from now on, as lines of a chart. Amounts are estimates, so they are numbers.
import { DAY_MS } from '../../domain/duration.ts';
import {
  alertOf,
  lastsFor,
  lastsWithCare,
  leastGone,
  mostGone,
  mostGoneWithCare,
  type Outlook,
  REACH,
  USABLE_DAYS,
} from '../../domain/forecast/outlook.ts';
import { timeOf } from '../../domain/forecast/plan.ts';
import type { Zone } from '../../domain/forecast/zone.ts';
import { type Amount, approximate } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';

const HIGH = 0.9; // the share of cases in which the balance is not above the upper line
const STEPS = 48;

/** The expected balance of a wallet, if no money comes in. */
export interface Fan {
  /** The share of cases in which the balance is not below the lower line: the account's own confidence. */
  readonly confidence: number;
  /** From now on. */
  readonly points: readonly FanPoint[];
  /** When the middle line reaches zero; `null` beyond the 60 days of the outlook. */
  readonly emptyAt: Instant | null;
  /** Until when the balance lasts at that confidence; `null` beyond the 60 days of the outlook. */
  readonly surelyUntil: Instant | null;
  /** How many of the last days' forecasts, at most 40, held; `of` is 0 before the first. */
  readonly record: { readonly held: number; readonly of: number };
  /** Known days of history. */
  readonly days: number;
}

/** What is left at an instant: the median, and how low and high it may be. */
export interface FanPoint {
  readonly at: Instant;
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/** The lines from `now` on, for `horizonMs` at most; `undefined` when the outlook is too old. */
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
      low: left(mostGoneWithCare(outlook, confidence, since, days)),
      high: left(leastGone(outlook, HIGH, since, days)),
    };
  });
  const end = (days: number): Instant | null =>
    days >= REACH - since ? null : Math.round(now + days * DAY_MS);
  const { held: kept, of } = alertOf(outlook, 0);
  return {
    ...{ confidence, points, emptyAt: end(lastsFor(outlook, 0.5, since, held)) },
    surelyUntil: end(lastsWithCare(outlook, confidence, since, held)),
    ...{ record: { held: kept, of }, days: outlook.days },
  };
}
