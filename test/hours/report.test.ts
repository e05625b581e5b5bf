import { expect, test } from 'vitest';
import { faultsOf, type Hour, readReport } from './report.ts';

test('a report is summed up, what is named twice once', () => {
  const lines = [{ ran: 1 }, { leftOut: ['b', 'a'] }, { ran: 1 }, { leftOut: ['b'] }];
  expect(readReport(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))).toEqual({
    ...{ ran: 2, leftOut: ['a', 'b'] },
  });
  expect(readReport('')).toEqual({ ran: 0, leftOut: [] });
});

const hour = (name: string, change: Partial<Hour> = {}): Hour => ({
  ...{ name, passed: true, ran: 7, leftOut: ['starts'] },
  ...change,
});

test.each<readonly [string, readonly Hour[], readonly string[]]>([
  ['nothing', [hour('noon'), hour('night')], []],
  ['an hour that fails', [hour('noon'), hour('night', { passed: false })], ['tests fail at: night']],
  ['no test', [hour('noon', { ran: 0 }), hour('night', { ran: 0 })], ['no test ran at: noon; night']],
  [
    'a test left out at some hours',
    [hour('noon'), hour('night', { leftOut: ['starts', 'wrong'] }), hour('dawn', { leftOut: [] })],
    ['left out only at noon; night: starts', 'left out only at night: wrong'],
  ],
])('wrong with it is %s', (_, hours, faults) => {
  expect(faultsOf(hours)).toEqual(faults);
});
