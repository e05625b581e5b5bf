// Compares how long money lasted with how long it was said to last, and tells whether alerts came in time.
import { median } from '../measure.ts';
import { type Estimator, LEAD, LOOK } from './estimators.ts';
import { monthsMean, type Series } from './series.ts';

const HISTORY = 56; // days before the first case
const MONEY = 4; // days' money, by the mean of the last 28 days
const STARTS = [7, 10, 14]; // the same: from these on, alerts are waited for
const LOOKS = 1 / LOOK; // per day

export interface Score {
  readonly cases: number;
  /** For each of the estimator's runways, the share that was too long. */
  readonly tooLong: readonly number[];
  /** Of the median runway, relative to the truth. */
  readonly medianError: number;
  readonly emptyings: number;
  /** For each of its alerts, the share whose first firing came a whole lead time before the end. */
  readonly inTime: readonly number[];
  /** For each of its alerts, how much sooner than needed it fired, in days: the median. */
  readonly early: readonly number[];
}

export function score(estimator: Estimator, all: readonly Series[]): Score {
  const long = estimator.runways.map(() => 0);
  const late = estimator.alerts.map(() => 0);
  const early: number[][] = estimator.alerts.map(() => []);
  const errors: number[] = [];
  for (const series of all) {
    const view = estimator.views(series);
    for (let day = HISTORY; day < series.days.length; day++) {
      const now = view(day);
      const mean = monthsMean(series.days, day);
      if (!now || !(mean > 0)) continue;
      const truth = endOf(series.days, day, MONEY * mean);
      if (truth !== undefined) {
        estimator.runways.forEach((confidence, i) => {
          const said = now.lasts(confidence, MONEY * mean)!;
          if (said > truth) long[i]!++;
          if (i === 0) errors.push(Math.abs(said / truth - 1));
        });
      }
      for (const start of STARTS) {
        const end = endOf(series.days, day, start * mean);
        if (end === undefined) continue;
        estimator.alerts.forEach((_, i) => {
          const ahead = end - firstFiring(series, view, i, day, start * mean);
          if (!(ahead >= LEAD)) late[i]!++;
          early[i]!.push(Number.isNaN(ahead) ? -LEAD : ahead - LEAD);
        });
      }
    }
  }
  const emptyings = early[0]!.length;
  return {
    cases: errors.length,
    tooLong: long.map((count) => count / errors.length),
    medianError: median(errors),
    emptyings,
    inTime: late.map((count) => 1 - count / emptyings),
    early: early.map(median),
  };
}

/** When the money was gone, in days; `undefined` when it never was, or a day on the way isn't known. */
function endOf(days: Series['days'], from: number, balance: number): number | undefined {
  let held = balance;
  for (let day = from; day < days.length; day++) {
    const amount = days[day];
    if (amount === undefined) return undefined;
    if (amount >= held) return day - from + held / amount;
    held -= amount;
  }
  return undefined;
}

/** When an alert first fires, in days; `NaN` when it doesn't before the end. */
function firstFiring(
  { days }: Series,
  view: ReturnType<Estimator['views']>,
  alert: number,
  from: number,
  balance: number,
): number {
  let held = balance;
  for (let look = 0; held > 0; look++) {
    const day = from + Math.floor(look / LOOKS);
    if (view(day)?.fires(alert, (look % LOOKS) / LOOKS, held)) return look / LOOKS;
    held -= days[day]! / LOOKS;
  }
  return Number.NaN;
}
