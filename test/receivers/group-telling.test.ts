// What is told of a group that lasts, how often, and once more after a refusal: by a clock of our own, with no queue.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type { ClaimedMessage, KnownMessage, Outbox, OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import type { Growth } from '../../src/receivers/delivery/messenger.ts';
import { isOne, isUntried } from '../../src/receivers/groups/beginning.ts';
import { createFlood, TOGETHER_MS } from '../../src/receivers/groups/flood.ts';
import { createGroupNews, newGroup, type OpenGroup } from '../../src/receivers/groups/group-news.ts';
import { createGroupRefusals } from '../../src/receivers/groups/group-refusals.ts';
import {
  type GroupAlert,
  type GroupMembers,
  groupAlert,
  LAST_NOTE,
} from '../../src/receivers/notification/group.ts';
import { type GroupIdentity, groupMark } from '../../src/receivers/notification/group-identity.ts';
import { groupKey, messageOf } from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, endedAlert } from '../support/delivering.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const identity: GroupIdentity = { rule: 'Low', severity: 'warning', firingAt: NOON };
const { alertOf, alertsOf } = alertsSince(NOON);
const [six, seven] = [alertsOf(6), alertsOf(7)];
const membersOf = (firing: readonly Alert[], change: Partial<GroupMembers> = {}): GroupMembers => ({
  ...{ firing, ended: [], untold: [], total: firing.length, ...change },
});
const claimed = (change: Partial<ClaimedMessage> = {}): ClaimedMessage => ({
  ...messageOf(six[0]!, 'fire', 'ops', NOON),
  ...{ attempts: 0, messageId: null, ...change },
});

function telling(growth: Partial<Growth> = {}) {
  const clock = handClock(NOON);
  const put: OutboxMessage[] = [];
  const news = createGroupNews({
    ...{ name: 'ops', clock, growth: { everyMs: 2 * MINUTE, shrinks: true, most: 3, ...growth } },
    put: (messages) => put.push(...messages),
  });
  const group = newGroup(identity, clock.monotonic(), clock.monotonic());
  news.tell(group, 'fire', groupAlert(identity, membersOf(six)));
  Object.assign(group, { settled: true });
  return {
    ...{ clock, news, group },
    /** The kinds of the messages since it was asked last. */
    told: () => put.splice(0).map(({ kind }) => kind),
    texts: () =>
      put.splice(0).map(({ body }) => (JSON.parse(body) as { alert: Alert }).alert.annotations['summary']!),
  };
}

test('a new group has been told of nothing', () => {
  expect(newGroup(identity, 5, 7)).toEqual({
    ...{ identity, toldAs: identity, alert: null, settled: false, openedAt: 5, toldAt: 5, lookedAt: 7 },
    ...{ times: 0, grown: false, shrunk: false, joinAt: null },
  });
});

test('a message is kept under the name that the group has now', () => {
  const { group, told } = telling();
  expect(told()).toEqual(['fire']);
  expect(group.alert).toMatchObject({ fingerprint: 'group/warning/Low', group: { subject: '6 wallets' } });
});

describe('growth', () => {
  test('is told when the interval is over, and not before', () => {
    const { clock, news, group, told } = telling();
    told();
    group.grown = true;
    clock.advance(2 * MINUTE - 1);
    news.tellGrowth(group, membersOf(seven));
    expect([told(), group.grown]).toEqual([[], true]);
    clock.advance(1);
    news.tellGrowth(group, membersOf(seven));
    expect(told()).toEqual(['update']);
    expect(group).toMatchObject({
      grown: false,
      shrunk: false,
      joinAt: null,
      times: 1,
      toldAt: clock.monotonic(),
    });
    group.grown = true;
    clock.advance(2 * MINUTE - 1);
    news.tellGrowth(group, membersOf(six));
    expect(told()).toEqual([]);
  });

  test('is not told where the group is as it was told', () => {
    const { clock, news, group, told } = telling();
    told();
    Object.assign(group, { grown: true, shrunk: true });
    clock.advance(2 * MINUTE);
    news.tellGrowth(group, membersOf(six));
    expect([told(), group]).toMatchObject([[], { grown: false, shrunk: false, times: 0 }]);
    const untold = [endedAlert(alertOf(9))];
    news.tellGrowth(group, membersOf(six, { untold }));
    expect(told()).toEqual(['update']); // an end is news, though who fires is the same
  });

  test.each([
    ['is told', {}, ['update']],
    ['is not told where values are no news', { values: false }, []],
  ])('of values alone %s', (_what, growth, expected) => {
    const { clock, news, group, told } = telling(growth);
    told();
    clock.advance(2 * MINUTE);
    const changed = six.map((alert, i) => ({ ...alert, value: String(90 - i), held: i === 0 }));
    news.tellGrowth(group, membersOf(changed));
    expect(told()).toEqual(expected);
  });

  test.each<[string, readonly Alert[], Partial<GroupMembers>]>([
    ['one more', seven, {}],
    ['one fewer', six.slice(1), {}],
    ['another one', [...six.slice(1), alertOf(9)], {}],
    ['one that fires anew', [{ ...six[0]!, firingAt: NOON + MINUTE }, ...six.slice(1)], {}],
    ['one elsewhere', six, { elsewhere: 1 }],
    ['an end', six, { untold: [endedAlert(alertOf(9))] }],
  ])('of %s is told where values are no news', (_what, firing, change) => {
    const { clock, news, group, told } = telling({ values: false });
    told();
    clock.advance(2 * MINUTE);
    news.tellGrowth(group, membersOf(firing, change));
    expect(told()).toEqual(['update']);
  });

  test('is told as often as the receiver takes it, and the last one says so', () => {
    const { clock, news, group, texts } = telling({ most: 2 });
    texts();
    for (const firing of [seven, six, seven]) {
      clock.advance(2 * MINUTE);
      Object.assign(group, { grown: true });
      news.tellGrowth(group, membersOf(firing));
    }
    expect(texts().map((text) => text.endsWith(LAST_NOTE))).toEqual([false, true]);
    expect(group).toMatchObject({ times: 2, grown: false, shrunk: false });
  });

  test.each([
    ['grown', { grown: true, shrunk: false }, ['update']],
    ['shrunk', { grown: false, shrunk: true }, []],
  ])('where people would not notice fewer, is told only if it has %s', (_what, state, expected) => {
    const { clock, news, group, told } = telling({ shrinks: false });
    told();
    clock.advance(2 * MINUTE);
    Object.assign(group, state);
    news.tellGrowth(group, membersOf(seven));
    expect(told()).toEqual(expected);
    expect(group.shrunk).toBe(false);
  });

  test.each([
    [2 * MINUTE, MINUTE],
    [30_000, 30_000],
  ])('every %i ms waits %i ms for those who join, of whom another may tell', (everyMs, waitMs) => {
    const { clock, news, group, told } = telling({ everyMs });
    told();
    clock.advance(everyMs);
    Object.assign(group, { grown: true, joinAt: clock.monotonic() });
    clock.advance(waitMs - 1);
    news.tellGrowth(group, membersOf(seven));
    expect(told()).toEqual([]);
    clock.advance(1);
    news.tellGrowth(group, membersOf(seven));
    expect(told()).toEqual(['update']);
  });

  test('that is told now needs no interval', () => {
    const { news, group, told } = telling();
    told();
    news.tellUpdate(group, membersOf(seven));
    expect(told()).toEqual(['update']);
    news.tellUpdate(group, membersOf(seven));
    expect(told()).toEqual([]);
  });
});

describe('beginnings join a group', () => {
  test.each<[string, Partial<OpenGroup>, number, Partial<Growth>, boolean]>([
    ['that nobody has joined', { settled: false }, 10 * MINUTE, { most: 0 }, true],
    ['within its first minute', { times: 3 }, MINUTE - 1, {}, true],
    ['later, as long as its growth is told', { times: 2 }, MINUTE, {}, true],
    ['not later, when it is told no more', { times: 3 }, MINUTE, {}, false],
    ['as long as the receiver says', {}, 5 * MINUTE - 1, { joinedForMs: 5 * MINUTE }, true],
    ['not longer', {}, 5 * MINUTE, { joinedForMs: 5 * MINUTE }, false],
  ])('%s', (_what, state, afterMs, growth, joins) => {
    const { clock, news, group } = telling(growth);
    Object.assign(group, state);
    clock.advance(afterMs);
    expect(news.takesMore(group)).toBe(joins);
  });
});

describe('many at once', () => {
  const keys = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `k${from + i}`);

  test.each([
    [4, false],
    [5, true],
    [6, true],
  ])('%i beginnings of a rule are enough: %s', (count, isFlood) => {
    expect(createFlood(handClock()).isOf('Low', keys(count))).toBe(isFlood);
  });

  test('are also those of the last minute, of the same rule, each once', () => {
    const clock = handClock();
    const { isOf } = createFlood(clock);
    expect(isOf('Low', keys(2))).toBe(false);
    expect(isOf('High', keys(3))).toBe(false);
    clock.advance(TOGETHER_MS - 1);
    expect(isOf('Low', keys(2))).toBe(false); // the same once more
    expect(isOf('Low', keys(2, 2))).toBe(false);
    expect(isOf('Low', keys(1, 4))).toBe(true);
    expect(isOf('Low', keys(4))).toBe(false); // after a group, it is counted anew
  });

  test('are not those of a minute ago', () => {
    const clock = handClock();
    const { isOf } = createFlood(clock);
    isOf('Low', keys(4));
    clock.advance(TOGETHER_MS);
    expect(isOf('Low', keys(1, 4))).toBe(false);
  });

  test.each([
    ['a beginning', {}, true, true],
    ['one that was tried', { attempts: 1 }, true, false],
    ['an end', { kind: 'resolve' as const }, true, false],
    ['an update', { kind: 'update' as const }, true, false],
    ['of a group', { alert: 'group/warning/Low' }, false, true],
  ])('are only such as were never tried, of one alert: %s', (_what, change, one, untried) => {
    expect(isOne(claimed(change))).toBe(one);
    expect(isUntried(claimed(change))).toBe(untried);
  });
});

describe('a group whose message was refused for good', () => {
  const other: GroupIdentity = { ...identity, firingAt: NOON + MINUTE };

  /** `known`: what Postgres knows of the messages of each group; `lasting`: who fires of a group; `untold`: ends. */
  function refusing(
    known: Readonly<Record<string, KnownMessage['state']>>,
    lasting: readonly Alert[] | undefined,
    untold: readonly string[] = [],
  ) {
    const asked: string[][] = [];
    const looked: GroupIdentity[] = [];
    const told: string[] = [];
    const groups = new Map<string, OpenGroup>();
    const outbox = {
      async knownByKey(_name: string, keys: readonly string[]) {
        asked.push([...keys]);
        return new Map(
          keys.flatMap((key) =>
            known[key] ? [[key, { state: known[key], messageId: null, takenMsAgo: null }] as const] : [],
          ),
        );
      },
      membersOf: async () => ({
        lasting: [],
        ended: untold,
        untold: new Map(untold.map((one) => [one, ''])),
      }),
    } satisfies Pick<Outbox, 'knownByKey' | 'membersOf'> as unknown as Outbox;
    const refusals = createGroupRefusals({
      ...{ name: 'ops', outbox },
      tell: (group, kind, alert) =>
        told.push(`${kind} ${group.identity.firingAt - NOON} ${alert.group.subject}`),
      groupOf(of) {
        const group = groups.get(groupMark(of)) ?? newGroup(of, 0, 0);
        groups.set(groupMark(of), group);
        return group;
      },
      async look(group) {
        looked.push(group.identity);
        return lasting && membersOf(lasting);
      },
    });
    return { ...refusals, asked, looked, told, groups };
  }

  test('nothing is asked where nobody was in a group', async () => {
    const { tellAnew, asked } = refusing({}, six);
    await tellAnew(['m1', '']);
    await tellAnew([]);
    expect(asked).toEqual([]);
  });

  test.each<
    [
      string,
      Readonly<Record<string, KnownMessage['state']>>,
      readonly Alert[] | undefined,
      readonly string[],
      number,
    ]
  >([
    ['told: its beginning', { [groupKey(identity, 'fire')]: 'dead' }, six, ['fire 0 6 wallets'], 1],
    [
      'told: its update',
      { [groupKey(identity, 'fire')]: 'done', [groupKey(identity, 'update')]: 'dead' },
      six,
      ['update 0 6 wallets'],
      1,
    ],
    ['not told where none lasts', { [groupKey(identity, 'fire')]: 'dead' }, undefined, [], 1],
    ['not told where nobody here fires', { [groupKey(identity, 'fire')]: 'dead' }, [], [], 1],
    ['looked at where it was ended too soon', { [groupKey(identity, 'resolve')]: 'done' }, six, [], 1],
    ['left alone where all was told', { [groupKey(identity, 'fire')]: 'done' }, six, [], 0],
    ['left alone where nothing is known', {}, six, [], 0],
  ])('is once more %s', async (_what, known, lasting, expected, looks) => {
    const { tellAnew, told, looked, asked } = refusing(known, lasting);
    await tellAnew([groupMark(identity), 'm1', groupMark(identity)]);
    expect(told).toEqual(expected);
    expect(looked).toHaveLength(looks);
    expect(asked).toEqual([(['fire', 'update', 'resolve'] as const).map((kind) => groupKey(identity, kind))]);
  });

  test('is taken up where it lasts and an end is untold', async () => {
    const { tellAnew, groups } = refusing({ [groupKey(identity, 'fire')]: 'done' }, six, ['an episode']);
    await tellAnew([groupMark(identity)]);
    expect(groups.get(groupMark(identity))?.shrunk).toBe(true);
  });

  test('each of several is told by itself', async () => {
    const { tellAnew, told, asked } = refusing(
      { [groupKey(identity, 'fire')]: 'dead', [groupKey(other, 'update')]: 'dead' },
      six,
    );
    await tellAnew([groupMark(identity), groupMark(other)]);
    expect(told).toEqual(['fire 0 6 wallets', `update ${MINUTE} 6 wallets`]);
    expect(asked[0]).toHaveLength(6);
  });

  test('is kept here from then on, whoever began it; one that is known stays as it is', () => {
    const group = groupAlert(identity, membersOf(six));
    const of = (alert: Alert, change: Partial<ClaimedMessage> = {}): ClaimedMessage => ({
      ...messageOf(alert, 'fire', 'ops', NOON),
      ...{ attempts: 1, messageId: null, ...change },
    });
    const { refused, groups } = refusing({}, six);
    refused(of(six[0]!));
    refused(of(group, { kind: 'resolve' }));
    refused(of(group, { body: 'odd' }));
    expect(groups.size).toBe(0);
    refused(of(group));
    expect(groups.get(groupMark(identity))?.alert?.group.subject).toBe('6 wallets');
    refused(of(groupAlert(identity, membersOf(seven)), { kind: 'update' }));
    expect(groups.get(groupMark(identity))?.alert?.group.subject).toBe('6 wallets');
    expect([...groups.values()].map((one) => (one.alert as GroupAlert).group.alerts.map(episodeOf))).toEqual([
      group.group.alerts.map(episodeOf),
    ]);
  });
});
