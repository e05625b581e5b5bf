// What a group's messages are called. A replica that couldn't ask Postgres may have taken members into a group which another
// has ended: Postgres drops what is said of that one, so it is told to begin anew, under a name of its own.
import type { Alert } from '../../domain/alert.ts';
import type { MessageQueue } from '../../monitor/alerts/outbox.ts';
import { type GroupIdentity, groupMark, identityOf } from './group-identity.ts';
import type { OpenGroup } from './group-news.ts';
import { groupKey } from './notification.ts';
import type { ReceiverContext } from './receiver.ts';

const MINUTE_MS = 60_000;

/** How a group is called from now on. */
export interface GroupName {
  /** Whether it was called otherwise before. */
  readonly isAnew: boolean;
  /** Whether it was told, as far as is known, that it has begun under that name. */
  readonly isBegun: boolean;
}

export interface GroupNames {
  /**
   * Of a group that begins with these: not that of one which is over, or takes no more. Another replica may have begun it, or
   * a process that was killed before its members were settled: whoever of these isn't in its message is still to be told.
   * Rejects when the queue does.
   */
  first(
    from: MessageQueue,
    firing: readonly Alert[],
  ): Promise<{ readonly identity: GroupIdentity; readonly isBegun: boolean }>;
  /**
   * Gives a group the first name, from its own on, whose end Postgres doesn't know, where that is asked; its members keep
   * its mark. Names differ by a millisecond, and marks by minutes, so none is that of another group. Rejects when the queue
   * does.
   */
  anew(from: MessageQueue, group: OpenGroup): Promise<GroupName>;
}

export interface GroupNamesOptions extends Pick<ReceiverContext, 'name' | 'outbox'> {
  /** Whether this process has a group of that mark. */
  readonly isOpen: (mark: string) => boolean;
  /** Whether one of that mark is over, as far as this machine knows. */
  readonly isOver: (mark: string) => boolean;
}

export function createGroupNames({ name, outbox, isOpen, isOver }: GroupNamesOptions): GroupNames {
  return {
    async first(from, firing) {
      for (let identity = identityOf(firing); ; ) {
        const mark = groupMark(identity);
        const { lasting, ended } = await from.membersOf(name, mark);
        const known = from === outbox ? await toldAs(identity) : { begun: undefined, isEnded: false };
        const isFree = ended.length === 0 && !isOver(mark) && !known.isEnded;
        const isBegun = lasting.length > 0 || known.begun === 'waiting' || known.begun === 'done';
        if (!isOpen(mark) && (lasting.length > 0 || isFree)) return { identity, isBegun };
        identity = { ...identity, firingAt: identity.firingAt + MINUTE_MS };
      }
    },

    async anew(from, group) {
      if (from !== outbox) return { isAnew: false, isBegun: true };
      const before = group.toldAs;
      for (let next = before; ; next = { ...next, firingAt: next.firingAt + 1 }) {
        const { begun, isEnded } = await toldAs(next);
        if (isEnded) continue;
        group.toldAs = next;
        return { isAnew: next !== before, isBegun: begun !== undefined };
      }
    },
  };

  /** What Postgres knows of messages of that name. */
  async function toldAs(identity: GroupIdentity) {
    const [begin, end] = [groupKey(identity, 'fire'), groupKey(identity, 'resolve')];
    const known = await outbox.knownByKey(name, [begin, end]);
    return { begun: known.get(begin)?.state, isEnded: known.has(end) };
  }
}
