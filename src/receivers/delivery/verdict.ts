// What an answer means for the message that was sent. Receivers whose answers say more than their status have a
// reading of their own.
import type { Instant } from '../../domain/observation.ts';
import type { Delivery, DeliveryOutcome } from './post.ts';

export type Verdict =
  /** `messageId`: what the receiver calls the message, if that can be used later. */
  | { readonly kind: 'done'; readonly messageId?: string }
  /** The receiver can't take it now: nothing is sent to it before so many milliseconds, if it says how many. */
  | { readonly kind: 'temporary'; readonly detail: string; readonly afterMs?: number }
  /** Nobody knows whether it arrived, and it must not be sent twice. */
  | { readonly kind: 'unknown'; readonly detail: string }
  /** This very message will never be taken; others may be. */
  | { readonly kind: 'permanent'; readonly detail: string };

const MAX_RETRY_AFTER_MS = 15 * 60_000; // whatever it asks for: alerts wait meanwhile
/** A wrong key is the receiver's and not the message's: it may be mended within the day. */
const PERMANENT: readonly DeliveryOutcome[] = ['rejected', 'too_large', 'unsupported', 'other'];
const TEMPORARY_STATUSES = [408, 409, 423, 425];

/** Where else it is said how many seconds to wait: Opsgenie, Discord, and what was to become the standard. */
const COUSINS = ['x-ratelimit-period-in-sec', 'x-ratelimit-reset-after', 'ratelimit-reset'];

/** The verdict by the status alone, with `Retry-After` and its cousins honoured. */
export function verdictOf(delivery: Delivery, now: Instant): Verdict {
  const { outcome, status, detail } = delivery;
  if (outcome === 'ok') return { kind: 'done' };
  const why = [outcome === 'other' ? null : outcome, detail].filter(Boolean).join(': ');
  if (PERMANENT.includes(outcome) && !TEMPORARY_STATUSES.includes(status ?? 0)) {
    return { kind: 'permanent', detail: why };
  }
  return temporary(why, waitMs(delivery, now));
}

/** To be tried again, after so many milliseconds if that is known, and never later than in a quarter of an hour. */
export function temporary(detail: string, afterMs?: number): Verdict {
  if (afterMs === undefined) return { kind: 'temporary', detail };
  return { kind: 'temporary', detail, afterMs: Math.min(Math.max(0, afterMs), MAX_RETRY_AFTER_MS) };
}

function waitMs({ outcome, headers }: Delivery, now: Instant): number | undefined {
  const theirNow = Date.parse(headers['date'] ?? '') || now; // a date is by their clock, which may not be ours
  const asked = retryAfterMs(headers['retry-after'], theirNow);
  if (asked !== undefined || outcome !== 'rate_limited') return asked;
  const cousin = COUSINS.find((name) => headers[name] !== undefined);
  return cousin === undefined ? undefined : retryAfterMs(headers[cousin], now);
}

/** `Retry-After` in milliseconds: seconds, which some services write with a fraction, or a date. */
export function retryAfterMs(value: string | undefined, now: Instant): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const date = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
