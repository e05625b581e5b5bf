// The estimator that the monitor runs, and what one would do without it, in one form: what goes out by when.
import { createForecaster } from '../../src/domain/forecast/forecaster.ts';
import { alertLevel, alertOf, lastsFor } from '../../src/domain/forecast/outlook.ts';
import type { AlertAim } from '../../src/domain/forecast/promise.ts';
import { amountOf } from '../../src/domain/money.ts';
import { forecast, PAST_HOURS, runwayAt } from '../../src/domain/runway.ts';
import { median } from '../measure.ts';
import { monthsMean, type Series } from './series.ts';

export const LEAD = 2; // days
export const LOOK = 0.25;
export const CONFIDENCES = [0.9, 0.95, 0.97, 0.99] as const;

/** What an estimator knows at a midnight. Times in days. */
export interface View {
  /** How long the money lasts at a confidence; `undefined` where it can't tell. */
  lasts(confidence: number, held: number): number | undefined;
  /** Whether an alert fires at a time after midnight. */
  fires(aim: number, since: number, held: number): boolean;
}

export interface Estimator {
  readonly name: string;
  /** The confidences at which its runways are judged; 0.5 first. */
  readonly runways: readonly number[];
  /** The names of its alerts; `fires` gets their index. */
  readonly alerts: readonly string[];
  /** For each midnight before `series.days[i]`, from the days before alone. */
  views(series: Series): (day: number) => View | undefined;
}

export const ESTIMATORS: readonly Estimator[] = [
  {
    name: 'floatwatch',
    runways: [0.5, 0.8, 0.9, 0.95, 0.97],
    alerts: CONFIDENCES.map(String),
    views: (series) => {
      const alerts = CONFIDENCES.map((confidence) => ({ lead: LEAD, look: LOOK, confidence }));
      const outlooks = outlooksOf(series, alerts);
      return (day) => {
        const outlook = outlooks[day];
        return (
          outlook && {
            lasts: (confidence, held) => lastsFor(outlook, confidence, 0, held),
            fires: (aim, since, held) =>
              alertLevel(outlook, alertOf(outlook, aim), since, LEAD + LOOK) >= held,
          }
        );
      };
    },
  },
  {
    name: 'drawn days (ADR 17)',
    runways: [0.5, 0.9],
    alerts: ['tenth'],
    views: ({ days }) => {
      const seen = new Map<number, View | undefined>();
      return (day) => {
        if (!seen.has(day)) seen.set(day, drawn(days, day));
        return seen.get(day);
      };
    },
  },
  rate("last day's rate", (days, day) => days[day - 1]),
  rate("week's mean", (days, day) => {
    const known = days.slice(day - 7, day).filter((each) => each !== undefined);
    return known.reduce((sum, each) => sum + each, 0) / known.length;
  }),
  rate("weekday's median", (days, day, ahead) => {
    const same = Array.from({ length: 8 }, (_, week) => days[day + (ahead % 7) - 7 * (week + 1)]);
    const known = same.filter((each) => each !== undefined);
    return known.length > 0 ? median(known) : undefined;
  }),
];

/** What the forecaster tells at each midnight: `[i]` before `series.days[i]`. */
export function outlooksOf(series: Series, alerts: readonly AlertAim[]) {
  const forecaster = createForecaster(series.first, { alerts });
  return series.days.map((amount) => {
    const outlook = forecaster.outlook();
    forecaster.learn(amount);
    return outlook;
  });
}

/** A rival that knows one figure for each day ahead, and no confidence. */
function rate(
  name: string,
  of: (days: Series['days'], day: number, ahead: number) => number | undefined,
): Estimator {
  return {
    name,
    runways: [0.5],
    alerts: ['no margin'],
    views:
      ({ days }) =>
      (day) => {
        const lasts = (held: number, since: number) => {
          let left = held;
          for (let ahead = 0; ahead < 60; ahead++) {
            const out = (of(days, day, ahead) ?? monthsMean(days, day)) * (ahead === 0 ? 1 - since : 1);
            if (out >= left) return Math.max(0, ahead - since) + ((ahead === 0 ? 1 - since : 1) * left) / out;
            left -= out;
          }
          return 60;
        };
        return { lasts: (_, held) => lasts(held, 0), fires: (_, since, held) => lasts(held, since) < LEAD };
      },
  };
}

function drawn(days: Series['days'], day: number): View | undefined {
  const hours = Float64Array.from({ length: PAST_HOURS }, (_, hour) => {
    const amount = days[day - PAST_HOURS / 24 + Math.floor(hour / 24)];
    return amount === undefined ? Number.NaN : amount / 24;
  });
  const outlook = forecast(hours, 0);
  if (!outlook) return undefined;
  const runway = (held: number, since: number) =>
    runwayAt(outlook, amountOf(held.toFixed(6)), Math.min(since, 0.999) * 86_400_000)!;
  return {
    lasts: (confidence, held) =>
      (confidence === 0.5 ? runway(held, 0).median : runway(held, 0).pessimistic) / 86_400_000,
    fires: (_, since, held) => runway(held, since).pessimistic / 86_400_000 < LEAD,
  };
}
