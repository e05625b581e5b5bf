// Bringing the schema up to date: when it is tried again, and what is said and refused meanwhile.
import { expect, test } from 'vitest';
import { migrateEventually, whenMigrated } from '../../src/app/storage/migration-loop.ts';

/** A database that takes the migration at the attempt `succeedsAt`, and timers that fire when told. */
function migrating(succeedsAt: number) {
  const end = new AbortController();
  const [pauses, told]: [number[], unknown[]] = [[], []];
  let attempts = 0;
  let waiting: (() => void) | undefined;
  const loop = migrateEventually({
    async migrate(signal) {
      expect(signal).toBe(end.signal);
      if (++attempts < succeedsAt) throw new Error(`attempt ${attempts}`);
      return ['001', '002'];
    },
    after(ms, run) {
      pauses.push(ms);
      waiting = run;
      return () => {
        waiting = undefined;
      };
    },
    signal: end.signal,
    applied: (names) => void told.push(names),
    failed: ({ message }) => void told.push(message),
  });
  const settled = async () => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  return {
    ...{ loop, end, pauses, told, settled },
    attempts: () => attempts,
    isWaiting: () => waiting !== undefined,
    async again() {
      await settled();
      waiting?.();
      await settled();
    },
  };
}

test('the first attempt is made at once, and when it succeeds there is nothing to say', async () => {
  const { loop, told, pauses } = migrating(1);
  expect([loop.done(), loop.reason(), loop.notReady()]).toEqual([
    false,
    null,
    'the database is not migrated yet',
  ]);
  await loop.ready;
  expect([loop.done(), loop.reason(), loop.notReady()]).toEqual([true, null, null]);
  expect(told).toEqual([['001', '002']]);
  expect(pauses).toEqual([]);
});

test('the pauses between attempts double up to half a minute, and the reason is the last one', async () => {
  const { loop, again, pauses, told, settled } = migrating(9);
  await settled();
  for (let attempt = 1; attempt < 9; attempt++) {
    const reason = `attempt ${attempt}`;
    expect([loop.done(), loop.reason(), loop.notReady(), told.at(-1)]).toEqual([
      ...[false, reason, reason, reason],
    ]);
    await again();
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect([loop.done(), loop.reason(), loop.notReady()]).toEqual([true, null, null]);
  expect(told.at(-1)).toEqual(['001', '002']);
  await loop.ready;
});

test('what is stopped while it waits makes no further attempt', async () => {
  const { end, settled, isWaiting, attempts } = migrating(3);
  await settled();
  expect(isWaiting()).toBe(true);
  end.abort();
  expect(isWaiting()).toBe(false);
  expect(attempts()).toBe(1);
});

test('what is stopped during an attempt tells of no failure, and waits for nothing', async () => {
  const { end, settled, isWaiting, told, loop } = migrating(3);
  end.abort();
  await settled();
  expect(isWaiting()).toBe(false);
  expect(told).toEqual([]);
  expect(loop.reason()).toBeNull();
});

test('methods reject with the reason until the schema is there, and then they get what they are given', async () => {
  const { loop, again, settled } = migrating(2);
  const calls: unknown[][] = [];
  const { add, name } = whenMigrated(
    {
      add: async (...of: number[]) => {
        calls.push(of);
        return of.length;
      },
      name: async () => 'ledger',
    },
    loop,
  );
  await expect(add(1, 2)).rejects.toThrow('the database is not migrated yet');
  await settled();
  await expect(add(1, 2)).rejects.toThrow('attempt 1');
  expect(calls).toEqual([]);
  await again();
  expect(await add(1, 2)).toBe(2);
  expect(await name()).toBe('ledger');
  expect(calls).toEqual([[1, 2]]);
});
