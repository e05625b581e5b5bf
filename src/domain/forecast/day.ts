// Arithmetic of calendar days, without clock or time zone: the caller knows the zone. Used by forecasts and plans.
import { DAY_MS } from '../duration.ts';

/** A day of a calendar as the number of days since 1970-01-01. */
export type Day = number;

/** The days of a week. */
export const WEEK = 7;

/** How many places a month has: fifteen counted from its start, the others from its end. */
export const PLACES = 32;

const FROM_THE_FRONT = 15;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The weekday, 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: Day): number {
  return (((day + 4) % WEEK) + WEEK) % WEEK;
}

/**
 * The place of a day in its month, 0 to 31.
 *
 * Paydays are fixed either from the start (the 1st, the 5th) or from the end (the last, the last but two): the days 1 to
 * 15 are the places 0 to 14; the last day of any month is place 31, the day before it place 30.
 */
export function placeOf(day: Day): number {
  if (day < 0 || day >= places.length) return computePlace(day);
  places[day] ||= computePlace(day) + 1;
  return places[day]! - 1;
}

/** The places of the days from 1970 to 2079, each computed once, and kept plus one: 0 means not computed yet. */
const places = new Uint8Array(40_000);

function computePlace(day: Day): number {
  // Civil date of a day number: years begin in March, so that the leap day is the last of one.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * ofYear + 2) / 153); // 0 is March
  const date = ofYear - Math.floor((153 * month + 2) / 5) + 1;
  if (date <= FROM_THE_FRONT) return date - 1;
  if (month === 11) return PLACES - 1 - (daysOfFebruary(year + era * 400 + 1) - date);
  return PLACES - 1 - (Math.floor((153 * (month + 1) + 2) / 5) - Math.floor((153 * month + 2) / 5) - date);
}

/** Reads `2026-12-25`; `undefined` for text that is no date. */
export function dayOf(text: string): Day | undefined {
  if (!DATE.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text) ? undefined : at / DAY_MS;
}

/** Writes a day as `2026-12-25`. */
export function dateOf(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function daysOfFebruary(year: number): number {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
