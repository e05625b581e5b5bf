// Alerts as Alertmanager's API takes them. `alertmanager.ts` decides by their heads which are sent, and when.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { alertLink } from '../notification/alert-link.ts';
import { annotationsWithEnding } from '../notification/ending.ts';
import type { AlertHead } from './accepted.ts';

/** How far ahead `endsAt` lies, in resend intervals: two sends may fail before Alertmanager gives an alert up. */
const WINDOW = 4;

/** An alert as `POST /api/v2/alerts` takes it. */
interface PostableAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly generatorURL?: string;
}

/** When alerts are sent, and how long they live over there. */
export interface PostableOptions {
  readonly now: Instant;
  readonly resendMs: number;
  /** By how much the receiver's clock is ahead of ours. @default 0 */
  readonly skewMs?: number;
  /** Where the page is, without a slash at the end; alerts carry no link when it is empty. */
  readonly externalUrl: string;
}

/** The alerts of one round: what is due follows from their heads, and what is sent of them is written here. */
export interface Round {
  readonly heads: readonly AlertHead[];
  /** The body of a request that tells of these. */
  write(heads: readonly AlertHead[], options: PostableOptions): string;
}

/** Of these alerts those that have ever fired, as they stand now. */
export function beginRound(alerts: () => readonly Alert[]): Round {
  const fired = new Map<string, Alert>();
  for (const alert of alerts()) if (alert.firingAt !== null) fired.set(alert.fingerprint, alert);
  return {
    heads: [...fired.values()],
    write: (heads, options) =>
      writeAlerts(
        heads.map(({ fingerprint }) => fired.get(fingerprint)!),
        options,
      ),
  };
}

/** The body of a request that tells of these alerts. */
export function writeAlerts(alerts: readonly Alert[], options: PostableOptions): string {
  return JSON.stringify(
    alerts.map((alert) => toPostable(alert, options)).filter((alert) => alert !== undefined),
  );
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
function toPostable(alert: Alert, options: PostableOptions): PostableAlert | undefined {
  const { now, resendMs, skewMs = 0, externalUrl } = options;
  if (alert.firingAt === null) return undefined;
  const firing = alert.phase === 'firing';
  if (!firing && alert.resolvedAt === null) return undefined;
  const endsAt = firing
    ? now + windowMs(resendMs) + Math.max(0, skewMs)
    : Math.min(alert.resolvedAt ?? now, now) + Math.min(0, skewMs);
  const startsAt = Math.min(alert.firingAt, now, endsAt); // an end before its beginning is refused
  const generatorUrl = alertLink(alert, externalUrl);
  return {
    labels: alert.labels,
    annotations: annotationsWithEnding(alert),
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    ...(generatorUrl ? { generatorURL: generatorUrl } : {}),
  };
}
