// A receiver that a reload takes out of the configuration and another one puts back, or that nobody could run for a while.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { createAlertLog } from '../../src/store/alerts/alert-log.ts';
import { createOutbox } from '../../src/store/alerts/outbox.ts';
import {
  alertsSince,
  endedAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() =>
  execute(db.url, 'TRUNCATE floatwatch.outbox, floatwatch.alert_episode, floatwatch.alert_state'),
);

const schema = '"floatwatch"';
const began = Date.now() - 3_600_000;
const { alertOf, alertsOf } = alertsSince(began);
/** Its condition has begun to hold again, and it was told of nothing yet. */
const pendingAgain = (alert: Alert): Alert => ({
  ...alert,
  phase: 'pending',
  firingAt: null,
  resolvedAt: null,
});

/** One receiver over Postgres, which is there at times; `sent` has what it was told, by kind and instant of beginning. */
function comingAndGoing() {
  const outbox = createOutbox({ pool: db.pool, schema });
  const alertLog = createAlertLog({ pool: db.pool, schema });
  const local = createLocalOutbox(memoryShelf(), realClock);
  const sent: string[] = [];
  const messenger = {
    async send({ kind, alert }: { kind: string; alert: Alert }) {
      sent.push(`${kind} ${alert.account || 'group'} ${(alert.firingAt ?? 0) - began}`);
      return { kind: 'done' } as const;
    },
    close: async () => {},
  };
  return {
    sent,
    outbox,
    /** Starts it, and tells it of every alert as it stands. */
    start(alerts: readonly Alert[]) {
      const times = { lookEveryMs: 20, firstRetryMs: 20 };
      const receiver = createOutboxReceiver(
        messenger,
        receiverContext({ outbox, local, times, alerts: () => alerts }),
      );
      receiver.tell(alerts);
      return receiver;
    },
    /** What a monitor keeps of these. */
    save: (alerts: readonly Alert[]) =>
      alertLog.save(
        alerts.map(({ phase, pendingAt, firingAt, resolvedAt, value, threshold, ...alert }) => ({
          ...alert,
          state: {
            ...{ phase, held: false, pendingAt, firingAt, resolvedAt, clearSince: null, value, threshold },
            at: resolvedAt ?? firingAt ?? 0,
          },
        })),
      ),
  };
}

/** The same, away after it was told that one alert fires. */
async function toldAndGone() {
  const room = comingAndGoing();
  const alert = alertOf(0);
  await room.save([alert]);
  const receiver = room.start([alert]);
  await until(() => expect(room.sent).toEqual(['fire a0 0']));
  await receiver.stop();
  return { ...room, alert };
}

test('an alert that ended while its receiver was away, and is pending again, is told to be over', async () => {
  const { alert, sent, start, save } = await toldAndGone();
  await save([endedAlert(alert)]);
  const after = start([pendingAgain(alert)]);
  try {
    await until(() => expect(sent).toEqual(['fire a0 0', 'resolve a0 0']));
  } finally {
    await after.stop();
  }
});

test('if it fires again, its end is told before that', async () => {
  const { alert, sent, start, save } = await toldAndGone();
  const anew = alertOf(0, { firingAt: Date.now() });
  await save([{ ...endedAlert(alert), resolvedAt: Date.now() - 1_000 }, anew]);
  const after = start([anew]);
  try {
    await until(() => expect(sent).toHaveLength(3));
  } finally {
    await after.stop();
  }
  expect(sent.slice(0, 2)).toEqual(['fire a0 0', 'resolve a0 0']);
  expect(sent[2]).toMatch(/^fire a0/);
});

test('nothing takes back what fires again where that has waited since another replica brought it', async () => {
  const { alert, sent, outbox, start, save } = await toldAndGone();
  const anew = alertOf(0, { firingAt: began + 1_000 });
  await save([{ ...endedAlert(alert), resolvedAt: began + 500 }, anew]);
  const at = Date.now();
  await outbox.add([messageOf(anew, 'fire', 'ops', at)]); // and was killed
  await until(() => expect(Date.now()).toBeGreaterThan(at + 1));
  const other = alertOf(1);
  const after = start([anew]);
  await until(() => expect(sent).toContain('fire a0 1000'));
  after.tell([other]);
  await until(() => expect(sent).toContain('fire a1 0')); // whatever was to follow has been told by then
  await after.stop();
  expect(sent).toEqual(['fire a0 0', 'fire a0 1000', 'fire a1 0']);
});

test('so is a group that was over meanwhile', async () => {
  const { sent, start, save } = comingAndGoing();
  const alerts = alertsOf(8);
  await save(alerts);
  const before = start(alerts);
  await until(() => expect(sent).toEqual([expect.stringMatching(/^fire group/)]));
  await before.stop();
  await save(alerts.map(endedAlert));
  const [first, ...others] = alerts;
  const after = start([pendingAgain(first!), ...others.map(endedAlert)]);
  try {
    await until(() => expect(sent.at(-1)).toMatch(/^resolve group/));
  } finally {
    await after.stop();
  }
});

test('what lasts is not told to be over', async () => {
  const { alert, sent, start, save } = await toldAndGone();
  const other = alertOf(1);
  await save([other]);
  const after = start([alert, other]);
  await until(() => expect(sent).toContain('fire a1 0'));
  await after.stop();
  expect(sent).toEqual(['fire a0 0', 'fire a1 0']);
});
