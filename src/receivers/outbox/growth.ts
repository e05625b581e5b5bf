// How receivers hear of a group that changes, unless they say it themselves.
import { MINUTE_MS } from '../../domain/duration.ts';
import type { Growth, Messenger } from '../delivery/messenger.ts';
import type { DeliveryTimes } from '../delivery/receiver.ts';

/** A changed message notifies nobody. For a quarter of an hour after the first notification people still look at it. */
const CHANGES: Growth = {
  ...{ everyMs: MINUTE_MS, shrinks: true, most: Number.POSITIVE_INFINITY },
  joinedForMs: 15 * MINUTE_MS,
};
/** For receivers that hear of a change by one more message, and not by a change of the message that was sent. */
export const MESSAGES: Growth = { everyMs: 5 * MINUTE_MS, shrinks: false, most: Number.POSITIVE_INFINITY };

/** The growth that a receiver asks for, or the usual one. */
export function growthOf(
  { growth, sendsUpdates = false }: Pick<Messenger, 'growth' | 'sendsUpdates'>,
  { updateEveryMs }: DeliveryTimes,
): Growth {
  const wanted = growth ?? (sendsUpdates ? CHANGES : MESSAGES);
  return { ...wanted, everyMs: updateEveryMs ?? wanted.everyMs };
}
