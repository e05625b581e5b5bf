// How much will have gone out by when, at any confidence, and how long a balance lasts. Times are in days. Made by
// `forecaster.ts`, asked by runways, plans and charts.
import type { Day } from './day.ts';
import type { Jump } from './jump.ts';
import { atConfidence, HORIZONS, SHARES } from './margins.ts';

/** How many days an outlook reaches. */
export const REACH = 60;
/** For how long an outlook may be used when no newer one can be had, in days after its first midnight. */
export const USABLE_DAYS = 2.25;

const SHORT_SIDE = 1.5;
/** Where in what is an outlook's of `curves` widths and quantiles begin. */
const WIDTHS = REACH + 1;
const QUANTILES = WIDTHS + HORIZONS.length;
const ALERTS = QUANTILES + HORIZONS.length * SHARES.length;

const NONE: ReadonlyMap<string, Outlook> = new Map(); // one for all accounts in which nothing clears

/** What can be told of a wallet's outflow from a midnight on; made once a day. */
export interface Outlook {
  /** The first day that it is about. */
  readonly from: Day;
  /**
   * In one array, which outlooks may share: from place {@link at} on what is expected to have gone out by the end of each day
   * (the first is 0; `REACH + 1` numbers); for each of `HORIZONS` how wide forecasts are (times `exp(1)` is one width
   * more); for each of them the quantiles of `SHARES`, in widths, or in money when days were drawn; for each alert
   * that was asked for the four numbers of its {@link AlertMargin}.
   */
  readonly curves: Float32Array | Float64Array;
  readonly at: number;
  /** True for a wallet that pays out on few days: its future was put together from days of the past. */
  readonly drawn: boolean;
  /** By how much alerts are more careful than the estimate, because the level has jumped up: 1 usually. */
  readonly care: number;
  readonly jump: Jump | undefined;
  /** Known days of history. */
  readonly days: number;
}

/** What an alert's promise has taught. */
export interface AlertMargin {
  /** A confidence somewhat above the one asked for: lateness comes in bursts, and one must not break the promise. */
  readonly aim: number;
  /** In widths. */
  readonly margin: number;
  /** Of the last days' forecasts, at most 40, how many held. */
  readonly held: number;
  readonly of: number;
}

/**
 * The same outlooks, with their curves in one array: one of its own takes 490 bytes beside its 500 of numbers, and a view of a part
 * of one 104.
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

/** What the promise of the outlook's alert `i`, as it was asked for, has taught. */
export function alertOf({ curves, at }: Outlook, i: number): AlertMargin {
  const first = at + ALERTS + 4 * i;
  return {
    aim: curves[first]!,
    margin: curves[first + 1]!,
    held: curves[first + 2]!,
    of: curves[first + 3]!,
  };
}

/** What is expected to go out between two times after the outlook's first midnight. */
export function expectedBetween({ curves, at }: Outlook, since: number, until: number): number {
  return expectedBy(curves, until, REACH, at) - expectedBy(curves, since, REACH, at);
}

/** How much goes out from `since` on within `length` at the most, at a confidence from 0.5 on. */
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

/** How long `held` lasts from `since` on at a confidence; `REACH` when it is longer. */
export function lastsFor(outlook: Outlook, confidence: number, since: number, held: number): number {
  return timeUntilGone(curveOf(outlook, confidence, since), since, held);
}

/** When so much has gone out: the curve is followed from midnight to midnight, and is a line within a day. */
function timeUntilGone(gone: (length: number) => number, since: number, held: number): number {
  if (held < 0) return 0;
  // Nothing is gone at once, unless nothing is expected to go.
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
 * How much goes out from `since` on within `length` at the least, at a confidence from 0.5 on.
 *
 * The margins are tracked for bad surprises; days that fall short do so by half as much again. Nothing is sure where
 * days are drawn.
 */
export function leastGone(outlook: Outlook, confidence: number, since: number, length: number): number {
  if (outlook.drawn) return 0;
  const logs = HORIZONS.map((_, i) => widthAt(outlook, i) * Math.max(0, quantileAt(outlook, confidence, i)));
  let least = 0;
  // What has gone out by a day is not less on the day after it.
  for (let end = Math.min(length, Math.floor(since) + 1 - since); ; end = Math.min(length, end + 1)) {
    const gone =
      expectedBetween(outlook, since, since + end) * Math.exp(-SHORT_SIDE * interpolated(logs, end));
    least = Math.max(least, gone);
    if (end === length) return least;
  }
}

/** What a balance must be above so that an alert may wait: what goes out in its lead time and until the next look. */
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
 * Where that is the lead time and the time to the next look, {@link alertLevel} of these two is what is held.
 */
export function alertLasts(outlook: Outlook, alert: AlertMargin, since: number, held: number): number {
  if (outlook.drawn) return lastsFor(outlook, alert.aim, since, held);
  return timeUntilGone((length) => alertLevel(outlook, alert, since, length), since, held);
}

/** How much will have gone out after a length of time. */
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
    const within = end < 1 ? quantiles[0]! * end : interpolated(quantiles, end);
    return Math.max(0, within + expectedBetween(outlook, last, Math.max(last, end)) - before);
  };
}

function widthAt({ curves, at }: Outlook, horizon: number): number {
  return curves[at + WIDTHS + horizon]!;
}

function quantileAt({ curves, at }: Outlook, confidence: number, horizon: number): number {
  const first = at + QUANTILES + horizon * SHARES.length;
  return atConfidence(confidence, (q) => curves[first + q]!);
}

/** A value at any length of time: on a line between those of two horizons, and the same before the first and beyond the last. */
export function interpolated(values: ArrayLike<number>, length: number, first = 0): number {
  if (length <= HORIZONS[0]) return values[first]!;
  let i = 1;
  while (i < HORIZONS.length && HORIZONS[i]! < length) i++;
  const low = values[first + i - 1]!;
  if (i === HORIZONS.length) return low;
  const part = (length - HORIZONS[i - 1]!) / (HORIZONS[i]! - HORIZONS[i - 1]!);
  return low + part * (values[first + i]! - low);
}

/** Sums at midnights, read within a day as if money left evenly; beyond `last` its day goes on. */
export function expectedBy(sums: ArrayLike<number>, time: number, last: number, first = 0): number {
  const day = Math.min(last - 1, Math.floor(time));
  const before = sums[first + day]!;
  return before + (time - day) * (sums[first + day + 1]! - before);
}
