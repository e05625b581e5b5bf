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

const timers = () => new Promise((resolve) => setImmediate(resolve));
const late: (() => void)[] = [];
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(1_000);
    const controller = new AbortController();
    late.push(() => controller.abort());
    return controller.signal;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  late.splice(0);
});

test('waits for a second, then tells whoever works that nobody waits any more', async () => {
  let told: AbortSignal | undefined;
  let answer: number | null | undefined;
  const asked = withTimeout((signal) => {
    told = signal;
    return new Promise<number>(() => {});
  }).then((found) => {
    answer = found;
  });
  await timers();
  expect([answer, told!.aborted]).toEqual([undefined, false]);
  late[0]!();
  await asked;
  expect([answer, told!.aborted]).toEqual([null, true]);
});
