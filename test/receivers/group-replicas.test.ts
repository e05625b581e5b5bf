// Two replicas that tell of one group: whoever was taken into it is told of by some message.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { ClaimedMessage, Outbox, OutboxMessage } from '../../src/monitor/alerts/outbox.ts';
import { createHandOver } from '../../src/receivers/delivery/hand-over.ts';
import { createGroups } from '../../src/receivers/groups/groups.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { type GroupAlert, groupAlert } from '../../src/receivers/notification/group.ts';
import { groupMark, identityOf } from '../../src/receivers/notification/group-identity.ts';
import { messageOf, notificationOf } from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { handClock } from '../support/clock.ts';
import {
  alertsSince,
  endedAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const firingAt = Date.now() - 600_000;
const { alertOf, alertsOf } = alertsSince(firingAt);
const EVERY_MS = 300_000;
const NO_MEMBERS = { firing: [], ended: [], untold: [], total: 0 };
/** As e-mail hears of groups: that they grew. */
const growth = { everyMs: EVERY_MS, shrinks: false, most: Number.POSITIVE_INFINITY };

/** Accounts that a message says fire. */
const accountsIn = (alert: Alert): readonly string[] =>
  ((alert as GroupAlert).group?.alerts ?? [alert]).map(({ account }) => account);

const subjectIn = (body: string): string =>
  (JSON.parse(body) as { readonly alert: GroupAlert }).alert.group.subject;

/** A receiver over an outbox; `told` are the accounts that it was told of. */
function receiverOver(told: Set<string>, outbox: Outbox) {
  const world = new Map<string, Alert>();
  const receiver = createOutboxReceiver(
    {
      growth: { ...growth, everyMs: 30 },
      send: async ({ kind, alert }) => {
        if (kind !== 'resolve') for (const account of accountsIn(alert)) told.add(account);
        return { kind: 'done' };
      },
      close: async () => {},
    },
    receiverContext({
      ...{ outbox, alerts: () => [...world.values()], local: createLocalOutbox(memoryShelf(), realClock) },
      times: { firstRetryMs: 20, lookEveryMs: 20, leaseMs: 200 },
    }),
  );
  return {
    tell(alerts: readonly Alert[]) {
      for (const alert of alerts) world.set(alert.fingerprint, alert);
      receiver.tell(alerts);
    },
    stop: () => receiver.stop(),
  };
}

test('a group of which each shard knows its own accounts alone is told with all that fire', async () => {
  const outbox = sharedOutbox();
  const said: string[] = [];
  function shardWith(alerts: readonly Alert[]) {
    const world = new Map(alerts.map((alert) => [alert.fingerprint, alert]));
    const receiver = createOutboxReceiver(
      {
        growth: { everyMs: 50, shrinks: true, most: Number.POSITIVE_INFINITY },
        send: async ({ kind, alert }) => {
          said.push(`${kind} ${(alert as GroupAlert).group?.subject}`);
          return { kind: 'done' };
        },
        close: async () => {},
      },
      receiverContext({
        ...{ outbox, alerts: () => [...world.values()], local: createLocalOutbox(memoryShelf(), realClock) },
        times: { firstRetryMs: 20, lookEveryMs: 20, leaseMs: 200 },
      }),
    );
    const tell = (some: readonly Alert[]) => {
      for (const alert of some) world.set(alert.fingerprint, alert);
      receiver.tell(some);
    };
    return { tell, stop: () => receiver.stop() };
  }
  const [ours, theirs] = [alertsOf(6), alertsOf(6, 6)];
  const [first, second] = [shardWith(ours), shardWith(theirs)];
  first.tell(ours);
  await until(() => expect(said).toEqual(['fire 6 wallets']));
  second.tell(theirs);
  await until(() => expect(said.at(-1)).toBe('update 12 wallets'));
  first.tell(ours.slice(0, 2).map(endedAlert));
  second.tell(theirs.slice(0, 1).map(endedAlert));
  await until(() => expect(said.at(-1)).toMatch(/^update 9 of /));
  first.tell(ours.map(endedAlert));
  second.tell(theirs.map(endedAlert));
  await until(() => expect(said.at(-1)).toMatch(/^resolve /));
  await Promise.all([first.stop(), second.stop()]);
});

test('a shard whose own members have all ended tells it, although members of another last', async () => {
  const outbox = sharedOutbox();
  const said: string[] = [];
  const [ours, theirs] = [alertsOf(6), alertsOf(6, 6)];
  const world = new Map(ours.map((alert) => [alert.fingerprint, alert]));
  const receiver = createOutboxReceiver(
    {
      growth: { everyMs: 50, shrinks: true, most: Number.POSITIVE_INFINITY },
      goesByEach: true,
      send: async ({ kind, alert }) => {
        const { alerts, subject } = (alert as GroupAlert).group;
        const ends = alerts.filter(({ phase }) => phase !== 'firing').map(({ account }) => account);
        said.push(`${kind} ${alert.phase} ${subject}: ${ends.sort().join(' ')}`);
        return { kind: 'done' };
      },
      close: async () => {},
    },
    receiverContext({
      ...{ outbox, alerts: () => [...world.values()], local: createLocalOutbox(memoryShelf(), realClock) },
      times: { firstRetryMs: 20, lookEveryMs: 20, leaseMs: 200 },
    }),
  );
  const say = (kind: 'fire' | 'resolve', alerts: readonly Alert[]) =>
    outbox.add(alerts.map((alert) => messageOf(alert, kind, 'ops', Date.now())));
  try {
    await say('fire', [...ours, ...theirs]);
    await until(() => expect(said).toEqual(['fire firing 12 wallets: ']));
    for (const end of ours.map(endedAlert)) world.set(end.fingerprint, end);
    receiver.tell(ours.map(endedAlert));
    await until(() => expect(said.at(-1)).toBe('update firing 6 of 12 wallets: a0 a1 a2 a3 a4 a5'));
    await say('resolve', theirs.map(endedAlert));
    await until(() => expect(said.at(-1)).toBe('resolve inactive 12 wallets: a10 a11 a6 a7 a8 a9'));
  } finally {
    await receiver.stop();
  }
});

test.each([
  [true, ['update 6 of 12 wallets']],
  [false, []],
])(
  'of a group that grew elsewhere and whose members here have ended, who hears of ends (%s) is told: %j',
  async (shrinks, expected) => {
    const clock = handClock(Date.now());
    const shared = sharedOutbox();
    const messageId = groupMark(identityOf(alertsOf(6)));
    const conclusion = { kind: 'done', messageId, untaken: true } as const;
    const fires = (alerts: readonly Alert[]) =>
      alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now()));
    let alerts: readonly Alert[] = alertsOf(6);
    const told: string[] = [];
    const groups = createGroups({
      ...{ name: 'ops', clock, outbox: shared, local: createLocalOutbox(memoryShelf(), clock) },
      alerts: () => alerts,
      handOver: {
        async bring() {
          await shared.conclude(fires(alertsOf(6, 6)).map((message) => ({ ...message, conclusion })));
          return true; // another shard has settled its members at the same time
        },
      },
      growth: { everyMs: EVERY_MS, shrinks, most: Number.POSITIVE_INFINITY },
      put: (messages) => void told.push(...messages.map(({ kind, body }) => `${kind} ${subjectIn(body)}`)),
    });
    const claimed = (messages: readonly OutboxMessage[]) =>
      messages.map((each) => ({ ...each, attempts: 0, messageId: null }));
    await shared.add(fires(alerts));
    await groups.take(shared, claimed(fires(alerts)));
    alerts = alerts.map(endedAlert);
    const ends = alerts.map((alert) => messageOf(alert, 'resolve', 'ops', clock.now()));
    await shared.add(ends);
    await groups.take(
      shared,
      claimed(ends).map((each) => ({ ...each, messageId })),
    );
    clock.advance(EVERY_MS);
    await groups.tellChanges(shared);
    expect(told).toEqual(['fire 6 wallets', ...expected]);
    expect(groups.untilLook()).toBeGreaterThan(0); // it isn't looked at again and again
  },
);

test('who began a group is killed before its members are settled: those that its successor adds are told', async () => {
  const outbox = sharedOutbox();
  const told = new Set<string>();
  const first = receiverOver(told, { ...outbox, conclude: () => Promise.reject(new Error('killed')) });
  first.tell(alertsOf(6));
  await until(() => expect(told.size).toBe(6));
  await first.stop();
  const second = receiverOver(told, outbox);
  second.tell(alertsOf(8));
  try {
    await until(() => expect([...told].sort()).toEqual(alertsOf(8).map(({ account }) => account)));
  } finally {
    await second.stop();
  }
});

test('of two replicas that tell at the same time who joined, each tells in the end of all', async () => {
  const clock = handClock(Date.now());
  const shared = sharedOutbox();
  const world = new Map<string, Alert>();
  const told = new Set<string>();

  function replica(outbox: Outbox) {
    const local = createLocalOutbox(memoryShelf(), clock);
    const times = { leaseMs: 30_000, lookEveryMs: 5_000 };
    const handOver = createHandOver({
      ...{ name: 'ops', local, outbox, clock, alerts: () => [], ...times },
      onTold: (ids) => groups.tellAnew(ids),
    });
    const groups = createGroups({
      ...{ name: 'ops', clock, local, outbox, alerts: () => [...world.values()], handOver, growth },
      put: (messages) => local.put(messages),
    });
    return {
      async take(alerts: readonly Alert[]) {
        for (const alert of alerts) world.set(alert.fingerprint, alert);
        const messages = alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now()));
        await shared.add(messages);
        const claimed: ClaimedMessage[] = messages.map((each) => ({ ...each, attempts: 0, messageId: null }));
        expect(await groups.take(outbox, claimed)).toEqual([]);
      },
      async tellChanges() {
        await groups.tellChanges(outbox);
        await handOver.bring();
      },
    };
  }

  /** Whoever comes first sends what waits about the group. */
  async function deliver() {
    for (const message of shared.messages.values()) {
      if (!message.alert.startsWith('group/') || message.state !== 'waiting') continue;
      for (const account of accountsIn(JSON.parse(message.body).alert)) told.add(account);
      await shared.settle(message, { kind: 'done' });
    }
  }

  let gate: Promise<void> | undefined;
  const slow: Outbox = {
    ...shared,
    async conclude(messages) {
      await gate;
      await shared.conclude(messages);
    },
  };
  const [first, second] = [replica(slow), replica(shared)];
  await first.take(alertsOf(6));
  await second.take(alertsOf(5, 6)); // wait for the next message
  await deliver();
  clock.advance(EVERY_MS);
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const taken = first.take([alertOf(11)]); // its message waits in Postgres
  await until(() => expect([...shared.messages.values()].some(({ kind }) => kind === 'update')).toBe(true));
  await second.take(alertsOf(5, 6)); // takes the place of that
  await deliver();
  resolve();
  await taken;
  clock.advance(EVERY_MS);
  for (const { tellChanges } of [first, second]) await tellChanges();
  await deliver();
  expect(told).toEqual(new Set(alertsOf(12).map(({ account }) => account)));
});

test('who joined a group that another had ended is told, though who took it in was killed', async () => {
  const outbox = sharedOutbox();
  const told = new Set<string>();
  const first = receiverOver(told, outbox);
  first.tell(alertsOf(6));
  await until(() => expect(told.size).toBe(6));
  first.tell(alertsOf(6).map(endedAlert));
  const isOver = () =>
    [...outbox.messages.values()].some(
      ({ alert, kind, state }) => alert.startsWith('group/') && kind === 'resolve' && state === 'done',
    );
  await until(() => expect(isOver()).toBe(true));
  await first.stop();
  const messageId = groupMark(identityOf(alertsOf(6)));
  const fire = messageOf(alertOf(6), 'fire', 'ops', Date.now());
  await outbox.conclude([{ ...fire, conclusion: { kind: 'done', messageId, untaken: true } }]);
  const second = receiverOver(told, outbox);
  second.tell([alertOf(6)]);
  try {
    await until(() => expect([...told]).toContain('a6'));
  } finally {
    await second.stop();
  }
});

test('a group whose end another replica tells is not told to begin anew by who looks at it meanwhile', async () => {
  const clock = handClock(Date.now());
  const shared = sharedOutbox();
  const local = createLocalOutbox(memoryShelf(), clock);
  const alerts = alertsOf(6); // this replica hasn't seen them end
  const told: string[] = [];
  const fires = alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now()));
  const mark = groupMark(identityOf(alerts));
  let members = shared.membersOf;
  const outbox: Outbox = { ...shared, membersOf: (...asked) => members(...asked) };
  const groups = createGroups({
    ...{
      name: 'ops',
      clock,
      local,
      outbox,
      alerts: () => alerts,
      handOver: { bring: async () => true },
      growth,
    },
    put: (messages) => void told.push(...messages.map(({ kind }) => kind)),
  });
  await shared.add(fires);
  await groups.take(
    outbox,
    fires.map((each) => ({ ...each, attempts: 0, messageId: null })),
  );
  expect(told).toEqual(['fire']);
  members = async (...asked) => {
    const before = await shared.membersOf(...asked);
    members = shared.membersOf;
    const ends = alerts.map((alert) => messageOf(endedAlert(alert), 'resolve', 'ops', clock.now()));
    const conclusion = { kind: 'done', untaken: true, messageId: mark } as const;
    await shared.conclude(ends.map((end) => ({ ...end, conclusion })));
    const group = { ...groupAlert(identityOf(alerts), NO_MEMBERS), resolvedAt: clock.now() };
    const end = messageOf(group, 'resolve', 'ops', clock.now());
    await shared.conclude([{ ...end, conclusion: { kind: 'done' } }]);
    return before;
  };
  clock.advance(EVERY_MS);
  await groups.tellChanges(outbox);
  await groups.tellChanges(outbox);
  expect(told.slice(1)).not.toContain('fire');
});

/** A replica that tells as of PagerDuty, which has no ids of messages: an episode is an incident there. */
function paging(told: string[], outbox: Outbox, alerts: readonly Alert[]) {
  const world = new Map(alerts.map((alert) => [alert.fingerprint, alert]));
  const local = createLocalOutbox(memoryShelf(), realClock);
  const receiver = createOutboxReceiver(
    {
      sendsUpdates: true,
      send: async ({ kind, alert }) => {
        told.push(`${kind} ${alert.account || 'group'}`);
        return { kind: 'done' };
      },
      close: async () => {},
    },
    receiverContext({
      ...{ outbox, alerts: () => [...world.values()], local },
      times: { firstRetryMs: 20, lookEveryMs: 20, leaseMs: 200, updateEveryMs: 50 },
    }),
  );
  const see = (news: readonly Alert[]) => {
    for (const alert of news) world.set(alert.fingerprint, alert);
  };
  const tell = (news: readonly Alert[]) => {
    see(news);
    receiver.tell(news);
  };
  receiver.tell(alerts);
  return { see, tell, local, stop: () => receiver.stop() };
}

test('what another replica told by itself while Postgres was away is told by itself to be over', async () => {
  const outbox = sharedOutbox();
  outbox.away = true;
  const told: string[] = [];
  const many = paging(told, outbox, alertsOf(6));
  await until(() => expect(told).toEqual(['fire group']));
  const few = paging(told, outbox, [alertOf(1)]); // it has seen no more yet
  await until(() => expect(told).toEqual(['fire group', 'fire a1']));
  outbox.away = false;
  await until(() => expect(outbox.messages.size).toBe(7)); // with that about all
  await until(() => expect([...outbox.messages.values()].every(({ state }) => state === 'done')).toBe(true));
  await few.stop();
  many.tell([endedAlert(alertOf(1))]);
  try {
    await until(() => expect(told).toContain('resolve a1'));
  } finally {
    await many.stop();
  }
});

test('while Postgres is away, what another replica took into a group changes and ends with that group alone', async () => {
  const outbox = sharedOutbox();
  const told: string[] = [];
  const alerts = alertsOf(6);
  const first = paging(told, outbox, alerts);
  await until(() => expect(told).toEqual(['fire group']));
  const second = paging(told, outbox, alerts); // it has told of none of them
  await until(() => expect([...outbox.messages.values()].every(({ state }) => state === 'done')).toBe(true));
  await until(() => expect([...second.local.shared('ops'), ...second.local.unshared('ops')]).toEqual([])); // as it knows
  await first.stop();
  outbox.away = true;
  const changed = alerts.map((alert) => ({ ...alert, value: '1.5' }));
  second.see(changed);
  try {
    await until(() => expect(told.length).toBeGreaterThan(1), 2_000).catch(() => {});
    second.tell(changed.map(endedAlert));
    await until(() => expect(told).toContain('resolve group'));
  } finally {
    await second.stop();
  }
  expect(told.filter((one) => !one.endsWith(' group'))).toEqual([]);
});

test('while Postgres is away a group ends with the last of those that have not ended elsewhere', async () => {
  const outbox = sharedOutbox();
  const told: string[] = [];
  const alerts = alertsOf(6);
  const first = paging(told, outbox, alerts);
  await until(() => expect(told).toEqual(['fire group']));
  const claim = async () => (await outbox.count('ops')) && []; // the first is quicker
  const second = paging(told, { ...outbox, claim }, alerts);
  const isKnown = () => {
    const news = [...outbox.messages.values()].filter(({ kind }) => kind !== 'update');
    expect(news.every(({ state }) => state === 'done')).toBe(true);
    expect([...second.local.shared('ops'), ...second.local.unshared('ops')]).toEqual([]);
  };
  await until(isKnown);
  first.tell(alertsOf(3).map(endedAlert));
  const isOver = () => [...outbox.messages.values()].filter(({ kind }) => kind === 'resolve').length === 3;
  await until(() => expect(isOver()).toBe(true));
  await until(isKnown);
  await first.stop();
  second.tell(alertsOf(3).map(endedAlert)); // which were settled by the first
  await until(isKnown);
  outbox.away = true;
  second.tell(alertsOf(3, 3).map(endedAlert));
  try {
    await until(() => expect(told).toContain('resolve group'));
  } finally {
    await second.stop();
  }
});

test('while Postgres is away nobody joins a group of which nothing fires: another replica may have told its end', async () => {
  const clock = handClock(Date.now());
  const [outbox, local] = [sharedOutbox(), createLocalOutbox(memoryShelf(), clock)];
  const told: string[] = [];
  let alerts: readonly Alert[] = alertsOf(6);
  const groups = createGroups({
    ...{ name: 'ops', clock, local, outbox, alerts: () => alerts, handOver: { bring: async () => true } },
    growth: { everyMs: 0, shrinks: true, most: Number.POSITIVE_INFINITY },
    put: (messages) => void told.push(...messages.map(({ kind }) => kind)),
  });
  await outbox.add(alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now())));
  expect(await groups.take(outbox, await outbox.claim('ops', 10, 60_000))).toEqual([]);
  expect(told).toEqual(['fire']);
  outbox.away = true;
  alerts = [...alerts.map(endedAlert), alertOf(6)];
  local.put([messageOf(alertOf(6), 'fire', 'ops', clock.now())]);
  const alone = await groups.take(local, await local.claim('ops', 10, 60_000));
  expect(alone.map(({ alert }) => alert)).toEqual(['Low a6']);
  expect(told).toEqual(['fire']);
});

test.each([
  { few: 6, all: 8 },
  { few: 1_100, all: 1_200 },
])(
  'what tells of $few of a group in which $all are by now tells of all: it may have taken the place of newer news',
  async ({ few, all }) => {
    const clock = handClock(Date.now());
    const outbox = sharedOutbox();
    const alerts = alertsOf(all);
    const identity = identityOf(alerts);
    const conclusion = { kind: 'done', messageId: groupMark(identity), untaken: true } as const;
    const members = alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now()));
    await outbox.conclude(members.map((message) => ({ ...message, conclusion })));
    const groups = createGroups({
      ...{ name: 'ops', clock, outbox, local: createLocalOutbox(memoryShelf(), clock), alerts: () => alerts },
      ...{ handOver: { bring: async () => true }, growth, put: () => {} },
    });
    const former = groupAlert(identity, { ...NO_MEMBERS, firing: alertsOf(few), total: few });
    const message = messageOf(former, 'update', 'ops', clock.now()); // as a process brings that was restarted
    const sent: Alert[] = [];
    await groups.send(
      outbox,
      notificationOf({ ...message, attempts: 0, messageId: null }),
      async ({ alert }) => {
        sent.push(alert);
        return { kind: 'done' };
      },
    );
    const { subject, alerts: told, truncated } = (sent[0] as GroupAlert).group;
    expect(subject).toBe(`${all.toLocaleString('en')} wallets`);
    expect(told.length + truncated).toBe(all);
  },
);

test('of those of another shard that were told of with ours nobody hears once more', async () => {
  const clock = handClock(Date.now());
  const outbox = sharedOutbox();
  let alerts = alertsOf(6);
  const conclusion = { kind: 'done', messageId: groupMark(identityOf(alerts)), untaken: true } as const;
  const theirs = alertsOf(6, 6).map((alert) => messageOf(alert, 'fire', 'ops', clock.now()));
  await outbox.conclude(theirs.map((message) => ({ ...message, conclusion })));
  const told: string[] = [];
  const groups = createGroups({
    ...{ name: 'ops', clock, outbox, local: createLocalOutbox(memoryShelf(), clock), alerts: () => alerts },
    ...{ handOver: { bring: async () => true }, growth },
    put: (messages) => void told.push(...messages.map(({ kind, body }) => `${kind} ${subjectIn(body)}`)),
  });
  const fires = alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now()));
  await outbox.add(fires);
  const claimed = fires.map((each) => ({ ...each, attempts: 0, messageId: null }));
  await groups.take(outbox, claimed);
  clock.advance(EVERY_MS);
  await groups.take(outbox, claimed);
  expect(told).toEqual(['update 12 wallets']);
  alerts = alerts.map((alert) => ({ ...alert, value: '0' }));
  clock.advance(EVERY_MS);
  await groups.tellChanges(outbox);
  expect(told).toHaveLength(1);
});

test('a group that grew elsewhere is not looked at again and again where its growth is told of to nobody', async () => {
  const clock = handClock(Date.now());
  const shared = sharedOutbox();
  let looks = 0;
  const outbox: Outbox = {
    ...shared,
    membersOf: (...asked) => {
      looks++;
      return shared.membersOf(...asked);
    },
  };
  const alerts = alertsOf(6);
  const conclusion = { kind: 'done', messageId: groupMark(identityOf(alerts)), untaken: true } as const;
  const other = messageOf(alertOf(6), 'fire', 'ops', clock.now()); // this replica hasn't seen it fire
  const groups = createGroups({
    ...{ name: 'ops', clock, outbox, local: createLocalOutbox(memoryShelf(), clock), alerts: () => alerts },
    handOver: {
      async bring() {
        await shared.conclude([{ ...other, conclusion }]); // at the same time
        return true;
      },
    },
    growth: { everyMs: 0, shrinks: false, most: 0 },
    put: () => {},
  });
  const fires = alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now()));
  await shared.add(fires);
  const claimed = fires.map((each) => ({ ...each, attempts: 0, messageId: null }));
  expect(await groups.take(outbox, claimed)).toEqual([]);
  const before = looks;
  for (let i = 0; i < 5; i++) await groups.tellChanges(outbox);
  expect(looks - before).toBe(1);
});
