// Forecasts a wallet in one pass over its days: each day is first forecast, then learnt from. Pure: the same days give the
// same answer. `monitor/forecast` makes each wallet's outlook with it, once a day.
import type { Calendar } from './calendar.ts';
import type { Day } from './day.ts';
import { DRAWN_DAYS, draw, isLumpy } from './draws.ts';
import { createExpectation } from './expectation.ts';
import { MIN_DAYS } from './history.ts';
import { createJumpWatch } from './jump.ts';
import { createMargins, HORIZONS } from './margins.ts';
import { expectedBy, interpolated, type Outlook, REACH } from './outlook.ts';
import { type AlertAim, createPromise, type PromiseKept } from './promise.ts';

const KEPT = 33; // forecasts that can't all be judged yet
const MAX_HORIZON = HORIZONS[HORIZONS.length - 1]!;
const PARTS = 4; // equal parts of a day's money
const EPSILON = 1e-9; // days: sums of thirds and tenths don't meet a midnight exactly

export interface ForecasterOptions {
  readonly alerts?: readonly AlertAim[];
  /** What is known of days in advance; absent: nothing. */
  readonly calendar?: Calendar | undefined;
}

export interface Forecaster {
  /** Takes in the next day: what went out on it, or `undefined` when that isn't known. */
  learn(amount: number | undefined): void;
  /** The outlook from the next day on; `undefined` without enough history, or without any of the last weeks. */
  outlook(): Outlook | undefined;
}

/** A forecast made at a midnight. */
interface Forecast {
  from: Day;
  readonly sums: Float64Array;
  readonly widths: Float64Array;
  /** The outflow before it, and how many days before it were unknown. */
  gone: number;
  unknown: number;
  /** The factor by which alerts are more careful than the estimate: usually 1. */
  care: number;
}

/** The outlook after a history of days, the oldest first; `undefined` with fewer than seven known days. */
export function forecast(
  days: readonly (number | undefined)[],
  first: Day,
  options?: ForecasterOptions,
): Outlook | undefined {
  if (days.filter((amount) => amount !== undefined).length < MIN_DAYS) return undefined; // as for most wallets at first
  const forecaster = createForecaster(first, options);
  for (const amount of days) forecaster.learn(amount);
  return forecaster.outlook();
}

/** Forecasts of one wallet, whose history begins on `first`. */
export function createForecaster(first: Day, { alerts = [], calendar }: ForecasterOptions = {}): Forecaster {
  const expectation = createExpectation(calendar);
  const margins = createMargins();
  const jumps = createJumpWatch();
  const promises = alerts.map(createPromise);
  const made = Array.from({ length: KEPT }, () => forecastOf(KEPT + 1));
  const variances = new Float64Array(REACH + 1);
  const past: number[] = [];
  let next = first;
  let gone = 0;
  let unknown = 0;

  return {
    learn(amount) {
      past.push(amount ?? Number.NaN);
      if (past.length > DRAWN_DAYS) past.shift();
      if (amount === undefined) unknown++;
      else {
        gone += amount;
        judge(amount);
        const { level } = expectation;
        const surprise = expectation.learn(next, amount);
        if (surprise) jumps.learn(next, surprise, level);
      }
      next++;
      if (expectation.ready) fill(made[slotOf(next)]!);
    },

    outlook() {
      if (expectation.days < MIN_DAYS) return undefined;
      if (!expectation.ready && past.every(Number.isNaN)) return undefined; // no level, and no day to draw
      const { sums, widths, care } = fill(forecastOf(REACH + 1));
      // Without a level, the past days are all that a forecast can use.
      const drawn = !expectation.ready || isLumpy(past);
      const expected = drawn ? sums.map((_, days) => days * meanOf(past)) : sums;
      const quantiles = drawn ? draw(past) : margins.quantiles;
      // The promise's record belongs to the other estimate: it says nothing about drawn days.
      const learnt = promises.flatMap(({ aim, margin, held, of }) => [
        aim,
        margin,
        drawn ? 0 : held,
        drawn ? 0 : of,
      ]);
      return {
        from: next,
        curves: compact([...expected, ...widths, ...quantiles, ...learnt]),
        at: 0,
        drawn,
        care: drawn ? 1 : care,
        jump: drawn ? undefined : jumps.at(next),
        days: expectation.days,
      };
    },
  };

  /** Overwrites a forecast with one for the days from the next one on. */
  function fill(forecast: Forecast): Forecast {
    expectation.ahead(next, forecast.sums, variances);
    margins.widths(forecast.sums, variances, expectation.days, forecast.widths);
    const care = jumps.above(next, expectation.level);
    return Object.assign(forecast, { from: next, gone, unknown, care });
  }

  /** The forecast made for the days from `from` on, if every day since then was known. */
  function madeFor(from: Day): Forecast | undefined {
    const forecast = made[slotOf(from)]!;
    return forecast.from === from && forecast.unknown === unknown ? forecast : undefined;
  }

  /** Judges the forecasts that end with this day, and learns from them. */
  function judge(amount: number): void {
    for (let i = 0; i < HORIZONS.length; i++) {
      const forecast = madeFor(next + 1 - HORIZONS[i]!);
      const sum = forecast?.sums[HORIZONS[i]!];
      if (!forecast || !sum) continue;
      margins.learn(i, Math.log((gone - forecast.gone) / sum), forecast.widths[i]!, expectation.days);
    }
    for (let i = 0; i < alerts.length; i++) {
      const late = lateShare(alerts[i]!, promises[i]!, amount);
      if (late !== undefined) promises[i]!.learn(late, amount / expectation.level);
    }
  }

  /** The share of this day's money for which the alert would have come too late, if it had been the wallet's last. */
  function lateShare({ lead, look }: AlertAim, { margin }: PromiseKept, amount: number): number | undefined {
    if (lead + look >= MAX_HORIZON) return undefined;
    let late = 0;
    for (let part = 0; part < PARTS; part++) {
      const end = (part + 0.5) / PARTS;
      // The last look at least a lead time before `end`, in days since this midnight.
      const at = look * Math.floor((end - lead) / look + EPSILON);
      const midnight = Math.floor(at + EPSILON);
      const forecast = madeFor(next + midnight);
      const firstDay = goneOn(next + midnight, amount);
      if (!forecast || firstDay === undefined) return undefined;
      const since = at - midnight;
      const went = gone - amount * (1 - end) - forecast.gone - since * firstDay;
      const sum =
        expectedBy(forecast.sums, since + lead + look, KEPT) - expectedBy(forecast.sums, since, KEPT);
      if (went > forecast.care * sum * Math.exp(margin * interpolated(forecast.widths, lead + look))) late++;
    }
    return late / PARTS;
  }

  /** The outflow of a day; `undefined` unless that day and all days after it are known. */
  function goneOn(day: Day, today: number): number | undefined {
    if (day === next) return today;
    const before = madeFor(day);
    const after = madeFor(day + 1);
    return before && after && after.gone - before.gone;
  }
}

/** Takes half the memory, unless a sum is too large for that. */
function compact(values: readonly number[]): Outlook['curves'] {
  const half = Float32Array.from(values);
  return half.every(Number.isFinite) ? half : Float64Array.from(values);
}

function meanOf(past: readonly number[]): number {
  const known = past.filter((amount) => !Number.isNaN(amount));
  return known.reduce((sum, amount) => sum + amount, 0) / known.length;
}

function forecastOf(length: number): Forecast {
  return {
    from: Number.NaN,
    sums: new Float64Array(length),
    widths: new Float64Array(HORIZONS.length),
    gone: 0,
    unknown: 0,
    care: 1,
  };
}

function slotOf(day: Day): number {
  return ((day % KEPT) + KEPT) % KEPT;
}
