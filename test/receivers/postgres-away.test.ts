// What becomes of messages when Postgres goes away between taking them and their being sent.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import {
  endedAlert,
  firingAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

/** A receiver that is down at first, and an alert that Postgres has taken. */
async function handedOver() {
  const outbox = sharedOutbox();
  const state = { up: false, alerts: [firingAlert()] as Alert[] };
  const sent: string[] = [];
  let attempts = 0;
  const times = { firstRetryMs: 20, leaseMs: 200, lookEveryMs: 30 };
  const receiver = createOutboxReceiver(
    {
      async send({ kind }): Promise<DeliveryVerdict> {
        attempts++;
        if (!state.up) return { kind: 'temporary', detail: 'connect' };
        sent.push(kind);
        return { kind: 'done' };
      },
      close: async () => {},
    },
    receiverContext({ outbox, alerts: () => state.alerts, times }),
  );
  receiver.tell(state.alerts);
  await until(() => expect(attempts).toBeGreaterThan(1));
  expect(await outbox.count('ops')).toEqual({ waiting: 1, dead: 0 });
  return { outbox, state, sent, receiver, [Symbol.asyncDispose]: () => receiver.stop() };
}

test('P1 A2 what Postgres took and nobody has sent is sent from here when Postgres goes away', async () => {
  await using it = await handedOver();
  it.outbox.away = true;
  it.state.up = true;
  await until(() => expect(it.sent).toEqual(['fire']));
});

test('P5 the same when Postgres answers and takes nothing: it has become a standby', async () => {
  await using it = await handedOver();
  it.outbox.readOnly = true;
  it.state.up = true;
  await until(() => expect(it.sent).toEqual(['fire']));
});

test('P1 an alert that ends while Postgres is away is told in its order, and its beginning not once more', async () => {
  await using it = await handedOver();
  it.outbox.away = true;
  it.state.up = true;
  it.state.alerts = it.state.alerts.map(endedAlert);
  it.receiver.tell(it.state.alerts);
  await until(() => expect(it.sent).toContain('resolve'));
  it.outbox.away = false;
  it.receiver.tell([firingAlert('Other')]);
  await until(() => expect(it.sent).toHaveLength(3));
  await until(async () => expect(await it.outbox.count('ops')).toEqual({ waiting: 0, dead: 0 }));
  expect(it.sent).toEqual(['fire', 'resolve', 'fire']);
});

test('what another replica made, and was sent when Postgres went away, is not sent once more from here', async () => {
  const outbox = sharedOutbox();
  const alert = firingAlert();
  await outbox.add([messageOf({ ...alert, value: '0.9' }, 'fire', 'ops', Date.now())]); // of a later poll than ours
  let sent = 0;
  const context = receiverContext({ outbox, times: { firstRetryMs: 20, leaseMs: 200, lookEveryMs: 30 } });
  const receiver = createOutboxReceiver(
    {
      async send(): Promise<DeliveryVerdict> {
        sent++;
        outbox.away = true;
        return { kind: 'done' };
      },
      close: async () => {},
    },
    context,
  );
  receiver.tell([alert]);
  await until(() => expect(sent).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(sent).toBe(1);
  outbox.away = false;
  await until(async () => expect(await outbox.count('ops')).toEqual({ waiting: 0, dead: 0 }));
  await receiver.stop();
});

test('a successor that Postgres is away from tells nothing again of what was told', async () => {
  const outbox = sharedOutbox();
  const shelf = memoryShelf();
  const sent: string[] = [];
  const start = () =>
    createOutboxReceiver(
      {
        async send({ kind, alert }): Promise<DeliveryVerdict> {
          sent.push(`${kind} ${alert.rule}`);
          return { kind: 'done' };
        },
        close: async () => {},
      },
      receiverContext({
        ...{ outbox, local: createLocalOutbox(shelf, realClock) },
        times: { firstRetryMs: 20, leaseMs: 200, lookEveryMs: 30 },
      }),
    );
  const first = start();
  const [lasting, over] = [firingAlert('Lasting'), firingAlert('Over')];
  first.tell([lasting, over]);
  first.tell([endedAlert(over)]);
  const told = ['fire Lasting', 'fire Over', 'resolve Over'];
  await until(() => expect(sent.toSorted()).toEqual(told));
  await until(async () => expect(await outbox.count('ops')).toEqual({ waiting: 0, dead: 0 }));
  await first.stop();

  outbox.away = true;
  const second = start();
  second.tell([lasting, endedAlert(over), firingAlert('New')]);
  await until(() => expect(sent).toContain('fire New'));
  second.tell([endedAlert(lasting)]);
  await until(() => expect(sent).toContain('resolve Lasting'));
  outbox.away = false;
  second.tell([firingAlert('Last')]);
  await until(() => expect(sent).toContain('fire Last'));
  await second.stop();
  expect(sent.toSorted()).toEqual([...told, 'fire Last', 'fire New', 'resolve Lasting'].toSorted());
});
