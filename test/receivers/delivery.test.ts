// What the outbox does for every receiver, whatever it speaks: a messenger that keeps a list stands for it.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { Messenger } from '../../src/receivers/delivery/messenger.ts';
import type { ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import { type DeliveryVerdict, retryAfterMs, verdictOf } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import {
  messageOf,
  type Notification,
  notificationOf,
} from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { reportsOf } from '../../src/receivers/reports.ts';
import { webhookBody } from '../../src/receivers/webhook/payload.ts';
import { handClock } from '../support/clock.ts';
import {
  endedAlert,
  firingAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const DONE: DeliveryVerdict = { kind: 'done' };

/** A receiver that answers each notification as `answer` says, and what it was sent. */
function receiving(
  answer: (notification: Notification) => DeliveryVerdict,
  change: Partial<ReceiverContext> = {},
  messenger: Partial<Messenger> = {},
) {
  const sent: {
    readonly kind: string;
    readonly at: number;
    readonly messageId: string | null;
    readonly alert: Alert;
  }[] = [];
  const told: string[] = [];
  const receiver = createOutboxReceiver(
    {
      async send(notification) {
        const { kind, messageId, alert } = notification;
        sent.push({ kind, messageId, alert, at: performance.now() });
        return answer(notification);
      },
      close: async () => {},
      ...messenger,
    },
    receiverContext({
      onDelivery: (_, result) => void told.push(result),
      times: { firstRetryMs: 20, updateEveryMs: 30 },
      ...change,
    }),
  );
  return {
    sent,
    told,
    receiver,
    kinds: () => sent.map(({ kind }) => kind),
    [Symbol.asyncDispose]: () => receiver.stop(),
  };
}

test('a fire that is refused for good is dead at once, is told of, and its end goes on', async () => {
  await using it = receiving(({ kind }) =>
    kind === 'fire' ? { kind: 'permanent', detail: '410: gone' } : DONE,
  );
  const alert = firingAlert();
  it.receiver.tell([alert]);
  await until(() => expect(it.told).toEqual(['dropped']));
  expect(it.receiver.status().trouble).toBe(
    '1 notification was given up within a day, the last by 410: gone',
  );
  it.receiver.tell([endedAlert(alert)]);
  await until(() => expect(it.kinds()).toEqual(['fire', 'resolve']));
});

test('a fire that is refused for good is tried again while its alert lasts', async () => {
  let mended = false;
  const alert = firingAlert();
  await using it = receiving(
    () => (mended ? DONE : { kind: 'permanent', detail: 'other: 404: no such hook' }),
    { alerts: () => [alert], times: { firstRetryMs: 1, lookEveryMs: 30 } },
  );
  it.receiver.tell([alert]);
  await until(() => expect(it.told).toContain('dropped'));
  mended = true;
  await until(() => expect(it.told.at(-1)).toBe('delivered'));
  await until(() => expect(it.receiver.status().trouble).toBeNull());
  expect(it.kinds().slice(-2)).toEqual(['fire', 'fire']);
});

test.each([0.3, 1])(
  'R1 AM#2205 nothing at all is sent before the %s seconds that were asked for are over',
  async (seconds) => {
    let refused = false;
    await using it = receiving(() => {
      if (refused) return DONE;
      refused = true;
      return { kind: 'temporary', detail: '429', afterMs: retryAfterMs(String(seconds), 0)! };
    });
    const alerts = Array.from({ length: 5 }, (_, i) => firingAlert(`R${i}`));
    it.receiver.tell(alerts);
    await until(() => expect(it.sent).toHaveLength(6));
    expect(it.sent[1]!.at - it.sent[0]!.at).toBeGreaterThanOrEqual(seconds * 1_000 - 5);
    expect(new Set(it.sent.slice(1).map(({ alert }) => alert.rule)).size).toBe(5); // AM#2111: each once
  },
);

test('R2 UK#6046 fire and resolve within one outage are both sent, in their order', async () => {
  let up = false;
  await using it = receiving(() => (up ? DONE : { kind: 'temporary', detail: 'connect' }));
  const alert = firingAlert();
  it.receiver.tell([alert]);
  await until(() => expect(it.told.length).toBeGreaterThan(1));
  it.receiver.tell([endedAlert(alert)]);
  const before = it.sent.length;
  await until(() => expect(it.sent.length).toBeGreaterThan(before));
  up = true;
  await until(() => expect(it.told.filter((result) => result === 'delivered')).toHaveLength(2));
  expect(it.kinds().slice(-2)).toEqual(['fire', 'resolve']);
});

describe('updates', () => {
  test('R5 AM#5227 go to the message of their episode, the latest alone, and the next episode has its own', async () => {
    let alert = firingAlert();
    let ids = 0;
    await using it = receiving(
      ({ messageId }) => ({ kind: 'done', messageId: messageId ?? `m${++ids}` }),
      { alerts: () => [alert] },
      { sendsUpdates: true },
    );
    it.receiver.tell([alert]);
    await until(() => expect(it.kinds()).toEqual(['fire']));
    alert = { ...alert, value: '0' };
    it.receiver.tell([firingAlert('Another')]); // wakes it
    await until(() => expect(it.kinds()).toContain('update'));
    const update = it.sent.find(({ kind }) => kind === 'update')!;
    expect(update).toMatchObject({ messageId: 'm1', alert: { value: '0' } });
    alert = endedAlert(alert);
    it.receiver.tell([alert]);
    await until(() => expect(it.sent.at(-1)).toMatchObject({ kind: 'resolve', messageId: 'm1' }));
    alert = firingAlert('PayoutFloatLow', { firingAt: Date.now() });
    it.receiver.tell([alert]);
    await until(() => expect(it.sent.at(-1)).toMatchObject({ kind: 'fire', messageId: null }));
  });

  test('are kept one at a time, and none is kept of an episode that is over', async () => {
    const local = createLocalOutbox(memoryShelf(), realClock);
    const of = (kind: 'update' | 'resolve', body: string, createdAt = 0) => {
      const key = kind;
      return { receiver: 'ops', key, alert: 'a', kind, episode: 'e', body, createdAt };
    };
    local.put([of('update', 'one')]);
    const [claimed] = await local.claim('ops', 9, 60_000);
    local.put([of('update', 'two', 1)]);
    await local.settle(claimed!, { kind: 'done' });
    expect(await local.claim('ops', 9, 60_000)).toMatchObject([{ body: 'two' }]);
  });
});

test('A11 a receiver that failed here, and has taken what waited from another replica, can be reached', async () => {
  const outbox = sharedOutbox();
  const times = { firstRetryMs: 20, lookEveryMs: 10 };
  await using failing = receiving(() => ({ kind: 'temporary', detail: 'connect' }), { outbox, times });
  failing.receiver.tell([firingAlert()]);
  await until(() => expect(failing.receiver.status().trouble).toBe('it can not be reached'));
  await using other = receiving(() => DONE, { outbox, times });
  await until(() => expect(other.kinds()).toEqual(['fire']));
  await until(() => expect(failing.receiver.status()).toEqual({ failingSince: null, trouble: null }));
});

test('A11 what goes into a message about many is no sign that the receiver can be reached', async () => {
  const outbox = sharedOutbox();
  await using it = receiving(() => ({ kind: 'temporary', detail: 'connect' }), { outbox });
  it.receiver.tell(Array.from({ length: 6 }, (_, i) => firingAlert('Many', { fingerprint: `Many ${i}` })));
  await until(() => expect(it.told).toContain('failed'));
  expect(it.sent.map(({ alert }) => alert.fingerprint)).toContain('group/warning/Many');
  expect(await outbox.takenAgo('ops')).toBeNull();
});

test('what fires is told before the rest of the changes of others that are being told', async () => {
  const singles = Array.from({ length: 40 }, (_, i) => firingAlert(`R${i}`, { value: '1' }));
  let alerts: readonly Alert[] = singles;
  const sent: string[] = [];
  const it = receiving(
    () => DONE,
    { alerts: () => alerts, times: { updateEveryMs: 30, lookEveryMs: 10 } },
    {
      sendsUpdates: true,
      async send({ kind, alert }) {
        sent.push(`${kind} ${alert.rule}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
        return DONE;
      },
    },
  );
  await using _ = it;
  it.receiver.tell(singles);
  await until(() => expect(sent).toHaveLength(40));
  alerts = singles.map((alert) => ({ ...alert, value: '0' }));
  await until(() => expect(sent.length).toBeGreaterThan(40));
  const before = sent.length;
  it.receiver.tell([firingAlert('News')]);
  await until(() => expect(sent).toHaveLength(81));
  expect(sent.indexOf('fire News') - before).toBeLessThan(10);
  expect(new Set(sent).size).toBe(81);
});

test('what a receiver calls its messages is remembered of the latest ten thousand', async () => {
  const shelf = memoryShelf();
  const local = createLocalOutbox(shelf, realClock);
  const of = (episode: string) => ({ receiver: 'ops', episode, kind: 'fire' }) as const;
  for (let i = 0; i < 10_002; i++) local.keepMessageId(of(String(i)), 'id');
  expect([local.messageId(of('1')), local.messageId(of('2'))]).toEqual([null, 'id']);
  await Promise.resolve();
  expect(shelf.loadStates().size).toBe(10_000);
});

test('news goes before changes of what is known', async () => {
  const local = createLocalOutbox(memoryShelf(), realClock);
  const of = (key: string, kind: 'fire' | 'update', createdAt: number) => {
    return { receiver: 'ops', key, alert: key, kind, episode: key, body: key, createdAt };
  };
  local.put([of('changed', 'update', 1), of('new', 'fire', 2)]);
  expect(await local.claim('ops', 1, 60_000)).toMatchObject([{ key: 'new' }]);
});

test('what a receiver calls a message outlives this process', async () => {
  const shelf = memoryShelf();
  const message = { receiver: 'ops', episode: 'e', kind: 'fire' } as const;
  createLocalOutbox(shelf, realClock).keepMessageId(message, '1712.34');
  await Promise.resolve();
  const after = createLocalOutbox(shelf, realClock);
  expect(after.messageId(message)).toBe('1712.34');
  after.keepMessageId({ ...message, kind: 'resolve' }, undefined);
  await Promise.resolve();
  expect(createLocalOutbox(shelf, realClock).messageId(message)).toBeNull();
});

test('while nothing happens it is asked for what waits, and how many do seldom', async () => {
  const outbox = sharedOutbox();
  const asked = { claim: 0, count: 0 };
  const { claim, count } = outbox;
  Object.assign(outbox, {
    claim(...of: Parameters<typeof claim>) {
      asked.claim++;
      return claim(...of);
    },
    count(...of: Parameters<typeof count>) {
      asked.count++;
      return count(...of);
    },
  });
  const clock = handClock();
  const { receiver } = receiving(() => DONE, { outbox, clock, times: { lookEveryMs: 10 } });
  await until(() => expect(asked.claim).toBeGreaterThan(10));
  expect(asked.count).toBe(1);
  clock.advance(120); // twelve looks
  await until(() => expect(asked.count).toBe(2));
  await receiver.stop();
});

test('what came and went while neither it nor Postgres could be told makes room, the oldest first', async () => {
  const local = createLocalOutbox(memoryShelf(), realClock);
  const flaps = Array.from({ length: 6_000 }, (_, i) => firingAlert(`R${i}`, { firingAt: 1_000 + i }));
  const lasting = firingAlert('Lasting', { firingAt: 1 });
  const message = (alert: Alert, kind: 'fire' | 'resolve') => messageOf(alert, kind, 'ops', Date.now());
  local.put([message(lasting, 'fire')]);
  for (const alert of flaps) local.put([message(alert, 'fire'), message(endedAlert(alert), 'resolve')]);
  const waiting = local.unshared('ops');
  expect(waiting.length).toBeGreaterThan(9_900); // whole episodes
  expect(waiting.length).toBeLessThan(11_000);
  expect(waiting[0]!.alert).toBe('Lasting');
  expect(waiting.at(-1)!.alert).toBe('R5999');
});

test('only the severities that it asks for', async () => {
  await using it = receiving(() => DONE, { only: ['critical'] });
  it.receiver.tell([firingAlert('Warning'), firingAlert('Critical', { severity: 'critical' })]);
  await until(() => expect(it.sent.map(({ alert }) => alert.rule)).toEqual(['Critical']));
});

test('D7 whether it can be reached is not known before it has answered', async () => {
  await using it = receiving(() => DONE);
  expect(reportsOf([it.receiver])).toMatchObject([{ alert: 'NotificationFailing', met: null }]);
  it.receiver.tell([firingAlert()]);
  await until(() => expect(reportsOf([it.receiver])).toMatchObject([{ met: false }]));
});

test('a message that waits since 0.1.0 is sent as it would have been', () => {
  const alert = firingAlert('PayoutFloatLow', { resolvedAt: null });
  for (const told of [alert, endedAlert(alert)]) {
    const body = webhookBody({ alert: told, kind: 'fire' }, 'ops', 'http://localhost:14217');
    const message = {
      receiver: 'ops',
      key: 'k',
      alert: alert.fingerprint,
      kind: 'fire',
      episode: '',
      body,
    } as const;
    const read = notificationOf({ ...message, createdAt: 0, attempts: 0, messageId: null });
    expect(webhookBody(read, 'ops', 'http://localhost:14217')).toBe(body);
    expect(read.kind).toBe(told === alert ? 'fire' : 'resolve');
  }
});

test.each([
  ['5', 5_000],
  ['0.37', 370],
  ['Thu, 01 Jan 1970 00:00:10 GMT', 10_000],
  ['soon', undefined],
  ['-1', undefined],
  [undefined, undefined],
])('Retry-After %s', (value, ms) => {
  expect(retryAfterMs(value, 0)).toBe(ms);
});

test.each([
  [200, 'ok', 'done'],
  [400, 'rejected', 'permanent'],
  [404, 'other', 'permanent'],
  [408, 'other', 'temporary'], // it waited too long for us
  [409, 'other', 'temporary'], // somebody changes the same just now
  [423, 'other', 'temporary'], // it is locked
  [425, 'other', 'temporary'], // too early
  [424, 'other', 'permanent'],
  [413, 'too_large', 'permanent'],
  [415, 'unsupported', 'permanent'],
  [401, 'auth', 'temporary'],
  [429, 'rate_limited', 'temporary'],
  [503, 'server_error', 'temporary'],
] as const)('%i is %s, and so %s', (status, outcome, kind) => {
  const delivery = { outcome, status, detail: null, sent: true, body: '', headers: { 'retry-after': '2' } };
  expect(verdictOf(delivery, 0)).toMatchObject(kind === 'temporary' ? { kind, afterMs: 2_000 } : { kind });
});

test.each(['86400', 'Sat, 01 Jan 2050 00:00:00 GMT'])(
  'Retry-After: %s silences nobody for longer than a quarter of an hour',
  (value) => {
    const delivery = { outcome: 'rate_limited', status: 429, detail: null, sent: true, body: '' } as const;
    const verdict = verdictOf({ ...delivery, headers: { 'retry-after': value } }, 0);
    expect(verdict).toMatchObject({ kind: 'temporary', afterMs: 15 * 60_000 });
  },
);

test('a Retry-After that is a date counts by the clock of the receiver', () => {
  const delivery = { outcome: 'rate_limited', status: 429, detail: null, sent: true, body: '' } as const;
  const headers = { date: 'Thu, 01 Jan 1970 02:00:00 GMT', 'retry-after': 'Thu, 01 Jan 1970 02:00:07 GMT' };
  expect(verdictOf({ ...delivery, headers }, 0)).toMatchObject({ kind: 'temporary', afterMs: 7_000 });
});

// Opsgenie: https://github.com/opsgenie/opsgenie-oas/blob/41a59a1316038a31bf1228e2f1af3b25d3c6d369/paths/alert.yaml, the
// headers of answers; Discord, whose webhooks take Slack's messages:
// https://github.com/discord/discord-api-docs/blob/291ee194caa0f1fdaa14afcf3007f6b07251e3f3/developers/topics/rate-limits.mdx;
// what was to become the standard: draft-ietf-httpapi-ratelimit-headers-06. Read 2026-11-22.
test.each([
  [{ 'x-ratelimit-period-in-sec': '30' }, 30_000],
  [{ 'x-ratelimit-reset-after': '64.57' }, 64_570],
  [{ 'ratelimit-reset': '7' }, 7_000],
  [{ 'retry-after': '1337', 'x-ratelimit-reset-after': '64.57' }, 15 * 60_000], // as long as anybody is waited for
  [{ 'retry-after': '2', 'ratelimit-reset': '7' }, 2_000],
])('R1 how long to wait is also said by %j', (headers, afterMs) => {
  const answer = { outcome: 'rate_limited', status: 429, detail: '429: ', sent: true, body: '' } as const;
  expect(verdictOf({ ...answer, headers }, 0)).toMatchObject({ kind: 'temporary', afterMs });
});
