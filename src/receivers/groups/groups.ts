// Tells beginnings that come together in one message: a group. Its growth, and the end of all its members, go by that message
// too. An alert keeps the mark of its group where the id of its own message would be.
import type { Alert } from '../../domain/alert.ts';
import { MINUTE_MS } from '../../domain/duration.ts';
import type { ClaimedMessage, MessageQueue } from '../../monitor/alerts/outbox.ts';
import type { HandOver } from '../delivery/hand-over.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { isUnknownGroup } from '../local/unknown-messages.ts';
import {
  type GroupMembers,
  groupAlert,
  groupAsItStands,
  membersAmong,
  withEnds,
} from '../notification/group.ts';
import { type GroupIdentity, groupMark, groupOfMark, ruleOf } from '../notification/group-identity.ts';
import { alertIn, asTheyStand } from '../notification/notification.ts';
import { type Beginning, isOne, isUntried } from './beginning.ts';
import { createFlood } from './flood.ts';
import { createGroupEnds, type GroupEnds } from './group-ends.ts';
import { createGroupNames } from './group-names.ts';
import {
  createGroupNews,
  type GroupNewsOptions,
  type Joined,
  newGroup,
  type OpenGroup,
} from './group-news.ts';
import { createGroupRefusals, type GroupRefusals } from './group-refusals.ts';
import { createOwnMembers } from './own-members.ts';

const NO_MEMBERS: GroupMembers = { firing: [], ended: [], untold: [], total: 0 };

export interface Groups extends Pick<GroupEnds, 'send'>, GroupRefusals {
  /** Whether a message may be told together with others. The more of these are taken at once, the fewer messages there are. */
  takes(message: ClaimedMessage): boolean;
  /**
   * Takes the messages that belong together out of the claimed ones, and returns the rest, which are told one by one. Settles
   * what it takes once a message about it is kept. Rejects when the queue does.
   */
  take(from: MessageQueue, claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]>;
  /** Keeps messages about groups that have changed, when it is time to tell them. Rejects when the queue does. */
  tellChanges(from: MessageQueue): Promise<void>;
  /** How long until a group is to be looked at, in milliseconds; not above 0 if one is due, and `Infinity` if none lasts. */
  untilLook(): number;
  /** Groups that last, as they stand. */
  told(): readonly Alert[];
}

export interface GroupsOptions
  extends GroupNewsOptions,
    Pick<ReceiverContext, 'alerts' | 'local' | 'outbox'> {
  readonly handOver: Pick<HandOver, 'bring'>;
  /** See `Messenger`. @default false */
  readonly changesMessages?: boolean | undefined;
  /** See `Messenger`. @default false */
  readonly goesByEach?: boolean | undefined;
}

export function createGroups(options: GroupsOptions): Groups {
  const { name, clock, alerts, local, outbox, growth, handOver, changesMessages = false } = options;
  const own = createOwnMembers(options);
  const ends = createGroupEnds({ ...options, own });
  const open = new Map<string, OpenGroup>();
  const flood = createFlood(clock);
  const { tell, looksAt, tellGrowth, tellUpdate, takesMore } = createGroupNews(options);
  const names = createGroupNames({
    ...{ name, outbox },
    isOpen: (mark) => open.has(mark),
    isOver: ends.isOver,
  });
  const refusals = createGroupRefusals({
    ...{ name, outbox, tell },
    groupOf(identity) {
      const group = open.get(groupMark(identity)) ?? opened(identity, Number.NEGATIVE_INFINITY);
      return Object.assign(group, { settled: true });
    },
    look: (group) => look(outbox, group),
  });

  return {
    takes: (message) => isOne(message) && (isUntried(message) || markOf(local, message) !== undefined),

    async take(from, given) {
      const claimed = from === outbox ? await own.withMarks(given) : given;
      const rest = new Set<ClaimedMessage>();
      const begun: Beginning[] = [];
      const members = new Set(claimed.filter((one) => markOf(from, one)));
      for (const message of claimed.filter((one) => !members.has(one))) {
        const alert = isOne(message) && isUntried(message) ? alertIn(message) : undefined;
        if (alert) begun.push({ message, alert });
        else rest.add(message);
      }
      await takeMembers(from, [...members]);
      for (const [rule, fires] of Map.groupBy(begun, ({ alert }) => ruleOf(alert))) {
        const keys = fires.map(({ message }) => message.key);
        const group = await openGroup(from, rule);
        if (group) await join(from, group, fires);
        else if (flood.isOf(rule, keys)) await begin(from, fires);
        else for (const { message } of fires) rest.add(message);
      }
      return claimed.filter((message) => rest.has(message));
    },

    send: ends.send,

    told() {
      const now = alerts();
      return [...open.values()].flatMap(({ alert }) => (alert ? groupAsItStands(alert, now) : []));
    },

    tellChanges,
    untilLook: () => Math.min(...[...open.values()].map(looksAt)) - clock.monotonic(),

    ...refusals,
  };

  async function tellChanges(from: MessageQueue): Promise<void> {
    for (const group of open.values()) {
      if (looksAt(group) > clock.monotonic()) continue;
      const of = await look(from, group);
      if (of) tellGrowth(group, of);
    }
  }

  /**
   * The group's members as they stand. `undefined` when none lasts: the group is dropped here, and its end is kept, which is
   * told once even if several replicas keep it. A lasting group that another replica has ended is told to begin anew.
   */
  async function look(from: MessageQueue, group: OpenGroup) {
    const mark = groupMark(group.identity);
    const { toldAs, isAnew, isBegun } = await names.anew(from, group);
    const known = await ends.membersOf(from, mark); // asked after the name: members whose end was told no longer last
    Object.assign(group, { toldAs, lookedAt: clock.monotonic() });
    const of = membersAmong(withEnds(alerts(), known.ends), group.identity, known);
    if (known.lasting.size > 0 || !group.settled) {
      if (isAnew && of.firing.length > 0) tell(group, 'fire', groupAlert(group.toldAs, of));
      return of;
    }
    const isTakenBack = of.untold.some((end) => ends.isTakenBack(mark, end));
    if (!isAnew || isBegun || isTakenBack) tell(group, 'resolve', groupAlert(group.toldAs, of));
    open.delete(mark);
    ends.forget(mark);
    return undefined;
  }

  /** The mark of a member's group. When a beginning is told once more, only this machine knows its mark. */
  function markOf(from: MessageQueue, message: ClaimedMessage): string | undefined {
    const { messageId, kind, episode } = message;
    // If Postgres has no mark for an end, another replica may have told the beginning alone: that message must end too.
    const here = kind === 'fire' ? local.messageId(message) : from === local && own.markOf(episode);
    const known = messageId ?? here;
    return known && groupOfMark(known) ? known : undefined;
  }

  /** Handles messages of members: ends, changes, and beginnings that were told already. */
  async function takeMembers(from: MessageQueue, of: readonly ClaimedMessage[]): Promise<void> {
    for (const [mark, messages] of Map.groupBy(of, (message) => markOf(from, message)!)) {
      const group = open.get(mark) ?? opened(groupOfMark(mark)!, Number.NEGATIVE_INFINITY);
      const over = messages.filter(({ kind }) => kind === 'resolve');
      const others = messages.filter(({ kind }) => kind !== 'resolve');
      await settle(from, others, mark);
      for (const message of over) ends.took(mark, alertIn(message));
      Object.assign(group, { settled: true, shrunk: true });
      await look(from, group); // if these are the last, the message of the group's end is kept before they are settled
      await settle(from, over, mark);
    }
  }

  /** Keeps the group's message before its members are settled, in Postgres too: a process that dies in between leaves both. */
  async function begin(from: MessageQueue, fires: readonly Beginning[]): Promise<void> {
    const firing = asTheyStand(fires, alerts());
    const { identity, isBegun } = await names.first(from, firing);
    const group = opened(identity, clock.monotonic());
    if (isBegun) {
      const of = await look(from, group);
      if (of) await join(from, { group, of }, fires);
      return;
    }
    tell(group, 'fire', groupAlert(identity, { ...NO_MEMBERS, firing, total: firing.length }));
    const messages = fires.map(({ message }) => message);
    await settle(from, messages, groupMark(identity));
    group.settled = true;
    await noteOthers(from, group, fires.length);
  }

  /** Beginnings that join are settled with the group's next message, or at once if none follows: they came with the others. */
  async function join(from: MessageQueue, { group, of }: Joined, fires: readonly Beginning[]): Promise<void> {
    const messages = fires.map(({ message }) => message);
    const firing = [...of.firing, ...fires.map(({ alert }) => alert)];
    if (group.times < growth.most) {
      group.joinAt ??= group.toldAt + growth.everyMs;
      const waitMs = Math.min(group.joinAt - clock.monotonic(), MINUTE_MS);
      if (waitMs > 0) return await from.renew(messages, waitMs); // another replica tells of them if this one can't
      tellUpdate(group, { ...of, firing, total: of.total + fires.length });
    }
    await settle(from, messages, groupMark(group.identity));
    group.settled = true;
    await noteOthers(from, group, firing.length + (of.elsewhere ?? 0));
  }

  /** Another replica may have told of the group at the same time, with other members: Postgres keeps one of the two messages. */
  async function noteOthers(from: MessageQueue, group: OpenGroup, told: number): Promise<void> {
    const { lasting } = await from.membersOf(name, groupMark(group.identity));
    if (lasting.length > told) group.grown = true;
  }

  function opened(identity: GroupIdentity, openedAt: number): OpenGroup {
    const group = newGroup(identity, openedAt, clock.monotonic());
    open.set(groupMark(identity), group);
    return group;
  }

  /** The group that beginnings of this rule join. It must not be over, nor possibly over while Postgres, which knows, is away. */
  async function openGroup(from: MessageQueue, rule: string): Promise<Joined | undefined> {
    const ofRule = [...open.values()].filter((one) => ruleOf(one.identity) === rule && takesMore(one));
    for (const group of ofRule.filter((one) => !isElsewhere(from, one))) {
      const of = await look(from, group);
      if (of && (from === outbox || !group.settled || of.firing.length > 0)) return { group, of };
    }
    return undefined;
  }

  /** Whether only another replica can change the group's message, while Postgres is away: members that join could not be told. */
  function isElsewhere(from: MessageQueue, { toldAs }: OpenGroup): boolean {
    return changesMessages && from === local && isUnknownGroup(local, name, toldAs);
  }

  async function settle(
    from: MessageQueue,
    messages: readonly ClaimedMessage[],
    mark: string,
  ): Promise<void> {
    if (messages.length === 0) return;
    const conclusion = { kind: 'done', messageId: mark, untaken: true } as const;
    if (from === outbox) {
      if (!(await handOver.bring())) throw new Error('Postgres is away'); // another replica tells of them if this one can't
      await outbox.conclude(messages.map((message) => ({ ...message, conclusion })));
      local.drop(messages, 'sent');
    } else local.settleAll(messages, conclusion);
    local.keepMessageIds(messages, mark);
    ends.joined(mark, messages);
  }
}
