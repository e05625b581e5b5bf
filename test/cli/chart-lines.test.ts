// A chart as a whole, line by line.
import { expect, test } from 'vitest';
import { type ChartPoint, chart, type TerminalChartOptions } from '../../src/cli/terminal/chart.ts';
import { amountOf } from '../../src/domain/money.ts';

type Text = string | null;
const point = (at: number, available: Text, lowest = available, highest = available): ChartPoint => {
  const amount = (text: Text) => (text === null ? null : amountOf(text));
  return { at, available: amount(available), lowest: amount(lowest), highest: amount(highest) };
};
const options = { from: 100, to: 120, columns: 14, rows: 3, when: (at: number) => `t${at}` };
const ascii = { ...options, unicode: false };
const climb = Array.from({ length: 20 }, (_, i) => point(100 + i, String(i)));
const same = [point(100, '5'), point(119, '5.00')];
const spread = [
  point(99, '6'), // before the range
  point(100, '5', '1', '9'),
  point(105, null, '0', '10'), // not known
  point(110, '3', null, null),
  point(120, '4'), // the very end
];
// biome-ignore format: a picture
const PICTURES: readonly (readonly [string, readonly ChartPoint[], TerminalChartOptions, readonly string[]])[] = [
  ['two points across and four up in each character', climb, options, [
    '19 ┤       ⣀⠤⠊',
    '   ┤   ⢀⡠⠔⠊',
    ' 0 ┤⣀⠤⠒⠁',
    '    t100  t120',
  ]],
  ['one in each character, in ASCII', climb, ascii, [
    '19 |         *',
    '   |     *****',
    ' 0 |*****',
    '    t100  t120',
  ]],
  ['ten characters at least', climb, { ...ascii, columns: 3 }, [
    '19 |         *',
    '   |     *****',
    ' 0 |*****',
    '    t100  t120',
  ]],
  ['twelve lines if nothing is said', climb, { from: 100, to: 120, columns: 24, when: options.when }, [
    '19 ┤                  ⡀⠁',
    '   ┤                 ⠂',
    '   ┤               ⠄⠁',
    '   ┤             ⡀⠂',
    '   ┤            ⠄',
    '   ┤          ⡀⠁',
    '   ┤         ⠂',
    '   ┤       ⠄⠁',
    '   ┤     ⡀⠂',
    '   ┤    ⠄',
    '   ┤  ⡀⠁',
    ' 0 ┤⡀⠂',
    '    t100            t120',
  ]],
  ['in the middle where nothing changes', same, options, [
    '5 ┤',
    '  ┤⠄         ⠄',
    '5 ┤',
    '   t100   t120',
  ]],
  ['the same in ASCII', same, ascii, [
    '5 |',
    '  |*         *',
    '5 |',
    '   t100   t120',
  ]],
  ['from the lowest to the highest of each; nothing where the amount was not known, or before the range', spread, ascii, [
    '10 |',
    '   |*',
    ' 0 |*    *   *',
    '    t100  t120',
  ]],
  ['a space between two long instants', climb, { ...ascii, when: (at) => `2026-03-02 ${at}` }, [
    '19 |         *',
    '   |     *****',
    ' 0 |*****',
    '    2026-03-02 100 2026-03-02 120',
  ]],
];

test.each(PICTURES)('%s', (_, points, how, lines) => {
  expect(chart(points, how)).toEqual(lines);
});

test('of equal extremes the first that was seen is written', () => {
  expect(chart([point(100, '5.0'), point(101, '5')], ascii)[0]).toMatch(/^5\.0 \|/);
});
