// Mistakes of YAML itself: each is told once, where it began, in plain words.
import { expect, test } from 'vitest';
import { readTree } from '../../src/config/yaml/yaml.ts';

const MISSING = 'a quote, bracket or colon is missing here';
const OPEN = 'a quote is opened here and not closed';
const STAR = 'a value that begins with * needs quotes, as "*/5 * * * *" does';
const VARIABLE = `within braces or brackets, a \${VARIABLE} needs quotes around it`;
const COLON = 'a second colon on the line: put the value in quotes, or in a line of its own';
const BRACKET = 'a bracket or brace is opened here and not closed, or the lines within it are not indented';
const INDENT = 'the indentation is not that of the lines around it';
const ODD = 'something stands here that does not belong, or a bracket or quote is missing before it';

test.each([
  ['a: "x\nb: 2\n', '1:4', OPEN],
  ["a: 'x\n", '1:4', OPEN],
  ['a: ["x", "y\nb: 2', '1:10', OPEN],
  ['a: "one"\nb: "two\n', '2:4', OPEN],
  ['a: "x\n\n\nb: "y"\n', '1:4', OPEN],
  ['a: 1\nb\n', '2:1', MISSING],
  ['a: 1\n*b: 2\n', '2:1', MISSING],
  ['a: b: c\n', '1:4', COLON],
  ['a: 1\n  b: 2\n', '1:4', COLON],
  [`x: {a: \${NAME}}\n`, '1:9', VARIABLE],
  [`x: {a: \${NAME}, b: \${OTHER}}\n`, '1:9', VARIABLE],
  ['a: *\n', '1:4', STAR],
  ['b: 1\na: */5 * * * *\n', '2:4', STAR],
  ['b: # */5\n*\n  - c\n', '2:1', STAR],
  [
    'a: "\\q"\n',
    '1:5',
    'an escape sequence that YAML does not know: in double quotes a backslash is written \\\\',
  ],
  ['%TAG x\n---\na: 1\n', '1:1', 'a line that begins with % has a meaning of its own in YAML: quote it'],
  ['a: 1\n"b\nc": 2\n', '2:1', 'a name without a colon, or a quote that is not closed'],
  ['---\na: 1\n---\nb: 2\n', '3:1', 'one document per file: take out the "---"'],
  ['a:\n\t- x\n', '2:1', 'indented with a tab: use spaces'],
  ['a: ]\n', '1:4', ODD],
  ['a: "x" y\n', '1:8', ODD],
  ['a: "x"\nb: [1\n', '2:4', BRACKET],
  ['a: {b: [\nc: {d: 1}\n', '1:8', BRACKET],
  ['a: {b: [1], c: {\nd: 1}\n', '1:16', BRACKET],
  ['a:\n  - x\n b: [1]\n', '3:1', INDENT],
  ['a: @x\n', '1:4', 'Plain value cannot start with reserved character @'],
])('%j', (text, place, why) => {
  const reported: string[] = [];
  const { root } = readTree(text, { NAME: 'n', OTHER: 'o' }, ({ line, col }, path, message) =>
    reported.push(`${line}:${col} ${JSON.stringify(path)} ${message}`),
  );
  expect(reported).toEqual([`${place} [] not YAML: ${why}`]);
  expect(root).toBeUndefined();
});

test('a quote that is closed is not called open for what is missing on the next line', () => {
  const reported: string[] = [];
  readTree('a: "1"\nb\n', {}, ({ line, col }, _, message) => reported.push(`${line}:${col} ${message}`));
  expect(reported).toEqual([`2:1 not YAML: ${MISSING}`]);
});
