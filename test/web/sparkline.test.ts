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

test('without a known value there is nothing to draw', () => {
  expect(sparkline([], { range: DAY, label: 'a day' })).toBeNull();
  expect(sparkline([{ at: 0, available: null }], { range: DAY, label: 'a day' })).toBeNull();
});

/** The line, the dot at its end and the threshold, in a picture of 100 by 100 without its edges. */
function parts(values: readonly (string | null)[], threshold?: string) {
  const points = values.map((text, i) => ({
    at: ((i * 24) / (values.length - 1)) * HOUR,
    available: text === null ? null : amountOf(text),
  }));
  const size = { width: 104, height: 104, label: 'a day', range: DAY };
  const svg = toText(
    sparkline(points, { ...size, threshold: threshold === undefined ? null : amountOf(threshold) })!,
  );
  const of = (pattern: RegExp) => pattern.exec(svg)?.[1];
  return [
    of(/class="line" d="([^"]*)"/),
    of(/class="now" d="([^"]*)"/),
    of(/class="limit"[^>]* y1="([^"]*)"/),
  ];
}

test.each([
  ['from the bottom to the top', ['0', '10'], undefined, ['M2.0 102.0L102.0 2.0', 'M102.0 2.0h0', undefined]],
  ['above the line at zero', ['5', '10'], undefined, ['M2.0 52.0L102.0 2.0', 'M102.0 2.0h0', undefined]],
  [
    'in the middle, while all is nought',
    ['0', '0'],
    undefined,
    ['M2.0 52.0L102.0 52.0', 'M102.0 52.0h0', undefined],
  ],
  [
    'with a hole where nothing was known',
    ['0', null, '10'],
    undefined,
    ['M2.0 102.0M102.0 2.0', 'M102.0 2.0h0', undefined],
  ],
  [
    'with its dot at what was known last',
    ['0', '10', null],
    undefined,
    ['M2.0 102.0L52.0 2.0', 'M52.0 2.0h0', undefined],
  ],
  [
    'below a threshold, which is within the picture',
    ['0', '5'],
    '10',
    ['M2.0 102.0L102.0 52.0', 'M102.0 52.0h0', '2.0'],
  ],
  ['above a threshold below nought', ['0', '5'], '-5', ['M2.0 52.0L102.0 2.0', 'M102.0 2.0h0', '102.0']],
  ['at a threshold of nought', ['10', '10'], '0', ['M2.0 2.0L102.0 2.0', 'M102.0 2.0h0', '102.0']],
] as const)('the line goes %s', (_title, values, threshold, drawn) => {
  expect(parts(values, threshold)).toEqual(drawn);
});

test('it is 120 by 28 unless told otherwise, says what it shows, and is stretched only where it may be', () => {
  const points = [{ at: 0, available: amountOf('5') }];
  const svg = toText(sparkline(points, { range: DAY, label: 'a <day>' })!);
  expect(svg).toMatch(
    /^<svg class="spark" viewBox="0 0 120 28" width="120" height="28" +role="img" aria-label="a &lt;day&gt;">/,
  );
  expect(svg).not.toContain('class="zero"');
  expect(toText(sparkline(points, { range: DAY, label: '', stretch: true })!)).toContain(
    'preserveAspectRatio="none"',
  );
});
