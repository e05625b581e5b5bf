// Whose clock is wrong, to the millisecond, and whether the database answers: by cases, with a clock moved by hand.
import { expect, test } from 'vitest';
import { createDatabaseClock } from '../../src/app/storage/database-clock.ts';
import { handClock } from '../support/clock.ts';

const MINUTE = 60_000;

/** A clock that is looked at each minute; `look` returns the minutes since which the database's was found to be wrong. */
function watching() {
  const clock = handClock();
  const began = clock.now();
  const told: number[] = [];
  let skew: number | null = 0;
  let measured = 0;
  const watch = createDatabaseClock({
    clock,
    async measure() {
      measured++;
      if (skew === null) throw new Error('away');
      return skew;
    },
    onSetRight: (since) => told.push((since - began) / MINUTE),
  });
  const look = async (next: number | null, steppedMs = 0) => {
    clock.advance(MINUTE);
    clock.step(steppedMs);
    skew = next;
    await watch.look();
    return told.splice(0);
  };
  return { clock, watch, look, measured: () => measured };
}

test.each<[string, readonly (readonly [skewMs: number, steppedMs?: number])[], number[]]>([
  ['a minute ahead is not ahead', [[60_000], [0]], []],
  ['more than a minute is, since the look before', [[60_001], [0]], [0]],
  ['ahead, and right by a creep of half a minute: nobody knows', [[80_000], [50_000]], []],
  ['ahead, and right by a jump of more', [[80_000], [49_999]], [0]],
  ['ahead since the first of two looks', [[0], [90_000], [90_000], [0]], [1]],
  ['five seconds are no setting of ours', [[0], [90_000], [90_000, 5_000], [0]], [1]],
  ['five seconds back aren’t either', [[0], [90_000], [90_000, -5_000], [0]], [1]],
  ['more is: since then alone', [[0], [90_000], [90_000, 6_000], [0]], [3.1]],
  ['more back is, too', [[0], [90_000], [90_000, -6_000], [0]], [2.9]],
  [
    'ours set back while theirs is right: nothing was refused for their sake',
    [
      [90_000, 90_000],
      [0, -90_000],
    ],
    [],
  ],
  ['once it is told, another jump is no news', [[90_000], [0], [-40_000]], [0]],
  ['nor is a jump after a creep', [[80_000], [55_000], [0]], []],
])('%s', async (_, looks, wrongSince) => {
  const { look } = watching();
  const told: number[] = [];
  for (const [skewMs, steppedMs] of looks) told.push(...(await look(skewMs, steppedMs)));
  expect(told).toEqual(wrongSince);
});

test('nothing is known of the skew before the first look, nor while there is no answer', async () => {
  const { watch, look } = watching();
  expect(watch.skewMs()).toBeNull();
  await look(7);
  expect(watch.skewMs()).toBe(7);
  await look(null);
  expect(watch.skewMs()).toBeNull();
});

test('it is silent from the look that got no answer on, until it answers a look, or others since', async () => {
  const { clock, watch, look } = watching();
  expect(watch.silence(Number.NEGATIVE_INFINITY)).toBeNull();
  await look(0);
  expect(watch.silence(Number.NEGATIVE_INFINITY)).toBeNull();
  await look(null);
  const began = clock.monotonic();
  expect(watch.silence(began - 1)).toBe('Postgres does not answer');
  expect(watch.silence(began)).toBeNull();
  expect(watch.silence(began + 1)).toBeNull();
  await look(0);
  expect(watch.silence(began - 1)).toBeNull();
});

test('a refusal is looked into at once, unless our clock is known to be ahead, and by one look at a time', async () => {
  const { watch, look, measured } = watching();
  watch.refused();
  watch.refused();
  await watch.look();
  expect(measured()).toBe(1);
  await look(90_000);
  expect(measured()).toBe(2);
  watch.refused();
  expect(measured()).toBe(2);
  await look(0);
  watch.refused();
  expect(measured()).toBe(4);
});
