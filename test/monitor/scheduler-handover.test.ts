// Where a scheduler goes on that takes over from another, after a reload; its polls and its ledger are made by hand.
import { afterEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../src/domain/observation.ts';
import { handClock } from '../support/clock.ts';
import { MINUTE, NOON, type Parts, PLACE, scheduler, settled } from './scheduler-by-hand.ts';

afterEach(() => void vi.useRealTimers());

/** The second has taken over from the first, which has looked once. */
async function handedOver(first: Parts, second: Parts = {}) {
  const clock = first.clock ?? handClock(NOON + 10_000);
  const before = scheduler({ clock, ...first });
  void before.it.tick();
  await settled();
  const after = scheduler({ clock, ...second });
  after.it.takeOver(before.it.handOver());
  return { clock, before, after };
}

test('who takes over polls no slot again, and is idle until the next one', async () => {
  const { before, after } = await handedOver({});
  await after.look(11_000);
  expect([before.polled(), after.polled()]).toEqual([[['kiosk', 0]], []]);
  expect(after.it.idleUntil()).toBe(NOON + MINUTE);
});

test('an account that is new is polled at once, at that very millisecond', async () => {
  const { after } = await handedOver({}, { names: ['kiosk', 'stock'] });
  await after.look(10_000);
  expect(after.polled()).toEqual([['stock', 0]]);
});

test('what waits for its turn is polled by who takes over, but not of an account that is gone', async () => {
  const clock = handClock(NOON);
  const { before, after } = await handedOver({ clock, names: ['kiosk', 'stock'] }, { names: ['kiosk'] });
  await after.look(10_000);
  expect([before.polled(), after.polled()]).toEqual([[], [['kiosk', 0]]]);
});

test('what another replica has claimed is followed by who takes over', async () => {
  const { after } = await handedOver({ claim: async () => [] });
  await after.look(11_000);
  expect(after.it.idleUntil()).toBe(Number.NEGATIVE_INFINITY);
  await after.look(PLACE.kiosk + 25_000);
  expect(after.polled()).toEqual([['kiosk', 0]]);
});

test('who has handed over polls nothing for which it gets its claim afterwards', async () => {
  const answer = Promise.withResolvers<void>();
  const { before, after } = await handedOver({ claim: (due) => answer.promise.then(() => due) });
  answer.resolve();
  await settled();
  expect(before.polled()).toEqual([]);
  await after.look(11_000);
  expect(after.polled()).toEqual([['kiosk', 0]]);
});

test('an account whose poll is under way is not polled beside it, and is again when that has ended', async () => {
  const answer = Promise.withResolvers<Outcome>();
  const { after } = await handedOver({ poll: () => answer.promise });
  await after.look(MINUTE + 10_000);
  expect([after.polled(), after.missed]).toEqual([[], [['kiosk', 1]]]);
  answer.resolve('ok');
  await settled();
  await after.look(2 * MINUTE + 10_000);
  expect(after.polled()).toEqual([['kiosk', 2]]);
});

test('nor while it is polled on demand, when the poll that was under way has ended', async () => {
  const answer = Promise.withResolvers<Outcome>();
  const { after } = await handedOver({ poll: () => answer.promise }, { poll: () => new Promise(() => {}) });
  void after.it.pollNow(['kiosk']);
  await settled();
  answer.resolve('ok');
  await settled();
  await after.look(MINUTE + 10_000);
  expect([after.turns.length, after.missed]).toEqual([1, [['kiosk', 1]]]);
});

test('a stop leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { it } = scheduler();
  await it.stop(5_000);
  expect(vi.getTimerCount()).toBe(0);
});
