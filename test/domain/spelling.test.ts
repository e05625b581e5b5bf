import { expect, test } from 'vitest';
import { nearest } from '../../src/domain/spelling.ts';
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
