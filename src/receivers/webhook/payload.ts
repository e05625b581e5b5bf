// Writes the body that a webhook gets, for one alert or a group: that of Alertmanager's own webhook (version 4, with the keys
// of 0.34). Pure.
import { createHmac } from 'node:crypto';
import type { Alert } from '../../domain/alert.ts';
import { compareTexts } from '../../domain/order.ts';
import type { NotificationKind } from '../../monitor/alerts/outbox.ts';
import { alertLink } from '../notification/alert-link.ts';
import { annotationsWithEnding } from '../notification/ending.ts';
import type { GroupAlert } from '../notification/group.ts';
import type { Notification } from '../notification/notification.ts';

/** How Alertmanager says that an alert has not ended. */
const NOT_YET = '0001-01-01T00:00:00Z';

/** The body for one alert, or for a group, that fires or has ended. Every replica writes the same text, now and later. */
export function webhookBody(
  { alert, kind }: Pick<Notification, 'alert' | 'kind'>,
  receiver: string,
  externalUrl: string,
): string {
  const { labels, group }: Alert & Partial<GroupAlert> = alert;
  const status = statusOf(alert);
  const alerts = group?.alerts ?? [alert];
  const groupLabels = { alertname: alert.rule };
  return JSON.stringify({
    receiver,
    status,
    alerts: alerts.map((one) => alertIn(one, externalUrl)),
    notification_reason: reasonOf(status, kind, alerts),
    groupLabels,
    commonLabels: labels,
    commonAnnotations: annotationsWithEnding(alert),
    routeLabels: {},
    externalURL: externalUrl,
    version: '4',
    groupKey: `{}:{alertname=${JSON.stringify(alert.rule)}}`,
    truncatedAlerts: group?.truncated ?? 0,
  });
}

/** Why it is told, in Alertmanager's words. A group that has grown and shrunk at once is said to have shrunk. */
function reasonOf(status: 'firing' | 'resolved', kind: NotificationKind, alerts: readonly Alert[]): string {
  if (status === 'resolved') return 'all alerts resolved';
  if (kind !== 'update') return 'first notification';
  const ended = alerts.some((alert) => statusOf(alert) === 'resolved');
  return ended ? 'some alerts resolved' : 'new alerts added';
}

function alertIn(alert: Alert, externalUrl: string) {
  const { labels, firingAt, resolvedAt } = alert;
  const status = statusOf(alert);
  return {
    status,
    labels,
    annotations: annotationsWithEnding(alert),
    startsAt: new Date(firingAt!).toISOString(),
    endsAt: status === 'firing' ? NOT_YET : new Date(resolvedAt!).toISOString(),
    generatorURL: alertLink(alert, externalUrl),
    fingerprint: labelsFingerprint(labels),
  };
}

function statusOf(alert: Alert): 'firing' | 'resolved' {
  return alert.phase === 'firing' ? 'firing' : 'resolved';
}

/** Headers that show a receiver that a body is ours, and new: HMAC-SHA256 over `timestamp.body`. */
export function signature(body: string, secret: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-floatwatch-timestamp': timestamp, 'x-floatwatch-signature': `sha256=${digest}` };
}

/** Alertmanager's fingerprint of a label set: FNV-1a over names and values in sorted order. */
export function labelsFingerprint(labels: Readonly<Record<string, string>>): string {
  const separator = Buffer.from([0xff]);
  const sorted = Object.entries(labels).sort(([a], [b]) => compareTexts(a, b));
  let hash = 0xcbf29ce484222325n;
  for (const [name, value] of sorted) {
    for (const byte of Buffer.concat([Buffer.from(name), separator, Buffer.from(value), separator])) {
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    }
  }
  return hash.toString(16).padStart(16, '0');
}
