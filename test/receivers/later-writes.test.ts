// Notes that nobody waits for: when they are written, in which order, and what a full disk does.
import { expect, test } from 'vitest';
import { createLaterWrites } from '../../src/receivers/local/later-writes.ts';
import { memoryShelf } from '../support/delivering.ts';

type Changes = readonly (readonly [string, string | null])[];

function writing({ full = false } = {}) {
  const [under, writes] = [memoryShelf(), [] as Changes[]];
  const disk = { full };
  const shelf = createLaterWrites({
    loadStates: under.loadStates,
    saveStates(changes) {
      if (disk.full) throw new Error('no space left on device');
      writes.push([...changes]);
      under.saveStates(changes);
    },
  });
  return {
    ...{ shelf, disk, writes },
    later: (...changes: Changes) => shelf.saveLater(new Map(changes)),
    now: (...changes: Changes) => shelf.saveStates(new Map(changes)),
  };
}

test('all notes of one turn are one write, after it', async () => {
  const { later, writes, shelf } = writing();
  later(['a', '1'], ['b', '1']);
  later(['a', '2'], ['c', null]);
  expect(writes).toEqual([]);
  await Promise.resolve();
  expect(writes).toEqual([[['a', '2'], ['b', '1'], ['c', null]]]); // biome-ignore format: one line
  expect([...shelf.loadStates()]).toEqual([['a', '2'], ['b', '1']]); // biome-ignore format: one line
  later(['b', null]);
  await Promise.resolve();
  expect(writes).toHaveLength(2);
});

test('a write that is waited for takes along what was noted before it, which it outweighs', async () => {
  const { later, now, writes } = writing();
  later(['a', '1'], ['b', '1']);
  now(['a', '2']);
  expect(writes).toEqual([[['a', '2'], ['b', '1']]]); // biome-ignore format: one line
  await Promise.resolve();
  expect(writes).toHaveLength(1);
});

test.each(['later', 'now'] as const)('nothing (%s) is no write', async (how) => {
  const it = writing();
  it[how]();
  await Promise.resolve();
  expect(it.writes).toEqual([]);
});

test('a note that has no room disturbs nobody, and the next ones are written', async () => {
  const { later, now, disk, writes } = writing({ full: true });
  later(['a', '1']);
  await Promise.resolve();
  expect(() => now(['b', '1'])).toThrow('no space left');
  disk.full = false;
  later(['c', '1']);
  await Promise.resolve();
  expect(writes).toEqual([[['c', '1']]]);
});
