// How long money lasts, judged by how it went out before. Pure: the same history gives the same answer on every replica.
//
// The future is put together from days of the past: 256 times, each of the next 60 days is the same weekday of some week
// before, recent weeks being the likelier ones. What came of it is kept as two curves of how much will have gone out by
// when; how long a balance lasts is then looked up. docs/adr/0017 says how well that did on real withdrawals.
import { type Amount, approximate } from './money.ts';
import type { Instant } from './observation.ts';

const HOUR_MS = 3_600_000;
const DAY = 24; // all below is in hours
const WEEK = 7 * DAY;

/** How far back outflow matters, in hours. */
export const PAST_HOURS = 8 * WEEK;
/** What lasts longer than this is said to last just this long, in milliseconds. */
export const HORIZON_MS = 60 * DAY * HOUR_MS;
/** The longest that a runway can be held against, in milliseconds. */
export const MAX_LEAD_MS = HORIZON_MS - DAY * HOUR_MS;
/** For how long an outlook may be used when no newer one can be had. */
const USABLE_MS = DAY * HOUR_MS;

const MIN_DAYS = 7; // of history
const MIN_HOURS = 12; // of a day that counts
const PATHS = 256;
const HORIZON_DAYS = 60;

// Tried on half of the series of a public set of daily cash withdrawals, none of them by itself.
const FADE = 0.85; // the weight of a week against the one after it
const OTHER_DAY = 0.03; // the weight of another weekday: what was never seen on a Tuesday may come on one
const USUAL_SPREAD = 0.2; // by how much the level of a week differs from the last: before there is a history of it,
const USUAL_WEEKS = 2; // which counts as much as so many weeks
const LASTING = 0.6; // the part of that by which a whole future may differ
const MAX_SPREAD = 1;

/** How much will have gone out by when, from an instant on. */
export interface Forecast {
  readonly from: Instant;
  /** For each of {@link GRID} the median, then for each what it isn't more than in nine cases of ten. */
  readonly spent: Float32Array;
}

/** In milliseconds, 60 days at the most. */
export interface Runway {
  /** In one case of two it lasts less long. */
  readonly median: number;
  /** In one case of ten it lasts less long. */
  readonly pessimistic: number;
}

/** The hours at which the curves are known: each of the first day, every other of the next two, then days. */
const GRID = [
  ...Array.from({ length: DAY + 1 }, (_, hour) => hour),
  ...Array.from({ length: DAY }, (_, i) => DAY + 2 * (i + 1)),
  ...Array.from({ length: HORIZON_DAYS - 3 }, (_, i) => (i + 4) * DAY).filter(
    (hour) => hour <= 14 * DAY || hour % (2 * DAY) === 0,
  ),
];

/**
 * What is to be expected after `hours`: the outflow of each hour up to `from`, oldest first; `NaN` is unknown.
 *
 * `undefined` with less than seven days of which at least half is known.
 */
export function forecast(hours: ArrayLike<number>, from: Instant): Forecast | undefined {
  const days = daysOf(hours);
  if (days.known.length < MIN_DAYS) return undefined;
  const spent = new Float32Array(2 * GRID.length);
  const choices = Array.from({ length: 7 }, (_, ahead) => choicesOf(days, ahead));
  const levels = levelsOf(days);
  const before = new Float64Array(PATHS); // gone out on the days before, of each path
  const now = new Float64Array(PATHS);
  let point = 1;
  for (let day = 0; day < HORIZON_DAYS; day++) {
    const choice = choices[day % 7]!;
    for (; point < GRID.length && GRID[point]! <= (day + 1) * DAY; point++) {
      const hour = GRID[point]! - day * DAY;
      for (let path = 0; path < PATHS; path++) {
        const chosen = choice[DRAWS[day * PATHS + path]!]!;
        now[path] = levels[path]! * (before[path]! + days.spent[chosen * (DAY + 1) + hour]!);
      }
      spent[point] = nth(now, PATHS / 2);
      spent[GRID.length + point] = nth(now, Math.floor(0.9 * PATHS));
    }
    for (let path = 0; path < PATHS; path++) {
      const chosen = choice[DRAWS[day * PATHS + path]!]!;
      before[path]! += days.spent[chosen * (DAY + 1) + DAY]!;
    }
  }
  return { from, spent };
}

/** How long a balance lasts from `at` on; `undefined` for an instant that the outlook isn't about. */
export function runwayAt({ from, spent }: Forecast, balance: Amount, at: Instant): Runway | undefined {
  const gone = Math.max(0, at - from); // a slot of the hour before may be judged after the outlook was made
  if (at < from - HOUR_MS || gone > USABLE_MS) return undefined;
  const held = approximate(balance);
  if (held < 0) return { median: 0, pessimistic: 0 };
  const median = lastsFor(spent, 0, held, gone / HOUR_MS);
  // Counted from a later instant, the two curves may cross by a hair.
  return {
    median,
    pessimistic: Math.min(median, lastsFor(spent, GRID.length, held, gone / HOUR_MS)),
  };
}

/** Looks up when a curve, which begins at `first`, has grown by `held` since the hour `since`. */
function lastsFor(spent: Float32Array, first: number, held: number, since: number): number {
  let point = 1;
  while (GRID[point]! <= since) point++;
  const begun = (since - GRID[point - 1]!) / (GRID[point]! - GRID[point - 1]!);
  const before = spent[first + point - 1]!;
  const until = before + begun * (spent[first + point]! - before) + held;
  // Nothing is gone at once, unless nothing is expected to go.
  if (held === 0) return spent[first + GRID.length - 1]! > until ? 0 : HORIZON_MS;
  let low = point - 1;
  let high = GRID.length; // the first point at which so much is gone is in between
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (spent[first + middle]! >= until) high = middle;
    else low = middle;
  }
  if (high === GRID.length) return HORIZON_MS;
  const share = (until - spent[first + low]!) / (spent[first + high]! - spent[first + low]!);
  const hours = GRID[low]! + share * (GRID[high]! - GRID[low]!) - since;
  return Math.min(HORIZON_MS, Math.max(0, hours * HOUR_MS));
}

/** Days of 24 hours that end when the present one begins, the newest first. */
interface Days {
  /** What had gone out by each hour of a day: 25 numbers a day. */
  readonly spent: Float64Array;
  /** Those of which enough is known. */
  readonly known: readonly number[];
}

function daysOf(hours: ArrayLike<number>): Days {
  const usual = usualWeek(hours);
  const count = Math.min(PAST_HOURS / DAY, Math.floor(hours.length / DAY));
  const spent = new Float64Array(count * (DAY + 1));
  const known: number[] = [];
  for (let day = 0; day < count; day++) {
    const start = hours.length - (day + 1) * DAY;
    let seen = 0;
    let sum = 0;
    for (let hour = 0; hour < DAY; hour++) {
      const amount = hours[start + hour]!;
      if (!Number.isNaN(amount)) seen++;
      sum += Number.isNaN(amount) ? usual((start + hour - hours.length) % WEEK) : amount;
      spent[day * (DAY + 1) + hour + 1] = sum;
    }
    if (seen >= MIN_HOURS) known.push(day);
  }
  return { spent, known };
}

/** What goes out in an hour of the week, counted back from the present: stands in for hours that weren't seen. */
function usualWeek(hours: ArrayLike<number>): (hour: number) => number {
  const sums = new Float64Array(WEEK);
  const counts = new Float64Array(WEEK);
  const first = Math.max(0, hours.length - PAST_HOURS);
  for (let i = first; i < hours.length; i++) {
    if (Number.isNaN(hours[i]!)) continue;
    const hour = (hours.length - i) % WEEK;
    sums[hour]! += hours[i]!;
    counts[hour]! += 1;
  }
  const total = sums.reduce((sum, each) => sum + each, 0);
  const seen = counts.reduce((sum, each) => sum + each, 0);
  return (hour) => {
    const place = -hour % WEEK;
    return counts[place]! > 0 ? sums[place]! / counts[place]! : seen > 0 ? total / seen : 0;
  };
}

/** The days that may be drawn for a day ahead, each as often among 256 as its weight says. */
function choicesOf({ known }: Days, ahead: number): Uint8Array {
  const weights = known.map(
    (day) => FADE ** Math.floor(day / 7) * ((day + 1 + ahead) % 7 === 0 ? 1 : OTHER_DAY),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const choices = new Uint8Array(PATHS);
  let i = 0;
  let upTo = weights[0]!;
  for (let place = 0; place < PATHS; place++) {
    while (upTo < ((place + 0.5) / PATHS) * total) upTo += weights[++i]!;
    choices[place] = known[i]!;
  }
  return choices;
}

/** The value that `n` others aren't greater than; the values change places. */
function nth(values: Float64Array, n: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let low = from;
    let high = to;
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const kept = values[low]!;
      values[low++] = values[high]!;
      values[high--] = kept;
    }
    if (n <= high) to = high;
    else if (n >= low) from = low;
    else break;
  }
  return values[n]!;
}

/** By what each path's level differs from the past: weeks differ from each other, and so will the future. */
function levelsOf({ spent, known }: Days): Float64Array {
  const weeks = Map.groupBy(known, (day) => Math.floor(day / 7));
  const totals: number[] = [];
  for (const [week, days] of weeks) {
    const sum = days.reduce((all, day) => all + spent[day * (DAY + 1) + DAY]!, 0);
    if (days.length >= 4) totals[week] = Math.log(sum / days.length);
  }
  const steps = totals
    .flatMap((total, week) => (week > 0 ? [Math.abs(total - (totals[week - 1] ?? Number.NaN))] : []))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const spread = 1.05 * (steps[Math.floor(steps.length / 2)] ?? 0); // of one week, from the median step between two
  const squares = USUAL_WEEKS * USUAL_SPREAD ** 2 + steps.length * spread ** 2;
  const sigma = LASTING * Math.min(MAX_SPREAD, Math.sqrt(squares / (USUAL_WEEKS + steps.length)));
  return Float64Array.from({ length: PATHS }, (_, path) => {
    const share = (path + 0.5) / PATHS;
    return Math.exp((sigma * Math.log(share / (1 - share))) / 1.702); // nearly normal, in equal steps
  });
}

/** For each day ahead the same 256 places in another order: which path draws what. The same for all wallets, always. */
const DRAWS = shuffled();

function shuffled(): Uint8Array {
  const draws = new Uint8Array(HORIZON_DAYS * PATHS);
  let state = 20_260_501;
  for (let day = 0; day < HORIZON_DAYS; day++) {
    const order = draws.subarray(day * PATHS, (day + 1) * PATHS).map((_, i) => i);
    for (let i = PATHS - 1; i > 0; i--) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const j = Math.floor((state / 0x1_0000_0000) * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    draws.set(order, day * PATHS);
  }
  return draws;
}
