// Topping up by the plan, by a fixed threshold, and by perfect foresight, replayed over days that were: what each leaves
// idle, and how often it comes too late. Within a day money leaves evenly; times are in days since the first. Used by
// `monitor/forecast/backtest.ts`, for `floatwatch plan --backtest`.
import { type Amount, amountOf, approximate } from '../money.ts';
import type { Day } from './day.ts';
import { createForecaster, type ForecasterOptions } from './forecaster.ts';
import { alertLevel, alertOf, type Outlook } from './outlook.ts';
import { type Drained, planOf } from './plan.ts';

const EPSILON = 1e-9; // in sums and times, less is a rounding of binary fractions
const STEP = 0.05; // days' money, between two thresholds that are tried

/** A wallet's days, and how it is topped up. */
export interface Trade {
  /** What went out on each day; none is unknown. */
  readonly truth: readonly number[];
  /** From a request to the money's arrival. */
  readonly lead: number;
  /** How long a top-up is to last. */
  readonly cover: number;
  /** From one look at the balance to the next: a day divided by a whole number. */
  readonly look: number;
  /** When what is requested at an instant is there. @default `lead` later */
  readonly arrival?: (now: number) => number;
}

/** Days that are judged, the last without. */
export interface Part {
  readonly from: number;
  readonly until: number;
  /** A day's money. */
  readonly mean: number;
}

/** At each look: how much to request, 0 for nothing. Only asked while nothing is on its way. */
export type Policy = (day: number, since: number, held: number) => number;

/** What came of a policy over the days that were judged. */
export interface PolicyResult {
  /** The mean balance, in days' money. */
  readonly idle: number;
  /** What is left when a top-up arrives, in days' money. */
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

export function partOf(truth: readonly number[], from: number, until: number): Part {
  const sum = truth.slice(from, until).reduce((all, each) => all + each, 0);
  return { from, until, mean: sum / (until - from) };
}

/** Replays a part, beginning with so many days' money. */
export function replay(start: number, trade: Trade, part: Part, policy: Policy): PolicyResult {
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
      if (out > held) {
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

export function fixed({ threshold, sum }: Fixed): Policy {
  return (_day, _since, held) => (held < threshold ? sum : 0);
}

/** The least threshold that, as every higher one, keeps what `fare` tells of it within that share of days short. */
export function bestThreshold(
  { cover, lead }: Trade,
  { mean }: Part,
  { most, fare }: { readonly most: number; fare(policy: Policy): PolicyResult },
): Fixed {
  const sum = cover * mean;
  const enough = (days: number) => fare(fixed({ threshold: days * mean, sum })).short <= most;
  let days = cover + lead;
  while (days > STEP && enough(days - STEP)) days -= STEP;
  return { threshold: days * mean, sum };
}

/** What the forecaster tells at each midnight: `[i]` before `days[i]`. */
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

/** How a wallet is planned, but for what changes from one look to the next. */
export type Planned = Omit<Drained, 'available' | 'outlook' | 'alert' | 'requested'>;

/** Requests, when the alert fires or the last moment of approval comes, what the plan says then. */
export function byPlan(
  { lead, look, arrival = (now) => now + lead }: Trade,
  {
    outlooks,
    planned,
    instantOf,
  }: {
    /** By day, whose first alert is the plan's. */
    readonly outlooks: readonly (Outlook | undefined)[];
    readonly planned: Planned;
    readonly instantOf: (time: number) => number;
  },
): Policy {
  return (day, since, held) => {
    const outlook = outlooks[day];
    if (!outlook) return 0;
    const now = day + since;
    const untilNext = arrival(now + look) - now; // until what is requested at the next look would be there
    if (alertLevel(outlook, alertOf(outlook, 0), since, untilNext) < held) return 0;
    const available = amountOf(held.toFixed(6));
    const own = { ...planned, outlook, available, alert: 0, requested: NONE };
    const plan = planOf(own, instantOf(now));
    return typeof plan === 'string' ? 0 : approximate(plan.needed);
  };
}

const NONE = { coming: '0' as Amount, expired: [] }; // the policy isn't asked while something is

/** Knows what will go out. */
export function byTruth({ truth, lead, look, cover, arrival = (now) => now + lead }: Trade): Policy {
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
