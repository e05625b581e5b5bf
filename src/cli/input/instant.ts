// Parses how far back a command looks. Used by commands with `--since`.
import { parseDuration } from '../../domain/duration.ts';
import { isMeant, parseLocalInstant } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/observation.ts';
import { CommandError } from '../terminal/io.ts';

/** Parses the value of a flag like `--since`: a duration before `now`, or an ISO date, in UTC unless it has an offset. */
export function instantOf(flag: string, text: string, now: Instant): Instant {
  const ago = parseDuration(text);
  const instant = ago === undefined ? parseLocalInstant(text, { timezone: 'UTC' }) : now - ago;
  if (instant !== undefined && isMeant(instant)) return instant;
  throw new CommandError(`${flag} ${text}: give a duration such as 30d, or a date such as 2026-03-01`, 2);
}
