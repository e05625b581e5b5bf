// What becomes of messages when Postgres goes away between taking them and their being sent.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { createOutboxReceiver } from '../../src/receivers/delivery/outbox-receiver.ts';
import type { Verdict } from '../../src/receivers/delivery/verdict.ts';
import { endedAlert, firingAlert, receiverContext, until } from '../support/delivering.ts';
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
      async send({ kind }): Promise<Verdict> {
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
