// Parses how far back a command looks. Used by commands with `--since`.
import { parseDuration } from '../../domain/duration.ts';
import { isMeant, parseLocalInstant } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';
import { CommandError } from '../terminal/io.ts';

/** Where a flag's instant is reckoned from: durations go back from `now`, a date without an offset is in `timezone`. */
interface Here {
  readonly now: Instant;
  readonly timezone: string;
}

/** Parses the value of a flag like `--since`: a duration ago, or an ISO date. */
export function instantOf(flag: string, text: string, { now, timezone }: Here): Instant {
  const ago = parseDuration(text);
  const instant = ago === undefined ? parseLocalInstant(text, { timezone }) : now - ago;
  if (instant !== undefined && isMeant(instant)) return instant;
  throw new CommandError(`${flag} ${text}: give a duration such as 30d, or a date such as 2026-03-01`, 2);
}

/** As {@link instantOf}, for a flag that says how far back: nothing is known of what is still to come. */
export function pastInstantOf(flag: string, text: string, here: Here): Instant {
  const instant = instantOf(flag, text, here);
  if (instant <= here.now) return instant;
  throw new CommandError(`${flag} ${text}: is still to come`, 2);
}
