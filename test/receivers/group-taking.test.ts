// How beginnings are taken into groups, and members out of them: claim by claim, with no receiver and no loop.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { ClaimedMessage, NotificationKind, OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import type { Growth } from '../../src/receivers/delivery/messenger.ts';
import { createGroups } from '../../src/receivers/groups/groups.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, memoryShelf } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const MARK = `group/${NOON}/warning/Low`;
const { alertOf, alertsOf } = alertsSince(NOON);

const claimed = (alert: Alert, kind: NotificationKind = 'fire', more: Partial<ClaimedMessage> = {}) => ({
  ...{ ...messageOf(alert, kind, 'ops', NOON), attempts: 0, messageId: null, ...more },
});
const over = (alert: Alert): Alert => ({ ...alert, phase: 'inactive', resolvedAt: NOON + MINUTE });

/** Groups over Postgres, or over this machine alone, and the messages about them that were kept. */
function grouping({ here = false, changesMessages = false, ...growth }: Partial<Growth> & Options = {}) {
  const clock = handClock(NOON);
  const [outbox, local] = [sharedOutbox(), createLocalOutbox(memoryShelf(), clock)];
  const world = new Map<string, Alert>();
  const put: OutboxMessage[] = [];
  const renewed: (readonly [number, number])[] = [];
  const state = { isHere: true };
  const from = here ? local : outbox;
  const { renew } = outbox;
  outbox.renew = async (messages, forMs) => {
    renewed.push([messages.length, forMs]);
    await renew(messages, forMs);
  };
  const groups = createGroups({
    ...{ name: 'ops', clock, local, outbox, changesMessages, alerts: () => [...world.values()] },
    growth: { everyMs: 5 * MINUTE, shrinks: true, most: 3, ...growth },
    put: (messages) => void put.push(...messages),
    handOver: { bring: async () => state.isHere },
  });
  const now = (...alerts: readonly Alert[]) => {
    for (const alert of alerts) world.set(alert.fingerprint, alert);
    return alerts;
  };
  return {
    ...{ clock, outbox, local, groups, renewed, state, now },
    /** The rest of what was claimed, which is told one by one. */
    async take(messages: readonly ClaimedMessage[]) {
      if (here) local.put(messages);
      else await outbox.add(messages.filter(({ messageId }) => messageId === null));
      const rest = await groups.take(from, messages);
      return rest.map(({ alert, kind }) => `${kind} ${alert}`);
    },
    begin: (alerts: readonly Alert[]) => now(...alerts).map((alert) => claimed(alert)),
    changes: () => groups.tellChanges(from),
    /** What was kept of groups since it was asked last. */
    told: () =>
      put.splice(0).map(({ kind, body }) => {
        const { alert } = JSON.parse(body) as { alert: { group: { subject: string } } };
        return `${kind} ${alert.group.subject}`;
      }),
    taken: () =>
      [...outbox.messages.values()].filter(({ messageId }) => messageId === MARK).map(({ alert }) => alert),
  };
}

interface Options {
  readonly here?: boolean;
  readonly changesMessages?: boolean;
}

const names = (count: number, from = 0, kind = 'fire') =>
  Array.from({ length: count }, (_, i) => `${kind} Low a${from + i}`);
const alertNames = (count: number) => names(count).map((name) => name.slice('fire '.length));

describe('beginnings', () => {
  test('of four are told one by one, and of five in a group', async () => {
    const it = grouping();
    expect(await it.take(it.begin(alertsOf(4)))).toEqual(names(4));
    expect(it.told()).toEqual([]);
    expect(await it.take(it.begin([alertOf(4)]))).toEqual([]); // the fifth within a minute
    expect(it.told()).toEqual(['fire 1 wallet']);
  });

  test('that are taken into a group are settled with its mark, here and in Postgres', async () => {
    const it = grouping();
    expect(await it.take(it.begin(alertsOf(6)))).toEqual([]);
    expect(it.told()).toEqual(['fire 6 wallets']);
    expect(it.taken()).toEqual(alertNames(6));
    expect(it.local.episodesOf('ops', MARK)).toHaveLength(6);
    expect(it.groups.told()).toMatchObject([{ fingerprint: 'group/warning/Low', phase: 'firing' }]);
  });

  test('are so from this machine while Postgres is away', async () => {
    const it = grouping({ here: true });
    expect(await it.take(it.begin(alertsOf(6)))).toEqual([]);
    expect(it.told()).toEqual(['fire 6 wallets']);
    expect(it.local.concluded('ops')).toHaveLength(6);
    expect(it.outbox.messages.size).toBe(0);
  });

  test('are left to another replica where Postgres goes away before they are settled', async () => {
    const it = grouping();
    it.state.isHere = false;
    await expect(it.take(it.begin(alertsOf(6)))).rejects.toThrow('Postgres is away');
    expect(it.taken()).toEqual([]);
  });

  test('that were tried, cannot be read, are of groups or are no beginnings are told one by one', async () => {
    const it = grouping();
    const five = it.begin(alertsOf(5));
    const odd = [
      claimed(alertOf(6), 'fire', { attempts: 1 }),
      claimed(alertOf(7), 'fire', { body: 'odd' }),
      claimed(alertOf(8), 'fire', { alert: 'group/warning/Other' }),
      claimed(over(alertOf(9)), 'resolve'),
    ];
    const rest = await it.take([...odd, ...five]);
    expect(rest).toEqual(['fire Low a6', 'fire Low a7', 'fire group/warning/Other', 'resolve Low a9']);
  });

  test.each([
    ['a beginning that nobody tried', claimed(alertOf(1)), true],
    ['one that was tried', claimed(alertOf(1), 'fire', { attempts: 1 }), false],
    ['one that was tried, of a member', claimed(alertOf(1), 'fire', { attempts: 1, messageId: MARK }), true],
    ['an end', claimed(over(alertOf(1)), 'resolve'), false],
    ['an end of a member', claimed(over(alertOf(1)), 'resolve', { messageId: MARK }), true],
    ['an end of one with its own message', claimed(over(alertOf(1)), 'resolve', { messageId: '7' }), false],
    ['what is told of a group', claimed(alertOf(1), 'fire', { alert: 'group/warning/Low' }), false],
  ])('and ends that may be told together are known: %s', (_what, message, expected) => {
    expect(grouping().groups.takes(message)).toBe(expected);
  });

  test('of another rule, or another severity, are another group', async () => {
    const it = grouping();
    const critical = alertsOf(5, 10).map((alert) => ({ ...alert, severity: 'critical' }));
    expect(await it.take(it.begin([...alertsOf(5), ...critical]))).toEqual([]);
    expect(it.told()).toEqual(['fire 5 wallets', 'fire 5 wallets']);
  });
});

describe('what begins later', () => {
  test('joins: it waits for the next message, a minute at a time, and is settled with that', async () => {
    const it = grouping();
    await it.take(it.begin(alertsOf(5)));
    it.told();
    const sixth = it.begin([alertOf(5)]);
    expect(await it.take(sixth)).toEqual([]);
    it.clock.advance(4 * MINUTE + 1);
    await it.take(sixth);
    expect(it.renewed).toEqual([[1, MINUTE], [1, MINUTE - 1]]); // biome-ignore format: one line
    expect([it.told(), it.taken().length]).toEqual([[], 5]);
    it.clock.advance(MINUTE - 1);
    await it.take(sixth);
    expect([it.told(), it.taken().length]).toEqual([['update 6 wallets'], 6]);
    expect(it.renewed).toHaveLength(2);
  });

  test('is settled at once where the group is told no more', async () => {
    const it = grouping({ most: 0 });
    await it.take(it.begin(alertsOf(5)));
    it.told();
    expect(await it.take(it.begin([alertOf(5)]))).toEqual([]);
    expect([it.told(), it.renewed, it.taken().length]).toEqual([[], [], 6]);
    it.clock.advance(MINUTE);
    expect(await it.take(it.begin([alertOf(6)]))).toEqual(['fire Low a6']);
  });

  test('is told by itself once all members have ended', async () => {
    const it = grouping();
    await it.take(it.begin(alertsOf(5)));
    it.told();
    const ends = it.now(...alertsOf(5).map(over));
    expect(await it.take(ends.map((end) => claimed(end, 'resolve', { messageId: MARK })))).toEqual([]);
    expect(it.told()).toEqual(['resolve 5 wallets']);
    expect(it.groups.told()).toEqual([]);
    expect(await it.take(it.begin([alertOf(7)]))).toEqual(['fire Low a7']);
  });
});

describe('changes of a group', () => {
  test('are looked for each minute, and at once when a member has ended', async () => {
    const it = grouping({ everyMs: 0 });
    expect(it.groups.untilLook()).toBe(Number.POSITIVE_INFINITY);
    await it.take(it.begin(alertsOf(6)));
    expect(it.groups.untilLook()).toBe(MINUTE);
    it.told();
    it.now({ ...alertOf(0), value: '900' });
    await it.changes();
    it.clock.advance(MINUTE - 1);
    await it.changes();
    expect(it.told()).toEqual([]);
    expect(it.groups.untilLook()).toBe(1);
    it.clock.advance(1);
    await it.changes();
    expect(it.told()).toEqual(['update 6 wallets']);
    const [end] = it.now(over(alertOf(1)));
    await it.take([claimed(end!, 'resolve', { messageId: MARK })]);
    expect(it.groups.untilLook()).toBe(0);
    await it.changes();
    expect(it.told()).toEqual(['update 5 of 6 wallets']);
  });

  test('that may not be told yet are looked for when they may, and not before', async () => {
    const it = grouping({ everyMs: 30_000 });
    await it.take(it.begin(alertsOf(6)));
    it.told();
    let looks = 0;
    const { membersOf } = it.outbox;
    const [end] = it.now(over(alertOf(1)));
    await it.take([claimed(end!, 'resolve', { messageId: MARK })]);
    it.outbox.membersOf = (...asked) => {
      looks++;
      return membersOf(...asked);
    };
    it.clock.advance(29_999);
    await it.changes();
    expect([looks, it.groups.untilLook()]).toEqual([0, 1]);
    it.clock.advance(1);
    await it.changes();
    expect([looks, it.told()]).toEqual([1, ['update 5 of 6 wallets']]);
  });

  test('are also members that another replica has taken in meanwhile', async () => {
    const it = grouping({ everyMs: 0 });
    const conclusion = { kind: 'done', messageId: MARK, untaken: true } as const;
    const { bring } = { bring: async () => it.outbox.conclude([{ ...claimed(alertOf(9)), conclusion }]) };
    await it.outbox.add([messageOf(alertOf(9), 'fire', 'ops', NOON)]);
    await it.take(it.begin(alertsOf(5)));
    await bring();
    it.told();
    it.clock.advance(MINUTE);
    await it.changes();
    expect(it.told()).toEqual(['update 6 wallets']);
  });
});

test('a member whose beginning comes again is settled as a member', async () => {
  const it = grouping();
  await it.take(it.begin(alertsOf(5)));
  it.told();
  expect(await it.take([claimed(alertOf(0), 'fire', { attempts: 1, messageId: MARK })])).toEqual([]);
  expect(it.told()).toEqual([]);
});
