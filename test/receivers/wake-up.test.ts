// The wait of a receiver's loop: how long it lasts, and who ends it.
import { beforeEach, expect, test, vi } from 'vitest';
import { afterMs, createWakeUp, type WakeUp } from '../../src/receivers/delivery/wake-up.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** A wait that has begun, and whether it is over. */
function waiting(begin: () => Promise<void>) {
  let over = false;
  void begin().then(() => {
    over = true;
  });
  return async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
    return over;
  };
}

test.each([
  ['a wait', () => createWakeUp().after(500)],
  ['a rest', () => createWakeUp().after(500, true)],
  ['a pause', () => afterMs(500)],
])('%s lasts as long as it is to', async (_what, begin) => {
  const isOver = waiting(begin);
  expect([await isOver(499), await isOver(1)]).toEqual([false, true]);
});

test.each<[string, (wakeUp: WakeUp) => void, boolean, boolean]>([
  ['a call ends a wait', ({ now }) => now(), false, true],
  ['a call ends a rest', ({ now }) => now(), true, true],
  ['what is found by a look ends a rest', ({ fromRest }) => fromRest(), true, true],
  ['but it ends no wait', ({ fromRest }) => fromRest(), false, false],
])('%s', async (_what, call, isRest, expected) => {
  const wakeUp = createWakeUp();
  const isOver = waiting(() => wakeUp.after(500, isRest));
  call(wakeUp);
  expect(await isOver()).toBe(expected);
});

test('a call before a wait ends that one, and not the next', async () => {
  const wakeUp = createWakeUp();
  expect(wakeUp.isDue()).toBe(false);
  wakeUp.now();
  wakeUp.now();
  expect(wakeUp.isDue()).toBe(true);
  expect(await waiting(() => wakeUp.after(500))()).toBe(true);
  expect(wakeUp.isDue()).toBe(false);
  const isOver = waiting(() => wakeUp.after(500));
  expect([await isOver(499), await isOver(1)]).toEqual([false, true]);
});

test('of what was woken no timer is left that would end a later wait', async () => {
  const wakeUp = createWakeUp();
  const first = waiting(() => wakeUp.after(500));
  wakeUp.now();
  await first();
  expect(vi.getTimerCount()).toBe(0);
});

test('what is found by a look before a rest, or after it, is of no account: the loop has looked itself', async () => {
  const wakeUp = createWakeUp();
  wakeUp.fromRest();
  expect(wakeUp.isDue()).toBe(false);
  const isOver = waiting(() => wakeUp.after(500, true));
  expect(await isOver(500)).toBe(true);
  wakeUp.fromRest();
  expect(wakeUp.isDue()).toBe(false);
});
