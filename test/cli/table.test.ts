import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { printSentence } from '../../src/cli/terminal/sentence.ts';
import { type Column, layOut, printTable } from '../../src/cli/terminal/table.ts';
import { capture } from '../support/io.ts';

interface Row {
  readonly wallet: string;
  readonly amount: string;
  readonly state?: string;
}
const ROWS: readonly Row[] = [
  { wallet: 'UGX/MERCHANT_PAYOUT', amount: '4,999,999.50', state: 'stale' },
  { wallet: 'KES/X', amount: '7', state: 'fresh' },
  { wallet: 'KES/Y', amount: '?', state: 'fresh' },
];
const AMOUNT: Column<Row> = { title: 'AMOUNT', align: 'decimal', cell: (row) => row.amount };
const WALLET: Column<Row> = { title: 'WALLET', cell: (row) => row.wallet };
const STATE: Column<Row> = {
  title: 'STATE',
  drop: 1,
  cell: ({ state = '' }) => state,
  tone: ({ state }) => (state === 'stale' ? 'warn' : undefined),
};
const WIDE = { width: Number.POSITIVE_INFINITY, colour: false };

test('decimal points stand under each other, digits stay as they are, and lines end where their text ends', () => {
  expect(layOut([AMOUNT, WALLET], ROWS, WIDE).text.split('\n')).toEqual([
    '      AMOUNT  WALLET',
    '4,999,999.50  UGX/MERCHANT_PAYOUT',
    '        7     KES/X',
    '        ?     KES/Y',
    '',
  ]);
  expect(layOut([WALLET, AMOUNT], ROWS, WIDE).text).not.toMatch(/ $/m);
});

test('a column that has no room goes, the least important first, and it is said which', () => {
  const { text, dropped } = layOut([WALLET, { ...AMOUNT, drop: 2 }, STATE], ROWS, { ...WIDE, width: 30 });
  expect(dropped).toEqual(['AMOUNT']);
  expect(text.split('\n').slice(0, 2)).toEqual(['WALLET               STATE', 'UGX/MERCHANT_PAYOUT  stale']);
});

test('where even what stays has no room, the widest text is cut with a sign', () => {
  const { text } = layOut([WALLET, AMOUNT], ROWS, { ...WIDE, width: 26 });
  expect(text.split('\n')[1]).toBe('UGX/ME…AYOUT  4,999,999.50');
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(26);
});

test('of several texts the widest is cut, in whatever order they stand', () => {
  const [short, long] = ['a short one', 'a text that is much wider than the other one'];
  const columns = [long, short].map((text) => ({ title: 'T', cell: () => text }));
  for (const order of [columns, columns.toReversed()]) {
    const { text } = layOut(order, ['row'], { ...WIDE, width: 35 });
    expect(text).toContain(short);
    expect(text).toMatch(/a text that… other one/);
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBe(35);
  }
});

test('a remark is cut before others, and dropped where next to nothing of it would stay', () => {
  const remark = {
    title: 'NOTE',
    cutFirst: true,
    cell: () => 'the history is young, so it is less sure',
  } as const;
  const cut = layOut([WALLET, remark], ROWS, { ...WIDE, width: 37 });
  expect(cut.text.split('\n')[1]).toBe('UGX/MERCHANT_PAYOUT  the history is …');
  const none = layOut([WALLET, remark], ROWS, { ...WIDE, width: 36 });
  expect([none.text.split('\n')[1], none.dropped]).toEqual(['UGX/MERCHANT_PAYOUT', ['NOTE']]);
});

test('colour says what needs attention, and nothing else', () => {
  const { text } = layOut([WALLET, STATE], ROWS, { ...WIDE, colour: true });
  expect(text.split('\n').filter((line) => line.includes('\u001b[33m'))).toEqual([
    'UGX/MERCHANT_PAYOUT  \u001b[33mstale\u001b[39m',
  ]);
});

test('X11 text from outside can neither colour the terminal nor start a line', () => {
  const { text } = layOut([{ title: 'A', cell: (row: string) => row }], ['\u001b[31mred\nnext'], WIDE);
  expect(text.split('\n')).toHaveLength(3);
  expect(text).not.toContain('\u001b');
});

test('a table of a quarter of a million lines is laid out', () => {
  const [row] = ROWS;
  const rows = Array.from({ length: 250_000 }, () => row!);
  expect(layOut([WALLET, AMOUNT, STATE], rows, WIDE).text.split('\n')).toHaveLength(250_002);
});

test('what comes from outside moves no cursor in an error and in a sentence either', async () => {
  const { io, written } = capture();
  printSentence(io, 'UGX/\u001b[2J is new');
  await main(['alerts', '--rule', '\u001b[2J', '--no-such-flag'], io);
  await main(['check-config', '--config.file', '\u001b]0;owned\u0007.yaml'], io);
  const { stdout, stderr } = written();
  expect(stdout + stderr).not.toMatch(/[^\P{C}\n]/u);
  expect(stderr).toContain('.yaml');
  expect(stdout).toBe('UGX/\uFFFD[2J is new\n');
});

test('a terminal that does not say how wide it is counts as one of 80 characters', async () => {
  const { io, written } = capture();
  Object.assign(io.stdout, { isTTY: true, columns: 0 });
  printSentence(io, 'as by ssh -tt from a machine where nobody sits');
  expect(written().stdout.split('\n')).toHaveLength(2);
  await main(['balances', '--help'], io);
  expect(
    written()
      .stdout.split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

test('names that differ in the middle are cut where they differ, and it is said that they are cut', () => {
  const rows = ['UGX/COLLECTION', 'UGX/PAYOUT', 'KES/PAYOUT'].map((of) => ({
    ...{ wallet: `lakeside-loans/${of}/MOBILE_MONEY/MANGO_UG`, amount: '1' },
  }));
  const { io, written } = capture();
  Object.assign(io.stdout, { isTTY: true, columns: 42 });
  printTable(io, [WALLET, AMOUNT], rows);
  const [, ...names] = written().stdout.trim().split('\n');
  expect(new Set(names).size).toBe(3);
  expect(names.every((name) => name.length <= 42)).toBe(true);
  expect(written().stderr).toBe('no room for all of WALLET: --wide shows all\n');
});

test('names that have to be cut stay apart by how they end', () => {
  const rows = ['UGX/MERCHANT_COLLECTION', 'UGX/MERCHANT_PAYOUT'].map((wallet) => ({ wallet, amount: '1' }));
  const { text } = layOut([WALLET, AMOUNT], rows, { ...WIDE, width: 16 });
  expect(text.split('\n').slice(1, 3)).toEqual(['UGX/…ION       1', 'UGX/…OUT       1']);
});
