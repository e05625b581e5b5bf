// Computes how much goes out by when, at any confidence, and how long a balance lasts. Times are in days. `forecaster.ts`
// makes outlooks; runways, plans and charts read them.
import type { Day } from './day.ts';
import type { Jump } from './jump.ts';
import { atConfidence, HORIZONS, SHARES } from './margins.ts';

/** How many days an outlook reaches. */
export const REACH = 60;
/** For how long an outlook may be used when there is no newer one, in days after its first midnight. */
export const USABLE_DAYS = 2.25;

const SHORT_SIDE = 1.5;
/** Where the widths, the quantiles and the alerts begin in an outlook's part of `curves`. */
const WIDTHS = REACH + 1;
const QUANTILES = WIDTHS + HORIZONS.length;
const ALERTS = QUANTILES + HORIZONS.length * SHARES.length;

const NONE: ReadonlyMap<string, Outlook> = new Map(); // shared by all accounts in which nothing clears

/** The forecast of a wallet's outflow from a midnight on; made once a day. */
export interface Outlook {
  /** The first day that it is about. */
  readonly from: Day;
  /**
   * All numbers in one array, which outlooks may share. From place {@link at} on: the outflow expected by the end of each
   * day (`REACH + 1` numbers, the first is 0); for each of `HORIZONS` the width of forecasts (one width more is times
   * `exp(width)`); for each of `HORIZONS` the quantiles of `SHARES`, in widths, or in money when days were drawn; for each
   * requested alert the four numbers of its {@link AlertMargin}.
   */
  readonly curves: Float32Array | Float64Array;
  readonly at: number;
  /** True for a wallet that pays out on few days: its future was drawn from days of the past. */
  readonly drawn: boolean;
  /**
   * The factor by which alerts and plans are more careful than the estimate, because the level has jumped up: usually 1,
   * and always where days were drawn.
   */
  readonly care: number;
  readonly jump: Jump | undefined;
  /** Known days of history. */
  readonly days: number;
}

/** What an alert's promise has learnt. */
export interface AlertMargin {
  /** Somewhat above the configured confidence: late alerts come in bursts, and one burst must not break the promise. */
  readonly aim: number;
  /** In widths. */
  readonly margin: number;
  /** How many of the last days' forecasts, at most 40, held. */
  readonly held: number;
  readonly of: number;
}

/**
 * The same outlooks, with their curves in one array, to save memory: an array for each takes 490 bytes besides its 500 of
 * numbers, and a view of a shared one takes 104.
 */
export function inOnePiece(outlooks: ReadonlyMap<string, Outlook>): ReadonlyMap<string, Outlook> {
  if (outlooks.size === 0) return NONE;
  const halves = [...outlooks].filter(([, { curves }]) => curves instanceof Float32Array);
  const all = new Float32Array(halves.reduce((sum, [, { curves }]) => sum + curves.length, 0));
  const together = new Map(outlooks);
  let at = 0;
  for (const [key, outlook] of halves) {
    all.set(outlook.curves, at);
    together.set(key, { ...outlook, curves: all, at });
    at += outlook.curves.length;
  }
  return together;
}

/** What the promise of the outlook's alert `i` has learnt; alerts are in the order in which they were requested. */
export function alertOf({ curves, at }: Outlook, i: number): AlertMargin {
  const first = at + ALERTS + 4 * i;
  return {
    aim: curves[first]!,
    margin: curves[first + 1]!,
    held: curves[first + 2]!,
    of: curves[first + 3]!,
  };
}

/** The outflow expected between two times after the outlook's first midnight. */
export function expectedBetween({ curves, at }: Outlook, since: number, until: number): number {
  return expectedBy(curves, until, REACH, at) - expectedBy(curves, since, REACH, at);
}

/** The most that goes out within `length` from `since` on, at a confidence of 0.5 or more. */
export function mostGone(outlook: Outlook, confidence: number, since: number, length: number): number {
  const gone = curveOf(outlook, confidence, since);
  let low = 0;
  let lowGone = 0;
  for (let end = Math.floor(since) + 1; ; end++) {
    const high = end - since;
    const highGone = Math.max(lowGone, gone(high)); // a longer time can't cost less, whatever the margins say
    if (high >= length) return lowGone + ((highGone - lowGone) * (length - low)) / (high - low);
    low = high;
    lowGone = highGone;
  }
}

/** The same by the more careful of two estimates, as alerts do it: after a jump, plans and alerts mustn't contradict. */
export function mostGoneWithCare(
  outlook: Outlook,
  confidence: number,
  since: number,
  length: number,
): number {
  return outlook.care * mostGone(outlook, confidence, since, length);
}

/** How long `held` lasts from `since` on at a confidence; `REACH` when it is longer. */
export function lastsFor(outlook: Outlook, confidence: number, since: number, held: number): number {
  return timeUntilGone(curveOf(outlook, confidence, since), since, held);
}

/** The same by the more careful of two estimates: see {@link mostGoneWithCare}. */
export function lastsWithCare(outlook: Outlook, confidence: number, since: number, held: number): number {
  return lastsFor(outlook, confidence, since, held / outlook.care);
}

/** After what time `held` has gone out. Follows the curve from midnight to midnight; within a day it is a line. */
function timeUntilGone(gone: (length: number) => number, since: number, held: number): number {
  if (held < 0) return 0;
  // An empty wallet lasts for no time, unless no outflow is expected.
  if (held === 0) return gone(REACH - since) > 0 ? 0 : REACH;
  let low = 0;
  let lowGone = 0;
  for (let end = Math.floor(since) + 1; end <= REACH; end++) {
    const high = end - since;
    const highGone = Math.max(lowGone, gone(high));
    if (highGone >= held) return low + ((high - low) * (held - lowGone)) / (highGone - lowGone);
    low = high;
    lowGone = highGone;
  }
  return REACH;
}

/**
 * The least that goes out within `length` from `since` on, at a confidence of 0.5 or more.
 *
 * The margins are tracked for high outflow; low outflow deviates by half as much again. Where days are drawn, no outflow
 * is sure.
 */
export function leastGone(outlook: Outlook, confidence: number, since: number, length: number): number {
  if (outlook.drawn) return 0;
  const logs = HORIZONS.map((_, i) => widthAt(outlook, i) * Math.max(0, quantileAt(outlook, confidence, i)));
  let least = 0;
  // The sum by a day is never less than the sum by the day before.
  for (let end = Math.min(length, Math.floor(since) + 1 - since); ; end = Math.min(length, end + 1)) {
    const gone =
      expectedBetween(outlook, since, since + end) * Math.exp(-SHORT_SIDE * interpolated(logs, end));
    least = Math.max(least, gone);
    if (end === length) return least;
  }
}

/** An alert may wait while the balance is above this: the outflow of its lead time and of the time to the next look. */
export function alertLevel(
  outlook: Outlook,
  { aim, margin }: AlertMargin,
  since: number,
  length: number,
): number {
  if (outlook.drawn) return mostGone(outlook, aim, since, length);
  const wider = Math.exp(margin * interpolated(outlook.curves, length, outlook.at + WIDTHS));
  return outlook.care * expectedBetween(outlook, since, since + length) * wider;
}

/**
 * How long `held` lasts from `since` on by an alert's own margin; `REACH` when it is longer.
 *
 * When the result is the lead time and the time to the next look, `held` is the {@link alertLevel} of these two.
 */
export function alertLasts(outlook: Outlook, alert: AlertMargin, since: number, held: number): number {
  if (outlook.drawn) return lastsFor(outlook, alert.aim, since, held);
  return timeUntilGone((length) => alertLevel(outlook, alert, since, length), since, held);
}

/** The outflow from `since` on by a length of time that ends at a midnight. */
function curveOf(outlook: Outlook, confidence: number, since: number): (length: number) => number {
  const quantiles = HORIZONS.map((_, i) => quantileAt(outlook, confidence, i));
  if (!outlook.drawn) {
    const logs = quantiles.map((quantile, i) => widthAt(outlook, i) * quantile);
    return (length) => expectedBetween(outlook, since, since + length) * Math.exp(interpolated(logs, length));
  }
  const last = HORIZONS[HORIZONS.length - 1]!;
  const before = expectedBetween(outlook, 0, since);
  return (length) => {
    const end = since + length;
    return Math.max(
      0,
      interpolated(quantiles, end) + expectedBetween(outlook, last, Math.max(last, end)) - before,
    );
  };
}

function widthAt({ curves, at }: Outlook, horizon: number): number {
  return curves[at + WIDTHS + horizon]!;
}

function quantileAt({ curves, at }: Outlook, confidence: number, horizon: number): number {
  const first = at + QUANTILES + horizon * SHARES.length;
  return atConfidence(confidence, (q) => curves[first + q]!);
}

/** A value at any length of time: interpolated between two horizons, constant before the first and beyond the last. */
export function interpolated(values: ArrayLike<number>, length: number, first = 0): number {
  if (length <= HORIZONS[0]) return values[first]!;
  let i = 1;
  while (i < HORIZONS.length && HORIZONS[i]! < length) i++;
  const low = values[first + i - 1]!;
  if (i === HORIZONS.length) return low;
  const part = (length - HORIZONS[i - 1]!) / (HORIZONS[i]! - HORIZONS[i - 1]!);
  return low + part * (values[first + i]! - low);
}

/** Reads sums at midnights at any time: within a day, money leaves evenly; beyond `last`, the last day's rate goes on. */
export function expectedBy(sums: ArrayLike<number>, time: number, last: number, first = 0): number {
  const day = Math.min(last - 1, Math.floor(time));
  const before = sums[first + day]!;
  return before + (time - day) * (sums[first + day + 1]! - before);
}
