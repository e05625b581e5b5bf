// How the body of a scrape comes from the last one: runs of unchanged lines between changed ones, and memory that is given up.
import { describe, expect, test } from 'vitest';
import { FAMILIES } from '../../src/metrics/account.ts';
import { type BodyPart, createBodies, createSlabs } from '../../src/metrics/body.ts';
import { familyHeader } from '../../src/metrics/family.ts';

type Lines = readonly string[];

const lines = (account: number, version = ''): Lines =>
  FAMILIES.map((_, family) => `f${family}{a="${account}"} ${version}\n`);
const NOBODY_WAITS = { isOver: () => false, next: async () => {} };
const ALL: ReadonlySet<number> = new Set(FAMILIES.keys());

/** What a slab keeps of an account's lines, without those in `kept`. */
function textOf(of: Lines, kept: ReadonlySet<number>) {
  let text = '';
  const ends = of.map((own, family) => {
    if (!kept.has(family)) text += own;
    return text.length;
  });
  return { text, ends, kept, rendered: { labels: [], states: [], balances: [] } };
}
const expected = (accounts: readonly Lines[]) =>
  FAMILIES.map((family, i) => familyHeader(family, 'text') + accounts.map((own) => own[i]).join('')).join('');
const told = ({ pieces }: { readonly pieces: { readonly text: readonly Buffer[] } }) =>
  Buffer.concat(pieces.text).toString('latin1');

/** Joins accounts again and again; those whose lines are the same objects as before are only kept. */
function house() {
  const [bodies, slabs] = [createBodies(), createSlabs()];
  let last: Awaited<ReturnType<typeof bodies.join>> | undefined;
  let before: readonly Lines[] = [];
  return async (accounts: readonly Lines[], { anew = false, turns = NOBODY_WAITS } = {}) => {
    const parts = accounts.map((own, i): BodyPart => {
      const old = last?.parts[i];
      if (old && !anew && own === before[i] && i % 2 === 0) return old;
      return slabs.keep(textOf(own, old && !anew && own === before[i] ? ALL : new Set()), old);
    });
    last = await bodies.join(parts, { last, turns });
    slabs.clear();
    before = accounts;
    return last;
  };
}

test.each<[string, readonly number[], readonly number[]]>([
  ['the first, then the last', [0], [39]],
  ['the last, then the first', [39], [0]],
  ['some, then their neighbours', [5, 20, 21], [4, 6, 19, 22]],
  ['all but one, then that one', Array.from({ length: 39 }, (_, i) => i), [39]],
  ['one twice', [17], [17]],
])('lines become longer and shorter of %s', async (_, first, second) => {
  const join = house();
  const start = Array.from({ length: 40 }, (_, i) => lines(i));
  const change = (all: readonly Lines[], which: readonly number[], version: string) =>
    all.map((own, i) => (which.includes(i) ? lines(i, version) : own));
  expect(told(await join(start))).toBe(expected(start));
  const longer = change(start, first, 'a version that is longer');
  expect(told(await join(longer))).toBe(expected(longer));
  const shorter = change(longer, second, '1');
  expect(told(await join(shorter))).toBe(expected(shorter));
  expect(told(await join(shorter))).toBe(expected(shorter));
});

test('lines that one slab can not hold are whole, and signs are written as the bytes that they stand for', async () => {
  const long = [0, 1, 2].map((i) => lines(i).with(0, `f{a="\u00c3\u00a9"} ${'x'.repeat(600_000)}\n`));
  expect(told(await house()(long)) === expected(long)).toBe(true);
  const longest = [lines(0).with(0, 'y'.repeat(2 ** 20 + 1)), lines(1)];
  expect(told(await house()(longest)) === expected(longest)).toBe(true);
});

describe('while a body is made, others have their turns', () => {
  /** How often it makes way for others in one join. */
  const turns = (isOver: boolean) => {
    const turns = { taken: 0, isOver: () => isOver, next: async () => void turns.taken++ };
    return turns;
  };
  const accounts = Array.from({ length: 130 }, (_, i) => lines(i));

  test('after every 64 accounts of a family, when their time has come', async () => {
    const [waited, not] = [turns(true), turns(false)];
    await house()(accounts, { turns: waited });
    await house()(accounts, { turns: not });
    expect([waited.taken, not.taken]).toEqual([2 * FAMILIES.length, 0]);
  });

  test('when lines are compared, too, but not for accounts that are the same anyway', async () => {
    const join = house();
    await join(accounts);
    const [compared, not, same] = [turns(true), turns(false), turns(true)];
    await join(accounts, { anew: true, turns: compared });
    await join(accounts, { anew: true, turns: not });
    await join(accounts, { turns: same });
    expect([compared.taken, not.taken, same.taken]).toEqual([3 * FAMILIES.length, 0, 0]);
  });
});

test('what is joined lies in a slab no more, and the memory of a slab is given up at once', async () => {
  const slabs = createSlabs();
  const [one, two] = [0, 1].map((i) => slabs.keep(textOf(lines(i), new Set()), undefined)) as [
    BodyPart,
    BodyPart,
  ];
  const { slab } = one.source!;
  expect(two.source!.slab).toBe(slab);
  expect([one.source!.at, two.source!.at]).toEqual([0, lines(0).join('').length]);
  await createBodies().join([one, two], { last: undefined, turns: NOBODY_WAITS });
  expect([one.source, two.source]).toEqual([undefined, undefined]);
  expect(slab.length).toBe(2 ** 20);
  slabs.clear();
  expect(slab.length).toBe(0);
});
