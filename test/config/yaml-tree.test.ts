// A text of YAML as values and their places.
import { expect, test } from 'vitest';
import type { Path } from '../../src/config/problem.ts';
import { readTree } from '../../src/config/yaml/yaml.ts';

function read(text: string, env: Record<string, string> = {}) {
  const reported: string[] = [];
  const tree = readTree(text, env, ({ line, col }, path, message) =>
    reported.push(`${line}:${col} ${JSON.stringify(path)} ${message}`),
  );
  return { tree, reported };
}

test.each<[string, unknown]>([
  ['', undefined],
  ['# nothing\n', undefined],
  ['a: 1\nb: true\nc: 1.50\nd: x y\n', { a: 1, b: true, c: 1.5, d: 'x y' }],
  ['a:\nb: ~\nc: ""\nd: "~"\n', { a: undefined, b: undefined, c: '', d: '~' }],
  [`a: \${NONE:-}\nb: "\${NONE:-}"\nc: \${NAME}\nd: $$\n`, { a: undefined, b: '', c: 'me', d: '$' }],
  ['a: [1, [x], {b: 2}]\n', { a: [1, ['x'], { b: 2 }] }],
  ['5: x\ntrue: y\n"q": z\n', { 5: 'x', true: 'y', q: 'z' }],
  [
    'a: &k {x: 1, y: [2]}\nb: *k\nc: [*k]\n',
    { a: { x: 1, y: [2] }, b: { x: 1, y: [2] }, c: [{ x: 1, y: [2] }] },
  ],
  ['a: &k 1\nb: &k 2\nc: *k\n', { a: 1, b: 2, c: 2 }],
])('%j holds its values', (text, root) => {
  const { tree, reported } = read(text, { NAME: 'me' });
  expect(tree.root).toEqual(root);
  expect(reported).toEqual([]);
});

test.each<[string, readonly string[], unknown]>([
  ['a: 1\nb: 2\na: 3\n', ['3:1 ["a"] is here twice: keep one'], { a: 1, b: 2 }],
  ['x:\n  a: 1\n  a: 2\n', ['3:3 ["x","a"] is here twice: keep one'], { x: { a: 1 } }],
  ['x:\n  __proto__: 1\n', ['2:3 ["x"] a setting has a name of plain text'], { x: {} }],
  ['x:\n  ? [a]\n  : 1\n', ['2:5 ["x"] a setting has a name of plain text'], { x: {} }],
  ['x:\n  !!str a: 1\n', ['2:9 ["x"] a setting has a name of plain text'], { x: {} }],
  [
    'x: [1, !!str 2]\n',
    ['1:14 ["x",1] tags (!…) are not used here: write the plain value'],
    { x: [1, undefined] },
  ],
  [
    'a: *k\nb: &k 1\n',
    [
      '1:4 ["a"] there is no such anchor before this; a value that begins with * needs quotes, as "*/5 * * * *" does',
    ],
    undefined,
  ],
  [
    'a:\n  - x\n  - $x\n',
    [`3:5 ["a",1] a dollar sign is written $$, a variable \${NAME}`],
    { a: ['x', undefined] },
  ],
  [
    `a: \${NONE}\n`,
    [`1:4 ["a"] the environment variable NONE is not set; \${NONE:-…} would give it a default`],
    { a: undefined },
  ],
])('%j is refused at its place', (text, said, root) => {
  const { tree, reported } = read(text);
  expect(reported.map((line) => line.replace(/not YAML: (?:.*)$/, 'not YAML'))).toEqual(said);
  if (root !== undefined) expect(tree.root).toEqual(root);
});

test('what was reported is known to be broken, and nothing else is', () => {
  const { tree } = read('a: $x\nb: 1\n');
  expect([['a'], ['b'], []].map((path) => tree.isBroken(path))).toEqual([true, false, false]);
  expect(read('a: [').tree.isBroken([])).toBe(true);
});

const TEXT = `# a comment

web:
  listen:   # where
    - one   # the first
    -  "two"
  empty:
  tls: {ca: x}
used: &u [1, 2]
again: *u
`;
test.each<[Path, string, string, string | undefined]>([
  [[], '3:1', '3:1', TEXT.slice(TEXT.indexOf('web'))],
  [['web'], '4:3', '3:1', undefined],
  [['web', 'listen'], '5:5', '4:3', undefined],
  [['web', 'listen', 0], '5:7', '5:7', 'one'],
  [['web', 'listen', 1], '6:8', '6:8', '"two"'],
  [['web', 'listen', 2], '5:5', '5:5', undefined],
  [['web', 'listen', 0, 'x'], '5:7', '5:7', undefined],
  [['web', 'empty'], '7:3', '7:3', ''],
  [['web', 'tls'], '8:8', '8:3', '{ca: x}'],
  [['web', 'tls', 'ca'], '8:13', '8:9', 'x'],
  [['web', 'tls', 'none'], '8:8', '8:8', undefined],
  [['web', 'none', 'of', 'this'], '4:3', '4:3', undefined],
  [['none'], '3:1', '3:1', undefined],
  [['used', 1], '9:14', '9:14', '2'],
  [['again'], '10:8', '10:1', '*u'],
  [['again', 1], '10:8', '10:8', undefined],
])('the place of %j, of its name, and what the file says there', (path, place, keyPlace, source) => {
  const { tree } = read(TEXT);
  const written = ({ line, col }: { readonly line: number; readonly col: number }) => `${line}:${col}`;
  expect(written(tree.place(path))).toBe(place);
  expect(written(tree.keyPlace(path))).toBe(keyPlace);
  if (source !== undefined || path.length > 2) expect(tree.source(path)).toBe(source);
});

test('a file without anything has its places at its beginning', () => {
  for (const text of ['', '\n\n# nothing\n'])
    expect(read(text).tree.place(['a', 0])).toEqual({ line: 1, col: 1 });
});

const OVERGROWN = 'nested more deeply than any setting, or grown by aliases beyond all measure';
test.each([
  [20, []],
  [21, [expect.stringMatching(new RegExp(`^1:\\d+ \\[\\] ${OVERGROWN}$`))]],
])('%i levels', (levels, said) => {
  const { reported } = read(`a: ${'['.repeat(levels - 1)}x${']'.repeat(levels - 1)}`);
  expect(reported).toEqual(said);
});

test.each([
  ['ten thousand values by aliases', 100, 99, true],
  ['one more', 100, 100, false],
])('%s', (_, aliases, items, accepted) => {
  const many = (count: number, item: string) => `[${Array(count).fill(item).join(', ')}]`;
  const { tree, reported } = read(`a: &a ${many(items, 'x')}\nb: ${many(aliases, '*a')}\n`);
  expect(reported.length).toBe(accepted ? 0 : 1);
  expect(tree.root === undefined).toBe(!accepted);
});

test('values that stand in the file themselves may be as many as they like, beside an anchor or not', () => {
  const items = Array.from({ length: 10_001 }, () => 'x');
  expect(read(`a: &a [${items.join(', ')}]\nb: [${items.join(', ')}]\n`).tree.root).toEqual({
    a: items,
    b: items,
  });
});
