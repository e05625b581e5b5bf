// Topping up by the plan, by fixed thresholds, and by perfect foresight: what it leaves idle, and how often it is short.
import { createApproval } from '../../src/domain/forecast/approval.ts';
import { alertLevel, alertOf } from '../../src/domain/forecast/outlook.ts';
import { planOf } from '../../src/domain/forecast/plan.ts';
import { zoneOf } from '../../src/domain/forecast/zone.ts';
import { amountOf, approximate } from '../../src/domain/money.ts';
import { median } from '../measure.ts';
import { LEAD, LOOK, outlooksOf } from './estimators.ts';
import type { Series } from './series.ts';

const DAY_MS = 86_400_000;
const COVER = 7; // days
const SHORT = 0.01; // of days, at the most
const FIRST_PART = 0.6; // of the time, from which thresholds may be learnt; the rest is judged
const HISTORY = 56;
const LOOKS = 1 / LOOK; // a day
/** Days' money to begin with: with one alone, the phase of the top-ups would decide. */
const STARTS = [7, 7.5, 8, 8.5, 9];
/**
 * A wallet may be short once a cover, so 1 % of days is 7 % of covers; 0.7 of that is aimed at, which is what an alert
 * aims at whose confidence is 0.917.
 */
const CONFIDENCE = 1 - (0.7 * SHORT * COVER) / 0.6;
const RAISE = 0.1;
const STEP = 0.05; // days' money, between two thresholds that are tried

/** At each look: how much to request, 0 for nothing. Only asked while nothing is on its way. */
type Policy = (day: number, since: number, held: number) => number;

export interface Outcome {
  /** The mean balance, in days' money. */
  readonly idle: number;
  /** What is left when a top-up arrives, in days' money. */
  readonly rest: number;
  /** The share of days on which the wallet was empty at any moment. */
  readonly short: number;
  readonly topUps: number;
}

export interface Outcomes {
  /** The best fixed threshold of the first part, used in the second. */
  readonly known: Outcome;
  /** The same times `factor`, the least that keeps to the days short. */
  readonly raised: Outcome;
  readonly factor: number;
  /** The best fixed threshold of each wallet, chosen when all was over. */
  readonly hindsight: Outcome;
  readonly plan: Outcome;
  readonly perfect: Outcome;
}

/** How each policy fared in the last part of the time, as means over wallets. */
export function policies(all: readonly Series[]): Outcomes {
  const wallets = all.map(walletOf);
  const thresholds = wallets.map((wallet) => bestThreshold(wallet, wallet.first));
  const fare = (policy: (wallet: Wallet, i: number) => Policy) =>
    meanOf(wallets.map((wallet, i) => run(wallet, wallet.second, policy(wallet, i))));
  const raisedBy = (by: number) =>
    fare((_, i) => fixed({ ...thresholds[i]!, threshold: by * thresholds[i]!.threshold }));
  let factor = 1;
  while (raisedBy(factor).short > SHORT) factor += RAISE;
  return {
    known: raisedBy(1),
    raised: raisedBy(factor),
    factor,
    hindsight: fare((wallet) => fixed(bestThreshold(wallet, wallet.second))),
    plan: fare(byPlan),
    perfect: fare(byTruth),
  };
}

interface Wallet {
  readonly series: Series;
  /** Unknown days filled with the weekday's median: what went out, though no forecast saw it. */
  readonly truth: readonly number[];
  readonly first: Part;
  readonly second: Part;
}

interface Part {
  readonly from: number;
  readonly until: number;
  readonly mean: number;
}

function walletOf(series: Series): Wallet {
  const { days } = series;
  const usual = Array.from({ length: 7 }, (_, weekday) =>
    median(days.filter((amount, i) => i % 7 === weekday && amount !== undefined) as number[]),
  );
  const truth = days.map((amount, i) => amount ?? usual[i % 7]!);
  const split = Math.round(FIRST_PART * days.length);
  const part = (from: number, until: number) => ({
    from,
    until,
    mean: truth.slice(from, until).reduce((sum, each) => sum + each, 0) / (until - from),
  });
  return { series, truth, first: part(HISTORY, split), second: part(split, days.length) };
}

function run(wallet: Wallet, part: Part, policy: Policy): Outcome {
  return meanOf(STARTS.map((start) => runFrom(start, wallet, part, policy)));
}

function runFrom(start: number, { truth }: Wallet, { from, until, mean }: Part, policy: Policy): Outcome {
  let held = start * mean;
  let coming: { readonly at: number; readonly sum: number } | undefined;
  let idle = 0;
  let short = 0;
  const rests: number[] = [];
  for (let day = from; day < until; day++) {
    let empty = false;
    for (let look = 0; look < LOOKS; look++) {
      const now = day + look / LOOKS;
      if (coming && coming.at <= now) {
        rests.push(held);
        held += coming.sum;
        coming = undefined;
      }
      if (!coming) {
        const sum = policy(day, look / LOOKS, held);
        if (sum > 0) coming = { at: now + LEAD, sum };
      }
      const out = truth[day]! / LOOKS;
      if (out > held) empty = true;
      idle += (held + Math.max(0, held - out)) / 2 / LOOKS;
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
  };
}

interface Fixed {
  readonly threshold: number;
  /** What is requested below it. */
  readonly sum: number;
}

function fixed({ threshold, sum }: Fixed): Policy {
  return (_day, _since, held) => (held < threshold ? sum : 0);
}

/** The least threshold that, as every higher one, keeps the wallet from being short too often. */
function bestThreshold(wallet: Wallet, part: Part): Fixed {
  const sum = COVER * part.mean;
  const enough = (days: number) =>
    run(wallet, part, fixed({ threshold: days * part.mean, sum })).short <= SHORT;
  let days = COVER + LEAD;
  while (days > STEP && enough(days - STEP)) days -= STEP;
  return { threshold: days * part.mean, sum };
}

/** Requests when the alert fires what the plan says then. */
function byPlan({ series }: Wallet): Policy {
  const outlooks = outlooksOf(series, [{ lead: LEAD, look: LOOK, confidence: CONFIDENCE }]);
  return (day, since, held) => {
    const outlook = outlooks[day]!;
    if (alertLevel(outlook, alertOf(outlook, 0), since, LEAD + LOOK) < held) return 0;
    const available = amountOf(held.toFixed(6));
    const plan = planOf({ ...PLANNED, outlook, available }, (series.first + day + since) * DAY_MS);
    return typeof plan === 'string' ? 0 : approximate(plan.needed);
  };
}

const UTC = zoneOf('UTC');
const PLANNED = {
  alert: 0,
  confidence: CONFIDENCE,
  zone: UTC,
  approval: createApproval(UTC, undefined),
  leadMs: LEAD * DAY_MS,
  lookMs: LOOK * DAY_MS,
  target: { coverMs: COVER * DAY_MS },
  roundTo: amountOf('0.01'),
  minimum: amountOf('0'),
  requested: { coming: amountOf('0'), expired: [] }, // the policy isn't asked while something is
};

/** Knows what will go out. */
function byTruth({ truth }: Wallet): Policy {
  const sums = [0];
  for (const amount of truth) sums.push(sums.at(-1)! + amount);
  const goneBy = (time: number) => {
    const day = Math.min(truth.length - 1, Math.floor(time));
    return sums[day]! + Math.min(1, time - day) * truth[day]!;
  };
  return (day, since, held) => {
    const now = day + since;
    if (goneBy(now + LEAD + LOOK) - goneBy(now) < held) return 0;
    const arrived = goneBy(now + LEAD);
    return Math.max(1e-9, goneBy(now + LEAD + COVER) - arrived);
  };
}

function meanOf(outcomes: readonly Outcome[]): Outcome {
  const mean = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / outcomes.length;
  return {
    idle: mean(({ idle }) => idle),
    rest: mean(({ rest }) => rest),
    short: mean(({ short }) => short),
    topUps: mean(({ topUps }) => topUps),
  };
}
