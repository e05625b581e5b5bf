// Compares top-ups by the plan, by fixed thresholds, and by perfect foresight: how much is idle, and how often it is short.
import { createApproval } from '../../src/domain/forecast/approval.ts';
import {
  bestThreshold,
  byPlan,
  byTruth,
  type Fixed,
  fixed,
  type JudgedPart,
  type PolicyResult,
  partOf,
  replayPolicy,
  type TopUpPolicy,
  type Trade,
} from '../../src/domain/forecast/policy.ts';
import { zoneOf } from '../../src/domain/forecast/zone.ts';
import { amountOf } from '../../src/domain/money.ts';
import { median } from '../measure.ts';
import { LEAD, LOOK, outlooksOf } from './estimators.ts';
import type { Series } from './series.ts';

const DAY_MS = 86_400_000;
const COVER = 7; // days
const SHORT = 0.01; // of days, at most
const FIRST_PART = 0.6; // of the time: thresholds may be learnt from it; the rest is judged
const HISTORY = 56;
/** The money at the start, in days: with one start alone, the phase of the top-ups would decide. */
const STARTS = [7, 7.5, 8, 8.5, 9];
/**
 * A wallet may be short once a cover, so 1 % of days is 7 % of covers. The policy aims at 0.7 of that, as an alert does
 * whose confidence is 0.918.
 */
const CONFIDENCE = 1 - (0.7 * SHORT * COVER) / 0.6;
const RAISE = 0.1;

export interface Outcomes {
  /** The best fixed threshold of the first part, used in the second. */
  readonly known: PolicyResult;
  /** The same times `factor`, the smallest one that keeps to the limit of days short. */
  readonly raised: PolicyResult;
  readonly factor: number;
  /** The best fixed threshold of each wallet, chosen in hindsight. */
  readonly hindsight: PolicyResult;
  readonly plan: PolicyResult;
  readonly perfect: PolicyResult;
}

/** How each policy fared in the last part of the time, as means over wallets. */
export function policies(all: readonly Series[]): Outcomes {
  const wallets = all.map(walletOf);
  const thresholds = wallets.map((wallet) => bestOf(wallet, wallet.first));
  const fare = (policy: (wallet: Wallet, i: number) => TopUpPolicy) =>
    meanOf(wallets.map((wallet, i) => run(wallet, wallet.second, policy(wallet, i))));
  const raisedBy = (by: number) =>
    fare((_, i) => fixed({ ...thresholds[i]!, threshold: by * thresholds[i]!.threshold }));
  let factor = 1;
  while (raisedBy(factor).short > SHORT) factor += RAISE;
  return {
    known: raisedBy(1),
    raised: raisedBy(factor),
    factor,
    hindsight: fare((wallet) => fixed(bestOf(wallet, wallet.second))),
    plan: fare(planned),
    perfect: fare(({ trade }) => byTruth(trade)),
  };
}

interface Wallet {
  readonly series: Series;
  /** An unknown day has the weekday's median: that went out, though no forecast saw it. */
  readonly trade: Trade;
  readonly first: JudgedPart;
  readonly second: JudgedPart;
}

function walletOf(series: Series): Wallet {
  const { days } = series;
  const usual = Array.from({ length: 7 }, (_, weekday) =>
    median(days.filter((amount, i) => i % 7 === weekday && amount !== undefined) as number[]),
  );
  const truth = days.map((amount, i) => amount ?? usual[i % 7]!);
  const split = Math.round(FIRST_PART * days.length);
  return {
    series,
    trade: { truth, lead: LEAD, cover: COVER, look: LOOK },
    first: partOf(truth, HISTORY, split),
    second: partOf(truth, split, days.length),
  };
}

function run({ trade }: Wallet, part: JudgedPart, policy: TopUpPolicy): PolicyResult {
  return meanOf(STARTS.map((start) => replayPolicy(start, trade, part, policy)));
}

function bestOf(wallet: Wallet, part: JudgedPart): Fixed {
  return bestThreshold(wallet.trade, part, { most: SHORT, fare: (policy) => run(wallet, part, policy) });
}

function planned({ series, trade }: Wallet): TopUpPolicy {
  const outlooks = outlooksOf(series, [{ lead: LEAD, look: LOOK, confidence: CONFIDENCE }]);
  const instantOf = (time: number) => (series.first + time) * DAY_MS;
  return byPlan(trade, { outlooks, planned: PLANNED, instantOf });
}

const UTC = zoneOf('UTC');
const PLANNED = {
  confidence: CONFIDENCE,
  zone: UTC,
  approval: createApproval(UTC, undefined),
  leadMs: LEAD * DAY_MS,
  lookMs: LOOK * DAY_MS,
  target: { coverMs: COVER * DAY_MS },
  roundTo: amountOf('0.01'),
  minimum: amountOf('0'),
};

function meanOf(outcomes: readonly PolicyResult[]): PolicyResult {
  const mean = (of: (outcome: PolicyResult) => number) =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / outcomes.length;
  return {
    idle: mean(({ idle }) => idle),
    rest: mean(({ rest }) => rest),
    short: mean(({ short }) => short),
    topUps: mean(({ topUps }) => topUps),
    late: mean(({ late }) => late),
  };
}
