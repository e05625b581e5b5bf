// Decides which messages may be told together with others. Pure.
import type { Alert } from '../../domain/alert.ts';
import type { ClaimedMessage } from '../../monitor/alerts/outbox.ts';
import { isGroupFingerprint } from '../notification/group-identity.ts';

/** A message that an alert has begun to fire, with that alert. */
export interface Beginning {
  readonly message: ClaimedMessage;
  readonly alert: Alert;
}

/** Whether a message is about one alert, and not about a group. */
export function isOne({ alert }: ClaimedMessage): boolean {
  return !isGroupFingerprint(alert);
}

/** Whether a message is a beginning that nobody has tried to send. One that was tried may have arrived. */
export function isUntried({ kind, attempts }: ClaimedMessage): boolean {
  return kind === 'fire' && attempts === 0;
}
