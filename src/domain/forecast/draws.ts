// Forecasts wallets that pay out on few days, where a level and a weekly rhythm say nothing. A bootstrap draws 256 futures
// from the past: each of their days is a past day, mostly of the same weekday, and more likely of a recent week. Used by
// `forecaster.ts`.
import { ascending } from '../order.ts';
import { WEEK } from './day.ts';
import { HORIZONS, SHARES } from './margins.ts';

/** How many days of the past may be drawn. */
export const DRAWN_DAYS = 56;

const PATHS = 256;
// Chosen on half of the series of a public set of daily cash withdrawals; nothing is fitted to a single series.
const FADE = 0.85; // the weight of a week against the one after it
const OTHER_DAY = 0.03; // the weight of another weekday: a Tuesday may bring what no Tuesday has brought before
const USUAL_SPREAD = 0.2; // by how much the levels of two weeks differ, before there is a history of it;
const USUAL_WEEKS = 2; // it counts as much as this many weeks of history
const LASTING = 0.6; // the part of this spread by which a whole future may differ
const MAX_SPREAD = 1;
const LUMPY = 0.3; // beyond this share of idle days a weekday says too little

/**
 * Whether money goes out on few days, and the weekday doesn't tell on which. It does so when too many days of the same
 * weekday are idle, on an average weighted by the money.
 *
 * A wallet that rests on Sundays isn't lumpy, nor is one that pays on Fridays only.
 */
export function isLumpy(past: readonly number[]): boolean {
  const known = new Array(WEEK).fill(0);
  const idle = new Array(WEEK).fill(0);
  const sums = new Array(WEEK).fill(0);
  past.forEach((amount, i) => {
    if (Number.isNaN(amount)) return;
    known[i % WEEK]++;
    sums[i % WEEK] += amount;
    if (amount === 0) idle[i % WEEK]++;
  });
  const total = sums.reduce((sum, each) => sum + each, 0);
  const idleBeside = sums.reduce((sum, each, i) => sum + (each * idle[i]) / Math.max(1, known[i]), 0);
  return total > 0 && idleBeside > LUMPY * total;
}

/**
 * The outflow by each horizon at each share, in money, in the order of `Margins.quantiles`.
 *
 * `past` are the last days, the newest last; `NaN` is unknown.
 */
export function draw(past: readonly number[]): Float64Array {
  const known = past.flatMap((amount, i) => (Number.isNaN(amount) ? [] : [past.length - 1 - i])); // days ago
  const choices = Array.from({ length: WEEK }, (_, ahead) => choicesOf(known, ahead));
  const levels = levelsOf(past, known);
  const gone = new Float64Array(PATHS);
  const quantiles = new Float64Array(HORIZONS.length * SHARES.length);
  let horizon = 0;
  for (let day = 0; day < DAYS; day++) {
    const choice = choices[day % WEEK]!;
    for (let path = 0; path < PATHS; path++) {
      const ago = choice[ORDERS[day * PATHS + path]!]!;
      gone[path]! += levels[path]! * past[past.length - 1 - ago]!;
    }
    if (HORIZONS[horizon] !== day + 1) continue;
    const sorted = gone.toSorted();
    SHARES.forEach((share, q) => {
      quantiles[horizon * SHARES.length + q] = sorted[Math.min(PATHS - 1, Math.floor((1 - share) * PATHS))]!;
    });
    horizon++;
  }
  return quantiles;
}

/** The past days that the 256 paths draw for a day ahead, as days ago; each comes as often as its weight says. */
function choicesOf(known: readonly number[], ahead: number): Uint8Array {
  const weights = known.map(
    (ago) => FADE ** Math.floor(ago / WEEK) * ((ago + 1 + ahead) % WEEK === 0 ? 1 : OTHER_DAY),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const choices = new Uint8Array(PATHS);
  let i = 0;
  let upTo = weights[0]!;
  for (let place = 0; place < PATHS; place++) {
    while (upTo < ((place + 0.5) / PATHS) * total && i < known.length - 1) upTo += weights[++i]!;
    choices[place] = known[i]!;
  }
  return choices;
}

/** The factor by which each path's level differs from the past: weeks differ from each other, and so will the future. */
function levelsOf(past: readonly number[], known: readonly number[]): Float64Array {
  const weeks = Map.groupBy(known, (ago) => Math.floor(ago / WEEK));
  const totals: number[] = [];
  for (const [week, days] of weeks) {
    const sum = days.reduce((all, ago) => all + past[past.length - 1 - ago]!, 0);
    if (days.length >= 4) totals[week] = Math.log(sum / days.length);
  }
  const steps = totals
    .flatMap((total, week) => (week > 0 ? [Math.abs(total - (totals[week - 1] ?? Number.NaN))] : []))
    .filter(Number.isFinite)
    .sort(ascending);
  const spread = 1.05 * (steps[Math.floor(steps.length / 2)] ?? 0); // of one week, from the median step between two
  const squares = USUAL_WEEKS * USUAL_SPREAD ** 2 + steps.length * spread ** 2;
  const sigma = LASTING * Math.min(MAX_SPREAD, Math.sqrt(squares / (USUAL_WEEKS + steps.length)));
  return Float64Array.from({ length: PATHS }, (_, path) => {
    const share = (path + 0.5) / PATHS;
    return Math.exp((sigma * Math.log(share / (1 - share))) / 1.702); // nearly normal, in steps of equal probability
  });
}

const DAYS = HORIZONS[HORIZONS.length - 1]!;
/** For each day ahead, the 256 places in another order: which path draws which place. The same for all wallets, always. */
const ORDERS = shuffled();

function shuffled(): Uint8Array {
  const orders = new Uint8Array(DAYS * PATHS);
  let state = 20_260_501;
  for (let day = 0; day < DAYS; day++) {
    const order = orders.subarray(day * PATHS, (day + 1) * PATHS).map((_, i) => i);
    for (let i = PATHS - 1; i > 0; i--) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const j = Math.floor((state / 0x1_0000_0000) * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    orders.set(order, day * PATHS);
  }
  return orders;
}
