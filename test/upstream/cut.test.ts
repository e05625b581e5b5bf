import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CutShort, createCut } from '../../src/upstream/cut.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const never = () => new AbortController().signal;

/** How it ended, or `open`. */
async function state(over: Promise<never>): Promise<string> {
  const open = Promise.resolve('open');
  return Promise.race([over, open]).catch((error) => {
    expect(error).toBeInstanceOf(CutShort);
    expect(error.name).toBe('CutShort');
    return error.kind;
  });
}

test('a poll is over when its time is up, and not before', async () => {
  using cut = createCut(1_000, never(), clock);
  vi.advanceTimersByTime(999);
  expect(await state(cut.over)).toBe('open');
  expect(cut.remaining()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await state(cut.over)).toBe('deadline');
  vi.advanceTimersByTime(500);
  expect(cut.remaining()).toBe(0);
});

test('a poll is over when it is stopped, and at once when it was stopped before', async () => {
  const stop = new AbortController();
  using cut = createCut(1_000, stop.signal, clock);
  expect(await state(cut.over)).toBe('open');
  stop.abort();
  expect(await state(cut.over)).toBe('aborted');
  using late = createCut(1_000, stop.signal, clock);
  expect(await state(late.over)).toBe('aborted');
});

test('a pause lasts as long as it was to, or until the poll is over', async () => {
  const stop = new AbortController();
  using cut = createCut(1_000, stop.signal, clock);
  let woken = 0;
  const wake = () => void woken++;
  void cut.sleep(300).then(wake);
  await vi.advanceTimersByTimeAsync(299);
  expect(woken).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toBe(1);
  void cut.sleep(60_000).then(wake);
  stop.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(woken).toBe(2);
  expect(vi.getTimerCount()).toBe(1); // the deadline's own; none of the pauses'
});

test('what is disposed of leaves no timer and no listener', () => {
  const { signal } = new AbortController();
  const cut = createCut(1_000, signal, clock);
  expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([1, 1]);
  cut[Symbol.dispose]();
  expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0]);
});
