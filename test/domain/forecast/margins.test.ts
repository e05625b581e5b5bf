// How far what goes out may differ from what is expected: what holds of the margins whatever they have learnt.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  atConfidence,
  createMargins,
  HORIZONS,
  SHARES,
  startOf,
} from '../../../src/domain/forecast/margins.ts';

const LAST = HORIZONS.at(-1)!;
const days = Array.from({ length: LAST }, (_, i) => i + 1);
const shares = SHARES.map((_, i) => i).slice(1);
const ascending = (values: readonly number[]) => values.every((each, i) => i === 0 || each > values[i - 1]!);

test('a margin begins wider the longer the time, and the fewer are to be too long', () => {
  for (const share of shares) expect(ascending(days.map((day) => startOf(day, share)))).toBe(true);
  for (const day of days) expect(ascending(shares.map((share) => startOf(day, share)))).toBe(true);
  const first = days.map((day) => startOf(day, 1));
  for (const [i, rise] of first
    .slice(1)
    .map((each, i) => each - first[i]!)
    .entries())
    expect(rise, `no leap after day ${i + 1}`).toBeLessThan(0.1);
});

test('a wallet begins with these, and with none for what is expected', () => {
  const { quantiles } = createMargins();
  for (const [i, horizon] of HORIZONS.entries()) {
    const own = [...quantiles.subarray(i * SHARES.length, (i + 1) * SHARES.length)];
    expect(own).toEqual([0, ...shares.map((share) => startOf(horizon, share))]);
  }
});

test('whatever is learnt, a smaller share never has the smaller quantile, and other horizons stay as they are', () => {
  const log = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(fc.nat(HORIZONS.length - 1), fc.array(log, { maxLength: 200 }), (i, logs) => {
      const margins = createMargins();
      const before = [...margins.quantiles];
      for (const [known, each] of logs.entries()) margins.learn(i, each, 0.2, known + 1);
      const [from, to] = [i * SHARES.length, (i + 1) * SHARES.length];
      const own = [...margins.quantiles.subarray(from, to)];
      expect(own).toEqual(own.toSorted((a, b) => a - b));
      const others = [...margins.quantiles].toSpliced(from, SHARES.length);
      expect(others).toEqual(before.toSpliced(from, SHARES.length));
    }),
  );
});

test('the younger the history the wider: by three fifths in its first week, by nothing from the fifth on', () => {
  const widthAt = (known: number) => {
    const widths = new Float64Array(HORIZONS.length);
    const sums = Float64Array.from({ length: LAST + 1 }, (_, day) => 100 * day);
    createMargins().widths(sums, sums, known, widths);
    return widths[3]!;
  };
  const old = widthAt(400);
  expect([widthAt(35), widthAt(36)]).toEqual([old, old]);
  expect(widthAt(7) / old).toBeCloseTo(1.6);
  expect(widthAt(21) / old).toBeCloseTo(1.3);
  expect(widthAt(3)).toBe(widthAt(7));
});

test('a confidence of one of the shares has its value; between them lie the others, and beyond the last more', () => {
  const values = [0, 1, 2, 4, 5];
  const at = (confidence: number) => atConfidence(confidence, (share) => values[share]!);
  for (const [i, share] of SHARES.entries()) expect(at(1 - share)).toBeCloseTo(values[i]!, 2);
  const confidences = Array.from({ length: 99 }, (_, i) => 0.5 + (i * 0.495) / 98);
  expect(ascending(confidences.map(at))).toBe(true);
  expect(at(0.99)).toBeGreaterThan(5);
  expect(at(0.5)).toBe(0);
});

test('where nothing is expected there is no width', () => {
  const none = new Float64Array(LAST + 1);
  const widths = new Float64Array(HORIZONS.length).fill(9);
  createMargins().widths(none, none, 50, widths);
  expect([...widths]).toEqual(HORIZONS.map(() => 0));
});
