// What of a table stays where it has just enough room, and where it has one character too little.
import { expect, test } from 'vitest';
import { type Column, layOut, printTable } from '../../src/cli/terminal/table.ts';
import { capture } from '../support/io.ts';

type Row = readonly string[];
const columnOf = (title: string, index: number, more: Partial<Column<Row>> = {}): Column<Row> => ({
  title,
  cell: (row) => row[index]!,
  ...more,
});
const linesOf = (columns: readonly Column<Row>[], rows: readonly Row[], width = Number.POSITIVE_INFINITY) =>
  layOut(columns, rows, { width, colour: false }).text.split('\n').slice(0, -1);

const THREE = [columnOf('A', 0), columnOf('B', 1, { drop: 1 }), columnOf('C', 2, { drop: 1 })];
const ROW = ['aaaa', 'bbbb', 'cccc']; // 16 wide

test.each([
  [16, 'aaaa  bbbb  cccc', []],
  [15, 'aaaa  bbbb', ['C']],
  [10, 'aaaa  bbbb', ['C']],
  [9, 'aaaa', ['C', 'B']],
  [4, 'aaaa', ['C', 'B']],
])('at %d columns the last of the least important goes first: %j', (width, line, dropped) => {
  const laidOut = layOut(THREE, [ROW], { width, colour: false });
  expect([laidOut.text.split('\n')[1], laidOut.dropped]).toEqual([line, dropped]);
});

const WIDE = [
  columnOf('A', 0),
  columnOf('B', 1, { drop: 1 }),
  columnOf('C', 2, { drop: 2 }),
  columnOf('D', 3, { drop: 3 }),
];
const WIDE_ROW = ['aaaa', 'bbbbbbbb', 'cc', 'ddd']; // 23 wide

test.each([
  [23, 'aaaa  bbbbbbbb  cc  ddd', []],
  [18, 'aaaa  bbbbbbbb  cc', ['D']],
  [17, 'aaaa  bbbbbbbb', ['D', 'C']],
  [13, 'aaaa  cc  ddd', ['B']],
  [12, 'aaaa  cc', ['D', 'B']],
  [7, 'aaaa', ['D', 'C', 'B']],
])(
  'at %d columns those that were dropped in vain come back, the most important first',
  (width, line, dropped) => {
    const laidOut = layOut(WIDE, [WIDE_ROW], { width, colour: false });
    expect([laidOut.text.split('\n')[1], laidOut.dropped]).toEqual([line, dropped]);
  },
);

test.each([
  ['a short remark that has room stays', 'fifteen letters', 21, ['NOTE']],
  ['a remark may be cut to 16 characters', 'seventeen letters', 22, ['NOTE', 'seventeen lette…']],
  ['of less than 16 nothing stays', 'seventeen letters', 21, []],
  ['nor of one that was 16 long and has one too little', 'sixteen letters.', 21, []],
])('%s', (_, note, width, shown) => {
  const columns = [columnOf('A', 0), columnOf('NOTE', 1, { cutFirst: true })];
  const [title, line] = linesOf(columns, [['aaaa', note]], width);
  expect(title!.includes('NOTE')).toBe(shown.length > 0);
  expect(line).toBe(['aaaa', ...(shown.length > 0 ? [shown[1] ?? note] : [])].join('  '));
});

test.each([
  [13, 'abcdefghijklm', 'short'],
  [12, 'abcdef…ijklm', 'short'],
  [11, 'abcde…ijklm', 'short'],
  [8, 'abcd…klm', 'short'],
  [7, 'abcd…klm', 'short'],
  [1, 'abcd…klm', 'short'],
])(
  'a text of 13 in %d columns is cut by what is over, to 8 at least, and a shorter one stays',
  (width, cut, short) => {
    expect(linesOf([columnOf('T', 0)], [['abcdefghijklm'], ['short']], width).slice(1)).toEqual([cut, short]);
  },
);

test('a text as long as the place that another is cut to stays whole, and one of 8 is cut nowhere', () => {
  expect(linesOf([columnOf('T', 0)], [['abcdefghijklm'], ['exactly te']], 10).slice(1)).toEqual([
    'abcde…jklm',
    'exactly te',
  ]);
  expect(linesOf([columnOf('T', 0)], [['12345678']], 3).slice(1)).toEqual(['12345678']);
});

test('figures are never cut: a table of figures alone is as wide as they are', () => {
  const columns = [columnOf('N', 0, { align: 'right' }), columnOf('M', 1, { align: 'decimal' })];
  expect(linesOf(columns, [['123456789', '1,000,000.50']], 5)).toEqual([
    '        N             M',
    '123456789  1,000,000.50',
  ]);
});

test.each([
  ['left', ['NAME      X', 'v1.25     x', 'longer    x', 'longest.  x']],
  ['right', ['    NAME  X', '   v1.25  x', '  longer  x', 'longest.  x']],
  ['decimal', ['      NAME  X', '     v1.25  x', ' longer     x', 'longest.    x']],
] as const)('a point aligns figures, and no other texts: %s', (align, lines) => {
  const columns = [columnOf('NAME', 0, { align }), columnOf('X', 1)];
  expect(
    linesOf(columns, [
      ['v1.25', 'x'],
      ['longer', 'x'],
      ['longest.', 'x'],
    ]),
  ).toEqual(lines);
});

test('colour is for titles and for texts, not for blanks, nor for a cell that is empty', () => {
  const columns = [
    columnOf('NAME', 0, { tone: () => 'bad' }),
    columnOf('N', 1, { align: 'right', tone: () => 'good' }),
    columnOf('S', 2, { tone: () => 'dim' }),
  ];
  const { text } = layOut(
    columns,
    [
      ['a', '12', 'state'],
      ['longer', '', ''],
    ],
    { width: 80, colour: true },
  );
  expect(text.replaceAll('\u001b', '␛')).toBe(
    '␛[1mNAME  ␛[22m  ␛[1m N␛[22m  ␛[1mS␛[22m\n' +
      '␛[31ma␛[39m       ␛[32m12␛[39m  ␛[2mstate␛[22m\n' +
      '␛[31mlonger␛[39m\n',
  );
});

test.each([
  ['a terminal with room', { isTTY: true, columns: 16 }, {}, 'aaaa  bbbb  cccc', ''],
  ['a narrow one', { isTTY: true, columns: 9 }, {}, 'aaaa', 'no room for C, B: --wide shows all\n'],
  ['a narrow one, with --wide', { isTTY: true, columns: 9 }, { wide: true } as const, 'aaaa  bbbb  cccc', ''],
  ['no terminal', { columns: 9 }, {}, 'aaaa  bbbb  cccc', ''],
])('what has no room is told of on standard error: %s', (_, screen, flags, line, said) => {
  const { io, written } = capture();
  Object.assign(io.stdout, screen);
  printTable({ ...io, env: { NO_COLOR: '1' } }, THREE, [ROW], flags);
  expect(written().stdout.split('\n')[1]).toBe(line);
  expect(written().stderr).toBe(said);
});

test('only a terminal that wants it is given colour', () => {
  const printed = (isTTY: boolean, env: NodeJS.ProcessEnv) => {
    const { io, written } = capture();
    Object.assign(io.stdout, { isTTY, columns: 80 });
    printTable({ ...io, env }, THREE, [ROW]);
    return written().stdout.includes('\u001b');
  };
  expect([printed(true, {}), printed(true, { NO_COLOR: '1' }), printed(false, {})]).toEqual([
    true,
    false,
    false,
  ]);
});
