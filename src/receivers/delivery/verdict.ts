// Decides what an answer means for the message that was sent. Receivers whose answers say more than their status read them
// themselves.
import type { Instant } from '../../domain/observation.ts';
import type { Delivery, DeliveryOutcome } from './post.ts';

export type DeliveryVerdict =
  /** `messageId`: the receiver's id for the message, if it can be used later. */
  | { readonly kind: 'done'; readonly messageId?: string }
  /** The receiver can't take it now. Nothing is sent to it for `afterMs`, if the receiver says how long. */
  | { readonly kind: 'temporary'; readonly detail: string; readonly afterMs?: number }
  /** Nothing was sent: the alert was over by then, and nobody had been told that it fires. */
  | { readonly kind: 'unsent'; readonly detail: string }
  /** Nobody knows whether the message arrived, and it must not be sent twice. */
  | { readonly kind: 'unknown'; readonly detail: string }
  /** The receiver will never take this message; it may take others. */
  | { readonly kind: 'permanent'; readonly detail: string };

const MAX_RETRY_AFTER_MS = 15 * 60_000; // even if the receiver asks for more: alerts wait meanwhile
/** Outcomes that are final for a message. A wrong key is not: it concerns the receiver, and may be mended within the day. */
const PERMANENT: readonly DeliveryOutcome[] = ['rejected', 'too_large', 'unsupported', 'other'];
const TEMPORARY_STATUSES = [408, 409, 423, 425];

/** Other headers that say how many seconds to wait: from Opsgenie, Discord, and a draft of a standard. */
const COUSINS = ['x-ratelimit-period-in-sec', 'x-ratelimit-reset-after', 'ratelimit-reset'];

/** The verdict by the status alone. Heeds `Retry-After`, and the other headers like it. */
export function verdictOf(delivery: Delivery, now: Instant): DeliveryVerdict {
  const { outcome, status, detail } = delivery;
  if (outcome === 'ok') return { kind: 'done' };
  const why = [outcome === 'other' ? null : outcome, detail].filter(Boolean).join(': ');
  if (PERMANENT.includes(outcome) && !TEMPORARY_STATUSES.includes(status ?? 0)) {
    return { kind: 'permanent', detail: why };
  }
  return temporary(why, waitMs(delivery, now));
}

/** To be tried again, after so many milliseconds if that is known, and after a quarter of an hour at most. */
export function temporary(detail: string, afterMs?: number): DeliveryVerdict {
  if (afterMs === undefined) return { kind: 'temporary', detail };
  return { kind: 'temporary', detail, afterMs: Math.min(Math.max(0, afterMs), MAX_RETRY_AFTER_MS) };
}

function waitMs({ outcome, headers }: Delivery, now: Instant): number | undefined {
  const theirNow = Date.parse(headers['date'] ?? '') || now; // a date is by the server's clock, which may differ from ours
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
