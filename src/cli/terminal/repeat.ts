// Repeats the output of a command, as `watch` does.
import { setTimeout } from 'node:timers/promises';
import { parseDuration } from '../../domain/duration.ts';
import { CommandError, type Io } from './io.ts';

const DEFAULT_MS = 10_000;
const MAX_MS = 86_400_000; // a timer beyond 2^31 ms (25 days) would fire at once
const CLEAR = '\x1b[H\x1b[2J\x1b[3J';

/**
 * Calls `show` every `interval` (a duration; `true`: ten seconds) until the command is stopped. Clears a terminal before
 * each.
 */
export async function repeat(io: Io, interval: string | true, show: () => Promise<void>): Promise<void> {
  const everyMs = everyMsOf(interval);
  while (!io.signal.aborted) {
    if (io.stdout.isTTY) io.stdout.write(CLEAR);
    await show();
    await setTimeout(everyMs, undefined, { signal: io.signal }).catch(() => {});
  }
}

/** How long {@link repeat} waits, in milliseconds; an interval for which it can't wait is a usage error. */
export function everyMsOf(interval: string | true): number {
  const everyMs = interval === true ? DEFAULT_MS : parseDuration(interval);
  if (everyMs && everyMs <= MAX_MS) return everyMs;
  throw new CommandError(`--watch ${interval}: is not a duration such as 10s, of a day at the most`, 2);
}
