// What a receiver keeps open is ended by who has opened it, where nobody has since.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import { type DeliveryVerdict, temporary } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { groupAlert } from '../../src/receivers/notification/group.ts';
import { groupMark, identityOf } from '../../src/receivers/notification/group-identity.ts';
import {
  messageOf,
  type Notification,
  notificationKey,
} from '../../src/receivers/notification/notification.ts';
import { createLeftOpen } from '../../src/receivers/outbox/left-open.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, endedAlert, memoryShelf } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const MINUTE_MS = 60_000;
const { alertOf, alertsOf } = alertsSince(Date.now() - 10 * MINUTE_MS);
const alert = alertOf(1);

/** A machine whose receiver keeps open what it is told of, and what it sends. */
function machine({ outbox = sharedOutbox(), shelf = memoryShelf(), clock = handClock(Date.now()) } = {}) {
  const sent: Notification[] = [];
  const world = new Map<string, Alert>();
  let verdict: DeliveryVerdict = { kind: 'done' };
  const options = { name: 'ops', outbox, clock, local: createLocalOutbox(shelf, clock) };
  const leftOpen = createLeftOpen(
    {
      keepsOpen: true,
      async send(notification) {
        sent.push(notification);
        return verdict;
      },
    },
    { ...options, alerts: () => [...world.values()], onSent: () => {} },
  );
  const tell = (told: Alert, kind: 'fire' | 'resolve' = 'fire') =>
    leftOpen.send({
      ...{ kind, alert: told, key: notificationKey(told, kind), episode: episodeOf(told), messageId: null },
    });
  return {
    ...{ outbox, sent, tell, local: options.local },
    sees: (...alerts: readonly Alert[]) => {
      for (const each of alerts) world.set(each.fingerprint, each);
    },
    answers(next: DeliveryVerdict) {
      verdict = next;
    },
    /** Which ends it tells of by itself a minute later. */
    async ends(): Promise<readonly string[]> {
      sent.length = 0;
      clock.advance(MINUTE_MS);
      await leftOpen.end();
      return sent.map(({ kind, episode }) => `${kind} ${episode}`);
    },
    restarted: () => machine({ outbox, shelf, clock }),
  };
}

const endOf = (told: Alert) => `resolve ${episodeOf(told)}`;
const endMessage = (told: Alert) => messageOf(endedAlert(told), 'resolve', 'ops', Date.now());

test('what went into a group elsewhere, and was told here by itself, is ended here', async () => {
  const it = machine();
  await it.tell(alert);
  it.sees(alert);
  expect(await it.ends()).toEqual([]);
  it.sees(endedAlert(alert));
  const conclusion = { kind: 'done', messageId: groupMark(identityOf([alert])), untaken: true } as const;
  await it.outbox.conclude([{ ...endMessage(alert), conclusion }]);
  expect(await it.ends()).toEqual([endOf(alert)]);
  expect(await it.ends()).toEqual([]);
});

test('what was ended since, by whoever it was, is left alone; what was told once more is not', async () => {
  const clock = handClock(Date.now());
  let takenAt = 0;
  const outbox = sharedOutbox();
  const it = machine({
    clock,
    outbox: {
      ...outbox,
      async knownByKey(_, keys) {
        const known = { state: 'done', messageId: null, takenMsAgo: clock.monotonic() - takenAt } as const;
        return new Map(keys.map((key) => [key, known]));
      },
    },
  });
  it.sees(endedAlert(alert));
  await it.tell(alert);
  clock.advance(MINUTE_MS);
  takenAt = clock.monotonic();
  expect(await it.ends()).toEqual([]);
  await it.tell(alert);
  expect(await it.ends()).toEqual([endOf(alert)]);
});

test('an end that waits is told by whoever it waits for', async () => {
  const it = machine();
  await it.tell(alert);
  it.sees(endedAlert(alert));
  await it.outbox.add([endMessage(alert)]);
  expect(await it.ends()).toEqual([]);
});

test('an end that is just about to be brought to Postgres is told in the usual way', async () => {
  const it = machine();
  await it.tell(alert);
  it.sees(endedAlert(alert));
  it.local.put([endMessage(alert)]);
  expect(await it.ends()).toEqual([]);
});

test('that nothing is known of an alert is no end; that Postgres is away neither', async () => {
  const it = machine();
  await it.tell(alert);
  expect(await it.ends()).toEqual([]);
  it.sees(endedAlert(alert));
  it.outbox.away = true;
  expect(await it.ends()).toEqual([]);
  it.outbox.away = false;
  expect(await it.ends()).toEqual([endOf(alert)]);
});

test('an alert that fires anew has ended before; one that is found to have begun earlier has not', async () => {
  const it = machine();
  await it.tell(alert);
  it.sees({ ...alert, firingAt: alert.firingAt! - 5_000 });
  expect(await it.ends()).toEqual([]);
  it.sees({ ...alert, firingAt: alert.firingAt! + 5_000 });
  expect(await it.ends()).toEqual([endOf(alert)]);
});

test('a group is over where none of its members lasts, whatever other groups of its rule do', async () => {
  const it = machine();
  const firing = alertsOf(6);
  const group = groupAlert(identityOf(firing), { firing, ended: [], untold: [], total: 6 });
  await it.tell(group);
  const conclusion = { kind: 'done', messageId: groupMark(identityOf(firing)), untaken: true } as const;
  await it.outbox.conclude(
    firing.map((one) => ({ ...messageOf(one, 'fire', 'ops', Date.now()), conclusion })),
  );
  expect(await it.ends()).toEqual([]);
  await it.outbox.conclude(firing.map((one) => ({ ...endMessage(one), conclusion })));
  it.sees({ ...group, firingAt: group.firingAt! - 5_000 });
  expect(await it.ends()).toEqual([endOf(group)]);
});

test('a group of which Postgres names no member yet lasts as long as its alerts fire', async () => {
  const it = machine();
  const firing = alertsOf(6);
  const group = groupAlert(identityOf(firing), { firing, ended: [], untold: [], total: 6 });
  await it.tell(group);
  it.sees(...firing);
  expect(await it.ends()).toEqual([]);
  it.sees(...firing.map(endedAlert));
  expect(await it.ends()).toEqual([endOf(group)]);
});

test('a successor ends what the process before it has opened, also by a request that had no answer', async () => {
  const before = machine();
  before.answers(temporary('no answer'));
  await before.tell(alert);
  const it = before.restarted();
  it.sees(endedAlert(alert));
  it.answers(temporary('not now'));
  expect(await it.ends()).toEqual([endOf(alert)]);
  it.answers({ kind: 'done' });
  expect(await it.ends()).toEqual([endOf(alert)]);
  expect(await it.restarted().ends()).toEqual([]);
});

test('what was refused for good is not open', async () => {
  const it = machine();
  it.answers({ kind: 'permanent', detail: '400' });
  await it.tell(alert);
  it.sees(endedAlert(alert));
  expect(await it.ends()).toEqual([]);
});
