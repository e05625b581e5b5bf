// Decides how long a poll waits before it asks again. Used by `request-with-retry.ts`.
import type { Instant } from '../../domain/observation.ts';

const FIRST_MS = 1_000;
const MAX_MS = 60_000;

/** Full jitter over a doubling range: 0 to 1 s before the first retry, 0 to 2 s before the second. */
export function backoff(retry: number, random: () => number): number {
  return random() * Math.min(MAX_MS, FIRST_MS * 2 ** retry);
}

/**
 * Reads how many milliseconds to wait from a `Retry-After` header, in seconds or as a date.
 *
 * `null` when there is none, or none that makes sense (garbage, negative, in the past): then the caller decides.
 * `now` is by the clock of the server that wrote the date.
 */
export function parseRetryAfter(header: string | null, now: Instant): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const at = Date.parse(text);
  return at > now ? at - now : null;
}
