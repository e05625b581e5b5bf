// Days and instants as people write them on the command line.

import { parseDuration } from '../../domain/duration.ts';
import { isDay, parseLocalInstant } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';
import { CommandError } from '../terminal/io.ts';

/** A day as `2026-05-04`; anything else throws. */
export function parseDay(text: string): string {
  if (isDay(text)) return text;
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
  const instant = parseLocalInstant(text, { timezone, end });
  if (instant !== undefined) return instant;
  throw new CommandError(
    `not an instant: ${text} (it should look like 2026-05-04, 2026-05-04T14:05, 2026-05-04T14:05Z or 2h)`,
    2,
  );
}
