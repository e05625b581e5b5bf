import { expect, test } from 'vitest';
import { meantBy, nearest, nearestOf } from '../../src/domain/spelling.ts';
import { computingMs } from '../support/cpu.ts';

const KNOWN = ['schedule', 'timezone', 'deadline', 'retries', 'url', 'tls'];

test.each([
  ['schedul', 'did you mean schedule?'], // a letter too few
  ['scheduule', 'did you mean schedule?'], // one too many
  ['schedlue', 'did you mean schedule?'], // two the wrong way round
  ['time_zone', 'did you mean timezone?'], // written otherwise
  ['Deadline', 'did you mean deadline?'],
  ['uri', 'did you mean url?'],
  ['tls_config', 'did you mean tls?'], // begins with one
  ['ulr', 'did you mean url?'], // short, and two the wrong way round
  ['sched', 'did you mean schedule?'], // the beginning of one
  ['x', 'here there are schedule, timezone, deadline, retries, url, tls'], // no letter of it would be left
  ['re', 'here there are schedule, timezone, deadline, retries, url, tls'], // too little of one
  ['colour', 'here there are schedule, timezone, deadline, retries, url, tls'],
  ['', 'here there are schedule, timezone, deadline, retries, url, tls'],
])('%j: %s', (name, said) => {
  expect(nearest(name, KNOWN)).toBe(said);
});

test.each([
  ['abcd', ['abxy', 'abcx'], 'abcx'], // the nearest, wherever it is in the list
  ['abcdefgh', ['xbcdefgx'], 'xbcdefgx'], // one in four letters may be another
  ['abcdefghi', ['xbcdefxxi'], undefined],
  ['abcdefg', ['xbcdefx'], undefined],
  ['ab', ['xy'], undefined],
  ['abcd', ['badc'], undefined],
  ['a', ['a'], 'a'],
  ['--', ['..'], '..'],
])('of %j, among %j, %j is meant', (name, known, meant) => {
  expect(meantBy(name, known)).toBe(meant);
});

test('a name is no longer than 64 letters', () => {
  const [longest, longer] = ['x'.repeat(64), 'x'.repeat(65)];
  expect([meantBy(longest, [longest]), meantBy(longer, [longer])]).toEqual([longest, undefined]);
});

test('of things with names of their own a few are named, or none', () => {
  expect(nearestOf('acmee', ['acme'])).toBe('did you mean acme?');
  expect(nearestOf('x', ['north', 'south'])).toBe('there are north, south');
  expect(nearestOf('x', [])).toBe('there are none');
  const many = Array.from({ length: 30 }, (_, i) => `shop-${i}`);
  expect(nearestOf('x', many)).toMatch(/^there are shop-0, .* and \d+ more$/);
});

test('a name of any length is answered at once, with the list', () => {
  let said = '';
  const ms = computingMs(() => {
    said = nearest(`x${'schedule'.repeat(100_000)}`, KNOWN);
  });
  expect(said).toMatch(/^here there are/);
  expect(ms).toBeLessThan(200);
});

test('the beginning of several names is the beginning of none', () => {
  expect(nearest('retry', ['retry_after', 'retry_limit'])).toBe('here there are retry_after, retry_limit');
});
