// Writes alerts as Alertmanager's API takes them. `alertmanager.ts` decides by their heads which are sent, and when.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { alertLink } from '../notification/alert-link.ts';
import { annotationsWithEnding } from '../notification/ending.ts';
import type { AlertHead } from './accepted.ts';

/** How far ahead `endsAt` lies, in resend intervals: two sends may fail before Alertmanager takes an alert for ended. */
const WINDOW = 4;

/** An alert as `POST /api/v2/alerts` takes it. */
interface PostableAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly generatorURL?: string;
}

/** When alerts are sent, and how long they live at Alertmanager. */
export interface PostableOptions {
  readonly now: Instant;
  readonly resendMs: number;
  /** By how much the receiver's clock is ahead of ours. @default 0 */
  readonly skewMs?: number;
  /** The address of the page, without a slash at the end. If it is empty, alerts carry no link. */
  readonly externalUrl: string;
}

/** The alerts of one round. Their heads decide what is due, and `write` writes what is sent of them. */
export interface Round {
  readonly heads: readonly AlertHead[];
  /** Writes the body of a request with these alerts. */
  write(heads: readonly AlertHead[], options: PostableOptions): string;
}

/** The alerts that have ever fired, as they stand now. */
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

/** Writes the body of a request with these alerts. */
export function writeAlerts(alerts: readonly Alert[], options: PostableOptions): string {
  return JSON.stringify(
    alerts.map((alert) => toPostable(alert, options)).filter((alert) => alert !== undefined),
  );
}

/** How long a firing alert lives at an Alertmanager that hears no more of it. */
export function windowMs(resendMs: number): number {
  return WINDOW * resendMs;
}

/**
 * Writes an alert that fires, or has fired, as Alertmanager's version 2 takes it; `undefined` if it never fired.
 *
 * `startsAt` is always there, since Alertmanager would otherwise take `endsAt` for it. A resolved alert keeps the instant at
 * which it ended. A clock that is ahead moves the end of a firing alert, one that is behind that of a resolved alert: so
 * firing alerts don't end early there, nor resolved ones late.
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
