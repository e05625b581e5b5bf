import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeadline, type Deadline, DeadlineError } from '../../../src/upstream/http/deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const never = () => new AbortController().signal;

/** How it ended, or `open`. */
async function state(deadline: Deadline): Promise<string> {
  return deadline.race(Promise.resolve('open')).catch((error) => {
    expect(error).toBeInstanceOf(DeadlineError);
    expect(error.name).toBe('DeadlineError');
    return error.kind;
  });
}

test('a poll is over when its time is up, and not before', async () => {
  using deadline = createDeadline(1_000, never(), clock);
  vi.advanceTimersByTime(999);
  expect(await state(deadline)).toBe('open');
  expect(deadline.remaining()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await state(deadline)).toBe('deadline');
  vi.advanceTimersByTime(500);
  expect(deadline.remaining()).toBe(0);
});

test('a poll is over when it is stopped, and at once when it was stopped before', async () => {
  const stop = new AbortController();
  using deadline = createDeadline(1_000, stop.signal, clock);
  expect(await state(deadline)).toBe('open');
  stop.abort();
  expect(await state(deadline)).toBe('aborted');
  using late = createDeadline(1_000, stop.signal, clock);
  expect(await state(late)).toBe('aborted');
});

test('a pause lasts as long as it was to, or until the poll is over', async () => {
  const stop = new AbortController();
  using deadline = createDeadline(1_000, stop.signal, clock);
  let woken = 0;
  const wake = () => void woken++;
  void deadline.sleep(300).then(wake);
  await vi.advanceTimersByTimeAsync(299);
  expect(woken).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toBe(1);
  void deadline.sleep(60_000).then(wake);
  stop.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(woken).toBe(2);
  expect(vi.getTimerCount()).toBe(1); // the deadline's own; none of the pauses'
});

test('what comes before the time is up is what the race comes to, a failure too', async () => {
  using deadline = createDeadline(1_000, never(), clock);
  expect(await deadline.race(Promise.resolve(7))).toBe(7);
  await expect(deadline.race(Promise.reject(new Error('it broke')))).rejects.toThrow('it broke');
});

test('what ends after the time was up is nobody’s, a failure too', async () => {
  using deadline = createDeadline(1_000, never(), clock);
  const late = Promise.withResolvers<void>();
  const race = deadline.race(late.promise);
  vi.advanceTimersByTime(1_000);
  late.reject(new Error('too late'));
  await expect(race).rejects.toThrow(DeadlineError);
});

test('one is told at a time, and at once when it is over already', () => {
  using deadline = createDeadline(1_000, never(), clock);
  const told: string[] = [];
  deadline.tell(() => told.push('first'));
  deadline.tell(() => told.push('second'));
  vi.advanceTimersByTime(1_000);
  deadline.tell(({ kind }) => told.push(kind));
  expect(told).toEqual(['second', 'deadline']);
});

test('what is disposed of leaves no timer, and hears of no stop; one listener stands for all', () => {
  const stop = new AbortController();
  const deadlines = [1, 2, 3].map(() => createDeadline(1_000, stop.signal, clock));
  let told = 0;
  for (const deadline of deadlines) deadline.tell(() => told++);
  expect([vi.getTimerCount(), getEventListeners(stop.signal, 'abort').length]).toEqual([3, 1]);
  for (const deadline of deadlines.slice(1)) deadline[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(1);
  stop.abort();
  expect(told).toBe(1);
});
