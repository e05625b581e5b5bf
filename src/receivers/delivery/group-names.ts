// What a group's messages are called. A replica that couldn't ask Postgres may have taken members into a group which another
// has ended: Postgres drops what is said of that one, so it is told to begin anew, under a name of its own.
import type { MessageQueue } from '../../monitor/alerts/outbox.ts';
import type { OpenGroup } from './group-news.ts';
import { groupKey } from './notification.ts';
import type { ReceiverContext } from './receiver.ts';

/** How a group is called from now on. */
export interface GroupName {
  /** Whether it was called otherwise before. */
  readonly isAnew: boolean;
  /** Whether it was told, as far as is known, that it has begun under that name. */
  readonly isBegun: boolean;
}

/**
 * Gives a group the first name, from its own on, whose end Postgres doesn't know, where that is asked; its members keep its
 * mark. Names differ by a millisecond, and marks by minutes, so none is that of another group. Rejects when the queue does.
 */
export function createGroupNames({
  name,
  outbox,
}: Pick<ReceiverContext, 'name' | 'outbox'>): (from: MessageQueue, group: OpenGroup) => Promise<GroupName> {
  return async (from, group) => {
    if (from !== outbox) return { isAnew: false, isBegun: true };
    const before = group.toldAs;
    for (let next = before; ; next = { ...next, firingAt: next.firingAt + 1 }) {
      const [begin, end] = [groupKey(next, 'fire'), groupKey(next, 'resolve')];
      const known = await outbox.knownByKey(name, [begin, end]);
      if (known.has(end)) continue;
      group.toldAs = next;
      return { isAnew: next !== before, isBegun: known.has(begin) };
    }
  };
}
