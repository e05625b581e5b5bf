// Tells a beginning that has waited for long, as over quiet hours, with the values of now.
import type { Growth, Messenger } from '../delivery/messenger.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { isGroup } from '../notification/group.ts';
import { asItStands, asTheyStand, type Notification } from '../notification/notification.ts';

const LONG_MS = 30_000;

/** Makes the function that replaces a beginning which may have waited, unless an update tells the values of now anyway. */
export function createStanding(
  messenger: Pick<Messenger, 'sendsUpdates'>,
  growth: Pick<Growth, 'shrinks' | 'values'>,
  { clock, alerts }: Pick<ReceiverContext, 'clock' | 'alerts'>,
) {
  const { shrinks, values = true } = growth;
  return (told: Notification, { createdAt }: { readonly createdAt: number }): Notification => {
    const follow = isGroup(told.alert) ? shrinks && values : messenger.sendsUpdates;
    // A time far in the future comes from a clock that is ahead, or was: how long it has waited isn't known.
    if (told.kind !== 'fire' || follow || Math.abs(clock.now() - createdAt) < LONG_MS) return told;
    const now = alerts();
    if (!isGroup(told.alert) || !shrinks) return asItStands(told, now);
    const members = told.alert.group.alerts.map((alert) => ({ alert })); // all: those that have ended are told by an update
    return asItStands(told, asTheyStand(members, now));
  };
}
