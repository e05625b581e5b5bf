// What `npm run test:engines` makes of its arguments.
import { expect, test } from 'vitest';
import { readAsked } from './asked.ts';

const NOTHING = { engine: undefined, moves: false, files: [], flags: [] };

test.each([
  ['', { ...NOTHING, moves: true }],
  ['--bail=1', { ...NOTHING, moves: true, flags: ['--bail=1'] }],
  ['--moves', { ...NOTHING, moves: 'only' }],
  ['--engine citus test/store/ledger', { ...NOTHING, engine: 'citus', files: ['test/store/ledger'] }],
  ['--engine=citus -t gaps', { ...NOTHING, engine: 'citus', flags: ['-t=gaps'] }],
  ['-t gaps test/store', { ...NOTHING, files: ['test/store'], flags: ['-t=gaps'] }],
  ['--testNamePattern gaps', { ...NOTHING, flags: ['--testNamePattern=gaps'] }],
  ['-- -t gaps', { ...NOTHING, flags: ['-t=gaps'] }],
  ['--bail=1 -u test/store', { ...NOTHING, files: ['test/store'], flags: ['--bail=1', '-u'] }],
])('of "%s"', (typed, asked) => {
  expect(readAsked(typed.split(' ').filter((each) => each !== ''))).toEqual(asked);
});

test.each(['--engine', '-t'])('%s alone is a mistake', (flag) => {
  expect(() => readAsked([flag])).toThrow(`${flag} needs`);
});
