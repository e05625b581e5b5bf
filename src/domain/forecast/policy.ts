// Replays past days with three policies of topping up: by the plan, by a fixed threshold, and by perfect foresight. Says
// how much each leaves idle, and how often it comes too late. Within a day money leaves evenly; times are in days since
// the first. Used by `monitor/forecast/backtest.ts`, for `floatwatch plan --backtest`.
import { amountOf, approximate, ZERO } from '../money.ts';
import type { Day } from './day.ts';
import { createForecaster, type ForecasterOptions } from './forecaster.ts';
import { alertLevel, alertOf, type Outlook } from './outlook.ts';
import { type Drained, planOf } from './plan.ts';

const EPSILON = 1e-9; // in sums and times, a smaller difference comes from rounding
const STEP = 0.05; // the step between two thresholds that are tried, in days' money

/** A wallet's days, and how it is topped up. */
export interface Trade {
  /** The outflow of each day; none is unknown. */
  readonly truth: readonly number[];
  /** From a request to the money's arrival. */
  readonly lead: number;
  /** How long a top-up should last. */
  readonly cover: number;
  /** From one look at the balance to the next: a day divided by a whole number. */
  readonly look: number;
  /** When a top-up that is requested at an instant arrives. @default `lead` later */
  readonly arrival?: (now: number) => number;
}

/** The days that are judged, without `until` itself. */
export interface JudgedPart {
  readonly from: number;
  readonly until: number;
  /** A day's money: the mean outflow of a day. */
  readonly mean: number;
}

/** How much to request at a look, 0 for nothing. Only called while nothing is on its way. */
export type TopUpPolicy = (day: number, since: number, held: number) => number;

/** The result of a policy over the judged days. */
export interface PolicyResult {
  /** The mean balance, in days' money. */
  readonly idle: number;
  /** The mean balance when a top-up arrives, in days' money. */
  readonly rest: number;
  /** The share of days on which the wallet was empty at any moment. */
  readonly short: number;
  readonly topUps: number;
  /** How often it ran empty before a top-up came. */
  readonly late: number;
}

/** A threshold, and what is requested below it. */
export interface Fixed {
  readonly threshold: number;
  readonly sum: number;
}

export function partOf(truth: readonly number[], from: number, until: number): JudgedPart {
  const sum = truth.slice(from, until).reduce((all, each) => all + each, 0);
  return { from, until, mean: sum / (until - from) };
}

/** Replays a part, beginning with `start` days' money. */
export function replayPolicy(
  start: number,
  trade: Trade,
  part: JudgedPart,
  policy: TopUpPolicy,
): PolicyResult {
  const { truth, lead, arrival = (now: number) => now + lead } = trade;
  const { from, until, mean } = part;
  const looks = Math.round(1 / trade.look);
  let held = start * mean;
  let coming: { readonly at: number; readonly sum: number } | undefined;
  let [idle, short, late] = [0, 0, 0];
  let isLate = false;
  const rests: number[] = [];
  for (let day = from; day < until; day++) {
    let empty = false;
    for (let look = 0; look < looks; look++) {
      const now = day + look / looks;
      if (coming && coming.at <= now + EPSILON) {
        rests.push(held);
        held += coming.sum;
        coming = undefined;
        isLate = false;
      }
      if (!coming) {
        const sum = policy(day, look / looks, held);
        if (sum > 0) coming = { at: arrival(now), sum };
      }
      const out = truth[day]! / looks;
      if (out > held + EPSILON * mean) {
        empty = true;
        if (!isLate) late++;
        isLate = true;
      }
      idle += (held + Math.max(0, held - out)) / 2 / looks;
      held = Math.max(0, held - out);
    }
    if (empty) short++;
  }
  const days = until - from;
  return {
    idle: idle / days / mean,
    rest: rests.reduce((sum, each) => sum + each, 0) / Math.max(1, rests.length) / mean,
    short: short / days,
    topUps: rests.length,
    late,
  };
}

export function fixed({ threshold, sum }: Fixed): TopUpPolicy {
  return (_day, _since, held) => (held < threshold ? sum : 0);
}

/** The least threshold whose share of short days, by `fare`, is at most `most`, as is that of every higher one tried. */
export function bestThreshold(
  { cover, lead }: Trade,
  { mean }: JudgedPart,
  { most, fare }: { readonly most: number; fare(policy: TopUpPolicy): PolicyResult },
): Fixed {
  const sum = cover * mean;
  const enough = (days: number) => fare(fixed({ threshold: days * mean, sum })).short <= most;
  let days = cover + lead;
  while (days > STEP && enough(days - STEP)) days -= STEP;
  return { threshold: days * mean, sum };
}

/** The forecaster's outlook at each midnight: `[i]` is before `days[i]`. */
export function outlooksBefore(
  days: readonly (number | undefined)[],
  first: Day,
  options: ForecasterOptions,
): readonly (Outlook | undefined)[] {
  const forecaster = createForecaster(first, options);
  return days.map((amount) => {
    const outlook = forecaster.outlook();
    forecaster.learn(amount);
    return outlook;
  });
}

/** How a wallet is planned, without what changes from one look to the next. */
export type Planned = Omit<Drained, 'available' | 'outlook' | 'alert' | 'requested'>;

/** Requests what the plan says, when the alert fires or at the last moment of approval. */
export function byPlan(
  { lead, look, arrival = (now) => now + lead }: Trade,
  {
    outlooks,
    planned,
    instantOf,
  }: {
    /** By day; the first alert of each outlook is the plan's. */
    readonly outlooks: readonly (Outlook | undefined)[];
    readonly planned: Planned;
    readonly instantOf: (time: number) => number;
  },
): TopUpPolicy {
  return (day, since, held) => {
    const outlook = outlooks[day];
    if (!outlook) return 0;
    const now = day + since;
    const untilNext = arrival(now + look) - now; // until a request at the next look would arrive
    if (alertLevel(outlook, alertOf(outlook, 0), since, untilNext) < held) return 0;
    const available = amountOf(held.toFixed(6));
    const own = { ...planned, outlook, available, alert: 0, requested: NONE };
    const plan = planOf(own, instantOf(now));
    return typeof plan === 'string' ? 0 : approximate(plan.needed);
  };
}

const NONE = { coming: ZERO, expired: [] }; // the policy isn't called while something is on its way

/** Requests by perfect foresight: it knows what will go out. */
export function byTruth({ truth, lead, look, cover, arrival = (now) => now + lead }: Trade): TopUpPolicy {
  const sums = [0];
  for (const amount of truth) sums.push(sums.at(-1)! + amount);
  const goneBy = (time: number) => {
    const day = Math.min(truth.length - 1, Math.floor(time));
    return sums[day]! + Math.min(1, time - day) * truth[day]!;
  };
  return (day, since, held) => {
    const now = day + since;
    const gone = goneBy(now);
    if (goneBy(arrival(now + look)) - gone < held) return 0; // the next look is early enough
    const arrives = arrival(now);
    return Math.max(EPSILON, goneBy(arrives + cover) - goneBy(arrives));
  };
}
