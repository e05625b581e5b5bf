// Keeps what an Alertmanager has accepted of our alerts, and so what it must be sent next. No I/O.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';

/** How long an ended alert is still sent, so that every Alertmanager hears of it. */
const RESOLVED_FOR_MS = 15 * 60_000;

/** What decides whether an alert is sent: which alert it is, and how it stands. */
export type AlertHead = Pick<Alert, 'fingerprint' | 'phase' | 'firingAt' | 'resolvedAt'>;

interface Accepted {
  readonly version: string;
  readonly firing: boolean;
  /** By the monotonic clock. */
  readonly at: number;
}

export interface AcceptedAlerts {
  /**
   * Alerts that Alertmanager should know: those that fire, ended lately, or have ended and were last accepted as firing. An
   * end that is still to come was set by a replica whose clock is ahead of ours. It has told that itself; told here as of now,
   * it would end an alert that fires anew before that time, as other replicas see it.
   */
  relevant(alerts: readonly AlertHead[]): AlertHead[];
  /** Relevant alerts that have changed or are due to be sent again; the newest changes come first. */
  due(alerts: readonly AlertHead[]): AlertHead[];
  accept(alerts: readonly AlertHead[]): void;
  /** Forgets everything, so that everything is sent again. */
  forget(): void;
  /** Until the next alert has to be sent again, in milliseconds. */
  untilNextDue(): number;
}

/** Nothing has been accepted yet. */
export function createAcceptedAlerts(clock: Clock, resendMs: number): AcceptedAlerts {
  const accepted = new Map<string, Accepted>();
  /** An alert that is due a little later is sent with those that are due now: so alerts come to share one request. */
  const soonMs = 0.9 * resendMs;

  function relevant(alerts: readonly AlertHead[]): AlertHead[] {
    const now = clock.now();
    return alerts.filter(({ phase, resolvedAt, firingAt, fingerprint }) => {
      if (phase === 'firing') return true;
      return (
        firingAt !== null &&
        resolvedAt !== null &&
        resolvedAt <= now &&
        (now - resolvedAt <= RESOLVED_FOR_MS || accepted.get(fingerprint)?.firing === true)
      );
    });
  }

  return {
    relevant,
    due(alerts) {
      const now = clock.monotonic();
      const all = relevant(alerts);
      const kept = new Set(all.map((alert) => alert.fingerprint));
      for (const fingerprint of accepted.keys()) if (!kept.has(fingerprint)) accepted.delete(fingerprint);
      return all
        .filter((alert) => {
          const last = accepted.get(alert.fingerprint);
          return !last || last.version !== alertVersion(alert) || now - last.at >= soonMs;
        })
        .sort((a, b) => changedAt(b) - changedAt(a));
    },
    accept(alerts) {
      const at = clock.monotonic();
      for (const alert of alerts) {
        const firing = alert.phase === 'firing';
        accepted.set(alert.fingerprint, { version: alertVersion(alert), firing, at });
      }
    },
    forget: () => accepted.clear(),
    untilNextDue() {
      const now = clock.monotonic();
      let next = resendMs;
      for (const { at } of accepted.values()) next = Math.min(next, at + resendMs - now);
      return Math.max(0, next);
    },
  };
}

/** Differs when Alertmanager must be told at once. */
export function alertVersion({ firingAt, resolvedAt }: AlertHead): string {
  return `${firingAt} ${resolvedAt}`; // whether it fires, too: only then it has no end
}

function changedAt({ firingAt, resolvedAt }: AlertHead): Instant {
  return resolvedAt ?? firingAt!;
}
