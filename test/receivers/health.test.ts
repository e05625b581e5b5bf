// When a receiver that failed here counts as reachable again.
import { expect, test } from 'vitest';
import { createHealth } from '../../src/receivers/outbox/health.ts';
import { handClock } from '../support/clock.ts';

/** It failed here ten seconds ago. */
async function failed() {
  const { clock, health, others } = started();
  const failedAt = clock.monotonic();
  health.tried({ kind: 'temporary', detail: 'connect' }, { kind: 'retry', afterMs: 1, detail: 'connect' });
  clock.advance(10_000);
  return { clock, health, others, failedAt };
}

/** `takenAt`: when the receiver last took something of any replica, by the same clock. */
function started() {
  const clock = handClock(0);
  const others = { takenAt: null as number | null | Error, waiting: 0, asked: 0 };
  const health = createHealth({
    ...{ receiver: 'ops', clock, lookEveryMs: 5_000 },
    outbox: {
      count: async () => ({ waiting: others.waiting, dead: 0 }),
      async takenAgo() {
        others.asked++;
        if (others.takenAt instanceof Error) throw others.takenAt;
        return others.takenAt === null ? null : clock.monotonic() - others.takenAt;
      },
    },
  });
  return { clock, health, others };
}

test('what another replica has sent since says that it can be reached', async () => {
  const { health, others, failedAt } = await failed();
  others.takenAt = failedAt + 1_000;
  await health.askOthers();
  expect(health.trouble(0)).toBeNull();
  expect(health.failingSince()).toBeNull();
});

test('what was sent before says nothing, nor that nothing was, nor a database that is away', async () => {
  const { clock, health, others, failedAt } = await failed();
  for (const takenAt of [failedAt - 1, failedAt, null, new Error('away')]) {
    others.takenAt = takenAt;
    await health.askOthers();
    expect(health.trouble(0)).toBe('it can not be reached');
    clock.advance(30_000);
  }
  expect(others.asked).toBe(4);
});

test('who has nothing to send, since others are quicker, learns from them that it can be reached', async () => {
  const { clock, health, others } = started(); // an alert of before may say that it can't
  const startedAt = clock.monotonic();
  clock.advance(10_000);
  for (const [takenAt, waiting, trouble] of [
    [null, 0, undefined],
    [startedAt - 1, 1, undefined],
    [startedAt + 5_000, 1, null],
  ] as const) {
    Object.assign(others, { takenAt, waiting });
    await health.askOthers();
    expect(health.trouble(0)).toBe(trouble);
    clock.advance(30_000);
  }
});

test('so it does when all there was to tell had been taken before it started', async () => {
  const { clock, health, others } = started();
  others.takenAt = clock.monotonic() - 600_000;
  await health.askOthers();
  expect(health.trouble(0)).toBeNull();
});

test('a failure after it counts again', async () => {
  const { clock, health, others, failedAt } = await failed();
  others.takenAt = failedAt + 1_000;
  health.tried({ kind: 'temporary', detail: 'connect' }, { kind: 'retry', afterMs: 1, detail: 'connect' });
  await health.askOthers();
  expect(health.trouble(0)).toBe('it can not be reached');
  clock.advance(60_000);
  health.tried({ kind: 'done' }, { kind: 'done' });
  expect(health.trouble(0)).toBeNull();
});

test('Postgres is asked at every sixth look, and not at all once it answers', async () => {
  const { clock, health, others } = await failed();
  for (let second = 0; second < 300; second += 5) {
    await health.askOthers();
    clock.advance(5_000);
  }
  expect(others.asked).toBe(10);
  health.tried({ kind: 'done' }, { kind: 'done' });
  clock.advance(60_000);
  await health.askOthers();
  expect(others.asked).toBe(10);
});

const gaveUp = { kind: 'dead', detail: 'HTTP 400' } as const;
const refused = { kind: 'permanent', detail: 'HTTP 400' } as const;

test.each([
  ['one is', 1, '1 notification was given up within a day, the last by HTTP 400'],
  ['how many are', 2, '2 notifications were given up within a day, the last by HTTP 400'],
  ['none is any more', 0, null],
] as const)('of notifications that were given up %s said, with the last refusal', (_what, dead, trouble) => {
  const { health } = started();
  health.tried(refused, { kind: 'dead', detail: 'HTTP 413' });
  health.tried(refused, gaveUp);
  health.tried({ kind: 'done' }, { kind: 'done' });
  expect(health.trouble(dead)).toBe(trouble);
});

test('what an earlier process was refused is not known to this one', () => {
  expect(started().health.trouble(2)).toBe('2 notifications were given up within a day');
});

test('who refuses a message can be reached', async () => {
  const { health } = await failed();
  health.tried(refused, gaveUp);
  expect(health.failingSince()).toBeNull();
});
