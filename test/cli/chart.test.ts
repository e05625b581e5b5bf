import { expect, test } from 'vitest';
import { type ChartPoint, chart } from '../../src/cli/terminal/chart.ts';
import { amountOf } from '../../src/domain/money.ts';

const point = (at: number, text: string | null): ChartPoint => {
  const available = text === null ? null : amountOf(text);
  return { at, available, lowest: available, highest: available };
};
const options = { from: 0, to: 20, columns: 24, rows: 4, when: (at: number) => `t${at}` };

test('a line between the exact extremes, with nothing where nothing was seen', () => {
  const points = [0, 1, 2, 3, 4, 12, 13, 14, 19].map((at) => point(at, `${at - 4}.50`));
  expect(chart(points, { ...options, unicode: false })).toEqual([
    '15.50 |                *',
    '      |           *',
    '      |          *',
    '-4.50 |****',
    '       t0            t20',
  ]);
  const drawn = chart(points, options);
  expect(drawn.join('\n')).toMatch(/[\u2801-\u28ff]/);
  expect(Math.max(...drawn.map((line) => line.length))).toBeLessThanOrEqual(24);
});

test('lowest and highest of an hour are drawn, not only where it ended', () => {
  const [top, , , bottom] = chart(
    [{ at: 0, available: amountOf('5'), lowest: amountOf('1'), highest: amountOf('9') }],
    { ...options, unicode: false },
  );
  expect(top).toBe('9 |*');
  expect(bottom).toBe('1 |*');
});

test('one value, and none', () => {
  expect(chart([point(3, '7')], { ...options, unicode: false })[0]).toMatch(/^7 \|/);
  expect(chart([point(3, null)], options)).toEqual(['(nothing was seen in this time)']);
});
