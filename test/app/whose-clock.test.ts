// Whether our clock or that of the database was wrong, by looks at how they differ.
import { expect, test } from 'vitest';
import { createDatabaseClock } from '../../src/app/storage/database-clock.ts';
import { handClock } from '../support/clock.ts';

const SECOND = 1_000;
const MINUTE = 60_000;

function watching() {
  const clock = handClock();
  const began = clock.now();
  const world = { skew: 0 as number | null, asked: 0 };
  const told: number[] = [];
  const watch = createDatabaseClock({
    clock,
    async measure() {
      world.asked++;
      if (world.skew === null) throw new Error('away');
      return world.skew;
    },
    onSetRight: (since) => void told.push((since - began) / SECOND),
  });
  /** Looks each minute, where our clock is ahead by so many seconds; the times that are told, in seconds since the start. */
  const looks = async (...skews: readonly (number | null)[]) => {
    for (const skew of skews) {
      clock.advance(MINUTE);
      world.skew = skew === null ? null : skew * SECOND;
      await watch.look();
    }
    return told.splice(0);
  };
  return { ...watch, clock, world, looks };
}

test.each<readonly [string, skews: readonly (number | null)[], told: readonly number[]]>([
  ['nothing where both agree', [0, 1, 0], []],
  ['nothing of a minute, which it takes', [60, 0], []],
  ['since the last look before', [0, 61, 0], [60]],
  ['since the first such look', [0, 61, 300, 300, 0], [60]],
  ['since the start', [300, 0], [0]],
  ['also where it gave no answer between', [0, null, 300, null, 0], [60]],
  ['nothing while it is as wrong', [0, 300, 300, 300], []],
  ['nothing where it came nearer slowly', [0, 90, 75, 59, 0], []],
  ['nothing of thirty seconds', [0, 90, 60, 0], []],
  ['what is more', [0, 90.001, 60, 0], [60]],
  ['each time', [0, 300, 0, 300, 0], [60, 180]],
])('where a clock of the database is behind and is set right, it is told: %s', async (_what, skews, told) => {
  expect(await watching().looks(...skews)).toEqual(told);
});

test.each([
  ['by more than five seconds', 5.001, []],
  ['by less', 5, [60]],
])('where ours is set back %s meanwhile, it was ours perhaps', async (_what, seconds, told) => {
  const { clock, looks } = watching();
  await looks(0, 300);
  clock.step(-seconds * SECOND);
  expect(await looks(0)).toEqual(told);
});

test('where ours is set ahead, what was refused since then has the right times once the other is set right', async () => {
  const { clock, looks } = watching();
  await looks(0);
  clock.step(10 * SECOND);
  expect(await looks(300)).toEqual([]);
  expect(await looks(300, 0)).toEqual([130]);
});

test('how far ours is ahead is known as long as it answers', async () => {
  const { skewMs, looks } = watching();
  expect(skewMs()).toBeNull();
  await looks(7);
  expect(skewMs()).toBe(7_000);
  await looks(null);
  expect(skewMs()).toBeNull();
});

test('that it does not answer is said until it does, to this or to others', async () => {
  const { silence, looks, clock } = watching();
  expect(silence(0)).toBeNull();
  await looks(null);
  const askedAt = clock.monotonic();
  expect(silence(askedAt - 1)).toBe('Postgres does not answer');
  expect(silence(askedAt)).toBeNull();
  await looks(0);
  expect(silence(Number.NEGATIVE_INFINITY)).toBeNull();
});

test('who is refused looks at once, unless ours is known to be ahead; one look at a time', async () => {
  const { refused, looks, world, look } = watching();
  await looks(0);
  refused();
  refused();
  expect(world.asked).toBe(2);
  await look();
  expect(world.asked).toBe(2);
  await looks(300);
  refused();
  expect(world.asked).toBe(3);
  await looks(0);
  refused();
  expect(world.asked).toBe(5);
});
