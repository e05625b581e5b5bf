// Makes notifications of alerts, and the messages that hold them until they are sent. Pure.
import { createHash } from 'node:crypto';
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { ClaimedMessage, NotificationKind, OutboxMessage } from '../../monitor/alerts/outbox.ts';
import { groupAsItStands, isGroup } from './group.ts';
import { type GroupIdentity, groupFingerprint } from './group-identity.ts';

/** One notification as a receiver sends it. */
export interface Notification {
  readonly kind: NotificationKind;
  /** The alert as it stood when the notification was made. */
  readonly alert: Alert;
  /** The same for every attempt, replica and restart: see {@link toldAfter}. That of an update depends on what it says, too. */
  readonly key: string;
  /** The same for all notifications about one time that the alert fires: 64 hexadecimal digits. */
  readonly episode: string;
  /** The receiver's id for the message that it was sent before in this episode, a line for each; `null` if there is none. */
  readonly messageId: string | null;
}

/** Whether receivers hear of an alert's state: it fires, or has ended after it fired. */
export function isNews({ phase, resolvedAt, firingAt }: Alert): boolean {
  return firingAt !== null && (phase === 'firing' || (phase === 'inactive' && resolvedAt !== null));
}

/** The message that holds the notification of an alert in the outbox. */
export function messageOf(
  alert: Alert,
  kind: NotificationKind,
  receiver: string,
  now: Instant,
): OutboxMessage {
  return {
    receiver,
    key: notificationKey(alert, kind),
    alert: alert.fingerprint,
    kind,
    episode: episodeOf(alert),
    body: JSON.stringify({ alert }),
    createdAt: now,
  };
}

/** The notification that a message holds. A message of 0.1.0 holds the body of a webhook instead of an alert. */
export function notificationOf(message: OutboxMessage & Partial<ClaimedMessage>): Notification {
  const { kind, episode, messageId = null, body } = message;
  const key = kind === 'update' ? sha256(`${message.key}|${body}`) : message.key;
  const { alert, ...payload } = JSON.parse(body) as { readonly alert?: Alert } & OldPayload;
  if (alert) return { kind, alert, key, episode, messageId };
  const old = alertOf(payload, message.alert);
  return { kind: old.phase === 'firing' ? 'fire' : 'resolve', alert: old, key, episode, messageId };
}

/** The same notification about a newer state of its alert. An update gets another key. */
export function withAlert(notification: Notification, alert: Alert): Notification {
  const { kind, key } = notification;
  return {
    ...notification,
    alert,
    key: kind === 'update' ? sha256(`${key}|${JSON.stringify({ alert })}`) : key,
  };
}

/** One more notification, for what had no room in the first. It has the same key whenever it says the same. */
export function oneMore(notification: Notification, alert: Alert): Notification {
  return { ...notification, alert, key: sha256(`${notification.key}|${JSON.stringify({ alert })}`) };
}

/** The same notification, told once more after the one with that key: whoever has heard it before doesn't drop it. */
export function toldAfter(notification: Notification, key: string): Notification {
  return { ...notification, key: sha256(`${notification.key}|${key}`) };
}

/** The alerts of these beginnings, with the values of now where they still fire. */
export function asTheyStand(
  told: readonly { readonly alert: Alert }[],
  alerts: readonly Alert[],
): readonly Alert[] {
  const wanted = new Set(told.map(({ alert }) => alert.fingerprint));
  const among = alerts.filter(({ fingerprint }) => wanted.has(fingerprint)); // a few of hundreds of thousands
  const now = new Map(among.map((alert) => [episodeKey(alert), alert]));
  return told.map(({ alert }) => now.get(episodeKey(alert)) ?? alert);
}

/** A beginning, with the values of now. */
export function asItStands(told: Notification, alerts: readonly Alert[]): Notification {
  if (isGroup(told.alert)) return withAlert(told, groupAsItStands(told.alert, alerts));
  const [alert = told.alert] = asTheyStand([told], alerts);
  return withAlert(told, alert);
}

function episodeKey({ fingerprint, phase, firingAt }: Alert): string {
  return `${phase} ${firingAt} ${fingerprint}`;
}

/** The alert that a message tells of; `undefined` if it can't be read: the attempt to send it finds that out, and reports it. */
export function alertIn(message: OutboxMessage): Alert | undefined {
  try {
    return notificationOf(message).alert;
  } catch {
    return undefined;
  }
}

/** The `Idempotency-Key` of a notification. An update takes the place of the last one, and so has the same key. */
export function notificationKey(
  { fingerprint, firingAt }: Pick<Alert, 'fingerprint' | 'firingAt'>,
  kind: NotificationKind,
): string {
  const status = { fire: 'firing', update: 'update', resolve: 'resolved' }[kind];
  return sha256(`${fingerprint}|${status}|${firingAt}`);
}

/** The key of a notification about a group. */
export function groupKey(identity: GroupIdentity, kind: NotificationKind): string {
  return notificationKey({ fingerprint: groupFingerprint(identity), firingAt: identity.firingAt }, kind);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

interface OldPayload {
  readonly alerts: readonly {
    readonly status: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
    readonly startsAt: string;
    readonly endsAt: string;
  }[];
}

function alertOf({ alerts }: OldPayload, fingerprint: string): Alert {
  const { status, labels, annotations, startsAt, endsAt } = alerts[0]!;
  const firing = status === 'firing';
  return {
    fingerprint,
    rule: labels['alertname'] ?? '',
    severity: labels['severity'] ?? '',
    account: labels['account'] ?? '',
    currency: labels['currency'] ?? '',
    walletType: labels['wallet_type'] ?? '',
    labels,
    annotations,
    phase: firing ? 'firing' : 'inactive',
    held: false,
    reason: firing ? 'fired' : 'cleared',
    pendingAt: null,
    firingAt: Date.parse(startsAt),
    resolvedAt: firing ? null : Date.parse(endsAt),
    value: null,
    threshold: null,
  };
}
