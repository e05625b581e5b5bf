// What a scheduler must start, when, and what it must leave to others, by cases; its polls and its ledger are made by hand.
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/domain/observation.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import type { AccountSlot } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';
import { MINUTE, NOON, type Parts, PLACE, scheduler, settled } from './scheduler-by-hand.ts';

test('a poll is told its account, its slot, and the next one; a listener how late it began, and how long the write took', async () => {
  const clock = handClock(NOON + 10_000);
  const { it, turns, lags, writes } = scheduler({ clock, record: () => clock.advance(70) });
  await it.tick();
  expect(turns).toMatchObject([{ account: { name: 'kiosk' }, slot: NOON, notAfter: NOON + MINUTE }]);
  expect([lags, writes]).toEqual([[10_000], [70]]);
});

test('a poll on demand of an account without a next slot may wait for a retry as long as it likes', async () => {
  const { it, turns } = scheduler({ schedule: createSchedule('0 0 29 2 1', 'UTC') });
  await it.pollNow(['kiosk']);
  expect(turns[0]?.notAfter).toBe(Number.MAX_SAFE_INTEGER);
});

test('a poll begins at its place in the interval, to the millisecond', async () => {
  const { polled, look } = scheduler({ clock: handClock(NOON), names: ['kiosk', 'stock'] });
  const seen: unknown[] = [];
  for (const ms of [0, PLACE.stock - 1, PLACE.stock, PLACE.kiosk - 1, PLACE.kiosk]) {
    await look(ms);
    seen.push(polled().map(([name]) => name));
  }
  expect(seen).toEqual([[], [], ['stock'], ['stock'], ['stock', 'kiosk']]);
});

test('a slot whose turn comes while its account is polled on demand waits until that poll has ended', async () => {
  const first = Promise.withResolvers<Outcome>();
  const polls = [first.promise];
  const { it, polled, look } = scheduler({
    clock: handClock(NOON),
    poll: async () => await (polls.shift() ?? 'ok'),
  });
  await look(0);
  void it.pollNow(['kiosk']);
  await settled();
  await look(PLACE.kiosk);
  expect(polled()).toHaveLength(1);
  first.resolve('ok');
  await settled();
  await look(PLACE.kiosk + 1_000);
  expect(polled()).toHaveLength(2);
  expect(polled()[1]).toEqual(['kiosk', 0]);
});

test('a poll that ends does not take the place of another that is still under way', async () => {
  const onDemand = Promise.withResolvers<Outcome>();
  const polls: Promise<Outcome>[] = [];
  const { it, polled, missed, look } = scheduler({
    clock: handClock(NOON),
    poll: async () => await (polls.shift() ?? 'ok'),
  });
  const scheduled = Promise.withResolvers<Outcome>();
  polls.push(scheduled.promise, onDemand.promise);
  await look(0);
  await look(PLACE.kiosk);
  void it.pollNow(['kiosk']);
  await settled();
  expect(polled()).toHaveLength(2);
  scheduled.resolve('ok');
  await settled();
  await look(MINUTE);
  await look(MINUTE + 10_000);
  expect(polled()).toHaveLength(2);
  expect(missed).toEqual([['kiosk', 1]]);
  onDemand.resolve('ok');
  await settled();
  await look(2 * MINUTE);
  await look(2 * MINUTE + 10_000);
  expect(polled().slice(2)).toEqual([['kiosk', 2]]);
});

test('a tick at which nothing is due, waits or is followed starts nothing, and says so', async () => {
  const { it, look } = scheduler();
  await look(10_000);
  expect(it.tick()).toBeUndefined();
  await look(59_999);
  expect(it.tick()).toBeUndefined();
  await look(MINUTE);
  expect(it.idleUntil()).toBe(Number.NEGATIVE_INFINITY);
  await look(MINUTE + 10_000);
  expect(it.idleUntil()).toBe(NOON + 2 * MINUTE);
});

describe('it is not idle while', () => {
  const hangs = () => new Promise<Outcome>(() => {});
  const onlyStock: Partial<Parts> = {
    claim: async (due) => due.filter(({ account }) => account === 'stock'),
  };
  const names = ['kiosk', 'stock'];
  test.each<[string, Parts, number]>([
    ['one waits for its turn', {}, 0],
    ['one is followed', { claim: async () => [] }, 0],
    ['one is under way', { poll: hangs }, 10_000],
    ['one waits and one is followed', { names, ...onlyStock }, 0],
    ['one waits and one is under way', { names, poll: hangs }, PLACE.stock],
    ['one is followed and one is under way', { names, ...onlyStock, poll: hangs }, PLACE.stock],
    ['one is being claimed', { claim: () => new Promise(() => {}) }, 0],
  ])('%s', async (_, parts, ms) => {
    const { it, look } = scheduler({ clock: handClock(NOON), ...parts });
    for (const at of [0, ms]) await look(at);
    expect(it.idleUntil()).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('a clock that was set back', () => {
  test.each([
    [29_999, [['kiosk', 0]]],
    [
      30_000,
      [
        ['kiosk', 0],
        ['kiosk', 0],
      ],
    ],
  ])('by %i ms: what comes again is polled again only after half a minute or more', async (ms, expected) => {
    const { it, clock, polled, look } = scheduler();
    await look(45_000);
    clock.step(-ms);
    await it.tick();
    expect(polled()).toEqual(expected);
  });

  test('what it may have skipped while it was ahead is claimed, so that others learn of it, and polled whoever has it', async () => {
    const claimed: number[] = [];
    const asked: AccountSlot[] = [];
    const { clock, polled, look } = scheduler({
      async claim(due) {
        claimed.push(...due.map(({ slot }) => (slot - NOON) / MINUTE));
        return due.filter(({ slot }) => slot !== NOON + 2 * MINUTE); // which another replica has
      },
      async ended(open) {
        asked.push(...open);
        return []; // nor must an old result of it be taken for news
      },
    });
    clock.step(60 * MINUTE);
    await look(60 * MINUTE + 10_000);
    clock.step(-60 * MINUTE);
    for (const minute of [1, 2, 3]) {
      await look(minute * MINUTE);
      await look(minute * MINUTE + 10_000);
    }
    expect(claimed).toEqual([60, 1, 2, 3]);
    expect(polled()).toEqual([60, 1, 2, 3].map((minute) => ['kiosk', minute]));
    expect(asked).toEqual([]);
  });

  test('a slot that another replica had is followed no longer, once it is polled here', async () => {
    const schedule = createSchedule('*/5 * * * *', 'UTC');
    const { it, clock, polled, look } = scheduler({ schedule, claim: async () => [] });
    await look(10_000);
    await look(30_500); // not so late yet that it takes over
    clock.step(-30_000);
    await it.tick();
    await look(10_000);
    expect([polled(), it.idleUntil()]).toEqual([[['kiosk', 0]], NOON + 5 * MINUTE]);
  });
});

describe('an account whose keys are refused', () => {
  /** Polls once a minute; the outcomes one after the other. */
  async function refused(outcomes: readonly Outcome[], parts: Parts = {}) {
    const left = [...outcomes];
    const it = scheduler({ ...parts, poll: async () => left.shift() ?? 'auth' });
    for (let minute = 0; minute < outcomes.length; minute++) await it.look(minute * MINUTE + 10_000);
    expect(it.turns).toHaveLength(outcomes.length);
    return it;
  }
  const four = Array<Outcome>(4).fill('auth');

  test.each<[string, Outcome[], boolean]>([
    ['five times in a row', [...four, 'auth'], false],
    ['four times', four, true],
    ['four times before and after it was answered', [...four, 'ok', ...four], true],
    ['four times, and then not reached', [...four, 'connect', 'auth'], true],
  ])('%s: is polled at the next slot: %#', async (_, outcomes, expected) => {
    const { look, turns } = await refused(outcomes);
    await look(outcomes.length * MINUTE + 10_000);
    expect(turns.length).toBe(outcomes.length + (expected ? 1 : 0));
  });

  test.each([
    ['the slot before five minutes are over', 8, false],
    ['the slot at which they are', 9, true],
  ])('rests from that slot on: %s: %#', async (_, minute, expected) => {
    const { look, turns } = await refused([...four, 'auth']);
    await look(minute * MINUTE + 10_000);
    expect(turns.length).toBe(expected ? 6 : 5);
  });

  test('while it rests, what other replicas see of its slots is asked for', async () => {
    const asked: number[] = [];
    const { look } = await refused([...four, 'auth'], {
      async ended(slots) {
        asked.push(...slots.map(({ slot }) => (slot - NOON) / MINUTE));
        return [];
      },
    });
    expect(asked).toEqual([]);
    await look(5 * MINUTE + 10_000);
    expect(asked).toEqual([5]);
  });

  test('until when it rests is told by the clock that ends it sooner', async () => {
    const { it, clock } = await refused([...four, 'auth']);
    expect(it.restsUntil('kiosk')).toBe(NOON + 9 * MINUTE);
    clock.step(-30 * MINUTE);
    expect(it.restsUntil('kiosk')).toBe(NOON + 9 * MINUTE - 30 * MINUTE);
    clock.step(60 * MINUTE);
    expect(it.restsUntil('kiosk')).toBeLessThan(clock.now());
    expect((await refused(four)).it.restsUntil('kiosk')).toBeLessThan(NOON);
    expect(it.restsUntil('nobody')).toBeLessThan(NOON);
  });

  test.each([
    ['a minute before five are over', 4 * MINUTE, false],
    ['when they are', 5 * MINUTE, true],
  ])(
    'rests no longer by the monotonic clock, where the wall clock was set back: %s: %#',
    async (_, ms, expected) => {
      const { look, turns, clock, it } = await refused([...four, 'auth']);
      clock.step(-30 * MINUTE);
      await it.tick();
      clock.advance(ms - 10_000 - 1);
      await settled();
      expect(turns).toHaveLength(5);
      await look(clock.now() + 1 - NOON);
      for (let second = 0; second < 5; second++) await look(clock.now() + 1_000 - NOON);
      expect(turns.length).toBe(expected ? 6 : 5);
    },
  );
});

describe('of what another replica has claimed', () => {
  test('nothing is taken over once the next slot is due', async () => {
    const takenOver: AccountSlot[] = [];
    const { look, polled } = scheduler({
      claim: async (due) => due.filter(({ slot }) => slot > NOON),
      async takeOver(open) {
        takenOver.push(...open);
        return open;
      },
    });
    await look(10_000);
    await look(MINUTE + 10_000);
    await look(MINUTE + 11_000);
    expect([takenOver, polled()]).toEqual([[], [['kiosk', 1]]]);
  });

  test('who stops meanwhile polls nothing that it takes over', async () => {
    const answer = Promise.withResolvers<void>();
    const { it, look, polled } = scheduler({
      claim: async () => [],
      takeOver: (open) => answer.promise.then(() => open),
    });
    await look(10_000);
    await look(40_000);
    await it.stop(0);
    answer.resolve();
    await settled();
    expect(polled()).toEqual([]);
  });
});
