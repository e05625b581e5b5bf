// What happens to a process that is to end early, as far as one sees it without ending: the rest is in interrupt.test.ts.
import { afterEach, expect, test } from 'vitest';
import { createEarlyEnd } from '../../src/cli/terminal/early-end.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const known = SIGNALS.map((signal) => process.listeners(signal));
afterEach(() => {
  for (const [i, signal] of SIGNALS.entries())
    for (const listener of process.listeners(signal))
      if (!known[i]!.includes(listener)) process.off(signal, listener);
});
const heardBy = () => SIGNALS.map((signal, i) => process.listenerCount(signal) - known[i]!.length);

test('nobody listens until somebody asks for the signal, or has something to put in order; then one does', () => {
  const early = createEarlyEnd();
  expect(heardBy()).toEqual([0, 0]);
  early.onEarlyEnd(async () => {});
  expect(heardBy()).toEqual([1, 1]);
  for (let i = 0; i < 3; i++) expect(early.signal.aborted).toBe(false);
  early.onEarlyEnd(async () => {});
  expect(heardBy()).toEqual([1, 1]);
});

test('what must be put in order is so, once, before a process exits, and what fails of it keeps nothing back', async () => {
  const early = createEarlyEnd();
  const told: string[] = [];
  early.onEarlyEnd(() => Promise.reject(new Error('away')));
  early.onEarlyEnd(async () => {
    await Promise.resolve();
    told.push('in order');
  });
  const code = (): number => {
    told.push('exits');
    throw new Error('and stays, for this test');
  };
  for (let i = 0; i < 2; i++) await expect(early.exit(code)).rejects.toThrow('stays');
  expect(told).toEqual(['in order', 'exits', 'exits']);
});
