// Ends in a chat that a change from here may have taken back.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { type DeliveryVerdict, temporary } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import {
  messageOf,
  type Notification,
  notificationOf,
} from '../../src/receivers/notification/notification.ts';
import { createLeftOpen } from '../../src/receivers/outbox/left-open.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { handClock } from '../support/clock.ts';
import { endedAlert, firingAlert, memoryShelf, receiverContext, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const LOOK_MS = 5_000;

/** A machine that tells a chat of alerts, and what it sends. */
function machine() {
  const clock = handClock(Date.now());
  const outbox = sharedOutbox();
  const sent: Notification[] = [];
  const world = new Map<string, Alert>();
  const it = {
    outbox,
    tell,
    others,
    looks,
    sees,
    reload,
    restart,
    waits: clock.advance,
    sleeps: clock.step,
    whileSending() {},
    asked: 0,
    verdict: { kind: 'done', messageId: '7' } as DeliveryVerdict,
  };
  const shelf = memoryShelf();
  let local = createLocalOutbox(shelf, clock);
  let leftOpen = start();
  return it;

  function start() {
    return createLeftOpen(
      {
        changesMessages: true,
        async send(notification) {
          sent.push(notification);
          it.whileSending();
          return it.verdict;
        },
      },
      {
        ...{ name: 'ops', outbox, clock, local },
        alerts() {
          it.asked++;
          return [...world.values()];
        },
        onSent: () => {},
      },
    );
  }

  function reload(): void {
    leftOpen = start();
  }

  async function restart(): Promise<void> {
    await Promise.resolve(); // what it noted is written
    local = createLocalOutbox(shelf, clock);
    leftOpen = start();
  }

  async function tell(alert: Alert, kind: 'fire' | 'update' | 'resolve', alone = true): Promise<void> {
    sees(alert);
    const message = messageOf(alert, kind, 'ops', clock.now());
    const messageId = kind === 'fire' ? null : '7';
    await leftOpen.send(notificationOf({ ...message, attempts: 0, messageId }), alone);
  }

  /** Postgres hears that others have told of this end. */
  async function others(alert: Alert): Promise<void> {
    const end = messageOf(alert, 'resolve', 'ops', clock.now());
    await outbox.conclude([{ ...end, conclusion: { kind: 'done' } }]);
  }

  function sees(alert: Alert): void {
    world.set(alert.fingerprint, alert);
  }

  /** What it tells of by itself, when it looks next. */
  async function looks(): Promise<readonly string[]> {
    sent.length = 0;
    clock.advance(LOOK_MS);
    await leftOpen.end();
    return sent.map(
      ({ kind, alert, messageId }) => `${kind} ${alert.rule} ${alert.phase} ${messageId} ${alert.value}`,
    );
  }
}

test('P5 what was told while Postgres was away is told to be over once others have told its end', async () => {
  const it = machine();
  const alert = firingAlert('Low', { value: '900' });
  await it.tell(alert, 'update');
  expect(await it.looks()).toEqual([]);
  it.sees({ ...endedAlert(alert), value: '5000' });
  expect(await it.looks()).toEqual([]); // nobody has heard of its end: somebody will tell of it
  await it.outbox.add([messageOf(endedAlert(alert), 'resolve', 'ops', Date.now())]);
  expect(await it.looks()).toEqual([]); // likewise
  await it.others(endedAlert(alert));
  it.verdict = temporary('not now');
  expect(await it.looks()).toEqual(['update Low inactive 7 5000']);
  it.verdict = { kind: 'done', messageId: '7' };
  expect(await it.looks()).toEqual(['update Low inactive 7 5000']);
  expect(await it.looks()).toEqual([]);
});

test.each(['reload', 'restart'] as const)('P5 so is what was told before a %s, once', async (how) => {
  const it = machine();
  const alert = firingAlert('Low');
  it.verdict = { kind: 'done', messageId: '8' }; // that of before is gone
  await it.tell(alert, 'fire');
  await it[how]();
  expect(await it.looks()).toEqual([]);
  it.sees(endedAlert(alert));
  await it.others(endedAlert(alert));
  expect(await it.looks()).toEqual(['update Low inactive 8 1']);
  await it[how]();
  expect(await it.looks()).toEqual([]);
});

test.each(['reload', 'restart'] as const)(
  'P5 so is what is told at once after a %s: Postgres may have been away',
  async (how) => {
    const it = machine();
    const alert = firingAlert('Low');
    it.waits(60_000);
    await it[how]();
    await it.tell(alert, 'update', false);
    it.sees(endedAlert(alert));
    await it.others(endedAlert(alert));
    expect(await it.looks()).toEqual(['update Low inactive 7 1']);
  },
);

test('P5 so is what is told after the machine slept: its lease may have been over', async () => {
  const it = machine();
  it.waits(60_000);
  const alerts = ['A', 'B', 'C'].map((rule) => firingAlert(rule));
  await it.tell(alerts[0]!, 'update', false);
  it.sleeps(60_000);
  await it.tell(alerts[1]!, 'update', false);
  expect(await it.looks()).toEqual([]); // a round is over
  await it.tell(alerts[2]!, 'update', false);
  for (const alert of alerts) {
    it.sees(endedAlert(alert));
    await it.others(endedAlert(alert));
  }
  expect(await it.looks()).toEqual(['update B inactive 7 1']);
  expect(await it.looks()).toEqual([]);
});

test.each(['sleeps', 'waits'] as const)(
  'P5 so is what is told while the machine %s for long: it may arrive when its lease is over',
  async (how) => {
    const it = machine();
    it.waits(60_000);
    const alert = firingAlert('Low');
    it.whileSending = () => it[how](60_000);
    await it.tell(alert, 'update', false);
    it.whileSending = () => {};
    it.sees(endedAlert(alert));
    await it.others(endedAlert(alert));
    expect(await it.looks()).toEqual(['update Low inactive 7 1']);
  },
);

test('P5 so is an end told alone that others have taken back while this machine slept', async () => {
  const it = machine();
  const alert = firingAlert('Low');
  await it.tell(endedAlert(alert), 'resolve');
  it.sleeps(60_000);
  const change = messageOf(alert, 'update', 'ops', Date.now());
  await it.outbox.conclude([{ ...change, conclusion: { kind: 'done' } }]);
  await it.others(endedAlert(alert));
  it.waits(20_000);
  for (const message of it.outbox.messages.values()) message.takenAt! -= 40_000;
  expect(await it.looks()).toEqual(['update Low inactive 7 1']);
});

test('P5 so is what may have been told, since the answer was lost', async () => {
  const it = machine();
  const alert = firingAlert('Low');
  it.verdict = temporary('no answer');
  await it.tell(alert, 'update');
  it.sees(endedAlert(alert));
  await it.others(endedAlert(alert));
  expect(await it.looks()).toEqual(['update Low inactive 7 1']);
});

test('while the chat takes nothing, that is tried less and less often', async () => {
  const it = machine();
  const alert = firingAlert('Low');
  await it.tell(alert, 'update');
  it.sees(endedAlert(alert));
  await it.others(endedAlert(alert));
  it.verdict = temporary('not now');
  const tried = [];
  for (let minute = 0; minute < 60; minute++) {
    for (let look = 0; look < 12; look++) tried.push(...(await it.looks()));
  }
  expect(tried.length).toBeGreaterThan(12);
  expect(tried.length).toBeLessThan(25);
});

test('one message that can not be changed keeps no other one back', async () => {
  const it = machine();
  const alerts = ['A', 'B', 'C'].map((rule) => firingAlert(rule));
  for (const alert of alerts) await it.tell(alert, 'update');
  for (const alert of alerts) {
    it.sees(endedAlert(alert));
    await it.others(endedAlert(alert));
  }
  it.verdict = temporary('not_in_channel');
  expect(await it.looks()).toEqual(['update A inactive 7 1']);
  it.verdict = { kind: 'done', messageId: '7' };
  expect(await it.looks()).toEqual(['update B inactive 7 1']);
  expect(await it.looks()).toEqual(['update C inactive 7 1']);
  expect(await it.looks()).toEqual(['update A inactive 7 1']);
  expect(await it.looks()).toEqual([]);
});

test('nothing is where it was told by Postgres, or its end was told from here', async () => {
  const it = machine();
  it.waits(60_000);
  const [asked, own] = [firingAlert('Asked'), firingAlert('Own')];
  await it.tell(asked, 'update', false);
  await it.tell(own, 'fire');
  await it.tell(endedAlert(own), 'resolve');
  it.sees(endedAlert(asked));
  for (const alert of [asked, own]) await it.others(endedAlert(alert));
  expect(await it.looks()).toEqual([]);
});

test('of many one is told at a time, by the message that it has by now', async () => {
  const it = machine();
  const alerts = ['A', 'B'].map((rule) => firingAlert(rule));
  for (const alert of alerts) await it.tell(alert, 'fire');
  it.verdict = { kind: 'done', messageId: '8' }; // that of before is gone
  await it.tell(alerts[1]!, 'update', false);
  for (const alert of alerts) {
    it.sees(endedAlert(alert));
    await it.others(endedAlert(alert));
  }
  expect(await it.looks()).toEqual(['update A inactive 7 1']);
  expect(await it.looks()).toEqual(['update B inactive 8 1']);
  expect(await it.looks()).toEqual([]);
});

test('what pends again has ended with another value than that of now', async () => {
  const it = machine();
  const alert = firingAlert('Low', { value: '900' });
  await it.tell(alert, 'update');
  it.sees({ ...endedAlert(alert), phase: 'pending', value: '400' });
  await it.others(endedAlert(alert));
  expect(await it.looks()).toEqual(['update Low inactive 7 null']);
});

test('who has hundreds of thousands of alerts looks through them once somebody has told of an end', async () => {
  const it = machine();
  const alert = firingAlert('Low');
  await it.tell(alert, 'update');
  it.sees({ ...alert, value: '2' });
  expect([await it.looks(), it.asked]).toEqual([[], 0]);
  it.sees(endedAlert(alert));
  await it.others(endedAlert(alert));
  expect([await it.looks(), it.asked]).toEqual([['update Low inactive 7 1'], 1]);
});

test('P5 who has told of many does not rest between their ends', { tags: 'timed' }, async () => {
  const outbox = sharedOutbox();
  const alerts = ['A', 'B', 'C'].map((rule) => firingAlert(rule));
  let now: readonly Alert[] = alerts;
  const sent: string[] = [];
  const receiver = createOutboxReceiver(
    {
      ...{ sendsUpdates: true, changesMessages: true },
      async send({ kind, alert: { rule, phase } }) {
        sent.push(`${kind} ${rule} ${phase}`);
        return { kind: 'done', messageId: rule };
      },
      async close() {},
    },
    receiverContext({
      outbox,
      alerts: () => now,
      times: { firstRetryMs: 20, lookEveryMs: 500, leaseMs: 200 },
    }),
  );
  outbox.away = true;
  receiver.tell(alerts);
  await until(() => expect(sent).toHaveLength(3));
  now = alerts.map(endedAlert);
  outbox.away = false;
  const ends = now.map((alert) => messageOf(alert, 'resolve', 'ops', Date.now()));
  await outbox.conclude(ends.map((end) => ({ ...end, conclusion: { kind: 'done' } })));
  receiver.tell(now); // as it learns of it
  await until(() => expect(sent).toHaveLength(6), 6_000); // a rest takes three seconds
  expect(sent.slice(3).toSorted()).toEqual(['update A inactive', 'update B inactive', 'update C inactive']);
  await receiver.stop();
});
