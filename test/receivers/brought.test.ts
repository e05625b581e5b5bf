// What one round brings to Postgres and learns there, by what each message was told as: with no receiver at all.
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { type Conclusion, NOTHING_SENT, type NotificationKind } from '../../src/monitor/alerts/outbox.ts';
import { createHandOver } from '../../src/receivers/delivery/hand-over.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, memoryShelf } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;
const LEASE_MS = 30_000;
const LOOK_MS = 5_000;
const { alertOf } = alertsSince(NOON - 60 * MINUTE);
const [one, two] = [alertOf(1), alertOf(2)];
const over = (alert: Alert, ago = MINUTE): Alert => ({
  ...alert,
  ...{ phase: 'inactive', resolvedAt: NOON - ago },
});
const message = (alert: Alert, kind: NotificationKind = 'fire') => messageOf(alert, kind, 'ops', NOON);
const done = (messageId?: string): Conclusion => ({
  kind: 'done',
  ...(messageId !== undefined && { messageId }),
});

function bringing({ changesMessages = false } = {}) {
  const clock = handClock(NOON);
  const outbox = sharedOutbox();
  const local = createLocalOutbox(memoryShelf(), clock);
  const told: (readonly string[])[] = [];
  const asked: string[] = [];
  const handOver = createHandOver({
    ...{ name: 'ops', local, clock, alerts: () => [], leaseMs: LEASE_MS, lookEveryMs: LOOK_MS },
    ...{ changesMessages, onTold: async (ids) => void told.push(ids) },
    outbox: {
      ...outbox,
      async add(messages) {
        asked.push(`add ${messages.length}`);
        await outbox.add(messages);
      },
      async conclude(messages) {
        asked.push(`conclude ${messages.length}`);
        await outbox.conclude(messages);
      },
      async knownByKey(receiver, keys) {
        asked.push(`known ${keys.length}`);
        return await outbox.knownByKey(receiver, keys);
      },
      async missedEnds() {
        asked.push('missed');
        if (outbox.away) throw new Error('away');
        return [];
      },
    },
  });
  return {
    ...{ clock, outbox, local, handOver, told },
    /** What has been asked of Postgres since the last time. */
    asked: () => asked.splice(0),
    due: async () => (await local.claim('ops', 10, 1)).map(({ alert }) => alert),
    there: () => [...outbox.messages.values()].map(({ alert, kind, state }) => `${kind} ${alert} ${state}`),
    conclude: (alert: Alert, conclusion: Conclusion, kind: NotificationKind = 'fire') =>
      outbox.conclude([{ ...message(alert, kind), conclusion }]),
  };
}

describe('a round', () => {
  test('brings what is new, which rests here while another may send it', async () => {
    const { clock, local, handOver, asked, due, there } = bringing();
    local.put([message(one), message(two)]);
    expect(await handOver.bring()).toBe(true);
    expect(asked()).toEqual(['add 2', 'missed', 'known 2']);
    expect(there()).toEqual(['fire Low a1 waiting', 'fire Low a2 waiting']);
    expect([local.unshared('ops').length, local.shared('ops').length]).toEqual([0, 2]);
    clock.advance(LEASE_MS - 1);
    expect(await due()).toEqual([]);
    clock.advance(1);
    expect(await due()).toEqual(['Low a1', 'Low a2']);
  });

  test('asks nothing where there is nothing', async () => {
    const { clock, handOver, asked } = bringing();
    await handOver.bring();
    expect(asked()).toEqual(['missed']);
    clock.advance(LOOK_MS);
    await handOver.bring();
    expect(asked()).toEqual([]);
  });

  test('looks at what became of messages when it brings some, and else every few seconds', async () => {
    const { clock, local, handOver, asked } = bringing();
    local.put([message(one)]);
    await handOver.bring();
    asked();
    clock.advance(LOOK_MS - 1);
    await handOver.bring();
    expect(asked()).toEqual([]);
    clock.advance(1);
    await handOver.bring();
    expect(asked()).toEqual(['known 1']);
    local.put([message(two)]);
    await handOver.bring();
    expect(asked()).toEqual(['add 1', 'known 2']);
    clock.advance(LOOK_MS - 1);
    await handOver.bring();
    expect(asked()).toEqual([]);
  });

  test.each([
    ['sent', done('7'), 'done'],
    ['given up', { kind: 'dead', detail: 'no' }, 'dead'],
  ] as const)('first reports what was %s from here, and lets go of it', async (_what, conclusion, state) => {
    const { outbox, local, handOver, asked, there } = bringing();
    outbox.away = true;
    local.put([message(one)]);
    await local.settle({ ...message(one), attempts: 0, messageId: null }, conclusion);
    local.put([message(two)]);
    expect(await handOver.bring()).toBe(false);
    expect(local.concluded('ops')).toHaveLength(1);
    outbox.away = false;
    asked();
    expect(await handOver.bring()).toBe(true);
    expect(asked().slice(0, 2)).toEqual(['conclude 1', 'add 1']);
    expect(there()).toEqual([`fire Low a1 ${state}`, 'fire Low a2 waiting']);
    expect(local.concluded('ops')).toEqual([]);
    local.put([message(one)]); // as by a reload
    expect((await local.claim('ops', 10, 1)).length).toBe(state === 'done' ? 0 : 1);
  });

  test('looks for missed ends a minute after Postgres was away, and not before', async () => {
    const { clock, outbox, local, handOver, asked } = bringing();
    await handOver.bring();
    outbox.away = true;
    local.put([message(one)]);
    await handOver.bring();
    outbox.away = false;
    asked();
    clock.advance(MINUTE - 1);
    await handOver.bring();
    expect(asked()).not.toContain('missed');
    clock.advance(1);
    await handOver.bring();
    expect(asked()).toContain('missed');
  });
});

describe('ends of long ago', () => {
  test.each([
    ['a quarter of an hour ago', over(one, 15 * MINUTE), true],
    ['longer ago', over(one, 15 * MINUTE + 1), false],
    ['at an instant that nobody knows', { ...over(one), resolvedAt: null }, true],
    ['not, though it did once', { ...over(one, 50 * MINUTE), phase: 'firing' } as Alert, true],
  ])('are not told by whoever hears of them late: one that ended %s', (_what, alert, isFresh) => {
    expect(bringing().handOver.fresh([alert])).toEqual(isFresh ? [alert] : []);
  });

  test('are asked about once, and added where Postgres knows the beginning', async () => {
    const { handOver, conclude, asked, there } = bringing();
    await conclude(one, done());
    handOver.late([over(one, 20 * MINUTE), over(two, 20 * MINUTE)]);
    await handOver.bring();
    expect(asked()).toEqual(['known 2', 'add 1', 'missed']);
    expect(there()).toEqual(['fire Low a1 done', 'resolve Low a1 waiting']);
    await handOver.bring();
    expect(asked()).toEqual([]);
  });

  test('add nothing where Postgres knows none of the beginnings', async () => {
    const { handOver, asked } = bringing();
    handOver.late([over(two, 20 * MINUTE)]);
    await handOver.bring();
    expect(asked()).toEqual(['known 1', 'missed']);
  });
});

describe('of what another replica has', () => {
  const MARK = 'group/1772452800000/warning/Low';

  test.each<[string, Conclusion, readonly string[], string | null, boolean]>([
    ['sent, with an id', done('7'), ['7'], null, false],
    ['sent, without one', done(), [], null, false],
    ['sent nothing about', done(NOTHING_SENT), [NOTHING_SENT], null, false],
    ['told in a group', done(MARK), [MARK], MARK, false],
    ['given up', { kind: 'dead', detail: 'no' }, [], null, true],
  ])('%s this machine lets go', async (_what, conclusion, ids, kept, isToSend) => {
    const { clock, local, handOver, conclude, told } = bringing();
    local.put([message(one)]);
    await handOver.bring();
    await conclude(one, conclusion);
    clock.advance(LOOK_MS);
    await handOver.bring();
    expect(told.flat()).toEqual(ids);
    expect(local.messageId(message(one))).toBe(kept);
    expect(local.isEmpty('ops')).toBe(true);
    local.put([message(one)]); // once more: what was sent waits for Postgres
    expect((await local.claim('ops', 10, 1)).length > 0).toBe(isToSend);
  });

  test('not sent yet, this machine keeps its own', async () => {
    const { clock, local, handOver, told } = bringing();
    local.put([message(one)]);
    await handOver.bring();
    clock.advance(LOOK_MS);
    await handOver.bring();
    expect(told.flat()).toEqual([]);
    expect(local.shared('ops')).toHaveLength(1);
  });

  test.each([
    ['a single alert', message(one), '7', '7'],
    ['nothing', message(one), NOTHING_SENT, null],
    ['a group of its own', { ...message(one), alert: 'group/warning/Low' }, '7', null],
  ])('sent a message about, which changes, the id is kept for the end: %s', async (_what, put, id, kept) => {
    const { local, handOver, outbox } = bringing({ changesMessages: true });
    await outbox.conclude([{ ...put, conclusion: done(id) }]);
    local.put([put]);
    await handOver.bring();
    expect(local.messageId({ ...put, kind: 'resolve' })).toBe(kept);
    expect(local.messageId(put)).toBeNull();
  });

  test('ended, too, nothing is kept of the group', async () => {
    const { local, handOver, conclude } = bringing();
    for (const alert of [one, two]) await conclude(alert, done(MARK));
    await conclude(over(one), done(), 'resolve');
    local.put([message(one), message(two)]);
    await handOver.bring();
    expect(local.episodesOf('ops', MARK)).toEqual([message(two).episode]);
  });

  test('ended, what this machine called the message is forgotten', async () => {
    const { local, handOver, conclude } = bringing();
    local.keepMessageId(message(one), '7');
    await conclude(over(one), done(), 'resolve');
    local.put([message(over(one), 'resolve')]);
    await handOver.bring();
    expect(local.messageId(message(over(one), 'resolve'))).toBeNull();
  });

  test.each([
    ['update', false],
    ['fire', true],
    ['resolve', true],
  ] as const)('lost of all that Postgres had: the %s is brought again: %s', async (kind, isAgain) => {
    const { clock, outbox, local, handOver, there } = bringing();
    local.put([message(one, kind)]);
    await handOver.bring();
    outbox.messages.clear();
    clock.advance(LOOK_MS);
    await handOver.bring();
    expect([local.unshared('ops').length, local.isEmpty('ops')]).toEqual(isAgain ? [1, false] : [0, true]);
    await handOver.bring();
    expect(there()).toEqual(isAgain ? [`${kind} Low a1 waiting`] : []);
  });

  test('whatever is heard of them when they cannot be told anew: the round has failed', async () => {
    const clock = handClock(NOON);
    const outbox = sharedOutbox();
    const local = createLocalOutbox(memoryShelf(), clock);
    const handOver = createHandOver({
      ...{ name: 'ops', local, outbox, clock, alerts: () => [], leaseMs: LEASE_MS, lookEveryMs: LOOK_MS },
      onTold: () => Promise.reject(new Error('away')),
    });
    await outbox.conclude([{ ...message(one), conclusion: done('7') }]);
    local.put([message(one)]);
    expect(await handOver.bring()).toBe(false);
    expect(local.shared('ops')).toHaveLength(1);
  });
});
