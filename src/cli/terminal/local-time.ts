// Instants as commands show them: in the time zone of an account.
import { TO_THE_SECOND } from '../../domain/forecast/zone.ts';
import type { Instant } from '../../domain/observation.ts';

const MINUTE_MS = 60_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

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

/** `2026-05-04 13:00:00+03`, as psql writes it, and with a `Z` where that is UTC; empty for none. */
export function localTime(instant: Instant | null, timezone: string): string {
  if (instant === null) return '';
  return `${wallTime(instant, timezone)}${offsetText(offsetAt(instant, timezone))}`;
}

/** What the clock of a time zone is ahead of UTC, in milliseconds. */
export function offsetAt(instant: Instant, timezone: string): number {
  const whole = Math.floor(instant / 1_000) * 1_000;
  return Date.parse(`${wallTime(whole, timezone).replace(' ', 'T')}Z`) - whole;
}

function offsetText(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.abs(offset) / MINUTE_MS;
  const [hours, rest] = [Math.floor(minutes / 60), Math.floor(minutes % 60)];
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(hours)}${rest === 0 ? '' : `:${two(rest)}`}`;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', { timeZone, ...TO_THE_SECOND, hourCycle: 'h23' });
    formatters.set(timeZone, found);
  }
  return found;
}
