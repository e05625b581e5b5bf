// The estimator that the monitor runs, and what people would use without it, in one form: how much goes out by when.
import { DRAWN_DAYS, draw } from '../../src/domain/forecast/draws.ts';
import { HORIZONS } from '../../src/domain/forecast/margins.ts';
import { alertLasts, alertOf, lastsFor, REACH } from '../../src/domain/forecast/outlook.ts';
import { outlooksBefore } from '../../src/domain/forecast/policy.ts';
import type { AlertAim } from '../../src/domain/forecast/promise.ts';
import { median } from '../measure.ts';
import { monthsMean, type Series } from './series.ts';

export const LEAD = 2; // days
export const LOOK = 0.25;
export const CONFIDENCES = [0.9, 0.95, 0.97, 0.99] as const;

/** What an estimator knows at a midnight. Times in days. */
export interface View {
  /** How long the money lasts at a confidence; `undefined` if the estimator can't tell. */
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
  /** For each midnight before `series.days[day]`, from the days before it only. */
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
              alertLasts(outlook, alertOf(outlook, aim), since, held) <= LEAD + LOOK,
          }
        );
      };
    },
  },
  {
    name: 'drawn days (ADR 17)',
    runways: [0.5, 0.8, 0.9, 0.95, 0.97],
    alerts: ['0.9'],
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

/** The forecaster's outlook at each midnight: `[i]` is the one before `series.days[i]`. */
export function outlooksOf({ days, first }: Series, alerts: readonly AlertAim[]) {
  return outlooksBefore(days, first, { alerts });
}

/** A rival that has one figure for each day ahead, and no confidence. */
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

/** The estimator used before: it draws from a wallet's last eight weeks, as the present one does for lumpy wallets. */
function drawn(days: Series['days'], day: number): View | undefined {
  const past = days.slice(Math.max(0, day - DRAWN_DAYS), day).map((amount) => amount ?? Number.NaN);
  const known = past.filter((amount) => !Number.isNaN(amount));
  if (known.length < 7) return undefined;
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  const expected = Array.from({ length: REACH + 1 }, (_, i) => i * mean);
  const curves = Float32Array.of(...expected, ...HORIZONS.map(() => 0), ...draw(past));
  const outlook = { from: 0, curves, at: 0, drawn: true, care: 1, jump: undefined, days: known.length };
  return {
    lasts: (confidence, held) => lastsFor(outlook, confidence, 0, held),
    fires: (_, since, held) => lastsFor(outlook, 0.9, since, held) < LEAD,
  };
}
