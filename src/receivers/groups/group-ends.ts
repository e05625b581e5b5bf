// Keeps which ends of its members a group has still to tell, each once. A waiting message may be replaced, and another replica
// may have sent one meanwhile. So an end counts as told when a message that lists it has been settled, not when it was made.
import type { Alert } from '../../domain/alert.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { Members, MessageQueue, OutboxMessage } from '../../monitor/alerts/outbox.ts';
import type { Messenger } from '../delivery/messenger.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { type DeliveryVerdict, temporary } from '../delivery/verdict.ts';
import { type GroupAlert, isGroup, type KnownMembers, MAX_ALERTS, withMore } from '../notification/group.ts';
import { groupMark } from '../notification/group-identity.ts';
import { type Notification, oneMore, withAlert } from '../notification/notification.ts';
import type { OwnMembers } from './own-members.ts';
import { createToldAlone } from './told-alone.ts';

export interface GroupEnds {
  /** Takes in beginnings that the group's messages tell: Postgres may not know that yet, or may never know it. */
  joined(mark: string, messages: readonly OutboxMessage[]): void;
  /** Takes in the end of a member, which its group has to tell: Postgres may not know it for a while. */
  took(mark: string, alert: Alert | undefined): void;
  /**
   * Members as the queue knows them, with the ends that this machine knows. While Postgres is away, members that it named last
   * still count as lasting: other replicas may have taken them in. If Postgres knows no member, because others told of each in
   * another way, those that fire count as lasting. Rejects when the queue does.
   */
  membersOf(from: MessageQueue, mark: string): Promise<KnownMembers>;
  /**
   * Sends a notification. One about a group lists all members known by now, without those whose ends the receiver has heard or
   * would take for the ends of later beginnings. After the end of a group, further messages tell the ends that had no room in
   * it, if the receiver goes by each alert. Rejects when `send` does.
   */
  send(from: MessageQueue, notification: Notification, send: Messenger['send']): Promise<DeliveryVerdict>;
  /** Whether the receiver may have heard this end before it was told from here that the alert fires. */
  isTakenBack(mark: string, end: Alert): boolean;
  /** Takes in that the group is over: no later group may bear its name, also while Postgres, which knows this, is away. */
  forget(mark: string): void;
  /** Whether the group with this mark is over, as far as this machine knows. */
  isOver(mark: string): boolean;
}

interface Here {
  /** Members that lasted when Postgres was last asked, and those that have joined here since. */
  joined: readonly string[];
  /** The newest end of each alert. */
  readonly ended: Map<string, Alert>;
  /** By alert, the episode whose end was told last. */
  readonly told: Map<string, string>;
}

export interface GroupEndsOptions extends Pick<ReceiverContext, 'name' | 'alerts' | 'local' | 'outbox'> {
  /** See `Messenger.goesByEach`. @default false */
  readonly goesByEach?: boolean | undefined;
  /** The members that this process has taken in. */
  readonly own: Pick<OwnMembers, 'joined' | 'bring' | 'forget'>;
}

export function createGroupEnds(options: GroupEndsOptions): GroupEnds {
  const { name, alerts, local, outbox, own, goesByEach = false } = options;
  const groups = new Map<string, Here>();
  const alone = createToldAlone(); // who changes its messages mends them in another way: outbox/taken-back.ts

  return {
    joined(mark, messages) {
      const begun = messages.flatMap(({ kind, episode }) => (kind === 'fire' ? episode : []));
      if (begun.length === 0) return;
      const known = here(mark);
      known.joined = [...known.joined, ...begun];
      own.joined(mark, begun);
    },

    took(mark, alert) {
      if (alert) here(mark).ended.set(alert.fingerprint, alert);
    },

    async membersOf(from, mark) {
      const { lasting: told, ended, untold } = await from.membersOf(name, mark);
      const brought = from === outbox ? await own.bring(mark, [...told, ...ended]) : [];
      const lasting = [...told, ...brought];
      const known = here(mark);
      const isUnknown = from === outbox && lasting.length === 0 && ended.length === 0;
      if (from === outbox && !isUnknown) known.joined = lasting;
      const there = [...untold.values()].map(alertOf);
      const again = there.filter((end) => isTold(known, end)).map(episodeOf);
      if (again.length > 0) await from.noteTold(name, mark, again); // Postgres was away when they were told
      for (const end of there) known.ended.set(end.fingerprint, end);
      const takenBack = from === outbox ? alone.takenBack(mark, { ended, untold }, alerts) : [];
      const ends = [...known.ended.values()];
      const over = new Set([...ended, ...ends.map(episodeOf), ...(isUnknown ? silent(known.joined) : [])]);
      return {
        lasting: new Set([...lasting, ...known.joined].filter((episode) => !over.has(episode))),
        ended: over,
        ends,
        untold: [...there, ...knownHere(ends, new Set(ended)), ...takenBack]
          .filter((end) => !isTold(known, end))
          .sort((a, b) => a.resolvedAt! - b.resolvedAt!),
      };
    },

    async send(from, notification, send) {
      if (!isGroup(notification.alert)) return await send(notification);
      const mark = markOf(notification.alert);
      const standing = await asItStands(from, notification);
      const isEnd = standing.kind === 'resolve';
      const first = isEnd ? alone.ending(mark, standing) : standing;
      let verdict = await sendAndNote(from, first, send);
      if (!isEnd) return verdict;
      const more = verdict.kind === 'done' && goesByEach ? await leftOut(from, first) : [];
      if (!more) return temporary('it is not known which ends are still to be told');
      for (const next of more) if (verdict.kind === 'done') verdict = await sendAndNote(from, next, send);
      if (verdict.kind === 'done') {
        noteOver(mark);
        alone.over(mark);
      }
      return verdict;
    },

    isTakenBack,

    forget(mark) {
      groups.delete(mark);
      own.forget(mark);
      noteOver(mark);
    },

    isOver: (mark) => local.messageId(nameOf(mark)) !== null,
  };

  function isTakenBack(mark: string, one: Alert): boolean {
    return one.phase !== 'firing' && alone.has(mark, episodeOf(one));
  }

  /** Keeps that a group is over, in the place where this machine keeps the ids of messages. */
  function noteOver(mark: string): void {
    local.keepMessageId(nameOf(mark), 'over');
  }

  function nameOf(mark: string) {
    return { receiver: name, episode: mark, kind: 'fire' } as const;
  }

  function here(mark: string): Here {
    const known = groups.get(mark) ?? {
      joined: [],
      ended: new Map(),
      told: new Map(),
    };
    groups.set(mark, known);
    return known;
  }

  /** The episodes that no longer last, by the alerts as they stand. */
  function silent(episodes: readonly string[]): readonly string[] {
    const firing = new Set(alerts().flatMap((alert) => (alert.phase === 'firing' ? episodeOf(alert) : [])));
    return episodes.filter((episode) => !firing.has(episode));
  }

  /** Ends that the queue doesn't know, without those of alerts that fire again. */
  function knownHere(ends: readonly Alert[], known: ReadonlySet<string>): readonly Alert[] {
    const others = ends.filter((end) => !known.has(episodeOf(end)));
    if (others.length === 0) return others;
    const now = new Map(alerts().map((alert) => [alert.fingerprint, alert]));
    return others.filter(({ fingerprint, firingAt }) => {
      const ours = now.get(fingerprint);
      return ours?.phase !== 'firing' || ours.firingAt === firingAt;
    });
  }

  async function sendAndNote(
    from: MessageQueue,
    notification: Notification,
    send: Messenger['send'],
  ): Promise<DeliveryVerdict> {
    const verdict = await send(notification);
    const alert = notification.alert as GroupAlert;
    if (from !== outbox && goesByEach) alone.sent(markOf(alert), notification);
    if (verdict.kind !== 'temporary') await noteTold(from, alert);
    return verdict;
  }

  /** Messages with the ends that had no room in the message of the group's end; `undefined` while the queue doesn't say. */
  async function leftOut(
    from: MessageQueue,
    told: Notification,
  ): Promise<readonly Notification[] | undefined> {
    const { group, ...alert } = told.alert as GroupAlert;
    if (group.truncated === 0) return [];
    const known = await from.membersOf(name, markOf(alert)).catch(() => undefined);
    const heard = new Set(group.alerts.map(episodeOf));
    const ends = known && [...known.untold.values()].map(alertOf).filter((end) => !heard.has(episodeOf(end)));
    const parts =
      ends && Array.from({ length: Math.ceil(ends.length / MAX_ALERTS) }, (_, i) => i * MAX_ALERTS);
    return parts?.map((at) => {
      const alerts = ends!.slice(at, at + MAX_ALERTS);
      const truncated = ends!.length - at - alerts.length;
      return oneMore(told, { ...alert, group: { ...group, alerts, truncated } } as GroupAlert);
    });
  }

  async function asItStands(from: MessageQueue, notification: Notification): Promise<Notification> {
    const alert = notification.alert as GroupAlert;
    const mark = markOf(alert);
    const known = await from.membersOf(name, mark).catch(() => undefined); // if the queue doesn't answer, ends are told once more
    const over = new Set(known?.ended.filter((episode) => !known.untold.has(episode)));
    const isHeard = (one: Alert) =>
      (over.has(episodeOf(one)) && !isTakenBack(mark, one)) || isTold(groups.get(mark), one);
    const whole = known && notification.kind !== 'resolve' ? withLasting(alert, known) : alert;
    const told = whole.group.alerts.filter((one) => !isHeard(one));
    if (whole === alert && told.length === alert.group.alerts.length) return notification;
    return withAlert(notification, { ...whole, group: { ...whole.group, alerts: told } } as GroupAlert);
  }

  /** The message may have replaced a later one of another replica, which alone knew some of the members. */
  function withLasting(alert: GroupAlert, { lasting, ended }: Members): GroupAlert {
    const { alerts: told, truncated } = alert.group;
    const members = new Set(lasting);
    const now = alerts().filter((one) => one.phase === 'firing' && members.has(episodeOf(one)));
    const begun = told.filter(({ phase }) => phase === 'firing');
    const listed = new Set(begun.map(episodeOf));
    const isMissing = (one: Alert) => !listed.has(episodeOf(one));
    if (truncated > 0 ? now.length <= begun.length + truncated : !now.some(isMissing)) return alert;
    const known = new Set([...now.map(episodeOf), ...ended]);
    const others = begun.filter((one) => !known.has(episodeOf(one)));
    return withMore(alert, [...now, ...others], { lasting, ended });
  }

  /** Notes it before the message is settled, so that the replica that sends the next message finds it noted. */
  async function noteTold(from: MessageQueue, alert: GroupAlert): Promise<void> {
    const mark = markOf(alert);
    const told = alert.group.alerts.filter(({ phase }) => phase !== 'firing');
    if (told.length === 0) return;
    for (const end of told) groups.get(mark)?.told.set(end.fingerprint, episodeOf(end));
    await from.noteTold(name, mark, told.map(episodeOf)).catch(() => {}); // tried again when the members are looked at
  }
}

function isTold(known: Here | undefined, end: Alert): boolean {
  return known?.told.get(end.fingerprint) === episodeOf(end);
}

function markOf({ rule, severity, firingAt }: Alert): string {
  return groupMark({ rule, severity, firingAt: firingAt! });
}

function alertOf(body: string): Alert {
  return (JSON.parse(body) as { readonly alert: Alert }).alert;
}
