import { expect, test } from 'vitest';
import { cellsOf } from '../../src/cli/input/csv-columns.ts';

test.each([
  ['a,"b,c",', ['a', 'b,c', '']],
  ['"x""y",,', ['x"y', '', '']],
  ['a,b"c,"d"', ['a', 'b"c', 'd']],
  [',"a",b', ['', 'a', 'b']],
  [',,"a"', ['', '', 'a']],
])('a line of CSV as its cells: %s', (line, cells) => {
  expect(cellsOf(line)).toEqual(cells);
});
