// What pages wait for, and for how long.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from '../../../src/web/http/with-timeout.ts';

test.each<[string, () => Promise<number | undefined> | undefined, number | null]>([
  ['what is found', async () => 7, 7],
  ['also nought', async () => 0, 0],
  ['nothing of what isn’t there', async () => undefined, null],
  ['nothing of what fails', () => Promise.reject(new Error('away')), null],
  ['nothing where nobody can be asked', () => undefined, null],
])('gives %s', async (_title, work, found) => {
  expect(await withTimeout(work)).toBe(found);
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Work that never ends, and what became of it. */
function endless() {
  const work: { signal?: AbortSignal; goesOn?: () => void; answer?: number | null } = {};
  const asked = withTimeout((signal, goesOn) => {
    Object.assign(work, { signal, goesOn });
    return new Promise<number>(() => {});
  }).then((answer) => {
    work.answer = answer;
  });
  return { work, asked };
}

test('waits for a second, then tells whoever works that nobody waits any more', async () => {
  const { work, asked } = endless();
  await vi.advanceTimersByTimeAsync(999);
  expect([work.answer, work.signal!.aborted]).toEqual([undefined, false]);
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  expect([work.answer, work.signal!.aborted]).toEqual([null, true]);
});

test('waits for parts for half a minute and no longer', async () => {
  const { work, asked } = endless();
  for (let part = 0; part < 40; part++) {
    await vi.advanceTimersByTimeAsync(900);
    work.goesOn!();
    if (part === 32) expect(work.answer).toBeUndefined();
  }
  await asked;
  expect([work.answer, work.signal!.aborted]).toEqual([null, true]);
});

test('waits for another second after each part, until one takes longer', async () => {
  const { work, asked } = endless();
  for (let part = 0; part < 5; part++) {
    await vi.advanceTimersByTimeAsync(900);
    work.goesOn!();
  }
  expect([work.answer, work.signal!.aborted]).toEqual([undefined, false]);
  await vi.advanceTimersByTimeAsync(1_000);
  await asked;
  expect([work.answer, work.signal!.aborted]).toEqual([null, true]);
  work.goesOn!(); // too late
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['came', async () => 7],
  ['failed', () => Promise.reject(new Error('away'))],
  ['is not there', () => undefined],
])('waits for nothing once the answer %s', async (_, work) => {
  await withTimeout(work);
  expect(vi.getTimerCount()).toBe(0);
});
