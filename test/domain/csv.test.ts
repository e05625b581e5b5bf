import { expect, test } from 'vitest';
import { csvLine } from '../../src/domain/csv.ts';

test.each([
  [['a', '-12.50', 3, null], 'a,-12.50,3,'],
  [['with, comma', 'with "quotes"', 'two\nlines'], '"with, comma","with ""quotes""","two\nlines"'],
  [['=HYPERLINK("http://x")', '+1', '-1+1', '@x'], `"'=HYPERLINK(""http://x"")",'+1,'-1+1,'@x`],
])('%j', (fields, line) => {
  expect(csvLine(fields)).toBe(`${line}\r\n`);
});
