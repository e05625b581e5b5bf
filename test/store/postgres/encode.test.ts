// How values are written for Postgres.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayOf, int, iso, storable, wellFormed } from '../../../src/store/postgres/encode.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

test.each([
  ['as it is', 'UGX', 'UGX'],
  ['without NUL', 'a\0b\0', 'a\uFFFDb\uFFFD'],
  ['without half a sign', 'a\ud83db', 'a\uFFFDb'],
  ['with whole signs', 'a😀b', 'a😀b'],
])('text is stored %s', (_, text, stored) => {
  expect(wellFormed(text)).toBe(stored);
  expect(storable(text)).toBe(stored);
});

test('text of up to 200 signs is stored whole; longer text keeps its start, and a digest of all of it', () => {
  const [fits, longer] = ['a'.repeat(200), 'a'.repeat(201)];
  expect(storable(fits)).toBe(fits);
  expect(storable(longer)).toBe(`${fits}…${digestOf(longer)}`);
  expect(storable('abcd', 3)).toBe(`abc…${digestOf('abcd')}`);
  expect(storable('abc', 3)).toBe('abc');
  expect(storable('ab😀', 3)).toBe(`ab\uFFFD…${digestOf('ab😀')}`);
});

test('longer texts that differ anywhere are stored differently', () => {
  expect(storable(`${'a'.repeat(300)}b`)).not.toBe(storable(`${'a'.repeat(300)}c`));
  expect(storable(`${'a'.repeat(300)}\0`)).not.toBe(storable(`${'a'.repeat(300)}\uFFFD`));
});

test('an instant is written in UTC, whichever was written before', () => {
  const [one, two] = [Date.UTC(2026, 2, 2, 12, 0, 0, 7), 0];
  for (const instant of [one, one, two, two, one]) expect(iso(instant)).toBe(new Date(instant).toISOString());
  expect(iso(one)).toBe('2026-03-02T12:00:00.007Z');
});

test.each([
  [0.4, 0],
  [0.5, 1],
  [-1.6, -2],
  [2_147_483_647, 2_147_483_647],
  [2_147_483_648, 2_147_483_647],
  [Number.POSITIVE_INFINITY, 2_147_483_647],
  [-2_147_483_648, -2_147_483_647],
])('the measure %d is stored as %i', (measure, stored) => {
  expect(int(measure)).toBe(stored);
});

test('an array is written with commas between, and what is not known as NULL', () => {
  expect(arrayOf([])).toBe('{}');
  expect(arrayOf([1, 'a', null, undefined, 0])).toBe('{1,a,NULL,NULL,0}');
  expect(arrayOf(new Set([2, 1]))).toBe('{2,1}');
});

test('whatever the text, it can be stored, and once stored it stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const stored = storable(text);
      expect(stored.isWellFormed() && !stored.includes('\0')).toBe(true);
      expect(wellFormed(stored)).toBe(stored);
    }),
  );
});
