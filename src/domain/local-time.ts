// Reads and writes days and instants as people write them, in their time zone. Used by commands, pages and the API;
// forecasts use `forecast/zone.ts`, which is faster and has days as numbers.
import { DAY_MS } from './duration.ts';
import { TO_THE_SECOND } from './forecast/zone.ts';
import type { Instant } from './observation.ts';
import { ascending } from './order.ts';
import { remembering } from './remembering.ts';

const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/;
const EARLIEST = '1900-01-01';
const LATEST = '9998-12-31'; // the day after has a year of four digits, too
const MAX_FORMATTERS = 100; // each takes some 30 kB, and readers of pages may name any zone, in any case

/** `2026-05-04 13:00:00` in a time zone. */
export function wallTime(instant: Instant, timezone: string): string {
  const parts = Object.fromEntries(
    formatterOf(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** The calendar day of an instant in a time zone: `2026-05-04`. */
export function localDay(instant: Instant, timezone: string): string {
  return wallTime(instant, timezone).slice(0, 10);
}

/** The day that is `days` days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether a text is a day of the calendar, `2026-05-04`; 31 June is none, nor is a day before 1900 or after 9998. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isReal(text);
}

/** Whether an instant is in the years 1900 to 9998: people mean no others, and databases and clocks can show these. */
export function isMeant(at: Instant): boolean {
  return at >= Date.parse(`${EARLIEST}T00:00:00Z`) && at < Date.parse(`${LATEST}T00:00:00Z`);
}

/** By how much the clocks of a time zone are ahead of UTC, in milliseconds. */
export function zoneOffset(at: Instant, timezone: string): number {
  const whole = Math.floor(at / 1_000) * 1_000;
  return Date.parse(`${wallTime(whole, timezone).replace(' ', 'T')}Z`) - whole;
}

/** `UTC`, `UTC+03:00`: the offset of a time zone from UTC at an instant. */
export function zoneName(at: Instant, timezone: string): string {
  const minutes = Math.round(zoneOffset(at, timezone) / 60_000);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '\u2212' : '+'}${pad(hours)}:${pad(rest)}`;
}

let canonical: ReadonlySet<string> | undefined; // a look into this set costs a hundredth of making a format

/** Whether `Intl` knows a time zone by this name, aliases included. */
export function isTimezone(name: string): boolean {
  canonical ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  if (canonical.has(name)) return true;
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return false; // "+03:00" is no name
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The instant of `2026-05-04` or `2026-05-04T14:05`, in the time zone unless it ends in an offset or Z; `undefined`
 * for anything else. A day stands for its start; with `end`, for its end.
 */
export function parseLocalInstant(
  text: string,
  { timezone, end = false }: { readonly timezone: string; readonly end?: boolean },
): Instant | undefined {
  const [, day, time, offset] = WRITTEN.exec(text) ?? [];
  if (day === undefined || !isReal(day) || (time !== undefined && time > '23:59:59.999')) return undefined;
  if (offset) {
    const at = Date.parse(`${day}T${time}${offset}`);
    return Number.isNaN(at) ? undefined : at;
  }
  if (time !== undefined && Number.isNaN(Date.parse(`${day}T${time}Z`))) return undefined; // 12:75
  return fromWallTime(time === undefined && end ? addDays(day, 1) : day, time ?? '00:00', timezone);
}

/** The first instant at which clocks of the time zone show this time, or a later time where they skip it. */
function fromWallTime(day: string, time: string, timezone: string): Instant {
  const asIfUtc = Date.parse(`${day}T${time}Z`);
  const offsets = [-DAY_MS, DAY_MS].map((step) => zoneOffset(asIfUtc + step, timezone));
  const candidates = offsets.map((offset) => asIfUtc - offset).sort(ascending);
  const shown = candidates.find((instant) => zoneOffset(instant, timezone) === asIfUtc - instant);
  return shown ?? candidates.at(-1)!;
}

function isReal(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return (
    day >= EARLIEST &&
    day <= LATEST &&
    !Number.isNaN(instant) &&
    new Date(instant).toISOString().startsWith(day)
  );
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}

const formatterOf = remembering(
  MAX_FORMATTERS,
  (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, ...TO_THE_SECOND, hourCycle: 'h23' }),
);
