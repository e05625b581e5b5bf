import { expect, test } from 'vitest';
import { cellsOf, columnsOf, parseInstant } from '../../src/cli/input/csv-columns.ts';
import { CommandError } from '../../src/cli/terminal/io.ts';

test.each([
  ['a,"b,c",', ['a', 'b,c', '']],
  ['"x""y",,', ['x"y', '', '']],
  ['a,b"c,"d"', ['a', 'b"c', 'd']],
  [',"a",b', ['', 'a', 'b']],
  [',,"a"', ['', '', 'a']],
])('a line of CSV as its cells: %s', (line, cells) => {
  expect(cellsOf(line)).toEqual(cells);
});

const REGULAR = ['account', 'currency', 'wallet_type', 'slot'];
const indices = { account: 0, currency: 1, walletType: 2 };
test.each([
  [
    'all that history --csv writes',
    [...REGULAR, 'observed_at', 'available', 'actual', 'uncleared', 'reserve'],
    {
      ...indices,
      ...{ count: 9, slot: 3, observedAt: 4, regular: true },
      amounts: [
        ['available', 5],
        ['actual', 6],
      ],
      fieldAt: [
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
        'available',
        'actual',
        undefined,
        undefined,
      ],
    },
  ],
  [
    'a mark of byte order before the first name',
    ['\uFEFFaccount', 'currency', 'wallet_type', 'time', 'available'],
    {
      ...indices,
      ...{ count: 5, slot: 3, observedAt: 3, regular: true, amounts: [['available', 4]] },
      fieldAt: [undefined, undefined, undefined, undefined, 'available'],
    },
  ],
  [
    'when it was seen alone',
    ['account', 'currency', 'wallet_type', 'observed_at', 'reserve'],
    {
      ...indices,
      ...{ count: 5, slot: 3, observedAt: 3, regular: true, amounts: [] },
      fieldAt: [undefined, undefined, undefined, undefined, undefined],
    },
  ],
  [
    'a slot before a time, and a time before none',
    ['account', 'currency', 'wallet_type', 'time', 'slot', 'actual'],
    {
      ...indices,
      ...{ count: 6, slot: 4, observedAt: 3, regular: false, amounts: [['actual', 5]] },
      fieldAt: [undefined, undefined, undefined, undefined, undefined, 'actual'],
    },
  ],
  [
    'the currency first',
    ['currency', 'account', 'wallet_type', 'slot', 'actual'],
    {
      ...{ account: 1, currency: 0, walletType: 2, count: 5, slot: 3, observedAt: 3, regular: false },
      amounts: [['actual', 4]],
      fieldAt: [undefined, undefined, undefined, undefined, 'actual'],
    },
  ],
  [
    'the wallet type first',
    ['wallet_type', 'currency', 'account', 'slot', 'actual'],
    {
      ...{ account: 2, currency: 1, walletType: 0, count: 5, slot: 3, observedAt: 3, regular: false },
      amounts: [['actual', 4]],
      fieldAt: [undefined, undefined, undefined, undefined, 'actual'],
    },
  ],
])('the place of each column: %s', (_, names, columns) => {
  expect(columnsOf(names, 'h.csv', ['available', 'actual'])).toEqual(columns);
});

test.each([
  [['currency', 'wallet_type', 'slot', 'available'], 'account'],
  [['account', 'wallet_type', 'slot', 'available'], 'currency'],
  [['account', 'currency', 'slot', 'available'], 'wallet_type'],
  [['account', 'currency', 'wallet_type', 'available'], 'slot'],
  [['account', 'currency', 'wallet_type', 'slot'], 'available'],
  [[], 'available'],
])('a column that is missing is named, with those that there are: %j', (names, missing) => {
  expect(() => columnsOf(names, 'h.csv', ['actual'])).toThrow(
    `h.csv:1: there is no column ${missing}; there are ${names.join(', ')}`,
  );
});

test.each([
  ['available', [...REGULAR, 'available', 'actual', 'available']],
  ['account', ['account', ...REGULAR, 'available']],
])(
  'a column that stands twice is refused, because lines would differ in which of the two counts: %s',
  (twice, names) => {
    expect(() => columnsOf(names, 'h.csv', ['actual'])).toThrow(`h.csv:1: there are two columns ${twice}`);
  },
);

test('two columns of a name that is of no use are nobody’s business', () => {
  expect(columnsOf([...REGULAR, 'available', 'note', 'note'], 'h.csv', ['available']).count).toBe(7);
});

test.each([
  ['\x1F\uFFFD\b\0', 'is packed: unpack it first (gunzip)'],
  ['a\0c\0c\0', 'is no CSV file in UTF-8'],
  ['\uFFFDPNG\r', 'is no CSV file in UTF-8'],
])('of a first line that is no text nothing is told: %j', (line, why) => {
  expect(() => columnsOf(line.split(','), 'h.csv', ['available'])).toThrow(
    new CommandError(`h.csv ${why}: its first line isn't text`),
  );
});

test('a column that is of no use may have a name in another encoding', () => {
  expect(columnsOf([...REGULAR, 'available', 'caf\uFFFD'], 'h.csv', ['available']).count).toBe(6);
});

test.each([
  ['account;currency;wallet_type;slot;available'],
  ['account\tcurrency\twallet_type\tslot\tavailable'],
])('other signs than commas between the columns are told: %j', (line) => {
  expect(() => columnsOf([line], 'h.csv', ['available'])).toThrow(
    `h.csv:1: there is no column available; there are ${line}: put commas between columns`,
  );
});

test.each([
  ['99999999', Number.NaN],
  ['100000000', Date.UTC(1973, 2, 3, 9, 46, 40)],
  ['1777889000', Date.UTC(2026, 4, 4, 10, 3, 20)],
  ['99999999999', 99_999_999_999_000],
  ['100000000000', 100_000_000_000],
  ['1777889000123', 1_777_889_000_123],
  ['99999999999999', 99_999_999_999_999],
  ['100000000000000', Number.NaN],
  ['2026-05-04T10:00:00Z', Date.UTC(2026, 4, 4, 10)],
  ['2026-05-04 10:00:00+03', Date.UTC(2026, 4, 4, 7)],
  ['2026-05-04 10:00:00.25-03:30', Date.UTC(2026, 4, 4, 13, 30, 0, 250)],
  ['2026-05-04 10:00:00', Number.NaN],
  ['2026-05-04', Number.NaN],
  ['4 May 2026 10:00 UTC', Number.NaN],
  ['', Number.NaN],
])('an instant has its offset, or is a number of seconds or milliseconds: %s', (text, instant) => {
  expect(parseInstant(text)).toBe(instant);
});
