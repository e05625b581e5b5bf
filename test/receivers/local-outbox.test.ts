// Messages on this machine: what keeping them costs, and what is let go of when too many wait.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { KeyValueStore } from '../../src/monitor/alerts/ports.ts';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import { createGroups } from '../../src/receivers/groups/groups.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { isGroup } from '../../src/receivers/notification/group.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { createQuietTaker } from '../../src/receivers/outbox/quiet-hours.ts';
import { createRecipients } from '../../src/receivers/outbox/recipients.ts';
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

const { alertOf, alertsOf } = alertsSince(Date.parse('2026-03-02T11:59:00Z'));

/** A shelf that counts how often it is written to: each time it waits for the disk, and everything waits for it. */
function countingShelf() {
  const shelf = memoryShelf();
  const it = {
    writes: 0,
    shelf: {
      ...shelf,
      saveStates(changes) {
        it.writes++;
        shelf.saveStates(changes);
      },
    } satisfies KeyValueStore,
  };
  return it;
}

test('while Postgres is away many that fall together, and end together, are few writes to the disk', async () => {
  const clock = handClock();
  const counting = countingShelf();
  const local = createLocalOutbox(counting.shelf, clock);
  let alerts: readonly Alert[] = alertsOf(1_000);
  const groups = createGroups({
    ...{ name: 'ops', clock, local, outbox: sharedOutbox(), alerts: () => alerts },
    handOver: { bring: async () => false },
    growth: { everyMs: 30_000, shrinks: true, most: Number.POSITIVE_INFINITY },
    put: (messages) => local.put(messages),
  });
  const take = async () => void (await groups.take(local, await local.claim('ops', 2_000, 60_000)));
  local.put(alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now())));
  await take();
  alerts = alerts.map(endedAlert);
  local.put(alerts.map((alert) => messageOf(alert, 'resolve', 'ops', clock.now())));
  await take();
  expect(local.concluded('ops')).toHaveLength(2_000);
  expect(counting.writes).toBeLessThan(20);
});

test('so are many that were over before quiet hours were', async () => {
  const clock = handClock('2026-03-02T23:00:00Z');
  const counting = countingShelf();
  const local = createLocalOutbox(counting.shelf, clock);
  const alerts = alertsOf(1_000).map(endedAlert);
  local.put(alertsOf(1_000).map((alert) => messageOf(alert, 'fire', 'ops', clock.now())));
  const night = { weekdays: Array.from({ length: 7 }, () => true), from: 22 * 60, until: 24 * 60 };
  const quietHours = { hours: [night], timezone: 'UTC' };
  const quiet = createQuietTaker(receiverContext({ clock, local, quietHours, alerts: () => alerts }));
  clock.advance(3_600_000);
  expect(await quiet.take(local, await local.claim('ops', 1_000, 60_000))).toEqual([]);
  expect(local.concluded('ops')).toHaveLength(1_000);
  expect(counting.writes).toBeLessThan(10);
});

test('what was given up is tried again when it is told anew; what was sent is not', async () => {
  const local = createLocalOutbox(memoryShelf(), handClock());
  const message = messageOf(alertOf(1), 'fire', 'ops', 0);
  const claim = () => local.claim('ops', 10, 60_000);
  for (const settled of [{ kind: 'dead', detail: 'no' }, { kind: 'done' }] as const) {
    local.put([message]);
    const claimed = await claim();
    expect(claimed).toHaveLength(1);
    await local.settle(claimed[0]!, settled);
    expect(await claim()).toEqual([]);
  }
  local.put([message]);
  expect(await claim()).toEqual([]);
});

test('a beginning that the disk did not let go of is not told anew after its end', async () => {
  const shelf = memoryShelf();
  let refuses = false;
  const torn: KeyValueStore = {
    ...shelf,
    saveStates(changes) {
      if (refuses) throw new Error('the disk failed');
      shelf.saveStates(changes);
    },
  };
  const clock = handClock();
  const local = createLocalOutbox(torn, clock);
  const [fire, resolve] = (['fire', 'resolve'] as const).map((kind) =>
    messageOf(alertOf(1), kind, 'ops', clock.now()),
  );
  local.put([fire!]);
  refuses = true;
  local.drop([fire!], 'sent');
  await Promise.resolve();
  refuses = false;
  local.put([resolve!]);
  local.drop([resolve!], 'sent');
  await Promise.resolve();
  const successor = createLocalOutbox(shelf, clock);
  expect(await successor.claim('ops', 10, 60_000)).toEqual([]); // Postgres knows that it was told, once it is back
  expect(successor.unshared('ops')).toHaveLength(1);
});

test('what all recipients of a receiver are told is one write', async () => {
  const counting = countingShelf();
  const local = createLocalOutbox(counting.shelf, handClock());
  const recipients = Array.from({ length: 20 }, (_, i) => `r${i}@example.com`);
  const messenger = { send: async () => ({ kind: 'done' }) as const, close: async () => {} };
  const receiver = createRecipients(recipients, () => messenger, receiverContext({ name: 'mail', local }));
  receiver.tell(alertsOf(3));
  expect(counting.writes).toBe(1);
  expect(recipients.flatMap((recipient) => local.unshared(`mail/${recipient}`))).toHaveLength(60);
  await receiver.stop();
});

test('what is noted of messages in one go is one write, and durable before anything else happens', async () => {
  const counting = countingShelf();
  const clock = handClock();
  const local = createLocalOutbox(counting.shelf, clock);
  const messages = alertsOf(3).map((alert) => messageOf(alert, 'fire', 'ops', clock.now()));
  local.put(messages);
  counting.writes = 0;
  local.drop(messages, 'sent');
  local.keepMessageIds(messages, '17');
  await Promise.resolve();
  expect(counting.writes).toBe(1);
  const next = createLocalOutbox(counting.shelf, clock);
  expect(messages.map(next.messageId)).toEqual(['17', '17', '17']);
  next.put(messages);
  expect(await next.claim('ops', 3, 60_000)).toEqual([]);
});

test('what was opened at a receiver was so at no other, after a restart, too', () => {
  const shelf = memoryShelf();
  const local = createLocalOutbox(shelf, handClock());
  const [one, another] = [alertOf(1), alertOf(2)];
  local.noteOpened('pager', one);
  local.noteOpened('pager-2', another);
  for (const each of [local, createLocalOutbox(shelf, handClock())]) {
    expect(each.opened('pager').map(({ alert }) => alert)).toEqual([one]);
    expect(each.opened('pager-2').map(({ alert }) => alert)).toEqual([another]);
    expect(each.opened('mail')).toEqual([]);
  }
});

test('how often a message was tried is known after a restart, and it waits no longer than a new one', async () => {
  const clock = handClock();
  const shelf = memoryShelf();
  const local = createLocalOutbox(shelf, clock);
  local.put([messageOf(alertOf(0), 'fire', 'ops', clock.now())]);
  const tries = async (outbox = local) => {
    const [claimed] = await outbox.claim('ops', 1, 60_000);
    if (claimed) await outbox.settle(claimed, { kind: 'retry', afterMs: 30_000, detail: '503' });
    return claimed?.attempts;
  };
  expect(await tries()).toBe(0);
  expect(await tries(), 'within the pause').toBeUndefined();
  clock.advance(30_000);
  expect(await tries()).toBe(1);
  expect(await tries(createLocalOutbox(shelf, clock))).toBe(2);
});

test('the end of what was told before a restart is not let go of, however many wait', async () => {
  const clock = handClock();
  const shelf = memoryShelf();
  const fire = messageOf(alertOf(0), 'fire', 'ops', clock.now());
  const first = createLocalOutbox(shelf, clock);
  first.put([fire]);
  first.drop([fire], 'sent');
  await Promise.resolve();
  const second = createLocalOutbox(shelf, clock); // Postgres is away from now on
  second.put([fire]);
  const end = messageOf(endedAlert(alertOf(0)), 'resolve', 'ops', clock.now());
  second.put([end]);
  second.put(alertsOf(12_000, 1).map((alert) => messageOf(alert, 'fire', 'ops', clock.now())));
  expect(second.unshared('ops').map(({ key }) => key)).toContain(end.key);
});

test('while the disk is full and Postgres away a group is told, and ends, all the same', async () => {
  const outbox = sharedOutbox();
  outbox.away = true;
  const full: KeyValueStore = {
    saveStates() {
      throw new Error('database or disk is full');
    },
    loadStates: () => new Map(),
  };
  const sent: string[] = [];
  const world = new Map<string, Alert>();
  const receiver = createOutboxReceiver(
    {
      async send({ kind, alert }): Promise<DeliveryVerdict> {
        sent.push(`${kind} ${isGroup(alert) ? alert.group.subject : alert.account}`);
        return { kind: 'done' };
      },
      close: async () => {},
    },
    receiverContext({
      ...{ outbox, local: createLocalOutbox(full, realClock), alerts: () => [...world.values()] },
      times: { firstRetryMs: 20, leaseMs: 200, lookEveryMs: 30 },
    }),
  );
  const tell = (alerts: readonly Alert[]) => {
    for (const alert of alerts) world.set(alert.fingerprint, alert);
    receiver.tell(alerts);
  };
  tell(alertsOf(6));
  await until(() => expect(sent).toEqual(['fire 6 wallets']));
  tell(alertsOf(6).map(endedAlert));
  try {
    await until(() => expect(sent).toEqual(['fire 6 wallets', 'resolve 6 wallets']));
  } finally {
    await receiver.stop();
  }
});

test('a group of more alerts than this machine keeps ids of ends as one while Postgres is away', async () => {
  const clock = handClock();
  const [outbox, local] = [sharedOutbox(), createLocalOutbox(memoryShelf(), clock)];
  let alerts: readonly Alert[] = alertsOf(12_000);
  const groups = createGroups({
    ...{ name: 'ops', clock, local, outbox, alerts: () => alerts },
    handOver: { bring: async () => true },
    growth: { everyMs: 30_000, shrinks: true, most: Number.POSITIVE_INFINITY },
    put: (messages) => local.put(messages),
  });
  await outbox.add(alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now())));
  expect(await groups.take(outbox, await outbox.claim('ops', 20_000, 60_000))).toEqual([]);
  outbox.away = true;
  alerts = alerts.map(endedAlert);
  local.put(alerts.map((alert) => messageOf(alert, 'resolve', 'ops', clock.now())));
  const ends = (await local.claim('ops', 20_000, 60_000)).filter(({ alert }) => !alert.startsWith('group/'));
  expect(ends).toHaveLength(12_000);
  expect(await groups.take(local, ends)).toHaveLength(0);
});

/** A process that told of 10,010 as one while Postgres, which is back, was away, and the subjects of what it has told. */
async function groupOfTooMany() {
  const clock = handClock();
  const [outbox, local] = [sharedOutbox(), createLocalOutbox(memoryShelf(), clock)];
  const told: string[] = [];
  let alerts: readonly Alert[] = alertsOf(10_010);
  const groups = createGroups({
    ...{ name: 'ops', clock, local, outbox, alerts: () => alerts },
    handOver: { bring: async () => true },
    growth: { everyMs: 30_000, shrinks: false, most: Number.POSITIVE_INFINITY },
    put: (messages) =>
      void told.push(...messages.map(({ kind, body }) => `${kind} ${JSON.parse(body).alert.group.subject}`)),
  });
  local.put(alerts.map((alert) => messageOf(alert, 'fire', 'ops', clock.now())));
  expect(await groups.take(local, await local.claim('ops', 20_000, 60_000))).toEqual([]);
  const concluded = local.concluded('ops');
  await outbox.conclude(concluded);
  local.drop(concluded, 'sent');
  expect(told).toEqual(['fire 10,010 wallets']);
  const end = async (few: readonly Alert[]) => {
    const over = new Map(few.map((alert) => [alert.fingerprint, endedAlert(alert)]));
    alerts = alerts.map((alert) => over.get(alert.fingerprint) ?? alert);
    await outbox.add([...over.values()].map((alert) => messageOf(alert, 'resolve', 'ops', clock.now())));
    return await groups.take(outbox, await outbox.claim('ops', 20_000, 60_000));
  };
  return { told, end };
}

test('a group of more alerts than this machine keeps lasts until the last of them has ended', async () => {
  const { told, end } = await groupOfTooMany();
  expect(await end(alertsOf(10_000, 10))).toEqual([]);
  expect(told).toEqual(['fire 10,010 wallets']);
  expect(await end(alertsOf(10))).toEqual([]);
  expect(told).toEqual(['fire 10,010 wallets', 'resolve 10,010 wallets']);
});

test('so it does where the first to end are those that it has let go of', async () => {
  const { told, end } = await groupOfTooMany();
  expect(await end(alertsOf(20))).toEqual([]);
  expect(await end(alertsOf(9_990, 20))).toEqual([]);
  expect(told).toEqual(['fire 10,010 wallets', 'resolve 10,010 wallets']);
});
