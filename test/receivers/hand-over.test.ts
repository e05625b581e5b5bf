// What goes from this machine to Postgres, and what is for Postgres alone.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { createHandOver } from '../../src/receivers/delivery/hand-over.ts';
import type { Messenger } from '../../src/receivers/delivery/messenger.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createOutboxReceiver } from '../../src/receivers/outbox/outbox-receiver.ts';
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

const MINUTE_MS = 60_000;

function handingOver() {
  const clock = handClock();
  const outbox = sharedOutbox();
  const local = createLocalOutbox(memoryShelf(), clock);
  const handOver = createHandOver({
    ...{ name: 'ops', local, outbox, clock, alerts: () => [] },
    ...{ leaseMs: 30_000, lookEveryMs: 5_000, onTold: async () => {} },
  });
  return {
    ...{ clock, outbox, local, handOver },
    ended: (rule: string, ago: number): Alert =>
      firingAlert(rule, {
        phase: 'inactive',
        firingAt: clock.now() - 60 * MINUTE_MS,
        resolvedAt: clock.now() - ago * MINUTE_MS,
      }),
    fireOf: (alert: Alert) => messageOf(alert, 'fire', 'ops', clock.now()),
    async sendAll() {
      for (let claimed = await claim(); claimed.length > 0; claimed = await claim())
        for (const message of claimed) await outbox.settle(message, { kind: 'done' });
    },
  };

  function claim() {
    return outbox.claim('ops', 10, 30_000);
  }
}

test('an end of long ago is told by what Postgres knows of it, as soon as it is there', async () => {
  const { outbox, local, handOver, ended, fireOf, sendAll } = handingOver();
  const [lasting, lately, old] = [firingAlert('Lasting'), ended('Lately', 15), ended('Old', 16)];
  await outbox.add([fireOf(old)]);
  await sendAll();
  expect(handOver.fresh([lasting, lately, old])).toEqual([lasting, lately]);

  outbox.away = true;
  expect(await handOver.bring()).toBe(false);
  expect(await local.claim('ops', 10, 30_000)).toEqual([]);
  outbox.away = false;
  expect(await handOver.bring()).toBe(true);
  const begun = { alert: 'Old', kind: 'fire', state: 'done' };
  const end = { alert: 'Old', kind: 'resolve' };
  expect([...outbox.messages.values()]).toMatchObject([begun, { ...end, state: 'waiting' }]);
  await sendAll();
  handOver.fresh([old]);
  await handOver.bring();
  expect([...outbox.messages.values()]).toMatchObject([begun, { ...end, state: 'done' }]);
});

test('an end of long ago is told when its beginning still waits on this machine', async () => {
  const { outbox, local, handOver, ended, fireOf } = handingOver();
  const old = ended('Old', 16);
  local.put([fireOf(old)]);
  handOver.fresh([old]);
  await handOver.bring();
  expect([...outbox.messages.values()].map(({ kind }) => kind).sort()).toEqual(['fire', 'resolve']);
});

test('nor is one lost whose beginning comes while older news is brought', async () => {
  const { outbox, local, handOver, ended, fireOf } = handingOver();
  const old = ended('Old', 16);
  const { add } = outbox;
  outbox.add = async (messages) => {
    outbox.add = add;
    await outbox.add(messages);
    local.put([fireOf(old)]);
    handOver.fresh([old]);
  };
  local.put([fireOf(firingAlert('Other'))]);
  await handOver.bring();
  await handOver.bring();
  expect([...outbox.messages.values()]).toMatchObject([
    { alert: 'Other', kind: 'fire' },
    { alert: 'Old', kind: 'fire' },
    { alert: 'Old', kind: 'resolve' },
  ]);
});

test('an end of long ago is not told to a receiver that never heard its beginning: it is new', async () => {
  const { outbox, handOver, ended } = handingOver();
  handOver.fresh([ended('Old', 16), ended('Older', 50)]);
  expect(await handOver.bring()).toBe(true);
  expect([...outbox.messages.values()]).toEqual([]);
});

test('an end that was told so long ago that Postgres has forgotten it is not told again', async () => {
  const { outbox, handOver, ended, fireOf, sendAll } = handingOver();
  const [pruned, known] = [ended('Pruned', 16), ended('Known', 16)];
  await outbox.add([pruned, known].map(fireOf));
  handOver.fresh([pruned, known]);
  await handOver.bring();
  await sendAll();
  for (const [at, { alert }] of outbox.messages) if (alert === 'Pruned') outbox.messages.delete(at);

  handOver.fresh([pruned, known]);
  await handOver.bring();
  expect([...outbox.messages.values()]).toMatchObject([
    { alert: 'Known', kind: 'fire', state: 'done' },
    { alert: 'Known', kind: 'resolve', state: 'done' },
  ]);
});

test('a beginning that is put once more after its end was told is in no group any more', async () => {
  const { outbox, local, handOver, ended, fireOf } = handingOver();
  const mark = 'group/60000/warning/Low';
  const [over, lasting] = [ended('Over', 16), firingAlert('Lasting')];
  const conclusion = { kind: 'done', messageId: mark, untaken: true } as const;
  const end = messageOf(over, 'resolve', 'ops', 0);
  await outbox.conclude([...[over, lasting].map(fireOf), end].map((each) => ({ ...each, conclusion })));
  local.put([over, lasting].map(fireOf)); // as by a reload, while Postgres is away
  await handOver.bring();
  expect(local.episodesOf('ops', mark)).toEqual([fireOf(lasting).episode]);
});

test('who wants alerts of a severity no more is told of the ends of those that it was told of, and not before they end', async () => {
  const outbox = sharedOutbox();
  const local = createLocalOutbox(memoryShelf(), realClock);
  const sent: string[] = [];
  const messenger: Messenger = {
    async send({ kind, alert: { rule, severity } }) {
      sent.push(`${kind} ${severity} ${rule}`);
      return { kind: 'done' };
    },
    close: async () => {},
  };
  const times = { lookEveryMs: 20 };
  const start = (only: readonly string[]) =>
    createOutboxReceiver(messenger, receiverContext({ outbox, local, only, times }));
  const [told, untold, critical] = [
    firingAlert('Told'),
    firingAlert('Untold'),
    firingAlert('Critical', { severity: 'critical' }),
  ];
  const before = start([]);
  before.tell([told]);
  await until(() => expect(sent).toEqual(['fire warning Told']));
  await before.stop();

  const after = start(['critical']);
  after.tell([told, untold, critical]);
  await until(() => expect(sent).toContain('fire critical Critical'));
  after.tell([endedAlert(critical)]);
  await until(() => expect(sent).toContain('resolve critical Critical'));
  expect(sent).toHaveLength(3);
  after.tell([endedAlert(told), endedAlert(untold)]);
  await until(() => expect(sent).toContain('resolve warning Told'));
  await after.stop();
  expect(sent).toHaveLength(4);
});
