// How much is written at once, what is remembered of it, and in which turns the disk is written.
import { expect, test } from 'vitest';
import type { PollResult } from '../../../src/domain/poll-result.ts';
import { batchLength } from '../../../src/store/writer/batch.ts';
import type { Disk, Entry } from '../../../src/store/writer/disk.ts';
import { createDiskTurns } from '../../../src/store/writer/disk-turns.ts';
import { createRecentWrites } from '../../../src/store/writer/recent-writes.ts';
import { timer } from '../../../src/store/writer/timer.ts';
import { observation, wallet } from '../../support/ledger.ts';

const MINUTE = 60_000;
const poll = (wallets: number): PollResult =>
  observation(0, { wallets: Array.from({ length: wallets }, () => wallet('1')) });
const entry = (wallets = 1): Entry => ({ result: poll(wallets), since: 0, answer: () => {}, id: null });
const entries = (sizes: readonly number[]) => sizes.map(entry);

test.each<[readonly number[], number]>([
  [[], 0],
  [[1], 1],
  [[99], 1],
  [[99, 0], 1],
  [[4, 6], 2],
  [[4, 7], 1],
  [[1, 1, 1], 3],
  [[1, 1, 1, 1], 3],
  [[0, 0, 0, 0, 0], 3],
  [[10, 0, 0, 1], 3],
])('of polls with %j wallets, %i fit where three polls and ten wallets do', (sizes, fit) => {
  expect(batchLength(entries(sizes), { polls: 3, records: 10 })).toBe(fit);
});

test('what was written is remembered for a quarter of an hour', () => {
  let now = 0;
  const recent = createRecentWrites(() => now);
  const [one, two, three] = [[poll(1)], [poll(2), poll(0)], [poll(3)]];
  recent.keep([]);
  expect(recent.batches()).toEqual([]);
  recent.keep(one);
  now = 5 * MINUTE;
  recent.keep(two);
  now = 15 * MINUTE;
  recent.keep(three);
  expect(recent.batches()).toEqual([one, two, three]);
  now = 15 * MINUTE + 1;
  recent.keep(one);
  expect(recent.batches()).toEqual([two, three, one]);
  now = 60 * MINUTE;
  recent.keep(two);
  expect(recent.batches()).toEqual([two]);
});

test('and no more of it than there is room for: the oldest goes first', () => {
  const recent = createRecentWrites(() => 0, 10);
  const [four, six, seven, eleven] = [4, 6, 7, 11].map((wallets) => [poll(wallets)]) as [
    ...[PollResult[], PollResult[], PollResult[], PollResult[]],
  ];
  recent.keep(four);
  recent.keep(six);
  expect(recent.batches()).toEqual([four, six]);
  recent.keep(four);
  expect(recent.batches()).toEqual([six, four]);
  recent.keep(seven);
  expect(recent.batches()).toEqual([seven]);
  recent.keep(eleven);
  expect(recent.batches()).toEqual([]);
  recent.keep(four);
  recent.keep(six);
  expect(recent.batches()).toEqual([four, six]);
});

/** Timers that fire when told, by their milliseconds. */
function timers() {
  const set: { readonly ms: number; run(): void }[] = [];
  const after = (ms: number, run: () => void) => {
    const one = { ms, run };
    set.push(one);
    return () => void set.splice(set.indexOf(one), set.includes(one) ? 1 : 0);
  };
  return { set, after, fire: () => set.shift()?.run() };
}

test('a timer that is set again does the new thing alone; one that is set unless it is keeps the old', () => {
  const { set, after, fire } = timers();
  const it = timer(after);
  const done: string[] = [];
  it.set(5, () => done.push('one'));
  it.set(7, () => done.push('two'));
  it.unlessSet(9, () => done.push('three'));
  expect(set.map(({ ms }) => ms)).toEqual([7]);
  fire();
  expect(done).toEqual(['two']);
  it.unlessSet(9, () => done.push('three'));
  expect(set.map(({ ms }) => ms)).toEqual([9]);
  it.clear();
  it.clear();
  expect(set).toEqual([]);
  it.unlessSet(9, () => done.push('four'));
  fire();
  expect(done).toEqual(['two', 'four']);
});

function turning() {
  const { set, after, fire } = timers();
  const kept: (readonly Entry[])[] = [];
  let turns = 0;
  const disk = { keepOrDrop: (some: readonly Entry[]) => void kept.push(some) } as Disk;
  const it = createDiskTurns({ disk, after, onTurn: () => turns++ });
  return { it, set, fire, kept, turns: () => turns };
}

test('a turn of the disk takes 250 polls, or 5,000 wallets', () => {
  const { it } = turning();
  expect(it.length(entries(Array(300).fill(1)))).toBe(250);
  expect(it.length(entries([4_999, 1, 1]))).toBe(2);
});

test('the first turn is at once, the others when their turn comes, in order, and each of these is told', () => {
  const { it, set, fire, kept, turns } = turning();
  const some = entries([5_000, 1, 4_999, 1, 5_000]);
  it.add(some);
  expect(kept).toEqual([[some[0]]]);
  expect([turns(), set.map(({ ms }) => ms)]).toEqual([0, [0]]);
  const more = entries([7]);
  it.add(more);
  expect(kept).toHaveLength(1);
  fire();
  expect([kept[1], turns()]).toEqual([[some[1], some[2]], 1]);
  fire();
  fire();
  fire();
  expect(kept.flat()).toEqual([...some, ...more]);
  expect(set).toEqual([]);
});

test('what Postgres has stored meanwhile is not written to the disk', () => {
  const { it, fire, kept } = turning();
  const some = entries([5_000, 1, 2]);
  it.add(some);
  some[1]!.answer = null;
  fire();
  expect(kept).toEqual([[some[0]], [some[2]]]);
});

test('at the end all that is left is written at once', () => {
  const { it, kept } = turning();
  const some = entries([5_000, 5_000, 5_000]);
  it.add(some);
  it.finish();
  expect(kept).toEqual(some.map((one) => [one]));
  it.finish();
  expect(kept).toHaveLength(3);
});
