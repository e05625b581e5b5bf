import { expect, test } from 'vitest';
import { createRests } from '../../../src/upstream/http/rest.ts';
import { handClock } from '../../support/clock.ts';

const SERVICE = 'https://pay.example.com';
const HOUR_MS = 3_600_000;

test('D14 an account rests as long as it was asked to, and no other account or origin with it', () => {
  const clock = handClock();
  const rests = createRests(clock);
  const rest = rests.of('acme', SERVICE);
  expect(rest.left()).toBeNull();
  rest.begin(HOUR_MS, 'rate_limited');
  expect(rests.of('acme', SERVICE).left()).toEqual({ ms: HOUR_MS, outcome: 'rate_limited' });
  expect(rests.of('zeta', SERVICE).left()).toBeNull();
  expect(rests.of('acme', 'https://other.example.com').left()).toBeNull();
  clock.advance(HOUR_MS - 1);
  expect(rest.left()?.ms).toBe(1);
  clock.advance(1);
  expect(rest.left()).toBeNull();
});

test('D14 a shorter wish doesn’t shorten it, a wall clock that is set changes nothing, and a day is the most', () => {
  const clock = handClock();
  const rest = createRests(clock).of('acme', SERVICE);
  rest.begin(HOUR_MS, 'upstream_5xx');
  rest.begin(1_000, 'rate_limited');
  clock.step(2 * HOUR_MS);
  expect(rest.left()).toEqual({ ms: HOUR_MS, outcome: 'upstream_5xx' });
  rest.begin(Number.POSITIVE_INFINITY, 'rate_limited');
  expect(rest.left()?.ms).toBe(24 * HOUR_MS);
});
