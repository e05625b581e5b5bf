// The small charts that the server draws.
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { toText } from '../../src/web/html/html.ts';
import { sparkline } from '../../src/web/html/sparkline.ts';

const HOUR = 3_600_000;
const DAY = { from: 0, to: 24 * HOUR };

/** Where the line begins and ends, in pixels of 100. */
function drawn(hours: readonly number[]): readonly number[] {
  const points = hours.map((hour) => ({ at: hour * HOUR, available: amountOf('5') }));
  const svg = toText(sparkline(points, { width: 104, label: 'a day', range: DAY })!);
  const [, path = ''] = /class="line" d="([^"]*)"/.exec(svg) ?? [];
  const places = [...path.matchAll(/[ML](\S+) /g)].map(([, x]) => Number(x) - 2);
  return [places[0]!, places.at(-1)!];
}

test('the width stands for the whole range: what was not seen at its ends is left empty', () => {
  expect(drawn([0, 12, 24])).toEqual([0, 100]);
  expect(drawn([0, 6, 12])).toEqual([0, 50]);
  expect(drawn([18, 21, 24])).toEqual([75, 100]);
});

test('what was seen a little outside of it is at its edge', () => {
  expect(drawn([-0.1, 12, 24.1])).toEqual([0, 100]);
});

test('what is below zero hangs down from the line at zero, which is within the picture', () => {
  const points = ['-5', '-10'].map((text, i) => ({ at: i * 24 * HOUR, available: amountOf(text) }));
  const options = { width: 104, height: 104, label: 'a day', range: DAY, stretch: true } as const;
  const svg = toText(sparkline(points, options)!);
  expect(svg).toContain('class="zero" x1="0" x2="104" y1="2.0" y2="2.0"');
  expect(svg).toContain('class="line" d="M2.0 52.0L102.0 102.0"');
});
