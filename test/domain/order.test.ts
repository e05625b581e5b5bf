import { expect, test } from 'vitest';
import { ascending, compareTexts } from '../../src/domain/order.ts';

test('texts are in the order of their characters, whatever the language of the machine', () => {
  expect(['b', 'B', 'é', 'a', 'ab', ''].sort(compareTexts)).toEqual(['', 'B', 'a', 'ab', 'b', 'é']);
  expect([compareTexts('a', 'b'), compareTexts('b', 'a'), compareTexts('a', 'a')]).toEqual([-1, 1, 0]);
});

test('numbers ascend', () => {
  expect([10, -1, 9].sort(ascending)).toEqual([-1, 9, 10]);
});
