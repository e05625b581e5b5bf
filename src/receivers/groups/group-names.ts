// Chooses the names of a group's messages. A replica that couldn't ask Postgres may have taken members into a group that
// another replica has ended. Postgres drops messages about the ended group, so the group begins anew, under a name of its own.
import type { Alert } from '../../domain/alert.ts';
import { MINUTE_MS } from '../../domain/duration.ts';
import type { KnownMessage, MessageQueue } from '../../monitor/alerts/outbox.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { type GroupIdentity, groupMark, identityOf } from '../notification/group-identity.ts';
import { groupKey } from '../notification/notification.ts';
import type { OpenGroup } from './group-news.ts';

/** The name of a group from now on. */
export interface GroupName {
  readonly toldAs: GroupIdentity;
  /** Whether the group had another name before. */
  readonly isAnew: boolean;
  /** Whether a beginning was told under that name, as far as is known. */
  readonly isBegun: boolean;
}

export interface GroupNames {
  /**
   * The identity of a group that begins with these alerts. Skips groups that are over or take no more members. `isBegun`:
   * another replica, or a process that was killed before it settled the members, has begun the group; members that are not in
   * its message have still to be told. Rejects when the queue does.
   */
  first(
    from: MessageQueue,
    firing: readonly Alert[],
  ): Promise<{ readonly identity: GroupIdentity; readonly isBegun: boolean }>;
  /**
   * The first name, from the group's present one on, whose end the receiver hasn't been told, as far as Postgres knows;
   * without Postgres the present name stays. Members keep their mark. An end that waits doesn't count as told: another replica
   * may be settling its members. Names differ by a millisecond and marks by minutes, so no name is that of another group.
   * Rejects when the queue does.
   */
  anew(from: MessageQueue, group: OpenGroup): Promise<GroupName>;
}

export interface GroupNamesOptions extends Pick<ReceiverContext, 'name' | 'outbox'> {
  /** Whether this process has a group with that mark. */
  readonly isOpen: (mark: string) => boolean;
  /** Whether the group with that mark is over, as far as this machine knows. */
  readonly isOver: (mark: string) => boolean;
}

interface KnownGroup {
  readonly begun?: KnownMessage['state'] | undefined;
  readonly ended?: KnownMessage['state'] | undefined;
}

export function createGroupNames({ name, outbox, isOpen, isOver }: GroupNamesOptions): GroupNames {
  return {
    async first(from, firing) {
      for (let identity = identityOf(firing); ; ) {
        const mark = groupMark(identity);
        const { lasting, ended } = await from.membersOf(name, mark);
        const known: KnownGroup = from === outbox ? await knownOf(identity) : {};
        const isFree = ended.length === 0 && !isOver(mark) && known.ended === undefined;
        const isBegun = lasting.length > 0 || known.begun === 'waiting' || known.begun === 'done';
        if (!isOpen(mark) && (lasting.length > 0 || isFree)) return { identity, isBegun };
        identity = { ...identity, firingAt: identity.firingAt + MINUTE_MS };
      }
    },

    async anew(from, group) {
      const { toldAs } = group;
      if (from !== outbox) return { toldAs, isAnew: false, isBegun: true };
      for (let next = toldAs; ; next = { ...next, firingAt: next.firingAt + 1 }) {
        const { begun, ended } = await knownOf(next);
        if (ended === undefined || ended === 'waiting')
          return { toldAs: next, isAnew: next !== toldAs, isBegun: begun !== undefined };
      }
    },
  };

  /** What Postgres knows of messages under that name. */
  async function knownOf(identity: GroupIdentity): Promise<KnownGroup> {
    const [begin, end] = [groupKey(identity, 'fire'), groupKey(identity, 'resolve')];
    const known = await outbox.knownByKey(name, [begin, end]);
    return { begun: known.get(begin)?.state, ended: known.get(end)?.state };
  }
}
