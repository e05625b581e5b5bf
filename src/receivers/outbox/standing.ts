// What has waited for long, as over quiet hours, is told with the values of now.
import type { Growth, Messenger } from '../delivery/messenger.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { isGroup } from '../notification/group.ts';
import { asItStands, type Notification } from '../notification/notification.ts';

const LONG_MS = 30_000;

/** Makes what replaces a beginning that has waited, unless the values of now follow as a change. */
export function createStanding(
  messenger: Pick<Messenger, 'sendsUpdates'>,
  growth: Pick<Growth, 'shrinks'>,
  { clock, alerts }: Pick<ReceiverContext, 'clock' | 'alerts'>,
) {
  return (told: Notification, { createdAt }: { readonly createdAt: number }): Notification => {
    const follow = isGroup(told.alert) ? growth.shrinks : messenger.sendsUpdates;
    if (told.kind !== 'fire' || follow || clock.now() - createdAt < LONG_MS) return told;
    return asItStands(told, alerts());
  };
}
