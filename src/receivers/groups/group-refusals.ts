// Tells a receiver again of groups whose messages it has refused for good: a refusal may be mended, and nothing else tells of
// the members. Takes up groups whose ends nobody is about to tell.
import type { ClaimedMessage, NotificationKind } from '../../monitor/alerts/outbox.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { type GroupMembers, groupAlert, isGroup } from '../notification/group.ts';
import { type GroupIdentity, groupMark, groupOfMark } from '../notification/group-identity.ts';
import { alertIn, groupKey } from '../notification/notification.ts';
import type { GroupNews, OpenGroup } from './group-news.ts';

const KINDS = ['fire', 'update'] as const; // messages that tell of firing members

export interface GroupRefusals {
  /**
   * Call it with the message ids by which the receiver was told of alerts that come up again, as after a restart. Tells once
   * more what was given up of their groups, tells of groups that another replica has ended too soon, and the ends that a process
   * took in and did not tell before it ended. Rejects when Postgres is away.
   */
  tellAnew(messageIds: readonly string[]): Promise<void>;
  /**
   * Takes in that a message was refused for good. If it is about a group, this process keeps that group, whichever replica
   * began it.
   */
  refused(message: ClaimedMessage): void;
}

export interface GroupRefusalsOptions
  extends Pick<ReceiverContext, 'name' | 'outbox'>,
    Pick<GroupNews, 'tell'> {
  /** The group as this process keeps it; its members count as settled. */
  readonly groupOf: (identity: GroupIdentity) => OpenGroup;
  /** The group's members as Postgres knows them; `undefined` when none lasts. */
  readonly look: (group: OpenGroup) => Promise<GroupMembers | undefined>;
}

export function createGroupRefusals({
  name,
  outbox,
  tell,
  groupOf,
  look,
}: GroupRefusalsOptions): GroupRefusals {
  return {
    async tellAnew(messageIds) {
      const identities = [...new Set(messageIds)].flatMap((id) => groupOfMark(id) ?? []);
      if (identities.length === 0) return;
      const keysOf = (identity: GroupIdentity) =>
        [...KINDS, 'resolve' as const].map((kind) => groupKey(identity, kind));
      const known = await outbox.knownByKey(name, identities.flatMap(keysOf));
      for (const identity of identities) {
        const givenUp = KINDS.find((kind) => known.get(groupKey(identity, kind))?.state === 'dead');
        if (givenUp) await tellOnceMore(identity, givenUp);
        // Members that have joined it meanwhile are told in a group that begins anew.
        else if (known.has(groupKey(identity, 'resolve'))) await look(groupOf(identity));
        else if ((await outbox.membersOf(name, groupMark(identity))).untold.size > 0)
          Object.assign(groupOf(identity), { shrunk: true });
      }
    },

    refused(message) {
      const alert = message.kind === 'resolve' ? undefined : alertIn(message);
      if (!alert || !isGroup(alert)) return;
      const { rule, severity, firingAt } = alert;
      groupOf({ rule, severity, firingAt: firingAt! }).alert ??= alert;
    },
  };

  async function tellOnceMore(identity: GroupIdentity, kind: NotificationKind): Promise<void> {
    const group = groupOf(identity);
    const of = await look(group);
    if (of && of.firing.length > 0) tell(group, kind, groupAlert(group.toldAs, of));
  }
}
