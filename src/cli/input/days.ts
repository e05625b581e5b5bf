// Days and instants as people write them, in a time zone of theirs.

import { parseDuration } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import { CommandError } from '../terminal/io.ts';
import { offsetAt, wallTime } from '../terminal/local-time.ts';

const SPOKEN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/;
const DAY_MS = 86_400_000;

/** The calendar day of an instant in a time zone: `2026-05-04`. */
export function dayOf(instant: Instant, timezone: string): string {
  return wallTime(instant, timezone).slice(0, 10);
}

/** The day that is so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A day as `2026-05-04`; anything else throws. */
export function parseDay(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && isReal(text)) return text;
  throw new CommandError(`not a day: ${text} (it should look like 2026-05-04)`, 2);
}

/**
 * `2026-05-04`, `2026-05-04T14:05` (in the time zone, unless it ends in an offset or Z), or `2h` for so long ago.
 *
 * A day stands for its start; with `end`, for its end.
 */
export function parseInstant(
  text: string,
  {
    timezone,
    now,
    end = false,
  }: { readonly timezone: string; readonly now: Instant; readonly end?: boolean },
): Instant {
  const ago = parseDuration(text);
  if (ago !== undefined) return now - ago;
  const [, day = '', time, offset] = SPOKEN.exec(text) ?? [];
  if (day === '' || !isReal(day) || (time !== undefined && time > '23:59:59.999')) {
    throw new CommandError(
      `not an instant: ${text} (it should look like 2026-05-04, 2026-05-04T14:05, 2026-05-04T14:05Z or 2h)`,
      2,
    );
  }
  if (offset) return Date.parse(`${day}T${time}${offset}`);
  return fromWallTime(time === undefined && end ? addDays(day, 1) : day, time ?? '00:00', timezone);
}

/** The first instant at which clocks of the time zone show this, or something later where they skip it. */
function fromWallTime(day: string, time: string, timezone: string): Instant {
  const asIfUtc = Date.parse(`${day}T${time}Z`);
  const offsets = [-DAY_MS, DAY_MS].map((step) => offsetAt(asIfUtc + step, timezone));
  const candidates = offsets.map((offset) => asIfUtc - offset).sort((a, b) => a - b);
  const shown = candidates.find((instant) => offsetAt(instant, timezone) === asIfUtc - instant);
  return shown ?? candidates.at(-1)!;
}

function isReal(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}
