// What a replica reported of itself before it went away for good, as a pod does whose successor has another name and an empty disk.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { createAlertEvaluator } from '../../src/monitor/alerts/alert-evaluator.ts';
import { createMissedEnds } from '../../src/receivers/delivery/missed-ends.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { createOutbox } from '../../src/store/alerts/outbox.ts';
import { handClock } from '../support/clock.ts';
import { memoryShelf, realClock, receiverContext, until } from '../support/delivering.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(() => execute(db.url, 'TRUNCATE floatwatch.outbox'));

/** What a replica of that name reports. */
function reportOf(replica: string): Alert {
  const evaluator = createAlertEvaluator({ accounts: [], rules: [], replica }, realClock);
  const report = { labels: { receiver: 'chat' }, met: true, value: 'no balance', threshold: null };
  evaluator.tick([{ alert: 'ReceiverCreditExhausted', ...report }]);
  return evaluator.told()[0]!;
}

const sent: string[] = [];
beforeEach(() => void sent.splice(0));

/** The receiver of one replica, with a disk of its own, that is told of these. */
function replicaWith(alerts: readonly Alert[]) {
  const receiver = createOutboxReceiver(
    {
      async send({ kind, alert }) {
        sent.push(`${kind} ${alert.labels['replica']}${kind === 'resolve' ? `, ${alert.reason}` : ''}`);
        return { kind: 'done' };
      },
      close: async () => {},
    },
    receiverContext({
      outbox: createOutbox({ pool: db.pool, schema: '"floatwatch"' }),
      local: createLocalOutbox(memoryShelf(), realClock),
      times: { lookEveryMs: 20, firstRetryMs: 20 },
      alerts: () => alerts,
    }),
  );
  receiver.tell(alerts);
  return receiver;
}

const pass = (hours: number) =>
  execute(
    db.url,
    `UPDATE floatwatch.outbox SET due_at = due_at - interval '${hours} hours', done_at = done_at - interval '${hours} hours'`,
  );

const hoursUnasked = async () => {
  const [row] = await execute(
    db.url,
    `SELECT round(extract(epoch FROM now() - due_at) / 3600)::integer AS hours FROM floatwatch.outbox`,
  );
  return row?.['hours'];
};

/** Pod A reports, and is down for so many hours; returns what it reported. */
async function awayFor(hours: number): Promise<Alert> {
  const alert = reportOf('pod-a:14217');
  const replica = replicaWith([alert]);
  await until(() => expect(sent).toEqual(['fire pod-a:14217']));
  await replica.stop();
  await pass(hours);
  return alert;
}

test('is told to be over once nobody has reported it for a day', async () => {
  await awayFor(23);
  const soon = replicaWith([reportOf('pod-b:14217')]);
  await until(() => expect(sent.at(-1)).toBe('fire pod-b:14217'));
  await soon.stop();
  await pass(2);
  const later = replicaWith([reportOf('pod-c:14217')]);
  try {
    await until(() => expect(sent).toHaveLength(4));
    expect(sent.slice(2).sort()).toEqual(['fire pod-c:14217', 'resolve pod-a:14217, removed']);
  } finally {
    await later.stop();
  }
});

test('lasts as long as its replica goes on to report it', async () => {
  const alert = await awayFor(25);
  const again = replicaWith([alert]);
  await until(async () => expect(await hoursUnasked()).toBe(0));
  const other = replicaWith([reportOf('pod-b:14217')]);
  await until(() => expect(sent).toContain('fire pod-b:14217'));
  await Promise.all([again.stop(), other.stop()]);
  expect(sent).toEqual(['fire pod-a:14217', 'fire pod-b:14217']);
});

const kindsThere = async () =>
  (await execute(db.url, 'SELECT kind FROM floatwatch.outbox')).map(({ kind }) => kind);

test('a replica that was stopped for days tells no end of what it is about to report again', async () => {
  const alert = await awayFor(25);
  const clock = handClock(Date.now());
  const outbox = createOutbox({ pool: db.pool, schema: '"floatwatch"' });
  let alerts: readonly Alert[] = []; // receivers begin before anything is reported
  const missedEnds = createMissedEnds({
    onTold: async () => {},
    name: 'ops',
    outbox,
    clock,
    alerts: () => alerts,
  });
  await missedEnds.bring();
  alerts = [alert];
  clock.advance(5_000);
  await missedEnds.bring();
  expect(await kindsThere()).toEqual(['fire']);
  expect(await hoursUnasked()).toBe(0); // before others look
});
