// What the scripts that run Vitest make of their arguments, as `npm run test:hours`.
import { expect, test } from 'vitest';
import { readTyped } from './typed.ts';

const OWN = { list: { type: 'boolean' }, hour: { type: 'string' } } as const;
const NOTHING = { own: {}, files: [], flags: [], byName: false };

test.each([
  ['', NOTHING],
  ['--list', { ...NOTHING, own: { list: true } }],
  ['--hour Auckland test/web', { ...NOTHING, own: { hour: 'Auckland' }, files: ['test/web'] }],
  ['-t gaps test/store', { ...NOTHING, files: ['test/store'], flags: ['-t=gaps'], byName: true }],
  ['--hour=Auckland -t gaps', { ...NOTHING, own: { hour: 'Auckland' }, flags: ['-t=gaps'], byName: true }],
  ['--bail=1 -- -u', { ...NOTHING, flags: ['--bail=1', '-u'] }],
])('of "%s"', (typed, read) => {
  expect(
    readTyped(
      typed.split(' ').filter((each) => each !== ''),
      OWN,
    ),
  ).toEqual(read);
});

test.each(['--hour', '-t'])('%s alone is a mistake', (flag) => {
  expect(() => readTyped([flag], OWN)).toThrow(`${flag} needs`);
});
