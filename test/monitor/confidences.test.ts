// At which confidences a wallet's runway is told.
import { expect, test } from 'vitest';
import type { Aim } from '../../src/monitor/forecast/aims.ts';
import { runwaysAt } from '../../src/monitor/forecast/confidences.ts';

const aim = (hours: number, confidence: number): Aim => ({ leadMs: hours * 3_600_000, confidence });
/** The runway is as many seconds as its lead time has hours, and a part of one. */
const lasts = ({ leadMs }: Aim) => ({ median: 90_999, pessimistic: leadMs / 3_600 + 999 });

test.each<[string, Aim, readonly Aim[], object]>([
  ['the median and its own', aim(48, 0.95), [], { 0.5: 90, 0.95: 48 }],
  ['its own once, though it is among those asked for', aim(48, 0.95), [aim(48, 0.95)], { 0.5: 90, 0.95: 48 }],
  ['another', aim(48, 0.95), [aim(6, 0.99)], { 0.5: 90, 0.95: 48, 0.99: 6 }],
  [
    'the shortest of those that share a confidence',
    aim(48, 0.95),
    [aim(9, 0.99), aim(6, 0.99), aim(7, 0.99)],
    { 0.5: 90, 0.95: 48, 0.99: 6 },
  ],
  ['its own, though another lead time is shorter', aim(48, 0.95), [aim(6, 0.95)], { 0.5: 90, 0.95: 48 }],
  ['the median alone where that is its own', aim(48, 0.5), [aim(6, 0.5)], { 0.5: 90 }],
  ['the median, whoever else asks for it', aim(48, 0.95), [aim(6, 0.5)], { 0.5: 90, 0.95: 48 }],
])('a wallet has %s', (_, own, aims, expected) => {
  const told = runwaysAt(own, aims, lasts);
  expect(Object.fromEntries(told.map(({ confidence, seconds }) => [confidence, seconds]))).toEqual(expected);
  expect(told[0]).toEqual({ confidence: '0.5', seconds: 90 });
});

test('its own comes after the median, then the others as they were asked for', () => {
  const told = runwaysAt(aim(48, 0.95), [aim(6, 0.99), aim(9, 0.8)], lasts);
  expect(told.map(({ confidence }) => confidence)).toEqual(['0.5', '0.95', '0.99', '0.8']);
});

test('a wallet whose runway is not known has none', () => {
  expect(runwaysAt(aim(48, 0.95), [aim(6, 0.99)], () => undefined)).toEqual([]);
});
