import { expect, test } from 'vitest';
import { remembering, rememberingWith } from '../../src/domain/remembering.ts';

function counted(most: number) {
  const made: string[] = [];
  const make = remembering(most, (key: string) => {
    made.push(key);
    return { key };
  });
  return { make, made };
}

test('what was made is not made again', () => {
  const { make, made } = counted(2);
  const first = make('a');
  expect(make('a')).toBe(first);
  expect(first).toEqual({ key: 'a' });
  expect(made).toEqual(['a']);
});

test('also what is zero, or empty', () => {
  let times = 0;
  const zero = remembering(2, () => 0 * ++times);
  zero('x');
  zero('x');
  expect(times).toBe(1);
});

test('of as many as it remembers none is made again; for one more it forgets all', () => {
  const { make, made } = counted(2);
  for (const key of ['a', 'b', 'a', 'b', 'c', 'a', 'c', 'a']) make(key);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});

test('what could not be made is tried again', () => {
  let times = 0;
  const make = remembering(2, (key: string) => {
    times++;
    if (times === 1) throw new Error('not now');
    return key;
  });
  expect(() => make('a')).toThrow('not now');
  expect(make('a')).toBe('a');
});

test('for each object one value is made', () => {
  const made: object[] = [];
  const make = rememberingWith((key: object) => {
    made.push(key);
    return { key };
  });
  const [a, b] = [{}, {}];
  const first = make(a);
  expect(make(b)).toEqual({ key: b });
  expect(make(a)).toBe(first);
  expect(made).toEqual([a, b]);
});
