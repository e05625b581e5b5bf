// What is told of a group that lasts, and how often.
import type { NotificationKind, OutboxMessage } from '../../monitor/alerts/outbox.ts';
import type { Growth } from '../delivery/messenger.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { type GroupAlert, type GroupMembers, groupAlert, LAST_NOTE, stateOf } from '../notification/group.ts';
import type { GroupIdentity } from '../notification/group-identity.ts';
import { messageOf } from '../notification/notification.ts';
import { TOGETHER_MS } from './flood.ts';

const MINUTE_MS = 60_000;

/** A group of which some members last, as far as this process knows. */
export interface OpenGroup {
  readonly identity: GroupIdentity;
  /** What its messages are called: the same, until another replica has ended it. */
  toldAs: GroupIdentity;
  alert: GroupAlert | null;
  /** Whether any member has been settled as one. */
  settled: boolean;
  /** By the monotonic clock; long ago when another process did. */
  readonly openedAt: number;
  /** Likewise. */
  toldAt: number;
  /** When its members were last looked at, likewise. */
  lookedAt: number;
  times: number;
  grown: boolean;
  shrunk: boolean;
  /** When those who join are told of next, likewise; `null` while nobody waits for that. */
  joinAt: number | null;
}

/** One of which nothing has been told from here. */
export function newGroup(identity: GroupIdentity, openedAt: number, lookedAt: number): OpenGroup {
  return {
    ...{ identity, toldAs: identity, alert: null, settled: false, openedAt, toldAt: openedAt, lookedAt },
    ...{ times: 0, grown: false, shrunk: false, joinAt: null },
  };
}

/** A group that others join, and its members as they stand. */
export interface Joined {
  readonly group: OpenGroup;
  readonly of: GroupMembers;
}

export interface GroupNewsOptions extends Pick<ReceiverContext, 'name' | 'clock'> {
  readonly growth: Growth;
  /** Keeps messages until they are sent. */
  readonly put: (messages: readonly OutboxMessage[]) => void;
}

export interface GroupNews {
  /** Keeps a message about it. */
  tell(group: OpenGroup, kind: NotificationKind, alert: GroupAlert): void;
  /** Keeps one that it has changed, when it is time for that and the receiver hears of such. */
  tellGrowth(group: OpenGroup, of: GroupMembers): void;
  /** Keeps one now, unless it is as it was told and no end of a member is news. */
  tellUpdate(group: OpenGroup, of: GroupMembers): void;
  /** Who joins a group whose growth is told no more, or unnoticed, is told of by nobody: so only what falls together does. */
  takesMore(group: OpenGroup): boolean;
}

export function createGroupNews({ name, clock, growth, put }: GroupNewsOptions): GroupNews {
  const waitMs = Math.min(MINUTE_MS, growth.everyMs); // another replica may have told of those who join
  return { tell, tellGrowth, tellUpdate, takesMore };

  function tellGrowth(group: OpenGroup, of: GroupMembers): void {
    const now = clock.monotonic();
    if (group.times >= growth.most) return void Object.assign(group, { grown: false, shrunk: false });
    if (!group.grown && !growth.shrinks) return void Object.assign(group, { shrunk: false });
    if (now - group.toldAt < growth.everyMs) return;
    if (group.joinAt !== null && now - group.joinAt < waitMs) return; // with those who join
    tellUpdate(group, of);
  }

  function tellUpdate(group: OpenGroup, of: GroupMembers): void {
    const last = group.times + 1 >= growth.most;
    const note = last ? LAST_NOTE : '';
    const alert = groupAlert(group.toldAs, of, note);
    if (of.untold.length === 0 && group.alert && stateOf(alert) === stateOf(group.alert))
      return void Object.assign(group, { grown: false, shrunk: false });
    tell(group, 'update', alert);
    Object.assign(group, {
      ...{ toldAt: clock.monotonic(), times: group.times + 1, grown: false, shrunk: false, joinAt: null },
    });
  }

  function takesMore({ settled, times, openedAt, identity }: OpenGroup): boolean {
    if (!settled || clock.monotonic() - openedAt < TOGETHER_MS) return true;
    const { joinedForMs = Number.POSITIVE_INFINITY } = growth;
    return times < growth.most && clock.now() - identity.firingAt < joinedForMs;
  }

  function tell(group: OpenGroup, kind: NotificationKind, alert: GroupAlert): void {
    group.alert = alert;
    put([messageOf(alert, kind, name, clock.now())]);
  }
}
