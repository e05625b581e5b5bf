// How long is waited for something: until it is there, late or given up, whatever comes first.
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { inForce } from '../../src/app/in-force.ts';
import { within } from '../../src/app/within.ts';

/** Waits five seconds for what `end` ends. */
function waiting(signal?: AbortSignal) {
  const timers = new Map<number, () => void>();
  const it = Promise.withResolvers<void>();
  let isOver = false;
  const after = (ms: number, run: () => void) => {
    timers.set(ms, run);
    return () => void timers.delete(ms);
  };
  const wait = within(5_000, it.promise, { after, signal }).then(() => {
    isOver = true;
  });
  const settled = async () => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
    return isOver;
  };
  return { timers, it, wait, settled };
}

test.each<[string, (on: ReturnType<typeof waiting>, stop: AbortController) => void]>([
  ['it is there', ({ it }) => it.resolve()],
  ['it is late', ({ timers }) => timers.get(5_000)!()],
  ['it is given up', (_, stop) => stop.abort()],
])('the wait ends when %s, and not before, and leaves no timer', async (_, end) => {
  const stop = new AbortController();
  const on = waiting(stop.signal);
  expect(await on.settled()).toBe(false);
  expect([...on.timers.keys()]).toEqual([5_000]);
  end(on, stop);
  expect(await on.settled()).toBe(true);
  expect(on.timers.size).toBe(0);
});

test('what is given up already is not waited for', async () => {
  const on = waiting(AbortSignal.abort());
  expect(await on.settled()).toBe(true);
  expect(on.timers.size).toBe(0);
});

test('who can’t give up waits all the same', async () => {
  const on = waiting();
  expect(await on.settled()).toBe(false);
  on.it.resolve();
  expect(await on.settled()).toBe(true);
});

test('what fails is told to who waits, and leaves no timer and no listener', async () => {
  const { signal } = new AbortController();
  const on = waiting(signal);
  const told = expect(on.wait).rejects.toThrow('broken');
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  on.it.reject(new Error('broken'));
  await told;
  expect(on.timers.size).toBe(0);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('of a part that is replaced the next is in force, and the one before is given back to be ended', () => {
  const part = inForce('one');
  expect(part()).toBe('one');
  expect(part.replace('two')).toBe('one');
  expect(part()).toBe('two');
  expect(part.replace('three')).toBe('two');
  expect(part()).toBe('three');
});
