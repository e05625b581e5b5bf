// The loop of a receiver that is told from an outbox: what it sends and when, and what becomes of it, by faked timers.
import { expect, test } from 'vitest';
import { type DeliveryVerdict, temporary } from '../../src/receivers/delivery/verdict.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { endedAlert, firingAlert, memoryShelf, realClock } from '../support/delivering.ts';
import { away, done, gone, high, low, running, START } from './running.ts';

test('a beginning and an end are sent at once, once each, and nothing is left here', async () => {
  await using it = running([{ kind: 'done', messageId: '7' }]);
  expect(it.receiver.status()).toEqual({ failingSince: null, trouble: undefined });
  it.tell(low());
  expect(await it.passes(0)).toEqual(['0: fire Low 1']);
  expect(it.receiver.status()).toEqual({ failingSince: null, trouble: null });
  expect([it.states(), it.local.isEmpty('ops'), it.noted]).toEqual([['fire done'], true, ['delivered']]);
  it.tell(low());
  expect(await it.passes(60_000)).toEqual([]);
  it.tell({ ...endedAlert(low()), resolvedAt: Date.now() });
  expect(await it.passes(0)).toEqual(['60: resolve Low 1 7']);
  expect(it.states()).toEqual(['fire done', 'resolve done']);
});

test('what can not be taken now is tried again after longer and longer pauses, and keeps all else waiting', async () => {
  await using it = running([away]);
  await it.passes(1_000);
  it.tell(low(), high());
  const tried = (await it.passes(200_000)).map((one) => 1_000 * Number.parseFloat(one));
  const pauses = tried.slice(1).map((at, i) => Math.round(at - tried[i]!));
  expect(pauses).toEqual([750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000, 45_000]); // one each time
  expect(new Set(it.noted)).toEqual(new Set(['failed away']));
  expect(it.receiver.status()).toEqual({ failingSince: START + 1_000, trouble: 'it can not be reached' });
  it.verdicts = [done];
  const then = await it.passes(46_000);
  expect(then.map((one) => one.split(' ').slice(1).join(' ')).toSorted()).toEqual([
    'fire High 1',
    'fire Low 1',
  ]);
  expect(it.receiver.status()).toEqual({ failingSince: null, trouble: null });
});

test('for as long as it is asked to wait nothing is sent, whatever comes', async () => {
  await using it = running([temporary('429', 10_000), done]);
  it.tell(low());
  expect(await it.passes(5_000)).toEqual(['0: fire Low 1']);
  it.tell(high());
  expect(await it.passes(4_999)).toEqual([]);
  expect((await it.passes(1_001)).map((one) => one.slice(0, 3))).toEqual(['10:', '10:']);
});

test('what is refused for good is told of, and tried again each minute or later while it fires', async () => {
  await using it = running([gone]);
  it.tell(low());
  expect(await it.passes(59_000)).toEqual(['0: fire Low 1']);
  expect([it.noted, it.states()]).toEqual([['dropped 410'], ['fire dead']]);
  expect(it.receiver.status().trouble).toBe('1 notification was given up within a day, the last by 410');
  expect(await it.passes(6_000)).toHaveLength(1);
  it.verdicts = [done];
  expect(await it.passes(130_000)).toHaveLength(1);
  expect(it.receiver.status().trouble).toBeNull();
  expect(await it.passes(300_000)).toEqual([]);
});

test('what can not be written is given up, and keeps nothing else back', async () => {
  await using it = running([new Error('no such field'), done]);
  it.tell(low(), high());
  expect(await it.passes(0)).toEqual(['0: fire Low 1', '0: fire High 1']);
  expect(it.noted).toEqual(['dropped it can not be written: no such field', 'delivered']);
});

test.each(['away', 'readOnly'] as const)(
  'while Postgres is %s it is sent from here, and brought later',
  async (how) => {
    await using it = running([done]);
    it.outbox[how] = true;
    it.tell(low());
    expect(await it.passes(1_000)).toEqual(['0: fire Low 1']);
    expect(it.local.concluded('ops')).toHaveLength(1);
    it.outbox[how] = false;
    expect(await it.passes(30_000)).toEqual([]);
    expect([it.states(), it.local.isEmpty('ops')]).toEqual([['fire done'], true]);
  },
);

test.each<readonly [string, DeliveryVerdict, number]>([
  ['sent', done, 0],
  ['refused', gone, 0],
  ['not taken', away, 1],
])('what was %s just as Postgres went away is known here', async (_, verdict, again) => {
  await using it = running([verdict, done]);
  const { settle } = it.outbox;
  it.outbox.settle = async () => {
    it.outbox.away = true;
    throw new Error('away');
  };
  it.tell(low());
  expect(await it.passes(0)).toEqual(['0: fire Low 1']);
  it.outbox.settle = settle;
  expect(await it.passes(40_000)).toHaveLength(again);
  expect(it.local.concluded('ops').map(({ conclusion }) => conclusion.kind)).toEqual([
    verdict === gone ? 'dead' : 'done',
  ]);
});

test('what went through Postgres is known here when Postgres goes away: it is not told again, and its end is', async () => {
  await using it = running([{ kind: 'done', messageId: '7' }]);
  it.tell(low());
  await it.passes(0);
  it.outbox.away = true;
  it.tell(low());
  expect(await it.passes(60_000)).toEqual([]);
  it.tell({ ...endedAlert(low()), resolvedAt: Date.now() });
  expect(await it.passes(0)).toEqual(['60: resolve Low 1 7']);
});

test.each([
  ['told', ['0: resolve Low 1']],
  ['not told', []],
])('the end of what it asks for no more is told if its beginning was: %s', async (what, sent) => {
  await using it = running([done], {}, { only: ['critical'] });
  const conclusion = { kind: 'done' } as const;
  if (what === 'told') await it.outbox.conclude([{ ...messageOf(low(), 'fire', 'ops', START), conclusion }]);
  it.tell({ ...endedAlert(low()), resolvedAt: START }, high());
  expect(await it.passes(5_000)).toEqual(sent);
});

test('messages keep the distance that the provider asks for', async () => {
  await using it = running([done], { spacingMs: 1_000 });
  it.tell(low(), high(), firingAlert('Odd'));
  expect(await it.passes(10_000)).toEqual(['0: fire Low 1', '1: fire High 1', '2: fire Odd 1']);
});

test('a lease is renewed before it ends, for what is left', async () => {
  await using it = running([done]);
  it.sendingMs = 8_000;
  it.tell(...['A', 'B', 'C', 'D'].map((rule) => firingAlert(rule)));
  expect(await it.passes(40_000)).toHaveLength(4);
  expect(it.renewed).toEqual([[2, 30_000]]); // after sixteen seconds: sending takes up to fifteen of thirty
});

test('who has longer for a message has a longer lease', async () => {
  await using it = running([done], { withinMs: 25_000, spacingMs: 500 });
  it.sendingMs = 15_000; // with the distance, just as long as may pass of it
  it.tell(...['A', 'B', 'C'].map((rule) => firingAlert(rule)));
  expect(await it.passes(60_000)).toHaveLength(3);
  expect(it.renewed).toEqual([[1, 41_000]]); // fifteen and the twenty-five, and twice the distance
});

test('only the severities are told that it asks for', async () => {
  await using it = running([done], {}, { only: ['critical'] });
  it.tell(low(), firingAlert('Worse', { severity: 'critical' }));
  expect(await it.passes(0)).toEqual(['0: fire Worse 1']);
});

test('a change is told by the message of its alert, half a minute after the full one', async () => {
  await using it = running([{ kind: 'done', messageId: '7' }], { sendsUpdates: true });
  it.tell(low());
  await it.passes(0);
  it.tell(low({ value: '900' }));
  expect(await it.passes(29_000)).toEqual([]);
  expect((await it.passes(6_000)).map((one) => one.split(': ')[1])).toEqual(['update Low 900 7']);
  expect(await it.passes(120_000)).toEqual([]);
});

test('an alert that is over before it could be told is told, and its end after it', async () => {
  await using it = running([away, done]);
  it.tell(low());
  await it.passes(100);
  it.tell({ ...endedAlert(low()), resolvedAt: Date.now() });
  expect(await it.passes(10_000)).toEqual(['0.751: fire Low 1', '0.751: resolve Low 1']);
});

test('while nothing happens Postgres is asked for messages twice a minute, and more often while some wait here', async () => {
  await using it = running([done]);
  await it.passes(600_000);
  expect(it.claims).toBe(21);
  it.verdicts = [gone]; // it is to be told again
  it.tell(low());
  await it.passes(0);
  const before = it.claims;
  await it.passes(50_000);
  expect(it.claims - before).toBe(10);
});

test('what another replica has left is sent upon the next look', async () => {
  await using it = running([done]);
  await it.passes(1_000);
  await it.outbox.add([messageOf(low(), 'fire', 'ops', START)]);
  expect(await it.passes(3_900)).toEqual([]);
  expect(await it.passes(200)).toEqual(['5: fire Low 1']);
});

test('what the disk does not take is told nevertheless to the log', async () => {
  const shelf = memoryShelf();
  const full = {
    ...shelf,
    saveStates: () => {
      throw new Error('full');
    },
  };
  await using it = running([done], {}, { local: createLocalOutbox(full, realClock) });
  it.tell(low());
  expect(it.noted).toEqual(['ops full']);
});

test('it stops when what is being sent is done, or after three seconds, and sends nothing later', async () => {
  await using it = running([done]);
  it.sendingMs = 2_000;
  it.tell(low(), high());
  await it.passes(0);
  const stopped = it.receiver.stop();
  await it.passes(1_999);
  expect(it.closed).toBe(0);
  await it.passes(1);
  await stopped;
  expect(it.closed).toBe(1);
  it.receiver.tell([firingAlert('Later')]);
  expect(await it.passes(60_000)).toEqual([]);
  expect(it.states().toSorted()).toEqual(['fire done', 'fire waiting']); // a successor has the other at once
  expect([...it.outbox.messages.values()].find(({ state }) => state === 'waiting')!.dueAt).toBeLessThan(
    performance.now(),
  );
});

test('it stops after three seconds though something is still being sent', async () => {
  await using it = running([done]);
  it.sendingMs = 10_000;
  it.tell(low());
  await it.passes(0);
  const stopped = it.receiver.stop();
  await it.passes(2_999);
  expect(it.closed).toBe(0);
  await it.passes(1);
  await stopped;
  expect(it.closed).toBe(1);
});
