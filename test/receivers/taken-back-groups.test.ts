// Messages about groups in a chat, where replicas that could not ask Postgres have told of one group.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { Outbox } from '../../src/monitor/alerts/outbox.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { type GroupAlert, groupAlert } from '../../src/receivers/notification/group.ts';
import { messageOf, notificationOf } from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import {
  alertsSince,
  endedAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const { alertsOf } = alertsSince(Date.now() - 60_000);

const OVER = 'It is over for all 6 wallets.';

/** A chat with what each of its messages says now, and replicas with worlds of their own. */
function chat() {
  const outbox = sharedOutbox();
  const shown = new Map<string, string>();
  let waitedMs = 0;
  const clock = { now: realClock.now, monotonic: () => realClock.monotonic() + waitedMs };
  return { outbox, shown, replica, waits };

  function waits(ms: number): void {
    waitedMs += ms;
  }

  function replica(as: Outbox = outbox) {
    const world = new Map<string, Alert>();
    const local = createLocalOutbox(memoryShelf(), clock);
    const receiver = createOutboxReceiver(
      {
        ...{ sendsUpdates: true, changesMessages: true },
        growth: { everyMs: 50, shrinks: true, most: Number.POSITIVE_INFINITY },
        async send({ alert: { phase, annotations }, messageId }) {
          const ids = messageId?.split('\n') ?? [String(shown.size + 1)];
          for (const id of ids) shown.set(id, phase === 'firing' ? phase : annotations['summary']!);
          return { kind: 'done', messageId: ids.join('\n') };
        },
        async close() {},
      },
      receiverContext({
        ...{ outbox: as, local, clock, alerts: () => [...world.values()] },
        times: { firstRetryMs: 20, lookEveryMs: 20, updateEveryMs: 30, leaseMs: 200 },
      }),
    );
    return {
      tell(alerts: readonly Alert[]) {
        for (const alert of alerts) world.set(alert.fingerprint, alert);
        receiver.tell(alerts);
      },
      told: () => until(() => expect([...local.unshared('ops'), ...local.concluded('ops')]).toEqual([])),
      [Symbol.asyncDispose]: () => receiver.stop(),
    };
  }
}

test('P5 of two messages about one group both end, also if only who told one of them saw the end while Postgres was away', async () => {
  const it = chat();
  const alerts = alertsOf(6);
  await using first = it.replica();
  await using second = it.replica();
  it.outbox.away = true;
  first.tell(alerts);
  second.tell(alerts);
  await until(() => expect([...it.shown.values()]).toEqual(['firing', 'firing']));
  first.tell(alerts.map(endedAlert));
  await until(() => expect([...it.shown.values()].toSorted()).toEqual([OVER, 'firing']));
  it.outbox.away = false;
  await first.told();
  await second.told();
  second.tell(alerts.map(endedAlert));
  it.waits(60_000); // until it looks whether the group lasts
  await until(() => expect([...it.shown.values()]).toEqual([OVER, OVER]));
});

test('what has grown since it was told first is so large after a restart, too', async () => {
  const shelf = memoryShelf();
  const local = createLocalOutbox(shelf, realClock);
  const identity = { rule: 'Low', severity: 'warning', firingAt: Date.now() - 60_000 };
  const sizes = (of: typeof local) =>
    [...of.unsure('ops').values()].map(({ alert }) => (alert as GroupAlert).group.subject);
  for (const firing of [alertsOf(6), alertsOf(8)]) {
    const alert = groupAlert(identity, { firing, ended: [], untold: [], total: firing.length });
    const update = notificationOf(messageOf(alert, 'update', 'ops', Date.now()));
    local.noteUnsure('ops', { ...update, messageId: '1' });
  }
  expect(sizes(local)).toEqual(['8 wallets']);
  await Promise.resolve(); // what it noted is written
  expect(sizes(createLocalOutbox(shelf, realClock))).toEqual(['8 wallets']);
});
