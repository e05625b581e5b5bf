// An alert as Alertmanager's API takes it. Pure.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';

/** How long an ended alert is still told of, so that every Alertmanager hears it. */
export const RESOLVED_FOR_MS = 15 * 60_000;

/** How far ahead `endsAt` lies, in resend intervals: two sends may fail before Alertmanager gives an alert up. */
const WINDOW = 4;

/** An alert as `POST /api/v2/alerts` takes it. */
export interface PostableAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly generatorURL?: string;
}

export interface PostableOptions {
  readonly now: Instant;
  readonly resendMs: number;
  /** By how much the receiver's clock is ahead of ours. @default 0 */
  readonly skewMs?: number;
  /** Where the alert can be looked at; left out when empty. */
  readonly generatorUrl?: string;
}

/** How long a firing alert lives at a receiver that hears no more of it. */
export function windowMs(resendMs: number): number {
  return WINDOW * resendMs;
}

/**
 * Writes an alert that is firing, or has been, as Alertmanager's version 2 takes it; `undefined` if it never fired.
 *
 * `startsAt` is always there, since Alertmanager would otherwise take `endsAt` for it. A resolved alert keeps the
 * instant at which it ended. Both are moved by a skewed clock so that they mean the same over there.
 */
export function toPostable(alert: Alert, options: PostableOptions): PostableAlert | undefined {
  const { now, resendMs, skewMs = 0, generatorUrl } = options;
  if (alert.firingAt === null) return undefined;
  const firing = alert.phase === 'firing';
  if (!firing && alert.resolvedAt === null) return undefined;
  const endsAt = firing
    ? now + windowMs(resendMs) + Math.max(0, skewMs)
    : Math.min(alert.resolvedAt ?? now, now) + Math.min(0, skewMs);
  const startsAt = Math.min(alert.firingAt, now, endsAt); // an end before its beginning is refused
  return {
    labels: alert.labels,
    annotations: alert.annotations,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    ...(generatorUrl ? { generatorURL: generatorUrl } : {}),
  };
}
