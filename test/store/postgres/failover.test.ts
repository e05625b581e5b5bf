import { expect, test } from 'vitest';
import { createFailoverWatch } from '../../../src/store/postgres/failover.ts';
import type { Queryable } from '../../../src/store/postgres/pool.ts';
import { testDatabase } from '../../support/postgres.ts';

test('P14 a timeline that changes is a failover; being away, or a standby, is not', async () => {
  const answers = ['00000001', null, 'away', '00000001', '00000002', '00000002', 'away', '00000003'];
  let next = 0;
  const db = {
    query: async () => {
      const timeline = answers[next++];
      if (timeline === 'away') throw new Error('connection refused');
      return [{ timeline }];
    },
  } as unknown as Queryable;
  const failovers: number[] = [];
  const look = createFailoverWatch(db, () => failovers.push(next));
  for (const _ of answers) await look();
  expect(failovers).toEqual([5, 8]);
});

test('an ordinary role may read it from a real Postgres', async () => {
  await using db = await testDatabase();
  await db.pool.transaction(async (tx) => {
    await tx.query('CREATE ROLE ordinary');
    await tx.query('SET LOCAL ROLE ordinary');
    const seen: unknown[] = [];
    const look = createFailoverWatch(
      {
        async query(text) {
          const rows = await tx.query(text);
          seen.push(...rows);
          return rows as never;
        },
      },
      () => expect.fail('no failover here'),
    );
    await look();
    await look();
    expect(seen).toEqual(Array(2).fill({ timeline: expect.stringMatching(/^[0-9A-F]{8}$/) }));
    await tx.query('RESET ROLE');
    await tx.query('DROP ROLE ordinary');
  });
});
