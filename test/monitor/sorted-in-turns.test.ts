import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortedInTurns } from '../../src/monitor/sorted-in-turns.ts';

interface Item {
  readonly key: number;
  readonly place: number;
}

const byKey = (a: Item, b: Item) => a.key - b.key;

test('whatever the length, it is what toSorted gives, equal ones in their order', async () => {
  const lengths = fc.constantFrom(0, 1, 2, 999, 1_000, 1_001, 2_000, 3_500);
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 50 }), fc.nat(), async (length, keys, seed) => {
      const items = Array.from({ length }, (_, place) => ({ key: (place * 7919 + seed) % keys, place }));
      expect(await sortedInTurns(items, byKey)).toEqual(items.toSorted(byKey));
    }),
    { numRuns: 50 },
  );
});

test('everything else goes on meanwhile', async () => {
  let sorted = false;
  let turns = 0;
  const slow = (a: number, b: number) => {
    const until = performance.now() + 0.01;
    while (performance.now() < until);
    return a - b;
  };
  const work = sortedInTurns(
    Array.from({ length: 3_000 }, (_, i) => (i * 7919) % 3_001),
    slow,
  ).then(() => {
    sorted = true;
  });
  for (; !sorted; turns++) await setImmediate();
  await work;
  expect(turns).toBeGreaterThan(5);
});
