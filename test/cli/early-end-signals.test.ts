// What a process does when it is told to end, once and again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEarlyEnd } from '../../src/cli/terminal/early-end.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Told = (typeof SIGNALS)[number];
const known = SIGNALS.map((signal) => process.listeners(signal));
let ended: string[];

beforeEach(() => {
  ended = [];
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(process, 'exit').mockImplementation((code) => void ended.push(`exits ${code}`) as never);
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    ended.push(pid === process.pid ? `is killed by ${signal}` : 'kills another');
    return true;
  });
  vi.spyOn(process, 'removeAllListeners').mockImplementation((signal) => {
    ended.push(`hears no ${String(signal)}`);
    return process;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const [i, signal] of SIGNALS.entries())
    for (const listener of process.listeners(signal))
      if (!known[i]!.includes(listener)) process.off(signal, listener);
});

/** Tells this process, without those who run this test. */
async function tell(signal: Told): Promise<void> {
  const own = process
    .rawListeners(signal)
    .filter((each) => !known[SIGNALS.indexOf(signal)]!.includes(each as never));
  expect(own, `${signal} is heard once`).toHaveLength(1);
  own[0]!(signal);
  await new Promise(setImmediate);
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s stops who listens, and ends nothing by itself',
  async (signal) => {
    const stop = createEarlyEnd().signal;
    await tell(signal);
    expect([stop.aborted, stop.reason]).toEqual([true, signal]);
    expect(ended).toEqual([]);
  },
);

test.each([
  [999, []],
  [1_000, []],
  [1_001, ['exits 1']],
])('a second signal %i ms later: %j', async (later, said) => {
  const stop = createEarlyEnd().signal;
  await tell('SIGINT');
  vi.advanceTimersByTime(later);
  await tell('SIGTERM');
  expect(ended).toEqual(said);
  expect(stop.reason).toBe('SIGINT');
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('where nobody listens, %s ends the process once all is in order', async (signal, code) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  createEarlyEnd().onEarlyEnd(() => promise);
  await tell(signal);
  expect(ended).toEqual([]);
  resolve();
  await new Promise(setImmediate);
  expect(ended).toEqual([`hears no ${signal}`, `is killed by ${signal}`, `exits ${code}`]);
});

test('where that takes long, a second signal ends it at once, by that signal', async () => {
  createEarlyEnd().onEarlyEnd(() => new Promise(() => {}));
  await tell('SIGINT');
  vi.advanceTimersByTime(1_000);
  await tell('SIGTERM');
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1);
  await tell('SIGTERM');
  expect(ended).toEqual(['hears no SIGTERM', 'is killed by SIGTERM', 'exits 143']);
});

test('exits with the code that is right once all is in order', async () => {
  const early = createEarlyEnd();
  let code = 0;
  early.onEarlyEnd(async () => {
    code = 3;
  });
  await early.exit(() => code);
  expect(ended).toEqual(['exits 3']);
});
