// The outbox on this machine as a queue: what is given, when, and what becomes of it. `local-outbox.test.ts` has whole days of it.
import { describe, expect, test } from 'vitest';
import type { ClaimedMessage, OutboxMessage, Settled } from '../../src/monitor/alerts/outbox.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { handClock } from '../support/clock.ts';
import { memoryShelf } from '../support/delivering.ts';

const DAY = 86_400_000;
const LEASE_MS = 30_000;
const CLOCK = handClock();
const message = (alert: string, more: Partial<OutboxMessage> = {}): OutboxMessage => {
  const { kind = 'fire', episode = `episode of ${alert}` } = more;
  return {
    ...{ receiver: 'ops', key: `${kind} ${episode}`, alert, kind, episode, body: '{}' },
    ...{ createdAt: CLOCK.now(), ...more },
  };
};
const claimed = (of: OutboxMessage): ClaimedMessage => ({ ...of, attempts: 0, messageId: null });

function queue() {
  const clock = handClock();
  const shelf = memoryShelf();
  const start = () => createLocalOutbox(shelf, clock);
  const local = start();
  const keysOf = (some: readonly OutboxMessage[]) => some.map(({ key }) => key.replace(' episode of', ''));
  return {
    ...{ clock, shelf, local, keysOf },
    async restart() {
      await Promise.resolve(); // what is written later is written
      return start();
    },
    given: async (from = local, most = 10) => keysOf(await from.claim('ops', most, LEASE_MS)),
  };
}

describe('what is given', () => {
  test('is the first message of each alert, beginnings and ends before updates, as many as are asked for', async () => {
    const { local, given } = queue();
    local.put([
      message('a', { kind: 'update' }),
      message('b'),
      message('b', { kind: 'resolve' }),
      message('c'),
      message('d', { receiver: 'chat' }),
    ]);
    expect(await given(local, 2)).toEqual(['fire b', 'fire c']);
    expect(await given()).toEqual(['update a']);
  });

  test('is given again when its lease is over, or as long after as it is renewed for', async () => {
    const { clock, local, given } = queue();
    local.put([message('a')]);
    expect(await given()).toEqual(['fire a']);
    clock.advance(LEASE_MS - 1);
    expect(await given()).toEqual([]);
    await local.renew([claimed(message('a'))], 5_000);
    clock.advance(4_999);
    expect(await given()).toEqual([]);
    clock.advance(1);
    expect(await given()).toEqual(['fire a']);
  });

  test('is no later message of an alert whose first one rests, unless that is an update', async () => {
    const { local, given } = queue();
    local.put([message('a'), message('b', { kind: 'update' })]);
    expect(await given()).toEqual(['fire a', 'update b']);
    const again = 'the next of b';
    local.put([message('a', { kind: 'resolve' }), message('b', { key: 'fire of the next', episode: again })]);
    expect(await given()).toEqual(['fire of the next']);
  });
});

describe('what is put', () => {
  test('waits here, unshared, until Postgres has it; when Postgres has lost it, it is unshared again', async () => {
    const { clock, local, keysOf, given } = queue();
    expect(local.isEmpty('ops')).toBe(true);
    local.put([message('a'), message('b')]);
    local.noteShared([message('a')], 5_000);
    expect([local.isEmpty('ops'), local.isEmpty('chat')]).toEqual([false, true]);
    expect([keysOf(local.unshared('ops')), keysOf(local.shared('ops'))]).toEqual([['fire b'], ['fire a']]);
    expect(await given()).toEqual(['fire b']);
    clock.advance(5_000);
    expect(await given()).toEqual(['fire a']);
    local.noteLost([message('a')]);
    expect([keysOf(local.unshared('ops')), local.shared('ops')]).toEqual([['fire a', 'fire b'], []]);
  });

  test('twice is one; an update that says something else takes the place of the one before', async () => {
    const { local, keysOf } = queue();
    const update = message('b', { kind: 'update' });
    local.put([message('a'), update]);
    local.noteShared([message('a'), update], 0);
    local.put([message('a', { body: '{"a":1}' }), update]);
    expect(local.unshared('ops')).toEqual([]);
    local.put([{ ...update, body: '{"b":1}' }]);
    expect(keysOf(local.unshared('ops'))).toEqual(['update b']);
    expect(keysOf(local.shared('ops'))).toEqual(['fire a']);
  });

  test('as an end overtakes the updates of its episode, and not its beginning', () => {
    const { local, keysOf } = queue();
    local.put([message('a'), message('a', { kind: 'update' }), message('b', { kind: 'update' })]);
    local.put([message('a', { kind: 'resolve' })]);
    expect(keysOf(local.unshared('ops'))).toEqual(['fire a', 'update b', 'resolve a']);
  });

  test('is there after a restart, and is forgotten when it is older than thirty days', async () => {
    const { clock, shelf, local, keysOf, restart } = queue();
    local.put([message('a'), message('b', { createdAt: CLOCK.now() + 1 })]);
    clock.advance(30 * DAY);
    expect(keysOf((await restart()).unshared('ops'))).toEqual(['fire a', 'fire b']);
    clock.advance(1);
    expect(keysOf((await restart()).unshared('ops'))).toEqual(['fire b']);
    await Promise.resolve();
    expect(shelf.loadStates().size).toBe(1);
  });
});

describe('what was tried', () => {
  test.each<[string, Settled, number, number, number]>([
    ['is given at once where it was not tried after all', { kind: 'release' }, 0, 0, 0],
    ['waits as long as is said', { kind: 'retry', afterMs: 5_000, detail: 'no' }, 5_000, 1, 0],
    ['is concluded when it was sent', { kind: 'done' }, LEASE_MS, 0, 1],
    ['is concluded when it was given up', { kind: 'dead', detail: 'no' }, LEASE_MS, 0, 1],
  ])('%s', async (_what, settled, afterMs, attempts, concluded) => {
    const it = queue();
    it.local.put([message('a')]);
    await it.given();
    await it.local.settle(claimed(message('a')), settled);
    expect(it.local.concluded('ops')).toHaveLength(concluded);
    expect(it.local.unshared('ops')).toHaveLength(1 - concluded);
    if (afterMs > 0) {
      it.clock.advance(afterMs - 1);
      expect(await it.given()).toEqual([]);
      it.clock.advance(1);
    }
    const next = concluded === 0 ? [{ attempts }] : [];
    expect(await it.local.claim('ops', 10, LEASE_MS)).toMatchObject(next);
    const known = await it.restart();
    expect(known.concluded('ops')).toHaveLength(concluded);
    expect(await known.claim('ops', 10, LEASE_MS)).toMatchObject(next);
  });

  test('and is an update, is gone: Postgres need not know', async () => {
    const { local, restart } = queue();
    const update = message('a', { kind: 'update' });
    local.put([update]);
    await local.settle(claimed(update), { kind: 'done' });
    expect([local.isEmpty('ops'), (await restart()).isEmpty('ops')]).toEqual([true, true]);
  });

  test('and replaced meanwhile, is given at once, as it is now', async () => {
    const { local, given } = queue();
    const update = message('a', { kind: 'update' });
    local.put([update]);
    await given();
    local.put([{ ...update, body: '{"a":1}' }]);
    await given();
    await local.settle(claimed(update), { kind: 'done' });
    const [next] = await local.claim('ops', 10, LEASE_MS);
    expect(next).toMatchObject({ key: update.key, body: '{"a":1}' });
  });

  test('to the end, is all of its episode that waits', async () => {
    const { local, keysOf } = queue();
    const end = message('a', { kind: 'resolve' });
    local.put([message('a'), end, message('b')]);
    await local.settle(claimed(end), { kind: 'dead', detail: 'no' });
    expect(keysOf(local.concluded('ops'))).toEqual(['resolve a']);
    local.put([end]);
    await local.settle(claimed(end), { kind: 'done' });
    expect(keysOf(local.concluded('ops'))).toEqual(['fire a', 'resolve a']);
    expect(keysOf(local.unshared('ops'))).toEqual(['fire b']);
  });

  test('is concluded once: a second word about it changes nothing', async () => {
    const { local } = queue();
    local.put([message('a')]);
    local.settleAll([claimed(message('a'))], { kind: 'done', messageId: '7' });
    local.settleAll([claimed(message('a'))], { kind: 'dead', detail: 'no' });
    local.settleAll([claimed(message('a'))], { kind: 'retry', afterMs: 0, detail: 'no' });
    expect(local.concluded('ops')).toMatchObject([{ attempts: 0, conclusion: { kind: 'done' } }]);
  });

  test.each<[Settled, number]>([
    [{ kind: 'done' }, 1],
    [{ kind: 'retry', afterMs: 1, detail: 'no' }, 0],
  ])('and was of Postgres alone, is kept until Postgres knows that it ended: %j', async (settled, kept) => {
    const { local } = queue();
    await local.settle(claimed(message('a')), settled);
    expect(local.concluded('ops')).toHaveLength(kept);
  });

  test('by way of Postgres, is known to have been tried once more, also after a restart', async () => {
    const { local, restart } = queue();
    local.put([message('a')]);
    local.noteTried({ ...claimed(message('a')), attempts: 3 });
    expect(await (await restart()).claim('ops', 10, LEASE_MS)).toMatchObject([{ attempts: 4 }]);
  });
});

describe('what Postgres knows of', () => {
  test.each([
    ['sent', 'sent', []],
    ['given up', undefined, ['fire a']],
  ] as const)(
    'as %s is let go of; put again, it waits for Postgres if it was sent',
    async (_what, were, expected) => {
      const { local, given, restart } = queue();
      local.put([message('a')]);
      local.drop([message('a')], were);
      expect([local.isEmpty('ops'), (await restart()).isEmpty('ops')]).toEqual([true, true]);
      for (const known of [local, await restart()]) {
        known.put([message('a')]);
        expect((await known.count('ops')).waiting).toBe(expected.length);
        expect(await given(known)).toEqual(expected);
        known.drop([message('a')]);
      }
    },
  );

  test('is not let go of where it is no longer what Postgres was asked about', async () => {
    const { local, keysOf } = queue();
    const update = message('a', { kind: 'update' });
    local.put([message('b'), update]);
    await local.settle(claimed(message('b')), { kind: 'done' });
    local.put([{ ...update, body: '{"a":1}' }]);
    local.drop([message('b'), update]);
    expect([keysOf(local.concluded('ops')), keysOf(local.unshared('ops'))]).toEqual([
      ['fire b'],
      ['update a'],
    ]);
    local.drop(local.concluded('ops'));
    expect(local.concluded('ops')).toEqual([]);
  });
});

test('what was given up within a day is counted, and what waits to be sent', async () => {
  const { clock, local } = queue();
  local.put(['a', 'b', 'c', 'd'].map((alert) => message(alert)));
  await local.settle(claimed(message('a')), { kind: 'dead', detail: 'no' });
  for (const sent of ['b', 'd']) await local.settle(claimed(message(sent)), { kind: 'done' });
  expect(await local.count('ops')).toEqual({ waiting: 1, dead: 1 });
  expect(await local.count('chat')).toEqual({ waiting: 0, dead: 0 });
  clock.advance(DAY - 1);
  expect((await local.count('ops')).dead).toBe(1);
  clock.advance(1);
  expect((await local.count('ops')).dead).toBe(0);
});
