import { expect, test } from 'vitest';
import { cellsOf } from '../../src/cli/input/csv-columns.ts';

test.each([
  ['a,"b,c",', ['a', 'b,c', '']],
  ['"x""y",,', ['x"y', '', '']],
  ['a,b"c,"d"', ['a', 'b"c', 'd']],
])('a line of CSV as its cells: %s', (line, cells) => {
  expect(cellsOf(line)).toEqual(cells);
});

test.fails.each([
  [',"a",b', ['', 'a', 'b']],
  [',,"a"', ['', '', 'a']],
])('and of one whose first cell is empty: %s', (line, cells) => {
  expect(cellsOf(line)).toEqual(cells);
});
