// Parses days and instants as people write them in a flag, in an account's time zone.
import { parseDuration } from '../../domain/duration.ts';
import { addDays, isDay, isMeant, localDay, parseLocalInstant } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';
import { CommandError } from '../terminal/io.ts';

/** Where a flag's words are reckoned from. */
interface Here {
  readonly now: Instant;
  readonly timezone: string;
}

/** A day as `2026-05-04`, `today` or `yesterday`; anything else throws, with the name of the flag. */
export function dayOf(flag: string, text: string, today: string): string {
  const day = byName(text, today);
  if (isDay(day)) return day;
  throw new CommandError(`${flag} ${text}: give a day, such as 2026-05-04, today or yesterday`, 2);
}

/**
 * Parses `2026-05-04`, `2026-05-04T14:05` (in the time zone, unless it ends in an offset or Z), `today`, `yesterday`,
 * `now`, or `2h` for two hours ago; anything else throws, with the name of the flag.
 *
 * A day stands for its start; with `end`, for its end.
 */
export function instantOf(
  flag: string,
  text: string,
  { now, timezone, end = false }: Here & { readonly end?: boolean },
): Instant {
  const ago = parseDuration(text);
  if (ago !== undefined && isMeant(now - ago)) return now - ago;
  if (text === 'now') return now;
  const instant = parseLocalInstant(byName(text, localDay(now, timezone)), { timezone, end });
  if (instant !== undefined) return instant;
  throw new CommandError(
    `${flag} ${text}: give a date, such as 2026-05-04, 2026-05-04T14:05 or yesterday, or a duration ago, such as 2h or 30d`,
    2,
  );
}

/** As {@link instantOf}, for a flag that says how far back: nothing is known of what is still to come. */
export function pastInstantOf(flag: string, text: string, here: Here): Instant {
  const instant = instantOf(flag, text, here);
  if (instant <= here.now) return instant;
  throw new CommandError(`${flag} ${text}: is still to come`, 2);
}

/** The date of a day's name; any other text stays as it is. */
function byName(text: string, today: string): string {
  return text === 'today' ? today : text === 'yesterday' ? addDays(today, -1) : text;
}
