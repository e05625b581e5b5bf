// Beginnings that come together are told as one message. What is told of them later goes by that message too: that it
// grew, and that all of them have ended. Which message an alert belongs to is kept where the id of its own would be.
import type { Alert } from '../../domain/alert.ts';
import type {
  ClaimedMessage,
  MessageQueue,
  NotificationKind,
  OutboxMessage,
} from '../../monitor/alerts/outbox.ts';
import {
  type GroupAlert,
  type GroupIdentity,
  type GroupMembers,
  groupAlert,
  groupMark,
  groupOfMark,
  identityOf,
  isGroupFingerprint,
  membersAmong,
  ruleOf,
  stateOf,
  withEnds,
} from './group.ts';
import { createGroupEnds, type GroupEnds } from './group-ends.ts';
import type { Growth } from './messenger.ts';
import { alertIn, messageOf } from './notification.ts';
import type { ReceiverContext } from './receiver.ts';

const GROUP_FROM = 5; // beginnings of one rule
const TOGETHER_MS = 60_000; // within which they come
const MINUTE_MS = 60_000;
const NO_MEMBERS: GroupMembers = { firing: [], ended: [], untold: [], total: 0 };

export interface Groups extends Pick<GroupEnds, 'send'> {
  /**
   * Takes what belongs together out of what was claimed, and returns the rest, which is told one by one. What it takes is
   * settled, once a message about it is kept. Rejects when the queue does.
   */
  take(from: MessageQueue, claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]>;
  /** Keeps messages about groups that have changed, when it is time to tell of them. Rejects when the queue does. */
  tellChanges(from: MessageQueue): Promise<void> | undefined;
  /** Groups that last, as they were told last. */
  told(): readonly Alert[];
}

interface OpenGroup {
  readonly identity: GroupIdentity;
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
}

interface Beginning {
  readonly message: ClaimedMessage;
  readonly alert: Alert;
}

export interface GroupsOptions
  extends Pick<ReceiverContext, 'name' | 'clock' | 'alerts' | 'local' | 'outbox'> {
  readonly growth: Growth;
  /** Keeps messages until they are sent. */
  readonly put: (messages: readonly OutboxMessage[]) => void;
}

export function createGroups(options: GroupsOptions): Groups {
  const { name, clock, alerts, local, outbox, growth, put } = options;
  const ends = createGroupEnds(options);
  const open = new Map<string, OpenGroup>();
  /** When beginnings were let through, by rule and then by key: the first few are told one by one. */
  const single = new Map<string, Map<string, number>>();

  return {
    async take(from, claimed) {
      const rest: ClaimedMessage[] = [];
      const begun: Beginning[] = [];
      for (const message of claimed) {
        if (isGroupFingerprint(message.alert)) rest.push(message);
        else if (!markOf(message)) {
          const alert = message.kind === 'fire' && message.attempts === 0 ? alertIn(message) : undefined;
          if (alert) begun.push({ message, alert });
          else rest.push(message);
        }
      }
      await takeMembers(from, claimed.filter(markOf));
      for (const [rule, fires] of Map.groupBy(begun, ({ alert }) => ruleOf(alert))) {
        const group = groupFor(rule);
        if (group) await look(from, group); // what begins now isn't of one that is over
        if (belongTogether(rule, fires)) await begin(from, rule, fires);
        else rest.push(...fires.map(({ message }) => message));
      }
      const order = new Map(claimed.map((message, i) => [message, i]));
      return rest.sort((a, b) => order.get(a)! - order.get(b)!);
    },

    send: ends.send,

    told: () => [...open.values()].flatMap(({ alert }) => alert ?? []),

    tellChanges: (from) => (open.size === 0 ? undefined : tellChanges(from)),
  };

  async function tellChanges(from: MessageQueue): Promise<void> {
    for (const group of open.values()) {
      const isDue = clock.monotonic() - group.lookedAt >= MINUTE_MS;
      if (!isDue && !group.grown && !group.shrunk) continue;
      const of = await look(from, group);
      if (of && of.firing.length > 0) tellGrowth(group, of);
    }
  }

  /**
   * Its members as they stand. `undefined` when none lasts, which another replica may have seen to: it is let go of, and
   * its end is kept to be told, once however many keep it.
   */
  async function look(from: MessageQueue, group: OpenGroup) {
    const mark = groupMark(group.identity);
    const known = await ends.membersOf(from, mark);
    group.lookedAt = clock.monotonic();
    const of = membersAmong(withEnds(alerts(), known.ends), group.identity, known);
    if (known.lasting.size > 0 || !group.settled) return of;
    tell(group, 'resolve', groupAlert(group.identity, of));
    open.delete(mark);
    ends.forget(mark);
    return undefined;
  }

  /** The mark of a member's group. A beginning may be told once more: then only this machine knows. */
  function markOf(message: ClaimedMessage): string | undefined {
    const known = message.messageId ?? (message.kind === 'fire' ? local.messageId(message) : null);
    return known !== null && groupOfMark(known) ? known : undefined;
  }

  /** What members have to tell: their ends, that they have changed, and beginnings that were told already. */
  async function takeMembers(from: MessageQueue, of: readonly ClaimedMessage[]): Promise<void> {
    for (const [mark, messages] of Map.groupBy(of, (message) => markOf(message)!)) {
      const group = open.get(mark) ?? opened(groupOfMark(mark)!, Number.NEGATIVE_INFINITY);
      const over = messages.filter(({ kind }) => kind === 'resolve');
      const others = messages.filter(({ kind }) => kind !== 'resolve');
      await settle(from, others, mark);
      for (const message of over) ends.took(mark, alertIn(message));
      Object.assign(group, { settled: true, shrunk: true });
      await look(from, group); // if they are the last, a message of its end is kept before theirs are settled
      await settle(from, over, mark);
    }
  }

  function belongTogether(rule: string, fires: readonly Beginning[]): boolean {
    const now = clock.monotonic();
    const before = new Map([...(single.get(rule) ?? [])].filter(([, at]) => now - at < TOGETHER_MS));
    if (groupFor(rule)) return true;
    for (const { message } of fires) before.set(message.key, now);
    if (before.size >= GROUP_FROM) {
      single.delete(rule);
      return true;
    }
    single.set(rule, before);
    return false;
  }

  /** A message about them is kept before theirs are settled, in Postgres too: whoever dies in between leaves both. */
  async function begin(from: MessageQueue, rule: string, fires: readonly Beginning[]): Promise<void> {
    const known = groupFor(rule);
    const firing = fires.map(({ alert }) => alert);
    const group = known ?? opened(await unusedIdentity(from, firing), clock.monotonic());
    if (known) known.grown = true;
    else tell(group, 'fire', groupAlert(group.identity, { ...NO_MEMBERS, firing, total: firing.length }));
    const mark = groupMark(group.identity);
    const messages = fires.map(({ message }) => message);
    await settle(from, messages, mark);
    group.settled = true;
    const { lasting } = await from.membersOf(name, mark);
    if (lasting.length > fires.length) group.grown = true; // another replica began it too, with others
  }

  /** Not that of a group which is over, or takes no more: its beginning was told. */
  async function unusedIdentity(from: MessageQueue, firing: readonly Alert[]): Promise<GroupIdentity> {
    for (let identity = identityOf(firing); ; ) {
      const mark = groupMark(identity);
      const { lasting, ended } = await from.membersOf(name, mark);
      if (!open.has(mark) && (lasting.length > 0 || ended.length === 0)) return identity;
      identity = { ...identity, firingAt: identity.firingAt + MINUTE_MS };
    }
  }

  function opened(identity: GroupIdentity, openedAt: number): OpenGroup {
    const group: OpenGroup = {
      ...{ identity, alert: null, settled: false, openedAt, toldAt: openedAt, lookedAt: clock.monotonic() },
      ...{ times: 0, grown: false, shrunk: false },
    };
    open.set(groupMark(identity), group);
    return group;
  }

  /** The group which beginnings of that rule join. */
  function groupFor(rule: string): OpenGroup | undefined {
    return [...open.values()].find((group) => ruleOf(group.identity) === rule && takesMore(group));
  }

  /** Who joins a group whose growth can't be told any more is told of by nobody: so only what falls together does. */
  function takesMore({ settled, times, openedAt }: OpenGroup): boolean {
    return !settled || times < growth.most || clock.monotonic() - openedAt < TOGETHER_MS;
  }

  function tellGrowth(group: OpenGroup, of: GroupMembers): void {
    if (!group.grown && !growth.shrinks) return;
    if (group.times >= growth.most || clock.monotonic() - group.toldAt < growth.everyMs) return;
    const last = group.times + 1 >= growth.most;
    const alert = groupAlert(
      group.identity,
      of,
      last ? 'No more of these until all of them have ended.' : '',
    );
    // As it was told, and no end of a member is news.
    if (of.untold.length === 0 && group.alert && stateOf(alert) === stateOf(group.alert)) return;
    tell(group, 'update', alert);
    Object.assign(group, {
      ...{ toldAt: clock.monotonic(), times: group.times + 1, grown: false, shrunk: false },
    });
  }

  function tell(group: OpenGroup, kind: NotificationKind, alert: GroupAlert): void {
    group.alert = alert;
    put([messageOf(alert, kind, name, clock.now())]);
  }

  async function settle(
    from: MessageQueue,
    messages: readonly ClaimedMessage[],
    mark: string,
  ): Promise<void> {
    if (messages.length === 0) return;
    const conclusion = { kind: 'done', messageId: mark, untaken: true } as const;
    if (from === outbox) {
      const news = local.unshared(name).filter(({ kind }) => kind !== 'update');
      if (news.length > 0) await outbox.add(news); // another tells of them if we can't
      await outbox.conclude(messages.map((message) => ({ ...message, conclusion })));
      local.drop(messages);
    } else for (const message of messages) await local.settle(message, conclusion);
    local.keepMessageIds(messages, mark);
  }
}
