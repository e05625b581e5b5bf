// Decides what is told of a group that lasts, and how often.
import { MINUTE_MS } from '../../domain/duration.ts';
import { compareTexts } from '../../domain/order.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { NotificationKind, OutboxMessage } from '../../monitor/alerts/outbox.ts';
import type { Growth } from '../delivery/messenger.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { type GroupAlert, type GroupMembers, groupAlert, LAST_NOTE, stateOf } from '../notification/group.ts';
import type { GroupIdentity } from '../notification/group-identity.ts';
import { messageOf } from '../notification/notification.ts';
import { TOGETHER_MS } from './flood.ts';

/** A group with members that last, as far as this process knows. */
export interface OpenGroup {
  readonly identity: GroupIdentity;
  /** The name of its messages: its own, until another replica has ended the group. */
  toldAs: GroupIdentity;
  alert: GroupAlert | null;
  /** Whether any beginning has been settled as a member. */
  settled: boolean;
  /** By the monotonic clock; long ago if another process opened it. */
  readonly openedAt: number;
  /** When it was last told, by the same clock. */
  toldAt: number;
  /** When its members were last looked at, by the same clock. */
  lookedAt: number;
  times: number;
  grown: boolean;
  shrunk: boolean;
  /** When waiting members that join are told, by the same clock; `null` while none wait. */
  joinAt: number | null;
}

/** A group of which this process has told nothing yet. */
export function newGroup(identity: GroupIdentity, openedAt: number, lookedAt: number): OpenGroup {
  return {
    ...{ identity, toldAs: identity, alert: null, settled: false, openedAt, toldAt: openedAt, lookedAt },
    ...{ times: 0, grown: false, shrunk: false, joinAt: null },
  };
}

/** A group that beginnings join, and its members as they stand. */
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
  /** Keeps a message about the group. */
  tell(group: OpenGroup, kind: NotificationKind, alert: GroupAlert): void;
  /** When to look at the group's members, by the monotonic clock: each minute, and when a change may be told. */
  looksAt(group: OpenGroup): number;
  /**
   * Keeps an update, when it is time for one and the receiver hears of such changes. Where all that fire are known to others
   * alone, these tell of them; only the ends that are still to be told are told from here.
   */
  tellGrowth(group: OpenGroup, of: GroupMembers): void;
  /** Keeps an update now, unless the group is as it was last told and no member's end is news. */
  tellUpdate(group: OpenGroup, of: GroupMembers): void;
  /**
   * Whether beginnings may still join. When the group's growth is told no more, or people would not notice it, nobody would
   * hear of a new member: then only beginnings within the first minute join.
   */
  takesMore(group: OpenGroup): boolean;
}

export function createGroupNews({ name, clock, growth, put }: GroupNewsOptions): GroupNews {
  const newsIn = growth.values === false ? whoFires : stateOf;
  const waitMs = Math.min(MINUTE_MS, growth.everyMs); // by then another replica may have told of the members that join
  return { tell, looksAt, tellGrowth, tellUpdate, takesMore };

  function looksAt(group: OpenGroup): number {
    const nextAt = group.lookedAt + MINUTE_MS;
    return group.grown || group.shrunk ? Math.min(nextAt, tellsAt(group)) : nextAt;
  }

  function tellsAt({ toldAt, joinAt }: OpenGroup): number {
    const nextAt = toldAt + growth.everyMs;
    return joinAt === null ? nextAt : Math.max(nextAt, joinAt + waitMs); // told together with the members that join
  }

  function tellGrowth(group: OpenGroup, of: GroupMembers): void {
    const { firing, elsewhere = 0, untold } = of;
    const isOthers = firing.length === 0 && !(growth.shrinks && elsewhere > 0 && untold.length > 0);
    if (isOthers || group.times >= growth.most)
      return void Object.assign(group, { grown: false, shrunk: false });
    if (!group.grown && !growth.shrinks) return void Object.assign(group, { shrunk: false });
    if (clock.monotonic() >= tellsAt(group)) tellUpdate(group, of);
  }

  function tellUpdate(group: OpenGroup, of: GroupMembers): void {
    const last = group.times + 1 >= growth.most;
    const note = last ? LAST_NOTE : '';
    const alert = groupAlert(group.toldAs, of, note);
    if (of.untold.length === 0 && group.alert && newsIn(alert) === newsIn(group.alert))
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

/** Which alerts a message tells to fire, in whatever order, and how many elsewhere. */
function whoFires({ phase, group }: GroupAlert): string {
  const episodes = group.alerts.filter((alert) => alert.phase === 'firing').map(episodeOf);
  return JSON.stringify([phase, group.elsewhere ?? 0, episodes.toSorted(compareTexts)]);
}
