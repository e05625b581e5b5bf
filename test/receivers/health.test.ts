// When a receiver that failed here counts as reachable again.
import { expect, test } from 'vitest';
import { createHealth } from '../../src/receivers/delivery/health.ts';
import { handClock } from '../support/clock.ts';

/** It failed here ten seconds ago; `takenAt`: when it last took something, by the same clock. */
async function failed() {
  const clock = handClock(0);
  const others = { takenAt: null as number | null | Error, asked: 0 };
  const health = createHealth({
    ...{ receiver: 'ops', clock, lookEveryMs: 5_000 },
    outbox: {
      async takenAgo() {
        others.asked++;
        if (others.takenAt instanceof Error) throw others.takenAt;
        return others.takenAt === null ? null : clock.monotonic() - others.takenAt;
      },
    },
  });
  const failedAt = clock.monotonic();
  health.tried({ kind: 'temporary', detail: 'connect' }, { kind: 'retry', afterMs: 1, detail: 'connect' });
  clock.advance(10_000);
  return { clock, health, others, failedAt };
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

test('Postgres is asked at every sixth look, and not at all while nothing fails', async () => {
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
