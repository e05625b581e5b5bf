// Formats instants for tables, in the time zone of an account.
import { MINUTE_MS } from '../../domain/duration.ts';
import { wallTime, zoneOffset } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';

/** Such as `2026-05-04 13:00:00+03`, as psql writes it, but with a `Z` in UTC; empty for `null`. */
export function localTime(instant: Instant | null, timezone: string): string {
  if (instant === null) return '';
  return `${wallTime(instant, timezone)}${offsetText(zoneOffset(instant, timezone))}`;
}

/** Such as `2026-05-04 13:00+03`: the same to the minute. */
export function localMinute(instant: Instant, timezone: string): string {
  return `${wallTime(instant, timezone).slice(0, 16)}${offsetText(zoneOffset(instant, timezone))}`;
}

function offsetText(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.abs(offset) / MINUTE_MS;
  const [hours, rest] = [Math.floor(minutes / 60), Math.floor(minutes % 60)];
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(hours)}${rest === 0 ? '' : `:${two(rest)}`}`;
}
