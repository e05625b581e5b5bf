// Measures how well runways, alerts and top-ups are forecast, on real withdrawals and with the monitor's own code.
import type { PolicyResult } from '../src/domain/forecast/policy.ts';
import { cost } from './foresight/cost.ts';
import { CONFIDENCES, ESTIMATORS } from './foresight/estimators.ts';
import { afterDoubling } from './foresight/jumps.ts';
import { type Outcomes, policies } from './foresight/policy.ts';
import { type Score, score } from './foresight/runways.ts';
import { fileOf, readSeries, SETS, type Series } from './foresight/series.ts';
import { printTable } from './foresight/table.ts';
import type { Measurement } from './measure.ts';

type Figures = Record<string, Measurement>;

/** The limits for each set: how far the shares that are too long may exceed q, the error, and the days early. */
const TARGETS = {
  nn5: { off: [0.02, 0.02, 0.02, 0.01, 0.01], error: 0.07, early: 1.1 },
  atm: { off: [0.03, 0.03, 0.03, 0.02, 0.02], error: 0.09, early: 0.9 },
};
const SHARES = [0.5, 0.2, 0.1, 0.05, 0.03];
const ASKED = CONFIDENCES.indexOf(0.97);

/**
 * The group `foresight`: both sets, or the CSV `data` in their place. The scale changes nothing: the data are as they
 * are.
 */
export async function foresight(_scale: number, data?: string): Promise<Figures> {
  if (data !== undefined) return { ...measure(data, readSeries(data), TARGETS.nn5), ...(await cost()) };
  const figures: Figures = {};
  for (const set of SETS) {
    const measured = measure(set, readSeries(fileOf(set)), TARGETS[set]);
    for (const [name, figure] of Object.entries(measured)) figures[`${set}.${name}`] = figure;
  }
  return { ...figures, ...(await cost()) };
}

function measure(title: string, series: readonly Series[], targets: (typeof TARGETS)['nn5']): Figures {
  const scores = ESTIMATORS.map((estimator) => score(estimator, series));
  const outcomes = policies(series);
  const doubled = afterDoubling(series);
  printTable(`${title}: runways at 4 days' money, alerts two days ahead`, [
    ['', 'cases', 'error', 'too long at 0.5 0.2 0.1 0.05 0.03', 'emptyings', 'in time / days early'],
    ...ESTIMATORS.map((estimator, i) => scoreCells(estimator, scores[i]!)),
  ]);
  printTable(`${title}: topping up a week's money that takes two days, in the last two fifths of the time`, [
    ['', 'idle', 'rest', 'days short', 'top-ups'],
    outcomeCells('fixed threshold, known before', outcomes.known),
    outcomeCells(`the same ×${outcomes.factor.toFixed(1)}, which holds`, outcomes.raised),
    outcomeCells('fixed threshold, in hindsight', outcomes.hindsight),
    outcomeCells('plan', outcomes.plan),
    outcomeCells('perfect foresight', outcomes.perfect),
  ]);
  return { ...forecastFigures(scores[0]!, targets), ...policyFigures(outcomes), ...weeks(doubled) };
}

function scoreCells(estimator: (typeof ESTIMATORS)[number], each: Score): string[] {
  return [
    estimator.name,
    String(each.cases),
    percent(each.medianError),
    each.tooLong.map((share) => percent(share)).join(' '),
    String(each.emptyings),
    estimator.alerts
      .map((name, i) => `${name}: ${percent(each.inTime[i]!)} / ${each.early[i]!.toFixed(2)}`)
      .join('   '),
  ];
}

function outcomeCells(name: string, { idle, rest, short, topUps }: PolicyResult): string[] {
  return [name, idle.toFixed(2), rest.toFixed(2), percent(short), topUps.toFixed(1)];
}

function forecastFigures(own: Score, { off, error, early }: (typeof TARGETS)['nn5']): Figures {
  const figures: Figures = {
    cases: { value: own.cases, unit: '' },
    emptyings: { value: own.emptyings, unit: '' },
  };
  SHARES.forEach((q, i) => {
    const name = `too_long_q${String(Math.round(100 * q)).padStart(2, '0')}`;
    figures[name] = { value: own.tooLong[i]!, unit: '', target: Number((q + off[i]!).toFixed(2)) };
  });
  figures['median_error_4d'] = { value: own.medianError, unit: '', target: error };
  figures['first_crossing_in_time'] = { value: own.inTime[ASKED]!, unit: '', target: 0.97, atLeast: true };
  figures['early_days_median'] = { value: own.early[ASKED]!, unit: 'days', target: early };
  CONFIDENCES.forEach((confidence, i) => {
    const name = `in_time_${Math.round(100 * confidence)}`;
    if (i !== ASKED) figures[name] = { value: own.inTime[i]!, unit: '', target: confidence, atLeast: true };
  });
  return figures;
}

function policyFigures({ plan, hindsight, raised }: Outcomes): Figures {
  return {
    rest_vs_hindsight: { value: plan.rest / hindsight.rest, unit: '', target: 0.75 },
    rest_vs_known: { value: plan.rest / raised.rest, unit: '', target: 0.65 },
    idle_vs_hindsight: { value: plan.idle / hindsight.idle, unit: '', target: 0.95 },
    top_ups_vs_hindsight: { value: plan.topUps / hindsight.topUps, unit: '', target: 1 },
    days_short: { value: plan.short, unit: '', target: 0.01 },
  };
}

function weeks(inTime: readonly number[]): Figures {
  return Object.fromEntries(
    inTime.map((value, week) => [`doubled_week_${week + 1}_in_time`, { value, unit: '' }]),
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
