// How often it is counted what was given up: each count asks Postgres.
import { expect, test } from 'vitest';
import { createGivenUp } from '../../src/receivers/local/given-up.ts';
import { handClock } from '../support/clock.ts';

function counting() {
  const clock = handClock(0);
  const counts = { here: 0, there: 0 as number | Error, asked: 0 };
  const givenUp = createGivenUp({
    ...{ receiver: 'ops', clock, lookEveryMs: 5_000 },
    local: { count: async () => ({ waiting: 0, dead: counts.here }) },
    outbox: {
      async count() {
        counts.asked++;
        if (counts.there instanceof Error) throw counts.there;
        return { waiting: 0, dead: counts.there };
      },
    },
  });
  return { clock, counts, givenUp };
}

test('while nothing is sent it is counted once a minute, though it is looked every five seconds', async () => {
  const { clock, counts, givenUp } = counting();
  for (let second = 0; second < 600; second += 5) {
    await givenUp.recount({ idle: true, shared: true });
    clock.advance(5_000);
  }
  expect(counts.asked).toBe(10);
});

test('after each message it is counted at once, here and in Postgres', async () => {
  const { counts, givenUp } = counting();
  await givenUp.recount({ idle: true, shared: true });
  Object.assign(counts, { here: 1, there: 2 });
  await givenUp.recount({ idle: false, shared: true });
  expect(givenUp.count()).toBe(3);
});

test('while Postgres is away what was known of it stays', async () => {
  const { counts, givenUp } = counting();
  counts.there = 2;
  await givenUp.recount({ idle: false, shared: true });
  counts.there = new Error('away');
  await givenUp.recount({ idle: false, shared: true });
  await givenUp.recount({ idle: false, shared: false });
  expect(givenUp.count()).toBe(2);
});

test('nothing counts as given up before the first count; the next comes when a minute is over', async () => {
  const { clock, counts, givenUp } = counting();
  counts.there = 2;
  expect(givenUp.count()).toBe(0);
  await givenUp.recount({ idle: true, shared: true });
  clock.advance(59_999);
  await givenUp.recount({ idle: true, shared: true });
  expect(counts.asked).toBe(1);
  clock.advance(1);
  await givenUp.recount({ idle: true, shared: true });
  expect(counts.asked).toBe(2);
});

test('Postgres is not asked while it is away', async () => {
  const { counts, givenUp } = counting();
  await givenUp.recount({ idle: false, shared: false });
  expect(counts.asked).toBe(0);
});
