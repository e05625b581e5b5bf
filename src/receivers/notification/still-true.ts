// Whether what a message says is still so: what says that an alert fires is worth sending for as long as it does. Pure.
import type { Alert } from '../../domain/alert.ts';
import type { ClaimedMessage } from '../../monitor/alerts/outbox.ts';
import { groupFingerprint, isGroupFingerprint } from './group-identity.ts';
import { notificationKey } from './notification.ts';

/** Whether its alert, or one of its group's rule, fires among these. */
export function isStillTrue({ alert, key }: ClaimedMessage, alerts: readonly Alert[]): boolean {
  if (isGroupFingerprint(alert)) {
    return alerts.some((one) => one.phase === 'firing' && groupFingerprint(one) === alert);
  }
  const now = alerts.find(({ fingerprint }) => fingerprint === alert);
  return now?.phase === 'firing' && notificationKey(now, 'fire') === key;
}
