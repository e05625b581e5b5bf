// Ends in a chat that a change from here may have taken back, while Postgres went away or came back unnoticed.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { type DeliveryVerdict, temporary } from '../../src/receivers/delivery/verdict.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { endedAlert, firingAlert, realClock, receiverContext, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

/** A replica that has told a chat of an alert, in the time before any outage. */
async function replica() {
  const outbox = sharedOutbox();
  let waitedMs = 0;
  const it = {
    outbox,
    alert: firingAlert('Low', { value: '900' }) as Alert,
    sent: [] as string[],
    /** The messages that each was to change; `null`: none. */
    changed: [] as (string | null)[],
    others,
    othersChange,
    ends,
    waits,
    answer: (): DeliveryVerdict => ({ kind: 'done', messageId: '7' }),
    [Symbol.asyncDispose]: () => receiver.stop(),
  };
  const receiver = createOutboxReceiver(
    {
      ...{ sendsUpdates: true, changesMessages: true },
      async send({ kind, alert: { phase }, messageId }) {
        it.sent.push(`${kind} ${phase}`);
        it.changed.push(messageId);
        return it.answer();
      },
      async close() {},
    },
    receiverContext({
      outbox,
      clock: { now: realClock.now, monotonic: () => realClock.monotonic() + waitedMs },
      alerts: () => [it.alert],
      times: { firstRetryMs: 20, lookEveryMs: 20, updateEveryMs: 30, leaseMs: 200 },
    }),
  );
  waitedMs = 60_000; // whether Postgres was away before it began does not matter any more
  receiver.tell([it.alert]);
  await until(() => expect(it.sent).toEqual(['fire firing']));
  return it;

  /** Postgres hears that another replica has told the end, which this one sees only later. */
  async function others(): Promise<void> {
    const end = messageOf(endedAlert(it.alert), 'resolve', 'ops', Date.now());
    await outbox.conclude([{ ...end, conclusion: { kind: 'done' } }]);
  }

  /** Another replica, which has Postgres, is about to change the message. Returns the function that says that it has. */
  async function othersChange(): Promise<() => Promise<void>> {
    outbox.away = false;
    await outbox.add([messageOf({ ...it.alert, phase: 'firing' }, 'update', 'ops', Date.now())]);
    const [update] = await outbox.claim('ops', 1, 10_000);
    outbox.away = true;
    return async () => {
      outbox.away = false;
      await outbox.settle(update!, { kind: 'done', messageId: '7' });
      outbox.away = true;
    };
  }

  /** So much later; what the outbox has taken by now was taken before that. */
  function waits(ms: number): void {
    waitedMs += ms;
    for (const message of outbox.messages.values()) if (message.takenAt !== null) message.takenAt -= ms;
  }

  function ends(): void {
    it.alert = endedAlert(it.alert);
    receiver.tell([it.alert]);
  }
}

test('P5 an end is told once more also if Postgres went away while the change was being told', async () => {
  await using it = await replica();
  it.answer = () => {
    it.outbox.away = true;
    return { kind: 'done', messageId: '7' };
  };
  it.alert = { ...it.alert, value: '500' };
  await until(() => expect(it.sent).toEqual(['fire firing', 'update firing']));
  it.outbox.away = false;
  await it.others();
  it.ends();
  await until(() => expect(it.sent.slice(2)).toEqual(['update inactive']));
});

test('P5 so it is if Postgres was away while the chat had asked for a pause', async () => {
  await using it = await replica();
  it.answer = () => temporary('slow down', 600);
  it.alert = { ...it.alert, value: '500' };
  await until(() => expect(it.sent).toEqual(['fire firing', 'update firing']));
  it.answer = () => ({ kind: 'done', messageId: '7' });
  it.outbox.away = true;
  await new Promise((over) => setTimeout(over, 200));
  it.outbox.away = false;
  await until(() => expect(it.sent).toEqual(['fire firing', 'update firing', 'update firing']));
  await it.others();
  it.ends();
  await until(() => expect(it.sent.slice(3)).toEqual(['update inactive']));
});

test('P5 so is an end that this replica told while it alone had no Postgres, if another has changed the message since', async () => {
  await using it = await replica();
  it.outbox.away = true;
  it.ends();
  await until(() => expect(it.sent).toEqual(['fire firing', 'resolve inactive']));
  await (await it.othersChange())();
  it.outbox.away = false;
  await until(() => expect([...it.outbox.messages.values()].map(({ kind }) => kind)).toContain('resolve'));
  it.waits(20_000); // until others have reported what they told
  await until(() => expect(it.sent.slice(2)).toEqual(['update inactive']));
});

test('… or is changing it as this replica brings the end', async () => {
  await using it = await replica();
  it.outbox.away = true;
  it.ends();
  await until(() => expect(it.sent).toEqual(['fire firing', 'resolve inactive']));
  const settles = await it.othersChange();
  it.outbox.away = false;
  await until(() => expect([...it.outbox.messages.values()].map(({ kind }) => kind)).toContain('resolve'));
  await settles();
  it.outbox.away = false;
  it.waits(20_000);
  await until(() => expect(it.sent.slice(2)).toEqual(['update inactive']));
});

test('… or another has told the beginning, too, by a message of its own: that one is changed', async () => {
  await using it = await replica();
  it.outbox.away = true;
  it.ends();
  await until(() => expect(it.sent).toEqual(['fire firing', 'resolve inactive']));
  for (const message of it.outbox.messages.values()) message.messageId = '5\n7';
  it.outbox.away = false;
  await until(() => expect([...it.outbox.messages.values()].map(({ kind }) => kind)).toContain('resolve'));
  it.waits(20_000);
  await until(() => expect(it.sent.slice(2)).toEqual(['update inactive']));
  expect(it.changed).toEqual([null, '7', '5']);
});

test('… and only then', async () => {
  await using it = await replica();
  it.alert = { ...it.alert, value: '500' };
  await until(() => expect(it.sent).toEqual(['fire firing', 'update firing']));
  it.outbox.away = true;
  it.ends();
  await until(() => expect(it.sent.slice(2)).toEqual(['resolve inactive']));
  it.outbox.away = false;
  await until(() => expect([...it.outbox.messages.values()].map(({ kind }) => kind)).toContain('resolve'));
  it.waits(20_000);
  await new Promise((over) => setTimeout(over, 300));
  expect(it.sent.slice(3)).toEqual([]);
});
