import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { collectGarbage } from '../../src/cli/commands/collect-garbage.ts';

/** What V8 has of the system for what is new, in MiB. */
const youngMiB = () =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')!.space_size / 2 ** 20;

test('what nobody refers to any more is given back, and so is the room in which it was made', async () => {
  let last: object | null = null;
  for (let i = 0; i < 1_000_000; i++) last = { last: i % 1_000 === 0 ? null : last };
  const dropped = new WeakRef(last!);
  const before = youngMiB();
  last = null;
  await setImmediate(); // what a WeakRef has been made for stays until the turn is over
  collectGarbage();
  expect(dropped.deref()).toBeUndefined();
  expect(before).toBeGreaterThan(4);
  expect(youngMiB()).toBeLessThan(4);
});
