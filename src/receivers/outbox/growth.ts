// How receivers hear of a group that changes, where they don't say it themselves.
import type { Growth, Messenger } from '../delivery/messenger.ts';
import type { DeliveryTimes } from '../delivery/receiver.ts';

const MINUTE_MS = 60_000;
/** A change rings nowhere: whoever was called a quarter of an hour ago is looking at the message. */
const CHANGES: Growth = {
  ...{ everyMs: MINUTE_MS, shrinks: true, most: Number.POSITIVE_INFINITY },
  joinedForMs: 15 * MINUTE_MS,
};
/** For who hears by a message more, and not by a change of the one that was sent. */
export const MESSAGES: Growth = { everyMs: 5 * MINUTE_MS, shrinks: false, most: Number.POSITIVE_INFINITY };

/** What a receiver asks for, or the usual. */
export function growthOf(
  { growth, sendsUpdates = false }: Pick<Messenger, 'growth' | 'sendsUpdates'>,
  { updateEveryMs }: DeliveryTimes,
): Growth {
  const wanted = growth ?? (sendsUpdates ? CHANGES : MESSAGES);
  return { ...wanted, everyMs: updateEveryMs ?? wanted.everyMs };
}
