// How far an Alertmanager's clock is from ours, by what it says when it answers.
import { expect, test } from 'vitest';
import { createSkewMeter } from '../../src/receivers/alertmanager/clock-skew.ts';
import { handClock } from '../support/clock.ts';

const RESEND_MS = 10_000; // an alert lives for 40 s there, and a quarter of that is the limit
const LIMIT = 10_000;
const NOON = Date.parse('2026-03-02T12:00:00Z');

/** An Alertmanager whose clock is ahead by `ahead`. It answers halfway, as much as its whole seconds say on average. */
function meter({ resendMs = RESEND_MS } = {}) {
  const clock = handClock(NOON);
  const of = createSkewMeter(resendMs, clock);
  const measure = (ahead: number, tookMs = 0) => {
    const sentAt = clock.monotonic();
    const date = new Date(clock.now() + tookMs / 2 + ahead - 500).toUTCString();
    clock.advance(tookMs);
    return of.measure(date, sentAt, clock.monotonic());
  };
  return { ...of, clock, measure, measureText: of.measure };
}

test('before an answer nothing is known, and nothing corrected', () => {
  const { status, correction } = meter();
  expect(status()).toEqual({ ms: null, limitMs: LIMIT, exceeded: false });
  expect(correction()).toBe(0);
});

test('an answer without a time says nothing', () => {
  const { status, clock, measure, measureText, correction } = meter();
  expect(measureText('soon', clock.monotonic(), clock.monotonic())).toBe(false);
  expect(status().ms).toBeNull();
  measure(20_500);
  expect(measureText('', clock.monotonic(), clock.monotonic())).toBe(false);
  expect(correction()).toBe(20_500);
});

test.each([
  ['agrees', 500, 0],
  ['is ahead up to the limit', LIMIT, 0],
  ['is ahead beyond it', LIMIT + 500, LIMIT + 500],
  ['is behind up to the limit', -LIMIT, 0],
  ['is behind beyond it', -LIMIT - 500, -LIMIT - 500],
])('an Alertmanager whose clock %s by %i ms: ours is corrected by %i', (_what, ahead, correction) => {
  const { measure, status, ...of } = meter();
  measure(ahead, ahead % 1_000 === 0 ? 1_000 : 0); // whole seconds, in the middle
  expect(of.correction()).toBe(correction);
  expect(status()).toEqual({ ms: ahead, limitMs: LIMIT, exceeded: correction !== 0 });
});

test('an answer is taken to be written halfway between question and receipt', () => {
  const { measure, correction } = meter();
  measure(20_500, 8_000);
  expect(correction()).toBe(20_500);
});

test('what is corrected stays so until it is well within the limit', () => {
  const { measure, correction } = meter();
  const corrected = [10_500, 9_500, 8_500, 7_500, 8_500, 9_500].map((ahead) => {
    measure(ahead);
    return correction();
  });
  expect(corrected).toEqual([10_500, 9_500, 8_500, 0, 0, 0]);
});

test('what was sent must be sent again when the correction changes by more than two seconds', () => {
  const { measure } = meter();
  expect([9_500, 10_500, 12_500, 15_500, 13_500, 500, 500].map((ahead) => measure(ahead))).toEqual([
    ...[false, true, false, true, false, true, false],
  ]);
});

test('a step of our clock is corrected before the next answer', () => {
  const { measure, clock, correction, status } = meter();
  measure(500);
  clock.step(-60_000);
  expect(correction()).toBe(60_500);
  clock.advance(5_000);
  expect(correction()).toBe(60_500);
  clock.step(60_000);
  expect(correction()).toBe(0);
  clock.step(-60_000);
  expect(status().exceeded).toBe(true);
});

test('the limit is never less than the header can show', () => {
  expect(meter({ resendMs: 1_000 }).status().limitMs).toBe(2_000);
});
