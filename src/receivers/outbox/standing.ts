// Tells a beginning that has waited for long, as over quiet hours, with the values of now.
import type { Growth, Messenger } from '../delivery/messenger.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { isGroup } from '../notification/group.ts';
import { asItStands, type Notification } from '../notification/notification.ts';

const LONG_MS = 30_000;

/** Makes the function that replaces a beginning which may have waited, unless an update tells the values of now anyway. */
export function createStanding(
  messenger: Pick<Messenger, 'sendsUpdates'>,
  growth: Pick<Growth, 'shrinks'>,
  { clock, alerts }: Pick<ReceiverContext, 'clock' | 'alerts'>,
) {
  return (told: Notification, { createdAt }: { readonly createdAt: number }): Notification => {
    const follow = isGroup(told.alert) ? growth.shrinks : messenger.sendsUpdates;
    // A time far in the future comes from a clock that is ahead, or was: how long it has waited isn't known.
    if (told.kind !== 'fire' || follow || Math.abs(clock.now() - createdAt) < LONG_MS) return told;
    return asItStands(told, alerts());
  };
}
