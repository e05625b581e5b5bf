// Replays a wallet's past as if it had been topped up by the plan, by the best fixed threshold, or by perfect foresight.
// Used by `floatwatch plan --backtest`.
import { DAY_MS } from '../../domain/duration.ts';
import type { Calendar } from '../../domain/forecast/calendar.ts';
import { type Day, WEEK } from '../../domain/forecast/day.ts';
import {
  bestThreshold,
  byPlan,
  byTruth,
  type Fixed,
  fixed,
  type JudgedPart,
  outlooksBefore,
  type Planned,
  type PolicyResult,
  partOf,
  replayPolicy,
  type TopUpPolicy,
  type Trade,
} from '../../domain/forecast/policy.ts';
import { zoneOf } from '../../domain/forecast/zone.ts';
import type { Instant } from '../../domain/observation.ts';
import { ascending } from '../../domain/order.ts';
import type { WalletOutflow } from '../storage/ports.ts';
import { createPastDays } from './past-days.ts';
import { approvalOf, type TopUpSettings } from './plans.ts';

const LOOK = 1 / 24; // days
const MIN_DAYS = 28; // known days that a backtest needs
const HISTORY = 14; // the first days, which no threshold is learnt from
const FIRST_PART = 0.6; // of the days: a threshold is learnt from these, the rest is judged
const MAX_SHORT = 0.01; // the share of short days up to which a threshold is good enough

/** The result of one way of topping a wallet up. Amounts are estimates, so they are numbers. */
export interface Fared {
  /** How often it would have run empty before a top-up came, and how many top-ups came. */
  readonly late: number;
  readonly topUps: number;
  /** The share of days on which it would have been empty at any moment. */
  readonly short: number;
  /** The mean balance, and the mean balance when a top-up came. */
  readonly idle: number;
  readonly left: number;
}

export interface Backtest {
  /** The judged days, without `until` itself. */
  readonly from: Day;
  readonly until: Day;
  readonly plan: Fared;
  /** The threshold that was best before the judged days: all that somebody could have known. */
  readonly threshold: Fared & { readonly at: number };
  /** The threshold that was best on the judged days themselves, and perfect foresight of their payouts. */
  readonly hindsight: Fared & { readonly at: number };
  readonly perfect: Fared;
}

/** Why a wallet can't be tested: too few known days, or nothing went out before or on the judged days. */
export type Untested = 'short_history' | 'nothing_went_out';

/** Replays a wallet's days that have ended by `now`, at most a year. */
export function backtest(
  wallet: Pick<WalletOutflow, 'hours' | 'kept'>,
  settings: TopUpSettings & { readonly coverMs: number; readonly calendar: Calendar | undefined },
  now: Instant,
): Backtest | Untested {
  const { timezone, leadMs, coverMs, confidence, calendar } = settings;
  const zone = zoneOf(timezone);
  const { first, days } = createPastDays(zone, now)(wallet).outflow;
  if (days.filter((amount) => amount !== undefined).length < MIN_DAYS) return 'short_history';
  const truth = filled(days);
  const split = Math.round(FIRST_PART * days.length);
  const [before, judged] = [partOf(truth, HISTORY, split), partOf(truth, split, days.length)];
  if (!(before.mean > 0) || !(judged.mean > 0)) return 'nothing_went_out';

  const lead = leadMs / DAY_MS;
  const approval = approvalOf(settings);
  const instantOf = (time: number) => zone.instantOf(first + time);
  const timeOf = (at: Instant) => {
    const { day, part } = zone.localOf(at);
    return day + part - first;
  };
  const arrival = (time: number) => {
    const requested = approval.next(instantOf(time));
    return requested === undefined ? Number.POSITIVE_INFINITY : timeOf(requested) + lead;
  };
  const trade: Trade = { truth, lead, cover: coverMs / DAY_MS, look: LOOK, arrival };
  const alerts = [{ lead, look: LOOK, confidence }];
  const { roundTo, minimum } = settings;
  const planned: Planned = {
    ...{ confidence, zone, approval, leadMs, lookMs: LOOK * DAY_MS, target: { coverMs }, roundTo, minimum },
  };
  const outlooks = outlooksBefore(days, first, { alerts, calendar });
  return {
    from: first + split,
    until: first + days.length,
    plan: fareOf(trade, judged, byPlan(trade, { outlooks, planned, instantOf })),
    threshold: thresholdOf(trade, judged, bestOf(trade, before)),
    hindsight: thresholdOf(trade, judged, bestOf(trade, judged)),
    perfect: fareOf(trade, judged, byTruth(trade)),
  };
}

/** The days, with the median of the same weekday for each unknown one. */
function filled(days: readonly (number | undefined)[]): readonly number[] {
  const usual = Array.from({ length: WEEK }, (_, weekday) => {
    const known = days.filter((amount, i) => i % WEEK === weekday && amount !== undefined) as number[];
    return known.sort(ascending)[Math.floor(known.length / 2)] ?? 0;
  });
  return days.map((amount, i) => amount ?? usual[i % WEEK]!);
}

function bestOf(trade: Trade, part: JudgedPart): Fixed {
  return bestThreshold(trade, part, {
    most: MAX_SHORT,
    fare: (policy) => replayPolicy(trade.cover, trade, part, policy),
  });
}

function thresholdOf(trade: Trade, part: JudgedPart, best: Fixed): Backtest['threshold'] {
  return { ...fareOf(trade, part, fixed(best)), at: best.threshold };
}

/** Replays one policy; each begins with the money of one cover. */
function fareOf(trade: Trade, part: JudgedPart, policy: TopUpPolicy): Fared {
  const { idle, rest, short, topUps, late }: PolicyResult = replayPolicy(trade.cover, trade, part, policy);
  return { late, topUps, short, idle: idle * part.mean, left: rest * part.mean };
}
