// One pass over the days of a wallet: each is first forecast, then learnt from. Pure: the same days give the same answer.
// `monitor/forecast` makes each wallet's outlook by it, once a day.
import type { Calendar } from './calendar.ts';
import type { Day } from './day.ts';
import { DRAWN_DAYS, draw, isLumpy } from './draws.ts';
import { createExpectation } from './expectation.ts';
import { MIN_DAYS } from './history.ts';
import { createJumpWatch } from './jump.ts';
import { createMargins, HORIZONS } from './margins.ts';
import { expectedBy, interpolated, type Outlook, REACH } from './outlook.ts';
import { type AlertAim, createPromise, type PromiseKept } from './promise.ts';

const KEPT = 33; // forecasts that may still come true
const MAX_HORIZON = HORIZONS[HORIZONS.length - 1]!;
const PARTS = 4; // of a day's money
const EPSILON = 1e-9; // days: sums of thirds and tenths don't meet a midnight exactly

export interface ForecasterOptions {
  readonly alerts?: readonly AlertAim[];
  /** What is known of days in advance; absent: nothing. */
  readonly calendar?: Calendar | undefined;
}

export interface Forecaster {
  /** Takes in the next day: what went out on it, or `undefined` when that isn't known. */
  learn(amount: number | undefined): void;
  /** What can be told from the day on that comes next; `undefined` without enough history, or none of the last weeks. */
  outlook(): Outlook | undefined;
}

/** A forecast made at a midnight. */
interface Forecast {
  from: Day;
  readonly sums: Float64Array;
  readonly widths: Float64Array;
  /** What had gone out before, and how many days had been unknown. */
  gone: number;
  unknown: number;
  /** By how much alerts are more careful than the estimate: 1 usually. */
  care: number;
}

/** What can be told after a history of days, the oldest first; `undefined` with less than seven known. */
export function forecast(
  days: readonly (number | undefined)[],
  first: Day,
  options?: ForecasterOptions,
): Outlook | undefined {
  if (days.filter((amount) => amount !== undefined).length < MIN_DAYS) return undefined; // most wallets of a new house
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
      // Where nothing has ever gone out the past is all that there is to go by.
      const drawn = !expectation.ready || isLumpy(past);
      const expected = drawn ? sums.map((_, days) => days * meanOf(past)) : sums;
      const quantiles = drawn ? draw(past) : margins.quantiles;
      // A record that another estimate has earned is none.
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
        care,
        jump: drawn ? undefined : jumps.at(next),
        days: expectation.days,
      };
    },
  };

  /** Makes it a forecast for the days from the next one on. */
  function fill(forecast: Forecast): Forecast {
    expectation.ahead(next, forecast.sums, variances);
    margins.widths(forecast.sums, variances, expectation.days, forecast.widths);
    const care = jumps.above(next, expectation.level);
    return Object.assign(forecast, { from: next, gone, unknown, care });
  }

  /** The forecast made for the days from one on, if every day since then was known. */
  function madeFor(from: Day): Forecast | undefined {
    const forecast = made[slotOf(from)]!;
    return forecast.from === from && forecast.unknown === unknown ? forecast : undefined;
  }

  /** What came of the forecasts that end with this day. */
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

  /** Each part of this day's money could have been the last: for how many would the alert have come too late? */
  function lateShare({ lead, look }: AlertAim, { margin }: PromiseKept, amount: number): number | undefined {
    if (lead + look >= MAX_HORIZON) return undefined;
    let late = 0;
    for (let part = 0; part < PARTS; part++) {
      const end = (part + 0.5) / PARTS;
      const at = look * Math.floor((end - lead) / look + EPSILON); // the last look a whole lead before, since this midnight
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

  /** What went out on a day of which, and of those after it, all is known. */
  function goneOn(day: Day, today: number): number | undefined {
    if (day === next) return today;
    const before = madeFor(day);
    const after = madeFor(day + 1);
    return before && after && after.gone - before.gone;
  }
}

/** In half the memory, unless sums of so many digits don't fit. */
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
