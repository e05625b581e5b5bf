// Beginnings that come together are told as one message. What is told of them later goes by that message too: that it
// grew, and that all of them have ended. Which message an alert belongs to is kept where the id of its own would be.
import type { Alert } from '../../domain/alert.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type {
  ClaimedMessage,
  MessageQueue,
  NotificationKind,
  OutboxMessage,
} from '../../monitor/alerts/outbox.ts';
import {
  type GroupAlert,
  type GroupIdentity,
  groupAlert,
  groupMark,
  groupOfMark,
  isGroupFingerprint,
} from './group.ts';
import type { Growth, Messenger } from './messenger.ts';
import { messageOf, notificationOf } from './notification.ts';
import type { DeliveryTimes, ReceiverContext } from './receiver.ts';

const GROUP_FROM = 5; // beginnings of one rule
const TOGETHER_MS = 60_000; // within which they come
const MINUTE_MS = 60_000;

const CHANGES: Growth = { everyMs: MINUTE_MS, shrinks: true, most: Number.POSITIVE_INFINITY };
const MESSAGES: Growth = { everyMs: 5 * MINUTE_MS, shrinks: false, most: Number.POSITIVE_INFINITY };

/** What a receiver asks for, or the usual. */
export function growthOf(
  { growth, sendsUpdates = false }: Pick<Messenger, 'growth' | 'sendsUpdates'>,
  { updateEveryMs }: DeliveryTimes,
): Growth {
  const wanted = growth ?? (sendsUpdates ? CHANGES : MESSAGES);
  return { ...wanted, everyMs: updateEveryMs ?? wanted.everyMs };
}

export interface Groups {
  /**
   * Takes what belongs together out of what was claimed, and returns the rest, which is told one by one. What it takes is
   * settled, once a message about it is kept. Rejects when the queue does.
   */
  take(from: MessageQueue, claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]>;
  /** Keeps messages about groups that have changed, when it is time to tell of them. Rejects when the queue does. */
  tellChanges(from: MessageQueue): Promise<void>;
  /** Groups that last, as they were told last. */
  told(): readonly Alert[];
}

interface OpenGroup {
  readonly identity: GroupIdentity;
  alert: GroupAlert | null;
  /** By the monotonic clock. */
  toldAt: number;
  times: number;
  grown: boolean;
  shrunk: boolean;
  /** Episodes that ended while this process looked on. */
  readonly ended: Set<string>;
}

export interface GroupsOptions
  extends Pick<ReceiverContext, 'name' | 'clock' | 'alerts' | 'local' | 'outbox'> {
  readonly growth: Growth;
  /** Keeps messages until they are sent. */
  readonly put: (messages: readonly OutboxMessage[]) => void;
}

export function createGroups({ name, clock, alerts, local, outbox, growth, put }: GroupsOptions): Groups {
  const open = new Map<string, OpenGroup>();
  /** When beginnings were let through, by rule and then by key: the first few are told one by one. */
  const single = new Map<string, Map<string, number>>();

  return {
    async take(from, claimed) {
      const rest: ClaimedMessage[] = [];
      const begun: { readonly message: ClaimedMessage; readonly alert: Alert }[] = [];
      for (const message of claimed) {
        const identity = groupOfMark(message.messageId);
        if (isGroupFingerprint(message.alert)) rest.push(message);
        else if (identity && message.kind !== 'fire') continue;
        else if (message.kind === 'fire' && message.attempts === 0) {
          begun.push({ message, alert: notificationOf(message).alert });
        } else rest.push(message);
      }
      await takeFollowing(
        from,
        claimed.filter(({ kind, messageId }) => kind !== 'fire' && groupOfMark(messageId)),
      );
      for (const [rule, fires] of Map.groupBy(begun, ({ alert }) => ruleOf(alert))) {
        if (
          !belongTogether(
            rule,
            fires.map(({ message }) => message),
          )
        ) {
          rest.push(...fires.map(({ message }) => message));
        } else await begin(from, rule, fires);
      }
      const order = new Map(claimed.map((message, i) => [message, i]));
      return rest.sort((a, b) => order.get(a)! - order.get(b)!);
    },

    told: () => [...open.values()].flatMap(({ alert }) => alert ?? []),

    async tellChanges(from) {
      for (const [mark, group] of open) {
        if (!group.grown && !group.shrunk) continue;
        const { lasting, ended } = await from.membersOf(name, mark);
        const of = membersAmong(alerts(), group, new Set(lasting), new Set([...ended, ...group.ended]));
        if (lasting.length === 0) {
          tell(group, 'resolve', groupAlert(group.identity, of));
          open.delete(mark);
        } else if (of.firing.length > 0) tellGrowth(group, of);
      }
    },
  };

  /** What comes after the beginning of a member: its end, or that it has changed. */
  async function takeFollowing(from: MessageQueue, following: readonly ClaimedMessage[]): Promise<void> {
    for (const [mark, messages] of Map.groupBy(following, ({ messageId }) => messageId!)) {
      const group = open.get(mark) ?? opened(groupOfMark(mark)!, Number.NEGATIVE_INFINITY);
      await settle(from, messages, mark);
      group.shrunk = true;
      for (const { kind, episode } of messages) if (kind === 'resolve') group.ended.add(episode);
    }
  }

  function belongTogether(rule: string, fires: readonly ClaimedMessage[]): boolean {
    const now = clock.monotonic();
    const before = new Map([...(single.get(rule) ?? [])].filter(([, at]) => now - at < TOGETHER_MS));
    if (groupFor(rule)) return true;
    for (const { key } of fires) before.set(key, now);
    if (before.size >= GROUP_FROM) {
      single.delete(rule);
      return true;
    }
    single.set(rule, before);
    return false;
  }

  /** A message about them is kept before theirs are settled: whoever dies in between leaves both. */
  async function begin(
    from: MessageQueue,
    rule: string,
    fires: readonly { readonly message: ClaimedMessage; readonly alert: Alert }[],
  ): Promise<void> {
    const known = groupFor(rule);
    const firing = fires.map(({ alert }) => alert);
    const group = known ?? opened(identityOf(firing), clock.monotonic());
    if (known) known.grown = true;
    else tell(group, 'fire', groupAlert(group.identity, { firing, ended: [], total: firing.length }));
    await settle(
      from,
      fires.map(({ message }) => message),
      groupMark(group.identity),
    );
  }

  function opened(identity: GroupIdentity, toldAt: number): OpenGroup {
    const group: OpenGroup = {
      identity,
      alert: null,
      toldAt,
      times: 0,
      grown: false,
      shrunk: false,
      ended: new Set(),
    };
    open.set(groupMark(identity), group);
    return group;
  }

  function groupFor(rule: string): OpenGroup | undefined {
    return [...open.values()].find(({ identity }) => ruleOf(identity) === rule);
  }

  function tellGrowth(group: OpenGroup, of: ReturnType<typeof membersAmong>): void {
    if (!group.grown && !growth.shrinks) return;
    if (group.times >= growth.most || clock.monotonic() - group.toldAt < growth.everyMs) return;
    const last = group.times + 1 >= growth.most;
    tell(group, 'update', groupAlert(group.identity, of, last ? 'No more of this until it ends.' : ''));
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
    messageId: string,
  ): Promise<void> {
    if (from === outbox) {
      await outbox.conclude(
        messages.map((message) => ({ ...message, conclusion: { kind: 'done', messageId } })),
      );
      local.drop(messages);
    } else for (const message of messages) await local.settle(message, { kind: 'done', messageId });
    local.keepMessageIds(messages, messageId);
  }
}

/** A group's own name among those of one receiver; severities of one rule are told apart. */
function ruleOf({ rule, severity }: Pick<Alert, 'rule' | 'severity'>): string {
  return `${severity}/${rule}`;
}

/** By the minute, so that replicas which see it begin together name it alike. */
function identityOf(firing: readonly Alert[]): GroupIdentity {
  const { rule, severity } = firing[0]!;
  const earliest = Math.min(...firing.map(({ firingAt }) => firingAt ?? 0));
  return { rule, severity, firingAt: Math.floor(earliest / MINUTE_MS) * MINUTE_MS };
}

function membersAmong(
  alerts: readonly Alert[],
  { identity }: OpenGroup,
  lasting: ReadonlySet<string>,
  ended: ReadonlySet<string>,
) {
  const ofRule = alerts.filter((alert) => alert.firingAt !== null && ruleOf(alert) === ruleOf(identity));
  const firing = ofRule.filter((alert) => alert.phase === 'firing' && lasting.has(episodeOf(alert)));
  const over = ofRule.filter((alert) => alert.phase !== 'firing' && ended.has(episodeOf(alert)));
  return { firing, ended: over, total: firing.length + over.length };
}
