// Parses days and instants as people write them on the command line, in an account's time zone. For a flag in UTC: `instant.ts`.
import { parseDuration } from '../../domain/duration.ts';
import { addDays, isDay, isMeant, localDay, parseLocalInstant } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';
import { CommandError } from '../terminal/io.ts';

/** A day as `2026-05-04`, `today` or `yesterday`; anything else throws. */
export function parseDay(text: string, today: string): string {
  const day = byName(text, today);
  if (isDay(day)) return day;
  throw new CommandError(`not a day: ${text} (it should look like 2026-05-04, today or yesterday)`, 2);
}

/**
 * Parses `2026-05-04`, `2026-05-04T14:05` (in the time zone, unless it ends in an offset or Z), `today`, `yesterday`,
 * `now`, or `2h` for two hours ago.
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
  if (ago !== undefined && isMeant(now - ago)) return now - ago;
  if (text === 'now') return now;
  const instant = parseLocalInstant(byName(text, localDay(now, timezone)), { timezone, end });
  if (instant !== undefined) return instant;
  throw new CommandError(
    `not an instant: ${text} (it should look like 2026-05-04, 2026-05-04T14:05, 2026-05-04T14:05Z, yesterday, now or 2h)`,
    2,
  );
}

/** The date of a day's name; any other text stays as it is. */
function byName(text: string, today: string): string {
  return text === 'today' ? today : text === 'yesterday' ? addDays(today, -1) : text;
}
