// The body of a scrape, joined of all accounts' lines family by family: the same bytes whether lines are new, the same as
// before, or only kept in the last body.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAMILIES } from '../../src/metrics/account.ts';
import { type BodyPart, createBodies, createSlabs, type ExpositionBody } from '../../src/metrics/body.ts';
import { familyHeader } from '../../src/metrics/family.ts';
import { createTurns } from '../../src/monitor/turns.ts';

/** The lines of an account, by family. */
type Lines = readonly string[];

const linesOf = (of: (family: number) => string): Lines => FAMILIES.map((_, family) => of(family));
const plain = (account: number, version = 0): Lines =>
  linesOf((family) => `f${family}{a="${account}"} ${version}\n`.repeat(family % 3)); // some have no line

/** Accounts whose lines are joined again and again; the families in `kept` are not given once more. */
function joining() {
  const slabs = createSlabs();
  const bodies = createBodies();
  let last: ExpositionBody | undefined;
  let before: readonly BodyPart[] = [];
  return {
    bodies,
    async join(accounts: readonly (readonly [lines: Lines, kept?: ReadonlySet<number>] | 'as it is')[]) {
      const parts = accounts.map((account, i) => {
        if (account === 'as it is') return before[i]!;
        const [lines, kept = new Set<number>()] = account;
        let text = '';
        const ends: number[] = [];
        for (const [family, own] of lines.entries()) {
          if (!kept.has(family)) text += own;
          ends.push(text.length);
        }
        return slabs.keep(
          { text, ends, kept, rendered: { labels: [], states: [], balances: [] } },
          before[i],
        );
      });
      const body = await bodies.join(parts, { last, turns: createTurns() });
      slabs.clear();
      [last, before] = [body, parts];
      return body;
    },
  };
}

const told = (body: ExpositionBody, format: 'text' | 'openmetrics' = 'text') =>
  Buffer.concat(body.pieces[format]).toString('latin1');
const expected = (accounts: readonly Lines[], format: 'text' | 'openmetrics' = 'text') =>
  FAMILIES.map((family, i) => familyHeader(family, format) + accounts.map((lines) => lines[i]).join('')).join(
    '',
  );

test.each([0, 1, 15, 16, 17, 64, 65, 200])('of %i accounts, in both formats', async (count) => {
  const { join } = joining();
  const accounts = Array.from({ length: count }, (_, i) => plain(i));
  const body = await join(accounts.map((lines) => [lines]));
  expect(told(body)).toBe(expected(accounts));
  expect(told(body, 'openmetrics')).toBe(expected(accounts, 'openmetrics'));
});

test('a large family is in four stretches, of sixteen accounts at least; a small one in one', async () => {
  const stretches = async (count: number) => {
    const body = await joining().join(Array.from({ length: count }, (_, i) => [plain(i)]));
    const of = (isLarge: boolean) => [
      ...new Set(
        body.families.flatMap((family, i) =>
          FAMILIES[i]!.labels.length > 1 === isLarge ? family.length : [],
        ),
      ),
    ];
    return [of(true), of(false)];
  };
  expect(await stretches(16)).toEqual([[1], [1]]);
  expect(await stretches(17)).toEqual([[2], [1]]);
  expect(await stretches(64)).toEqual([[4], [1]]);
  expect(await stretches(65)).toEqual([[4], [1]]); // of seventeen
});

test('whatever has changed, and whatever is only said to be as before', async () => {
  const change = fc.record({
    whole: fc.boolean(),
    changed: fc.uniqueArray(fc.nat(FAMILIES.length - 1), { maxLength: 4 }),
    kept: fc.uniqueArray(fc.nat(FAMILIES.length - 1), { maxLength: FAMILIES.length }),
    text: fc.constantFrom('', 'x\n', 'longer 1\nlonger 2\n'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.array(fc.tuple(fc.nat(39), change), { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (count, rounds) => {
        const { join } = joining();
        let accounts = Array.from({ length: count }, (_, i) => plain(i));
        expect(told(await join(accounts.map((lines) => [lines])))).toBe(expected(accounts));
        for (const changes of rounds) {
          const byAccount = new Map(changes.map(([account, one]) => [account % count, one]));
          const now = accounts.map((lines, i) => {
            const { changed, text } = byAccount.get(i) ?? { changed: [] as readonly number[], text: '' };
            return lines.map((own, family) => (changed.includes(family) ? text : own));
          });
          const body = await join(
            now.map((lines, i) => {
              const one = byAccount.get(i);
              if (!one) return 'as it is';
              const same = one.kept.filter((family) => lines[family] === accounts[i]![family]);
              return one.whole ? [lines] : [lines, new Set(same)];
            }),
          );
          expect(told(body)).toBe(expected(now));
          accounts = now;
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a stretch without a changed line keeps its bytes, one with a changed line does not', async () => {
  const { join } = joining();
  const accounts = Array.from({ length: 64 }, (_, i) => plain(i));
  const first = await join(accounts.map((lines) => [lines]));
  const bytesOf = (body: ExpositionBody) => body.families.map((family) => family.map(({ bytes }) => bytes));
  const before = bytesOf(first);
  const same = bytesOf(await join(accounts.map((lines) => [lines]))); // made anew, and alike
  expect(same.every((family, i) => family.every((bytes, k) => bytes === before[i]![k]))).toBe(true);
  const family = FAMILIES.findIndex(({ labels }) => labels.length > 1);
  const changed = accounts.map((lines, i) => (i === 20 ? lines.with(family, 'other\n') : lines));
  const body = await join(changed.map((lines, i) => (i === 20 ? [lines] : 'as it is')));
  expect(bytesOf(body)[family]!.map((bytes, k) => bytes === before[family]![k])).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(told(body)).toBe(expected(changed));
});

test('what is kept in a body that is gone can not be joined', async () => {
  const { bodies, join } = joining();
  await join([[plain(0)]]);
  const slabs = createSlabs();
  const kept = new Set([3]);
  const ends = FAMILIES.map(() => 0);
  const part = slabs.keep(
    { text: '', ends, kept, rendered: { labels: [], states: [], balances: [] } },
    undefined,
  );
  const joined = bodies.join([{ ...part, source: undefined }], { last: undefined, turns: createTurns() });
  await expect(joined).rejects.toThrow('these lines are in a body that is gone');
});

test('a body that is still sent keeps its bytes while others are made; when nobody has it, its memory is used again', async () => {
  const { bodies, join } = joining();
  const big = (version: number) => linesOf((family) => `f${family} ${version}\n`.padEnd(50_000, '#'));
  const first = await join([[big(1)]]);
  bodies.hold(first);
  const text = told(first);
  const second = await join([[big(2)]]);
  const third = await join([[big(3)]]);
  expect(told(first)).toBe(text);
  expect(told(third)).toBe(expected([big(3)]));
  const memory = new Set(first.families.flat().map(({ bytes }) => bytes));
  const isReused = (body: ExpositionBody) => body.families.flat().some(({ bytes }) => memory.has(bytes));
  expect([isReused(second), isReused(third)]).toEqual([false, false]);
  bodies.release(first);
  expect(isReused(await join([[big(4)]]))).toBe(true);
});
