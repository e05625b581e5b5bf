// Whether what a message says is still true. A message that an alert fires is worth sending as long as that alert fires. Pure.
import type { Alert } from '../../domain/alert.ts';
import type { ClaimedMessage } from '../../monitor/alerts/outbox.ts';
import { groupFingerprint, isGroupFingerprint } from './group-identity.ts';
import { notificationKey } from './notification.ts';

/** Whether the message's alert fires among these; for a group, whether any alert of its rule does. */
export function isStillTrue({ alert, key }: ClaimedMessage, alerts: readonly Alert[]): boolean {
  if (isGroupFingerprint(alert)) {
    return alerts.some((one) => one.phase === 'firing' && groupFingerprint(one) === alert);
  }
  const now = alerts.find(({ fingerprint }) => fingerprint === alert);
  return now?.phase === 'firing' && notificationKey(now, 'fire') === key;
}

/** Whether an alert that began is over, by how it stands now; `undefined` where this process doesn't know its episode. */
export function isOver(begun: Alert, now: Alert | undefined): boolean | undefined {
  if (!now || (now.firingAt ?? 0) < begun.firingAt!) return undefined;
  return now.phase !== 'firing' || now.firingAt !== begun.firingAt;
}
