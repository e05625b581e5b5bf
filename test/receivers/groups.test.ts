// Many alerts that fall together: one message a receiver, which grows and ends with them.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { amountOf, compareAmounts } from '../../src/domain/money.ts';
import type { Outbox, OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import type { Messenger } from '../../src/receivers/delivery/messenger.ts';
import type { ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import { createGroups } from '../../src/receivers/groups/groups.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { type GroupAlert, groupAlert } from '../../src/receivers/notification/group.ts';
import { groupMark, groupOfMark } from '../../src/receivers/notification/group-identity.ts';
import { messageOf, type Notification } from '../../src/receivers/notification/notification.ts';
import { wordsOf } from '../../src/receivers/notification/words.ts';
import { worstFirst } from '../../src/receivers/notification/worst-first.ts';
import { growthOf } from '../../src/receivers/outbox/growth.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { createRefused } from '../../src/receivers/outbox/refused.ts';
import { handClock } from '../support/clock.ts';
import { computingMs } from '../support/cpu.ts';
import {
  alertsSince,
  endedAlert,
  firingAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { type SharedOutbox, sharedOutbox } from '../support/shared-outbox.ts';

const firingAt = Date.now() - 5_000;
const { alertOf, alertsOf } = alertsSince(firingAt);

test('a group of 100,000 is put in words in no time', { timeout: 30_000 }, () => {
  const firing = alertsOf(100_000).map((alert, i) => ({ ...alert, value: `${(i * 7_919) % 5_000}.25` }));
  const worst = firing
    .toSorted((a, b) => compareAmounts(amountOf(a.value), amountOf(b.value)))
    .slice(0, 1_000);
  let group: GroupAlert | undefined;
  const members = { firing, ended: [], untold: [], total: firing.length };
  const ms = computingMs(() => {
    group = groupAlert({ rule: 'Low', severity: 'warning', firingAt }, members);
  });
  expect(ms).toBeLessThan(1_000);
  expect(group!.group.alerts.map(({ value }) => value)).toEqual(worst.map(({ value }) => value));
  expect(group!.group).toMatchObject({ subject: '100,000 wallets', truncated: 99_000 });
});

test('a group of all that there may be ends too', () => {
  const alert = endedAlert(alertOf(1));
  const ended = Array.from({ length: 200_000 }, () => alert);
  const identity = { rule: 'Low', severity: 'warning', firingAt };
  const { resolvedAt, group } = groupAlert(identity, {
    firing: [],
    ended,
    untold: ended,
    total: ended.length,
  });
  expect(resolvedAt).toBe(alert.resolvedAt);
  expect(group).toMatchObject({ subject: '200,000 wallets', truncated: 199_000 });
});

/** A receiver over a messenger that keeps what it is sent; the world's alerts are those that it was told of. */
function keeping(change: Partial<Messenger> = {}, context: Partial<ReceiverContext> = {}) {
  const sent: Notification[] = [];
  const world = new Map<string, Alert>();
  const outbox = sharedOutbox();
  const made = {
    sent,
    world,
    outbox,
    verdict: (): DeliveryVerdict => ({ kind: 'done', messageId: `m${sent.length}` }),
    start: (own: Partial<ReceiverContext> = {}) =>
      createOutboxReceiver(
        {
          sendsUpdates: true,
          ...change,
          send: async (notification) => {
            const verdict = made.verdict();
            if (verdict.kind === 'done') sent.push(notification);
            return verdict;
          },
          close: async () => {},
        },
        receiverContext({
          alerts: () => [...world.values()],
          outbox,
          times: { firstRetryMs: 20, updateEveryMs: 30, lookEveryMs: 20 },
          ...context,
          ...own,
        }),
      ),
    tell(receiver: ReturnType<typeof createOutboxReceiver>, alerts: readonly Alert[]) {
      for (const alert of alerts) world.set(alert.fingerprint, alert);
      receiver.tell(alerts);
    },
  };
  return made;
}

/** As a replica sees it whose messages about groups another one sends. */
function withoutGroups(outbox: SharedOutbox): Outbox {
  return {
    ...outbox,
    async claim(...asked) {
      const claimed = await outbox.claim(...asked);
      const { true: groups = [], false: others = [] } = Object.groupBy(claimed, ({ alert }) =>
        String(alert.startsWith('group/')),
      );
      await outbox.renew(groups, 0);
      return others;
    },
  };
}

const settledFires = ({ messages }: SharedOutbox) =>
  [...messages.values()].filter(({ kind, state }) => kind === 'fire' && state === 'done').length;
const settledHere = (sent: readonly Notification[]) =>
  sent.flatMap(({ alert }) => (alert as GroupAlert).group?.alerts ?? [alert]).length;
const kinds = (sent: readonly Notification[]) => sent.map(({ kind }) => kind);
const subjectOf = ({ alert }: Notification) => (alert as GroupAlert).group?.subject;
const lastOf = (sent: readonly Notification[]) => sent.at(-1)!;

test('four are told one by one, five and more as one, which counts and lists the worst', async () => {
  const it = keeping();
  const receiver = it.start();
  it.tell(receiver, alertsOf(4));
  await until(() => expect(kinds(it.sent)).toEqual(['fire', 'fire', 'fire', 'fire']));
  await receiver.stop();

  const other = keeping();
  const second = other.start();
  other.tell(second, alertsOf(1_000));
  await until(() => expect(other.sent).toHaveLength(1));
  const { title, summary, facts } = wordsOf(other.sent[0]!.alert, '');
  expect(title).toBe('FIRING Low: 1,000 wallets');
  expect(summary).toContain(
    '1,000 wallets at once, the worst first:\na0/UGX/P: 0 (threshold 5,000)\na1/UGX/P: 1',
  );
  expect(summary).toContain('and 990 more');
  expect(facts).toContainEqual(['Wallet', 'UGX/P']);
  await second.stop();
});

test('a message that nobody can read is given up, and keeps no other back', async () => {
  const dropped: string[] = [];
  const it = keeping({}, { onDelivery: (_, result) => void (result === 'dropped' && dropped.push(result)) });
  const [bad, good] = alertsOf(2) as [Alert, Alert];
  await it.outbox.add([{ ...messageOf(bad, 'fire', 'ops', Date.now()), body: '{}' }]);
  const receiver = it.start();
  it.tell(receiver, [good]);
  await until(() => expect(it.sent.map(({ alert }) => alert.account)).toEqual(['a1']));
  expect(dropped).toEqual(['dropped']);
  await receiver.stop();
});

test('so many as are claimed at once are no message of their own: all that fall together are one', async () => {
  const it = keeping({ sendsUpdates: false }, { times: { updateEveryMs: 300_000, lookEveryMs: 20 } });
  const receiver = it.start();
  it.tell(receiver, alertsOf(3_500));
  try {
    await until(() => expect(it.sent).toHaveLength(1));
    expect(it.sent.map(subjectOf)).toEqual(['3,500 wallets']);
    it.tell(receiver, alertsOf(3_500).map(endedAlert));
    await until(() => expect(kinds(it.sent)).toEqual(['fire', 'resolve']));
  } finally {
    await receiver.stop();
  }
});

test('it grows by changes of its message, and ends when the last of them has', async () => {
  const it = keeping();
  const receiver = it.start();
  it.tell(receiver, alertsOf(6));
  await until(() => expect(it.sent.map(subjectOf)).toEqual(['6 wallets']));
  it.tell(receiver, alertsOf(3, 6));
  await until(() => expect(it.sent.map(subjectOf)).toContain('9 wallets'));
  expect(lastOf(it.sent)).toMatchObject({ kind: 'update', messageId: 'm0' });
  it.tell(receiver, alertsOf(8).map(endedAlert));
  await until(() => expect(subjectOf(lastOf(it.sent))).toBe('1 of 9 wallets'));
  it.tell(receiver, [endedAlert(alertOf(8))]);
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  expect(wordsOf(lastOf(it.sent).alert, '').title).toBe('RESOLVED Low: 9 wallets');
  expect(kinds(it.sent).filter((kind) => kind !== 'update')).toEqual(['fire', 'resolve']);
  expect(new Set(it.sent.map(({ episode }) => episode)).size).toBe(1);
  await receiver.stop();
});

test('a group that is told of later than it is over is told both, in order', async () => {
  const it = keeping();
  const receiver = it.start();
  it.verdict = () => ({ kind: 'temporary', detail: 'down' });
  it.tell(receiver, alertsOf(50));
  await until(() => expect(receiver.status().trouble).toBe('it can not be reached'));
  it.tell(receiver, alertsOf(50).map(endedAlert));
  await until(() =>
    expect(
      [...it.outbox.messages.values()].some(({ kind, state }) => kind === 'resolve' && state === 'done'),
    ).toBe(true),
  );
  it.verdict = () => ({ kind: 'done' });
  await until(() => expect(kinds(it.sent)).toEqual(['fire', 'resolve']));
  await receiver.stop();
});

test('what another process begun is ended by this one', async () => {
  const it = keeping();
  const first = it.start();
  it.tell(first, alertsOf(7));
  await until(() => expect(it.sent).toHaveLength(1));
  await first.stop();
  const second = it.start();
  it.tell(second, alertsOf(7)); // all over again, as after a restart
  it.tell(second, alertsOf(3).map(endedAlert));
  it.tell(second, alertsOf(4, 3).map(endedAlert));
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  expect(kinds(it.sent).filter((kind) => kind !== 'update')).toEqual(['fire', 'resolve']);
  await second.stop();
});

test.each([
  { seen: [], title: 'never saw them fire' },
  { seen: alertsOf(6), title: 'has not seen them end yet' },
])('the end of a group names its members, also where this process $title', async ({ seen }) => {
  const it = keeping();
  const first = it.start();
  it.tell(first, alertsOf(6));
  await until(() => expect(it.sent).toHaveLength(1));
  await first.stop();
  it.world.clear(); // those of another replica
  for (const alert of seen) it.world.set(alert.fingerprint, alert);
  await it.outbox.add(alertsOf(6).map((alert) => messageOf(endedAlert(alert), 'resolve', 'ops', Date.now())));
  const second = it.start();
  await until(() => expect(kinds(it.sent)).toEqual(['fire', 'resolve']));
  await second.stop();
  expect(subjectOf(lastOf(it.sent))).toBe('6 wallets');
});

describe('two replicas over one outbox', () => {
  /** Both have begun the same group, each with alerts of its own. */
  async function begunByBoth() {
    const it = keeping();
    const receivers = [it.start(), it.start()] as const;
    it.tell(receivers[0], alertsOf(6));
    await until(() => expect(kinds(it.sent)).toEqual(['fire']));
    it.tell(receivers[1], alertsOf(6, 6));
    await until(() => {
      const messages = [...it.outbox.messages.values()];
      expect(messages.filter(({ messageId }) => groupOfMark(messageId))).toHaveLength(12);
    });
    return { it, receivers };
  }

  test('what only the second one saw begin is told too', async () => {
    const { it, receivers } = await begunByBoth();
    await until(() => expect(subjectOf(lastOf(it.sent))).toBe('12 wallets'));
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  });

  test('what begins after the other one has told the end is told', async () => {
    const { it, receivers } = await begunByBoth();
    it.tell(receivers[0], alertsOf(12).map(endedAlert));
    await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
    await receivers[0].stop(); // so that the second one is who takes what follows
    it.tell(receivers[1], [alertOf(99)]);
    await until(
      () => expect(lastOf(it.sent)).toMatchObject({ kind: 'fire', alert: { account: 'a99' } }),
      2_000,
    );
    await receivers[1].stop();
  });

  test('so is a group that begins within the minute of one that is over', async () => {
    const { it, receivers } = await begunByBoth();
    it.tell(receivers[0], alertsOf(12).map(endedAlert));
    await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
    await receivers[0].stop();
    it.tell(receivers[1], alertsOf(7, 100));
    await until(() => expect(lastOf(it.sent).kind).toBe('fire'));
    expect(subjectOf(lastOf(it.sent))).toBe('7 wallets');
    await receivers[1].stop();
  });
});

test('while Postgres is away, it is the same from this machine', async () => {
  const local = createLocalOutbox(memoryShelf(), realClock);
  const it = keeping({}, { local });
  it.outbox.away = true;
  const receiver = it.start();
  it.tell(receiver, alertsOf(20));
  await until(() => expect(it.sent.map(subjectOf)).toEqual(['20 wallets']));
  it.tell(receiver, alertsOf(20).map(endedAlert));
  await until(() => expect(kinds(it.sent).at(-1)).toBe('resolve'));
  await receiver.stop();
});

test('while Postgres is away nobody joins a group whose message only another replica can change', async () => {
  const it = keeping({ changesMessages: true });
  const first = it.start();
  it.tell(first, alertsOf(6));
  await until(() => expect(it.sent).toHaveLength(1));
  await first.stop();
  const second = it.start({ outbox: withoutGroups(it.outbox) });
  it.tell(second, [...alertsOf(5, 1), endedAlert(alertOf(0))]);
  await until(() =>
    expect(
      [...it.outbox.messages.values()].some(({ kind, state }) => kind === 'resolve' && state === 'done'),
    ).toBe(true),
  );
  it.outbox.away = true;
  it.tell(second, alertsOf(6, 10));
  await until(() => expect(it.sent.map(subjectOf)).toEqual(['6 wallets', '6 wallets']));
  await second.stop();
});

test('a group that is as it was told is not told of again, minute after minute', async () => {
  const clock = handClock();
  const local = createLocalOutbox(memoryShelf(), clock);
  const told: OutboxMessage[] = [];
  const alerts = alertsOf(6);
  const groups = createGroups({
    ...{
      name: 'ops',
      clock,
      local,
      outbox: sharedOutbox(),
      alerts: () => alerts,
      handOver: { bring: async () => true },
    },
    growth: { everyMs: 30_000, shrinks: true, most: Number.POSITIVE_INFINITY },
    put: (messages) => void told.push(...messages),
  });
  local.put(alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now())));
  await groups.take(local, await local.claim('ops', 100, 60_000));
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      clock.advance(60_000);
      await groups.tellChanges(local);
    }
  };
  await minutes(5);
  alerts[0] = alertOf(0, { value: '7' });
  await minutes(5);
  expect(told.map(({ kind }) => kind)).toEqual(['fire', 'update']);
});

test('who hears of no single ends has a group not looked at again and again, since one has ended', async () => {
  const it = keeping({ sendsUpdates: false });
  let looks = 0;
  const membersOf: Outbox['membersOf'] = (...asked) => {
    looks++;
    return it.outbox.membersOf(...asked);
  };
  const receiver = it.start({ outbox: { ...it.outbox, membersOf } });
  it.tell(receiver, alertsOf(6));
  await until(() => expect(it.sent).toHaveLength(1));
  it.tell(receiver, [endedAlert(alertOf(0))]);
  const isSettled = () => [...it.outbox.messages.values()].every(({ state }) => state === 'done');
  await until(() => expect(isSettled()).toBe(true));
  const before = looks;
  await new Promise((resolve) => setTimeout(resolve, 500)); // 25 looks for messages
  expect(looks - before).toBeLessThan(4);
  await receiver.stop();
});

test('a group that could not be told for long is told as it stands by then', async () => {
  let ahead = 0;
  const clock = { ...realClock, now: () => Date.now() + ahead };
  const it = keeping({ sendsUpdates: false }, { clock });
  const receiver = it.start();
  it.verdict = () => ({ kind: 'temporary', detail: 'down' });
  it.tell(receiver, alertsOf(6));
  await until(() => expect(receiver.status().trouble).toBe('it can not be reached'));
  it.tell(receiver, [endedAlert(alertOf(0))]);
  for (const alert of alertsOf(5, 1)) it.world.set(alert.fingerprint, { ...alert, value: '7' });
  ahead = 3_600_000;
  it.verdict = () => ({ kind: 'done' });
  await until(() => expect(it.sent).toHaveLength(1));
  expect(subjectOf(it.sent[0]!)).toBe('5 of 6 wallets');
  expect(it.sent[0]!.alert.annotations['summary']).toContain('\na1/UGX/P: 7 (threshold 5,000)\n');
  await receiver.stop();
});

test('a group that was refused for good is told again as it stands by then', async () => {
  const it = keeping({ sendsUpdates: false });
  const receiver = it.start();
  it.verdict = () => ({ kind: 'permanent', detail: '404' });
  it.tell(receiver, alertsOf(6));
  await until(() => expect(receiver.status().trouble).toContain('1 notification was given up'));
  for (const alert of alertsOf(6)) it.world.set(alert.fingerprint, { ...alert, value: '7' });
  it.verdict = () => ({ kind: 'done' });
  await until(() => expect(it.sent).toHaveLength(1));
  expect(it.sent[0]!.alert.annotations['summary']).toContain('\na0/UGX/P: 7 (threshold 5,000)\n');
  await receiver.stop();
});

test('a group that was refused for good is told again after a restart, as one alert is', async () => {
  const it = keeping({ sendsUpdates: false });
  const first = it.start();
  it.verdict = () => ({ kind: 'permanent', detail: '404' });
  it.tell(first, alertsOf(6));
  await until(() => expect(first.status().trouble).toContain('1 notification was given up'));
  await first.stop();
  it.verdict = () => ({ kind: 'done' }); // its address was mended
  const second = it.start();
  it.tell(second, alertsOf(6));
  await until(() => expect(it.sent.map(subjectOf)).toEqual(['6 wallets']));
  await second.stop();
});

describe('a message about a group that lasts which was refused for good', () => {
  const grows: Partial<Messenger> = {
    sendsUpdates: false,
    growth: { everyMs: 30, shrinks: false, most: Number.POSITIVE_INFINITY },
  };

  /** Three have joined six, by a message that was refused. */
  async function growthRefused() {
    const it = keeping(grows);
    const receiver = it.start();
    it.tell(receiver, alertsOf(6));
    await until(() => expect(it.sent.map(subjectOf)).toEqual(['6 wallets']));
    it.verdict = () => ({ kind: 'permanent', detail: '404' });
    it.tell(receiver, alertsOf(3, 6));
    await until(() => expect(receiver.status().trouble).toContain('1 notification was given up'));
    return { it, receiver };
  }

  test('who joined by it is told again', async () => {
    const { it, receiver } = await growthRefused();
    it.verdict = () => ({ kind: 'done' });
    await until(() => expect(it.sent.map(subjectOf)).toEqual(['6 wallets', '9 wallets']));
    await receiver.stop();
  });

  test('who joined by it is told again after a restart, too', async () => {
    const { it, receiver } = await growthRefused();
    await receiver.stop();
    it.verdict = () => ({ kind: 'done' }); // its address was mended
    const second = it.start();
    it.tell(second, alertsOf(9));
    await until(() => expect(it.sent.map(subjectOf)).toEqual(['6 wallets', '9 wallets']));
    await second.stop();
  });

  test('is told again also where another replica has begun the group', async () => {
    const it = keeping(grows);
    const first = it.start({ outbox: withoutGroups(it.outbox) }); // which doesn't come to send it
    it.verdict = () => ({ kind: 'permanent', detail: '404' });
    it.tell(first, alertsOf(6));
    await until(() => expect(settledFires(it.outbox)).toBe(6));
    const second = it.start();
    await until(() => expect(second.status().trouble).toContain('1 notification was given up'));
    it.verdict = () => ({ kind: 'done' });
    await until(() => expect(it.sent.map(subjectOf)).toEqual(['6 wallets']));
    await Promise.all([first.stop(), second.stop()]);
  });
});

test('one that was tried by itself stays by itself: the receiver may know it', async () => {
  const it = keeping();
  const receiver = it.start();
  it.verdict = () => ({ kind: 'temporary', detail: 'lost' });
  it.tell(receiver, [alertOf(0)]);
  await until(() => expect(receiver.status().trouble).toBe('it can not be reached'));
  it.tell(receiver, alertsOf(9, 1));
  it.verdict = () => ({ kind: 'done' });
  await until(() => expect(it.sent).toHaveLength(2));
  expect(it.sent.map(subjectOf).sort()).toEqual(['9 wallets', undefined]);
  await receiver.stop();
});

test('nor is it drawn into one from here when Postgres, where it was claimed, goes away', async () => {
  const it = keeping({}, { times: { firstRetryMs: 20, lookEveryMs: 20, leaseMs: 100 } });
  const receiver = it.start();
  it.verdict = () => ({ kind: 'temporary', detail: 'lost' });
  it.tell(receiver, [alertOf(0)]);
  await until(() => expect(receiver.status().trouble).toBe('it can not be reached'));
  await until(() =>
    expect([...it.outbox.messages.values()].map(({ attempts }) => attempts)).not.toContain(0),
  );
  it.outbox.away = true;
  it.tell(receiver, alertsOf(9, 1));
  it.verdict = () => ({ kind: 'done' });
  try {
    await until(() => expect(settledHere(it.sent)).toBe(10));
    expect(it.sent.map(subjectOf).sort()).toEqual(['9 wallets', undefined]);
  } finally {
    await receiver.stop();
  }
});

test('for what is paid, growth is told so often and no more, and says so', async () => {
  const it = keeping({ sendsUpdates: false, growth: { everyMs: 10, shrinks: false, most: 1 } });
  const receiver = it.start();
  for (let i = 1; i <= 4; i++) {
    it.tell(receiver, alertsOf(10, 10 * (i - 1)));
    await until(() => expect(settledFires(it.outbox)).toBe(10 * i + 1)); // and the group's own
    await until(() => expect(kinds(it.sent)).toEqual(['fire', 'update'].slice(0, i)));
  }
  expect(wordsOf(lastOf(it.sent).alert, '').summary).toContain(
    'No more of these until all of them have ended.',
  );
  it.tell(receiver, alertsOf(40).map(endedAlert));
  await until(() => expect(kinds(it.sent)).toEqual(['fire', 'update', 'resolve']));
  await receiver.stop();
});

describe.each([0, 1])('where growth is told %i times', (most) => {
  /** A group of six that can tell no more of its growth; `claim` takes what was put since, and gives what is told singly. */
  async function fullGroup() {
    const clock = handClock();
    const local = createLocalOutbox(memoryShelf(), clock);
    const told: OutboxMessage[] = [];
    const world = new Map<string, Alert>();
    const groups = createGroups({
      ...{
        name: 'ops',
        clock,
        local,
        outbox: sharedOutbox(),
        alerts: () => [...world.values()],
        handOver: { bring: async () => true },
      },
      growth: { everyMs: 500, shrinks: false, most },
      put: (messages) => void told.push(...messages),
    });
    const claim = async (alerts: readonly Alert[]): Promise<string[]> => {
      for (const alert of alerts) world.set(alert.fingerprint, alert);
      const kind = ({ phase }: Alert) => (phase === 'firing' ? 'fire' : 'resolve');
      local.put(alerts.map((alert) => messageOf(alert, kind(alert), 'ops', clock.now())));
      const single = await groups.take(local, await local.claim('ops', 100, 60_000));
      for (const message of single) await local.settle(message, { kind: 'done' });
      clock.advance(1_000);
      await groups.tellChanges(local);
      return single.map(({ alert }) => alert);
    };
    expect(await claim(alertsOf(6))).toEqual([]);
    expect(await claim(alertsOf(1, 6)), 'within the time in which they fall together').toEqual([]);
    const begun = ['fire', 'update'].slice(0, 1 + most);
    expect(told.map(({ kind }) => kind)).toEqual(begun);
    clock.advance(60_000);
    const subjects = () =>
      told.slice(begun.length).map(({ kind, body }) => `${kind} ${JSON.parse(body).alert.group.subject}`);
    return { claim, clock, subjects };
  }

  test('a later beginning is told by itself', async () => {
    const { claim, subjects } = await fullGroup();
    expect(await claim(alertsOf(1, 7))).toEqual(['Low a7']);
    expect(await claim(alertsOf(3, 8))).toHaveLength(3);
    expect(subjects()).toEqual([]);
  });

  test('many later ones are a group of their own, and each ends with its own members', async () => {
    const { claim, clock, subjects } = await fullGroup();
    expect(await claim(alertsOf(9, 7))).toEqual([]);
    expect(subjects()).toEqual(['fire 9 wallets']);
    await claim(alertsOf(9, 7).map(endedAlert));
    expect(subjects()).toEqual(['fire 9 wallets', 'resolve 9 wallets']);
    await claim(alertsOf(7).map(endedAlert));
    clock.advance(60_000);
    await claim([]);
    expect(subjects()).toEqual(['fire 9 wallets', 'resolve 9 wallets', 'resolve 7 wallets']);
  });
});

describe('where growth is a change of a message, which rings nowhere', () => {
  const HOUR_MS = 3_600_000;

  /** A group of six that began so many milliseconds ago, and lasts. */
  async function changedGroup(ago: number) {
    const clock = handClock(firingAt + ago);
    const local = createLocalOutbox(memoryShelf(), clock);
    const told: OutboxMessage[] = [];
    const world = new Map(alertsOf(6).map((alert) => [alert.fingerprint, alert]));
    const groups = createGroups({
      ...{ name: 'ops', clock, local, outbox: sharedOutbox(), alerts: () => [...world.values()] },
      handOver: { bring: async () => true },
      growth: growthOf({ sendsUpdates: true }, {}),
      put: (messages) => void told.push(...messages),
    });
    const claim = async (alerts: readonly Alert[]): Promise<string[]> => {
      for (const alert of alerts) world.set(alert.fingerprint, alert);
      local.put(alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now())));
      const single = await groups.take(local, await local.claim('ops', 100, 60_000));
      return single.map(({ alert }) => alert);
    };
    expect(await claim(alertsOf(6))).toEqual([]);
    clock.advance(2 * 60_000);
    return { clock, claim };
  }

  test('who fires soon after the others joins them', async () => {
    const { claim } = await changedGroup(60_000);
    expect(await claim(alertsOf(1, 6))).toEqual([]);
  });

  test('who fires an hour later is told aloud, though the group lasts', async () => {
    const { clock, claim } = await changedGroup(60_000);
    clock.advance(HOUR_MS);
    expect(await claim([alertOf(6, { firingAt: clock.now() })])).toEqual(['Low a6']);
  });
});

test('a group of which Postgres knows no member lasts as long as its alerts fire', async () => {
  const clock = handClock();
  const local = createLocalOutbox(memoryShelf(), clock);
  const outbox = sharedOutbox();
  const told: OutboxMessage[] = [];
  let alerts = alertsOf(6);
  const groups = createGroups({
    ...{ name: 'ops', clock, local, outbox, alerts: () => alerts, handOver: { bring: async () => true } },
    growth: { everyMs: 60_000, shrinks: false, most: Number.POSITIVE_INFINITY },
    put: (messages) => void told.push(...messages),
  });
  const begun = alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now()));
  local.put(begun);
  expect(await groups.take(local, await local.claim('ops', 100, 60_000))).toEqual([]);
  // Postgres is back, and another replica has told them one by one meanwhile.
  await outbox.conclude(begun.map((message) => ({ ...message, conclusion: { kind: 'done' } })));
  clock.advance(60_000);
  await groups.tellChanges(outbox);
  expect(told.map(({ kind }) => kind)).toEqual(['fire']);
  alerts = alerts.map(endedAlert);
  clock.advance(60_000);
  await groups.tellChanges(outbox);
  expect(told.map(({ kind }) => kind)).toEqual(['fire', 'resolve']);
  expect(JSON.parse(told[1]!.body).alert.group.subject).toBe('6 wallets');
});

test('each of two groups of one rule that were refused is told again', () => {
  const clock = handClock();
  const refused = createRefused(clock);
  const groups = [60_000, 120_000].map((at) =>
    groupAlert(
      { rule: 'Low', severity: 'warning', firingAt: at },
      { firing: alertsOf(6), ended: [], untold: [], total: 6 },
    ),
  );
  for (const group of groups) {
    const message = messageOf(group, 'fire', 'ops', clock.now());
    refused.note({ ...message, attempts: 0, messageId: null });
  }
  clock.advance(60_000);
  expect(refused.due(() => groups)).toEqual(groups);
});

test('who was refused nothing that lasts has nothing to tell again, and may look rarely', () => {
  const clock = handClock();
  const refused = createRefused(clock);
  expect(refused.any()).toBe(false);
  const alert = firingAlert();
  refused.note({ ...messageOf(alert, 'fire', 'ops', clock.now()), attempts: 0, messageId: null });
  expect(refused.any()).toBe(true);
  expect(refused.due(() => [endedAlert(alert)])).toEqual([]);
  expect(refused.any()).toBe(false);
});

test('a beginning that bears the mark of its group was told with it, and is not sent', async () => {
  const local = createLocalOutbox(memoryShelf(), realClock);
  const it = keeping({}, { local });
  const alert = alertOf(0);
  const message = messageOf(alert, 'fire', 'ops', Date.now());
  local.keepMessageId(message, groupMark({ rule: 'Low', severity: 'warning', firingAt: 60_000 }));
  const receiver = it.start();
  it.tell(receiver, [alert, firingAlert('High')]);
  await until(() => expect(settledFires(it.outbox)).toBe(2));
  const begun = it.sent.filter(({ kind }) => kind === 'fire');
  expect(begun.map(({ alert: { rule } }) => rule)).toEqual(['High']);
  await receiver.stop();
});

test('two rules are two groups', async () => {
  const it = keeping();
  const receiver = it.start();
  const others = alertsOf(6).map((alert) => ({
    ...alert,
    rule: 'Blind',
    fingerprint: `Blind ${alert.account}`,
  }));
  it.tell(receiver, [...alertsOf(6), ...others]);
  await until(() => expect(it.sent).toHaveLength(2));
  expect(it.sent.map(({ alert }) => alert.rule).sort()).toEqual(['Blind', 'Low']);
  await receiver.stop();
});

describe('words', () => {
  const amounts = (values: readonly [string, string][]) =>
    values.map(([value, threshold], i) => alertOf(i, { value, threshold }));

  test.each([
    [
      'below: the smallest share',
      [
        ['50', '100'],
        ['-1', '100'],
        ['10', '1000'],
      ],
      [1, 2, 0],
    ],
    [
      'above: the largest share',
      [
        ['150', '100'],
        ['3000', '1000'],
        ['900', '300'],
      ],
      [1, 2, 0],
    ],
    [
      'durations',
      [
        ['10m', '5m'],
        ['2h', '5m'],
      ],
      [1, 0],
    ],
  ] as const)('the worst first, %s', (_, values, order) => {
    const alerts = amounts(values as unknown as [string, string][]);
    expect(worstFirst(alerts).map(({ account }) => account)).toEqual(order.map((i) => `a${i}`));
  });

  test('what has no value goes by how long it has fired', () => {
    const alerts = [2, 1, 3].map((at, i) => alertOf(i, { value: null, threshold: null, firingAt: at }));
    expect(worstFirst(alerts).map(({ firingAt }) => firingAt)).toEqual([1, 2, 3]);
  });

  test('accounts are called accounts, and labels that they share stay', () => {
    const alerts = alertsOf(6).map((alert) => ({
      ...alert,
      ...{
        currency: '',
        walletType: '',
        labels: { alertname: 'Low', severity: 'warning', account: alert.account, team: 'ops' },
      },
    }));
    const group = groupAlert(
      { rule: 'Low', severity: 'warning', firingAt: 60_000 },
      { firing: alerts, ended: [], untold: [], total: 6 },
    );
    expect(group).toMatchObject({
      labels: { alertname: 'Low', severity: 'warning', team: 'ops' },
      account: '',
    });
    expect(group.labels).not.toHaveProperty('account');
    expect(group.group.subject).toBe('6 accounts');
  });

  const groupOf = (firing: readonly Alert[]) => {
    const members = { firing, ended: [], untold: [], total: firing.length };
    return groupAlert({ rule: 'Low', severity: 'warning', firingAt: 60_000 }, members);
  };

  test('payment options are called so, and each is told from the others', () => {
    const providers = ['MTN', 'AIRTEL', 'LYCA', 'TIGO', 'VODA'];
    const { group, annotations } = groupOf(
      providers.map((provider_code, i) => {
        const { wallet_type: _, ...labels } = alertOf(1).labels;
        const option = { ...labels, transaction_type: 'PAYOUT', transaction_method: 'MOBILE', provider_code };
        const firingAt = 60_000 + i;
        return alertOf(1, { walletType: '', labels: option, value: 'inactive', threshold: null, firingAt });
      }),
    );
    expect(group.subject).toBe('5 payment options');
    const [, first, second] = annotations['summary']!.split('\n');
    expect([first, second]).toEqual(['a1/UGX MTN: inactive', 'a1/UGX AIRTEL: inactive']);
  });

  test('what replicas report of themselves is told apart, and is about no account', () => {
    const { group, annotations } = groupOf(
      ['mail', 'chat', 'sms', 'pager', 'desk'].map((receiver, i) => {
        const labels = { alertname: 'Low', severity: 'warning', receiver, replica: 'float-0:14217' };
        const nobody = { account: '', currency: '', walletType: '' };
        return alertOf(1, { ...nobody, labels, value: 'away', threshold: null, firingAt: 60_000 + i });
      }),
    );
    expect(group.subject).toBe('5 alerts');
    expect(annotations['summary']!.split('\n')[1]).toBe('floatwatch mail: away');
  });

  test('a mark of a group is read back, and nothing else is one', () => {
    const identity = { rule: 'a/b', severity: 'critical', firingAt: 60_000 };
    expect(groupOfMark(groupMark(identity))).toEqual(identity);
    for (const id of [null, '', '42', 'C1/123.4', 'group/x']) expect(groupOfMark(id)).toBeUndefined();
  });
});
