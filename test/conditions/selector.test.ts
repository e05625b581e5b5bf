import { expect, test } from 'vitest';
import { matchesGlob } from '../../src/conditions/selector.ts';

test.each([
  ['*', '', true],
  ['*', 'acme-ug', true],
  ['acme-*', 'acme-ug', true],
  ['acme-*', 'beta-ug', false],
  ['*-ug', 'acme-ug', true],
  ['a*e-?g', 'acme-ug', true],
  ['a*e-?g', 'acme-g', false],
  ['UGX', 'UGX', true],
  ['UGX', 'UGXX', false],
  ['', '', true],
  ['(a+)+$', 'aaaa', false],
])('glob %j on %j: %s', (glob, text, matches) => expect(matchesGlob(glob, text)).toBe(matches));

test('X15 a hostile glob takes no exponential time', () => {
  expect(matchesGlob('*a'.repeat(30), `${'a'.repeat(2_000)}b`)).toBe(false);
});
