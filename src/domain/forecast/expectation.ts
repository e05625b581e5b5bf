// Computes the outflow expected on a day, from a level, a weekly rhythm and the day's place in the month. Every known day
// moves each of them a little; docs/adr/0020 says what was measured. Used by `forecaster.ts`.
import type { Calendar } from './calendar.ts';
import { type Day, PLACES, placeOf, WEEK, weekdayOf } from './day.ts';
import { createKnownDays } from './known-days.ts';

const FIRST_DAYS = 7; // their mean is the first level
const FIRST_RHYTHM = 0.85; // the part of these seven days' weekly rhythm that is believed

const LEVEL_STEP = 0.07;
const WEEKDAY_STEP = 0.15;
const CLIP = 1.5; // a surprise counts for this many usual ones at the most, and the clip is between the next two
const MIN_CLIP = 0.08;
const MAX_CLIP = 1.2;
const USUAL = 0.3; // the usual surprise, before there is a history of it
const SURPRISE_STEP = 0.02;
const SPREAD_STEP = 0.03;
const SPREAD_SINCE = 10; // known days

const PLACE_FADE = 35 / 36; // per visit
const PLACE_LOW = -0.6;
const PLACE_HIGH = 0.8;
const PLACE_PRIOR = 0.06; // how much places differ before anything is known about them: a sum of squares
const PLACE_PRIOR_WEIGHT = 30; // the number of places that this sum counts for
const MAX_DOUBT = 400;

const CARRIED = 0.3; // the part of the last surprise that carries over to the next day, and again from each day to the next
const CARRIED_DAYS = 7;

const GUARD_STEP = 1 / 28;
const GUARD_RATIO = 1.5;
const MAX_GUARD = 8; // times what was expected: one huge payout must not lift the level by itself

/** What a day brought, compared with what was expected. */
export interface Surprise {
  /** What went out as a multiple of what was expected. */
  readonly ratio: number;
  /** How far `ratio` usually is from 1 on this weekday. */
  readonly spread: number;
  /** The outflow without the effects of weekday, place and date. */
  readonly plain: number;
}

export interface Expectation {
  /** How many days were known. */
  readonly days: number;
  /** False before there is a level: fewer than seven days are known, or nothing has gone out on the last seven. */
  readonly ready: boolean;
  /** The outflow expected on a usual day: the mean of a week without places and dates. */
  readonly level: number;
  /**
   * Takes in the outflow of a day. Days come in order; unknown days are left out.
   *
   * `undefined` where nothing was expected: before there is a level, and on days configured as closed. Also on known days
   * whose factor is learnt: they teach only that factor.
   */
  learn(day: Day, amount: number): Surprise | undefined;
  /**
   * Fills in what is expected on the days from `first` on: `sums[i]` is the outflow of the first `i` days, and
   * `squares[i]` its variance, if days were independent. Fills the whole length of `sums`.
   */
  ahead(first: Day, sums: Float64Array, squares: Float64Array): void;
}

export function createExpectation(calendar?: Calendar): Expectation {
  const rhythm = new Float64Array(WEEK).fill(1);
  const visits = new Float64Array(WEEK);
  const spread = new Float64Array(WEEK).fill(USUAL * USUAL);
  const places = createPlaces();
  const known = createKnownDays(calendar);
  let first: { day: Day; amount: number }[] = [];
  let days = 0;
  let level = 0;
  let surprise = USUAL;
  let last = { day: Number.NaN, surprise: 0 };
  let meanSeen = 0;
  let meanExpected = 0;

  return {
    get days() {
      return days;
    },
    get ready() {
      return level > 0;
    },
    get level() {
      return level;
    },

    learn(day, amount) {
      days++;
      if (level > 0) return move(day, amount);
      first.push({ day, amount });
      if (first.length > FIRST_DAYS) first.shift();
      if (first.length === FIRST_DAYS) begin();
      return undefined;
    },

    ahead(from, sums, squares) {
      let carried = last.surprise * CARRIED ** Math.max(0, from - last.day - 1);
      sums[0] = 0;
      squares[0] = 0;
      for (let i = 1; i < sums.length; i++) {
        const day = from + i - 1;
        const weekday = weekdayOf(day);
        carried = day - last.day <= CARRIED_DAYS ? carried * CARRIED : 0;
        const expected =
          level * rhythm[weekday]! * places.factor(placeOf(day)) * known.factor(day) * (1 + carried);
        sums[i] = sums[i - 1]! + expected;
        squares[i] = squares[i - 1]! + expected * expected * spread[weekday]!;
      }
    },
  };

  function begin(): void {
    const plain = first.map(({ day, amount }) => ({ day, amount: amount / (known.factor(day) || 1) }));
    level = plain.reduce((sum, { amount }) => sum + amount, 0) / FIRST_DAYS;
    if (level === 0) return;
    for (const { day, amount } of plain) rhythm[weekdayOf(day)] = 1 + FIRST_RHYTHM * (amount / level - 1);
    for (const { day } of plain) visits[weekdayOf(day)]! += 1;
    meanSeen = level;
    meanExpected = level;
    first = [];
  }

  function move(day: Day, amount: number): Surprise | undefined {
    const weekday = weekdayOf(day);
    const place = placeOf(day);
    if (known.learn(day, amount / (level * rhythm[weekday]! * places.factor(place)))) return undefined;
    const factor = known.factor(day);
    const plain = level * rhythm[weekday]! * factor;
    if (plain <= 0) return undefined; // configured as closed: such a day teaches nothing
    const expected = plain * places.factor(place);
    const ratio = amount / expected;
    const off = Math.min(1, Math.abs(ratio - 1));
    const told = { ratio, spread: Math.sqrt(spread[weekday]!), plain: ratio * level };

    const most = Math.min(MAX_CLIP, Math.max(MIN_CLIP, CLIP * surprise * (1 + 14 / Math.max(1, days - 6))));
    const clipped = Math.max(-most, Math.min(most, ratio - 1));
    visits[weekday]! += 1;
    rhythm[weekday]! *= 1 + Math.max(WEEKDAY_STEP, 1 / (visits[weekday]! + 1)) * clipped;
    level *= 1 + Math.max(LEVEL_STEP, 0.25 / (days / WEEK + 1)) * clipped;
    const mean = meanOf(rhythm);
    for (const i of rhythm.keys()) rhythm[i]! /= mean;
    last = { day, surprise: clipped };

    surprise += SURPRISE_STEP * (off - surprise);
    if (days >= SPREAD_SINCE) spread[weekday]! += SPREAD_STEP * (off * off - spread[weekday]!);
    places.learn(place, amount / plain - 1, meanOf(spread));
    guard(amount, expected);
    return told;
  }

  /** Lifts the level of a wallet that pays out on few days: by clipped surprises alone it would sink to nothing. */
  function guard(amount: number, expected: number): void {
    meanSeen += GUARD_STEP * (Math.min(amount, MAX_GUARD * expected) - meanSeen);
    meanExpected += GUARD_STEP * (expected - meanExpected);
    if (meanSeen <= GUARD_RATIO * meanExpected) return;
    level *= meanSeen / meanExpected;
    meanExpected = meanSeen;
  }
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

interface Places {
  factor(place: number): number;
  learn(place: number, surprise: number, spread: number): void;
}

/** The factor of each place in the month, as far as it stands out from the noise. */
function createPlaces(): Places {
  const sums = new Float64Array(PLACES);
  const counts = new Float64Array(PLACES);
  const factors = new Float64Array(PLACES).fill(1);

  return {
    factor: (place) => factors[place]!,

    learn(place, surprise, spread) {
      sums[place] = PLACE_FADE * sums[place]! + Math.max(PLACE_LOW, Math.min(PLACE_HIGH, surprise));
      counts[place] = PLACE_FADE * counts[place]! + 1;
      let apart = 0; // the sum of squares by which places differ, without the part that chance explains
      let seen = 0;
      for (let i = 0; i < PLACES; i++) {
        if (counts[i] === 0) continue;
        seen++;
        apart += (sums[i]! / counts[i]!) ** 2 - spread / counts[i]!;
      }
      const variance = (Math.max(0, apart) + PLACE_PRIOR) / (seen + PLACE_PRIOR_WEIGHT);
      const doubt = Math.min(MAX_DOUBT, spread / variance);
      for (let i = 0; i < PLACES; i++) {
        const before = (i + PLACES - 1) % PLACES;
        const after = (i + 1) % PLACES;
        const sum = sums[i]! + (sums[before]! + sums[after]!) / 2;
        const count = counts[i]! + (counts[before]! + counts[after]!) / 2;
        factors[i] = 1 + sum / (count + doubt);
      }
    },
  };
}
