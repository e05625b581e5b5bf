// Quiet hours of a receiver: nothing that isn't critical, and at their end what still fires.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { parseHours } from '../../src/domain/forecast/approval.ts';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import {
  messageOf,
  type Notification,
  notificationKey,
  notificationOf,
} from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
import { createQuietHours, createQuietTaker } from '../../src/receivers/outbox/quiet-hours.ts';
import { createStanding } from '../../src/receivers/outbox/standing.ts';
import {
  endedAlert,
  firingAlert,
  memoryShelf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const NIGHT = { hours: parseHours('Mon-Sun 22:00-24:00, Mon-Sun 00:00-06:00')!, timezone: 'Africa/Kampala' };
const at = (text: string) => Date.parse(`2026-03-02T${text}:00+03:00`);

describe('the hours', () => {
  test.each([
    ['21:59', false],
    ['22:00', true],
    ['23:59', true],
    ['00:00', true],
    ['05:59', true],
    ['06:00', false],
  ])('%s there', (time, quiet) => expect(createQuietHours(NIGHT).at(at(time))).toBe(quiet));

  test('the end is the end of the night, over midnight', () => {
    const { end } = createQuietHours(NIGHT);
    expect(end(at('22:30'))).toBe(at('06:00') + 86_400_000);
    expect(end(at('05:59') + 30_000)).toBe(at('06:00'));
  });
});

const DAY_MS = 86_400_000;

function sleeper(begin: string, quietHours = NIGHT) {
  const sent: Notification[] = [];
  const world = new Map<string, Alert>();
  const time = { now: at(begin) };
  const provider = { verdict: (): DeliveryVerdict => ({ kind: 'done' }) };
  let looks = 0;
  const receiver = createOutboxReceiver(
    {
      send: async (notification) => {
        const verdict = provider.verdict();
        if (verdict.kind === 'done') sent.push(notification);
        return verdict;
      },
      close: async () => {},
    },
    receiverContext({
      quietHours,
      clock: { now: () => time.now, monotonic: () => performance.now() },
      alerts: () => [...world.values()],
      outbox: timed(),
      times: { firstRetryMs: 10, lookEveryMs: 10, leaseMs: 1_000 },
    }),
  );
  return {
    ...{ sent, time, receiver, world, provider },
    /** Resolves when it has done all that it would do now: it looked once in full, and begins to look again. */
    async looked() {
      const before = looks;
      await until(() => expect(looks).toBeGreaterThan(before + 2));
    },
    tell(alert: Alert) {
      world.set(alert.fingerprint, alert);
      receiver.tell([alert]);
    },
  };

  /** An outbox whose leases last until the test's clock says so. */
  function timed() {
    const outbox = sharedOutbox();
    const until = new Map<string, number>();
    return {
      ...outbox,
      claim: async (...of: Parameters<typeof outbox.claim>) => {
        looks++;
        for (const message of outbox.messages.values())
          if ((until.get(message.key) ?? 0) <= time.now)
            message.dueAt = message.state === 'waiting' ? 0 : message.dueAt;
        return outbox.claim(...of);
      },
      renew: async (...[messages, ms]: Parameters<typeof outbox.renew>) => {
        for (const { key } of messages) until.set(key, time.now + ms);
        return outbox.renew(messages, 3_600_000);
      },
    };
  }
}

const told = (sent: readonly Notification[]) => sent.map(({ kind, alert }) => `${kind} ${alert.rule}`);

test('R12 what is critical is told in the night; the rest waits, and what still fires is told at the end', async () => {
  const it = sleeper('21:50');
  const alert = (rule: string, severity = 'warning') =>
    firingAlert(rule, { severity, firingAt: it.time.now });
  const before = alert('Before');
  it.tell(before);
  await until(() => expect(told(it.sent)).toEqual(['fire Before']));
  it.time.now = at('22:00');
  const [lasting, over, back] = [alert('Lasting'), alert('Over'), alert('Back')];
  for (const each of [lasting, over, back, alert('Critical', 'critical')]) it.tell(each);
  await until(() => expect(told(it.sent)).toEqual(['fire Before', 'fire Critical']));
  it.time.now += 60_000;
  it.tell({ ...endedAlert(before), resolvedAt: it.time.now });
  it.tell({ ...endedAlert(over), resolvedAt: it.time.now });
  it.tell({ ...endedAlert(back), resolvedAt: it.time.now });
  it.time.now += 60_000;
  it.tell({ ...back, firingAt: it.time.now });
  await it.looked();
  expect(it.sent).toHaveLength(2);
  it.time.now = at('06:00') + 86_400_000;
  await until(() => expect(it.sent).toHaveLength(5));
  await it.looked();
  expect(told(it.sent).sort()).toEqual([
    ...['fire Back', 'fire Before', 'fire Critical', 'fire Lasting', 'resolve Before'],
  ]);
  expect(it.sent.find(({ alert: { rule } }) => rule === 'Back')!.alert.firingAt).toBe(at('22:00') + 120_000);
  it.tell({ ...endedAlert(lasting), resolvedAt: it.time.now });
  await until(() => expect(told(it.sent).at(-1)).toBe('resolve Lasting'));
  await it.receiver.stop();
});

test('R12 what still fires in the morning is told with its values of then, one by one and together', async () => {
  const it = sleeper('22:10');
  const low = (name: string, rule: string) =>
    firingAlert(rule, { fingerprint: name, account: name, firingAt: it.time.now, value: '900' });
  const alerts = [low('one', 'Single'), ...Array.from({ length: 6 }, (_, i) => low(`m${i}`, 'Many'))];
  for (const alert of alerts) it.tell(alert);
  await it.looked();
  expect(it.sent).toEqual([]);
  for (const alert of alerts) it.world.set(alert.fingerprint, { ...alert, value: '100' });
  it.time.now = at('06:00') + 86_400_000;
  await until(() => expect(it.sent).toHaveLength(2));
  const [single, many] = ['Single', 'Many'].map((rule) => it.sent.find(({ alert }) => alert.rule === rule)!);
  expect(single!.alert.value).toBe('100');
  expect(many!.alert.annotations['summary']).toContain('m0/UGX/MERCHANT_PAYOUT: 100 ');
  expect(single!.key).toBe(messageOf(alerts[0]!, 'fire', 'ops', 0).key);
  await it.receiver.stop();
});

test('R12 of what came and went in the night nothing is told while Postgres is away either', async () => {
  const local = createLocalOutbox(memoryShelf(), realClock);
  const begun = firingAlert('Over', { firingAt: at('02:00') });
  const over = { ...endedAlert(begun), resolvedAt: at('02:10') };
  const quiet = createQuietTaker(
    receiverContext({
      ...{ quietHours: NIGHT, local, alerts: () => [over] },
      clock: { ...realClock, now: () => at('12:00') },
    }),
  );
  local.put([messageOf(begun, 'fire', 'ops', at('02:00')), messageOf(over, 'resolve', 'ops', at('02:10'))]);
  const next = async () => quiet.take(local, await local.claim('ops', 10, 1_000));
  expect([await next(), await next()]).toEqual([[], []]);
  expect(await local.count('ops')).toEqual({ waiting: 0, dead: 0 });
});

test('R12 … nor of what came and went while the clock was an hour ahead, as of after the night', async () => {
  const local = createLocalOutbox(memoryShelf(), realClock);
  const [begun, lasting] = ['Over', 'Lasting'].map((rule) => firingAlert(rule, { firingAt: at('05:40') }));
  const over = { ...endedAlert(begun!), resolvedAt: at('05:45') };
  const quiet = createQuietTaker(
    receiverContext({
      ...{ quietHours: NIGHT, local, alerts: () => [over, lasting!] },
      clock: { ...realClock, now: () => at('06:00') },
    }),
  );
  for (const alert of [begun!, lasting!]) local.put([messageOf(alert, 'fire', 'ops', at('06:30'))]);
  local.put([messageOf(over, 'resolve', 'ops', at('06:31'))]);
  const next = async () =>
    (await quiet.take(local, await local.claim('ops', 10, 1_000))).map(({ key }) => key);
  expect([await next(), await next()]).toEqual([[notificationKey(lasting!, 'fire')], []]);
});

test.each([
  ['at noon', '12:00', 2],
  ['an hour after the night', '07:00', 2],
  ['sooner than that not', '06:59', 0],
])(
  'R12 what comes and goes is told, though the clock of who begins it is ahead: %s',
  async (_, time, expected) => {
    const local = createLocalOutbox(memoryShelf(), realClock);
    const now = at(time);
    const begun = firingAlert('Over', { firingAt: now - 60_000 });
    const over = { ...endedAlert(begun), resolvedAt: now };
    const clock = { ...realClock, now: () => now };
    const quiet = createQuietTaker(
      receiverContext({ quietHours: NIGHT, local, alerts: () => [over], clock }),
    );
    local.put([messageOf(begun, 'fire', 'ops', now + 1)]);
    local.put([messageOf(over, 'resolve', 'ops', now + 2)]);
    const told = [];
    for (const _of of [begun, over]) {
      const taken = await quiet.take(local, await local.claim('ops', 10, 1_000));
      told.push(...taken);
      for (const message of taken) await local.settle(message, { kind: 'done' });
    }
    expect(told).toHaveLength(expected);
  },
);

test('R12 what still fires is told with its values of then, though a clock was an hour ahead', () => {
  const begun = firingAlert('Lasting', { firingAt: at('05:40'), value: '900' });
  const clock = { ...realClock, now: () => at('06:00') };
  const standing = createStanding(
    {},
    { shrinks: false },
    { clock, alerts: () => [{ ...begun, value: '100' }] },
  );
  const valueSince = (createdAt: number) => {
    const message = messageOf(begun, 'fire', 'ops', createdAt);
    return standing(notificationOf(message), message).alert.value;
  };
  expect(['05:40', '06:00', '06:30'].map((time) => valueSince(at(time)))).toEqual(['100', '900', '100']);
});

test('R12 nor is what nobody knows in the morning any more, as of a wallet that was forgotten since', async () => {
  const it = sleeper('22:10');
  const [over, lasting] = ['Over', 'Lasting'].map((rule) => firingAlert(rule, { firingAt: it.time.now }));
  for (const alert of [over!, lasting!]) it.tell(alert);
  it.time.now += 60_000;
  it.tell({ ...endedAlert(over!), resolvedAt: it.time.now });
  await it.looked();
  it.world.clear();
  it.time.now = at('06:00') + 86_400_000;
  await until(() => expect(it.sent).not.toEqual([]));
  await it.looked();
  expect(told(it.sent)).toEqual(['fire Lasting']);
  await it.receiver.stop();
});

test('R12 … nor while Postgres is away', async () => {
  const local = createLocalOutbox(memoryShelf(), realClock);
  const begun = firingAlert('Over', { firingAt: at('02:00') });
  const over = { ...endedAlert(begun), resolvedAt: at('02:10') };
  const clock = { ...realClock, now: () => at('12:00') };
  const name = 'mail/ops@example.com'; // each recipient has a queue
  const quiet = createQuietTaker(
    receiverContext({ name, quietHours: NIGHT, local, alerts: () => [], clock }),
  );
  local.put([messageOf(begun, 'fire', name, at('02:00')), messageOf(over, 'resolve', name, at('02:10'))]);
  const next = async () => quiet.take(local, await local.claim(name, 10, 1_000));
  expect([await next(), await next()]).toEqual([[], []]);
});

test.each([true, false])(
  'R12 an end that 0.1.0 left is told, whether its alert is known: %s',
  async (isKnown) => {
    const local = createLocalOutbox(memoryShelf(), realClock);
    const over = {
      ...endedAlert(firingAlert('Over', { firingAt: at('20:00') - DAY_MS })),
      resolvedAt: at('02:10'),
    };
    const clock = { ...realClock, now: () => at('12:00') };
    const alerts = () => (isKnown ? [over] : []);
    const quiet = createQuietTaker(receiverContext({ quietHours: NIGHT, local, alerts, clock }));
    local.put([{ ...messageOf(over, 'resolve', 'ops', at('02:10')), kind: 'fire' }]); // it had no kinds
    expect(await quiet.take(local, await local.claim('ops', 10, 1_000))).toHaveLength(1);
  },
);

test('R12 what fires since the night is told by a process that has just begun and knows nothing of it yet', async () => {
  const local = createLocalOutbox(memoryShelf(), realClock);
  const lasting = firingAlert('Lasting', { firingAt: at('02:00') });
  const unknown: Alert = { ...lasting, phase: 'inactive', pendingAt: null, firingAt: null };
  const before: Alert = { ...unknown, firingAt: at('00:10'), resolvedAt: at('00:20') };
  for (const known of [unknown, before]) {
    const quiet = createQuietTaker(
      receiverContext({
        ...{ quietHours: NIGHT, local, alerts: () => [known] },
        clock: { ...realClock, now: () => at('12:00') },
      }),
    );
    local.put([messageOf(lasting, 'fire', 'ops', at('02:00'))]);
    expect(await quiet.take(local, await local.claim('ops', 10, 0))).toMatchObject([{ kind: 'fire' }]);
  }
});

test('what waited over quiet days is given up no sooner than what could be told', async () => {
  const it = sleeper('21:50', { hours: parseHours('Tue-Thu 00:00-24:00')!, timezone: 'Africa/Kampala' });
  const alert = firingAlert('Before', { firingAt: it.time.now });
  it.tell(alert);
  await until(() => expect(told(it.sent)).toEqual(['fire Before']));
  it.time.now = at('23:59') + 10 * 60_000;
  it.tell({ ...endedAlert(alert), resolvedAt: it.time.now });
  await it.looked();
  let asked = 0;
  it.provider.verdict = () => (asked++ === 0 ? { kind: 'temporary', detail: '429' } : { kind: 'done' });
  it.time.now = at('00:01') + 4 * 86_400_000;
  await until(() => expect(told(it.sent)).toEqual(['fire Before', 'resolve Before']));
  await it.receiver.stop();
});

test('what was tried in the morning may have arrived: its end is told', async () => {
  const it = sleeper('22:10');
  const alert = firingAlert('Tried', { firingAt: it.time.now });
  it.tell(alert);
  await it.looked();
  let tried = 0;
  it.provider.verdict = () => {
    tried++;
    return { kind: 'temporary', detail: 'no answer' };
  };
  it.time.now = at('06:00') + 86_400_000;
  await until(() => expect(tried).toBeGreaterThan(0));
  it.tell({ ...endedAlert(alert), resolvedAt: it.time.now });
  it.provider.verdict = () => ({ kind: 'done' });
  await until(() => expect(told(it.sent)).toEqual(['fire Tried', 'resolve Tried']));
  await it.receiver.stop();
});

test('in the morning the alerts are looked through once, however many wait', async () => {
  const local = createLocalOutbox(memoryShelf(), realClock);
  const begun = Array.from({ length: 500 }, (_, i) => firingAlert(`Over ${i}`, { firingAt: at('02:00') }));
  const over = begun.map((alert): Alert => ({ ...endedAlert(alert), resolvedAt: at('02:10') }));
  let looks = 0;
  const alerts = () => {
    looks++;
    return over;
  };
  const quiet = createQuietTaker(
    receiverContext({
      ...{ quietHours: NIGHT, local, alerts },
      clock: { ...realClock, now: () => at('12:00') },
    }),
  );
  local.put(begun.map((alert) => messageOf(alert, 'fire', 'ops', at('02:00'))));
  expect(await quiet.take(local, await local.claim('ops', 1_000, 1_000))).toEqual([]);
  expect(looks).toBe(1);
});
