// When the plans are looked at for the record of them, and that a database that is away only delays it.
import { expect, test } from 'vitest';
import { createPlanning, type PlanningOptions } from '../../src/app/planning.ts';

/** Planning over a database whose record of plans is asked for these accounts. */
function planning(asked: (accounts: readonly string[]) => Promise<readonly never[]>) {
  const said: unknown[] = [];
  const timers = new Map<() => void, number>();
  const migrated = Promise.withResolvers<void>();
  const options = {
    world: {
      after(ms: number, run: () => void) {
        timers.set(run, ms);
        return () => void timers.delete(run);
      },
    },
    board: { accounts: ['acme-ug'] },
    clock: { now: () => 0, monotonic: () => 0 },
    storage: {
      ...{ runways: { revision: () => 0 }, requests: { revision: () => 0 }, migrated: migrated.promise },
      postgres: { planLog: { newest: asked }, replica: 'a' },
    },
    configured: () => ({ accounts: new Map() }),
    log: { debug: (...line: unknown[]) => void said.push(line) },
  };
  const it = createPlanning(options as unknown as PlanningOptions);
  /** Lets the time pass until the timer. Returns how long that is. */
  const pass = async () => {
    const [[run, ms] = expect.fail('there is no timer')] = timers;
    timers.delete(run);
    run();
    await new Promise(setImmediate);
    return ms;
  };
  return { it, said, timers, pass, migrated };
}

test('each minute the plans that are news are noted, but not before the database has its tables', async () => {
  const asked: (readonly string[])[] = [];
  const { it, pass, migrated, said, timers } = planning(async (accounts) => {
    asked.push(accounts);
    return [];
  });
  expect(await pass()).toBe(60_000);
  expect(asked).toEqual([]);
  migrated.resolve();
  await migrated.promise;
  expect([await pass(), asked]).toEqual([60_000, [['acme-ug']]]);
  it[Symbol.dispose]();
  expect([timers.size, said]).toEqual([0, []]);
});

test('a database that is away is told of in the log for those who look closely, and asked again', async () => {
  let times = 0;
  const { pass, migrated, said } = planning(async () => {
    times++;
    throw new Error('connection refused');
  });
  migrated.resolve();
  await migrated.promise;
  await pass();
  await pass();
  expect(times).toBe(2);
  expect(said).toEqual(
    Array(2).fill([{ reason: 'connection refused' }, 'what was planned is kept in memory for now']),
  );
});
