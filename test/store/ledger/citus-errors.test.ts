import { expect, test } from 'vitest';
import type { Pool, Queryable } from '../../../src/store/postgres/pool.ts';
import { ledgerOf, observation, recentSlot } from '../../support/ledger.ts';
import { execute, testDatabase } from '../../support/postgres.ts';

test('G5 what Citus tells as XX000 of a plain insert is tried again with ON CONFLICT', async () => {
  await using db = await testDatabase();
  const slot = recentSlot();
  const told: string[] = [];
  const ledger = ledgerOf(tellingXX000(db.pool, told));
  expect(await ledger.complete([observation(slot)])).toEqual(['stored']);
  expect(told).toEqual(['XX000']);
  expect(await execute(db.url, 'SELECT available FROM floatwatch.snapshot')).toHaveLength(1);
});

/** As Citus, for whom a plain INSERT … SELECT of many rows is a COPY to the shards. */
function tellingXX000(pool: Pool, told: string[]): Pool {
  const over = (tx: Queryable): Queryable => ({
    async query(text, values) {
      if (/INSERT INTO [^ ]*\.snapshot /.test(text) && !text.includes('ON CONFLICT')) {
        told.push('XX000');
        throw Object.assign(new Error('could not copy to shard'), { code: 'XX000' });
      }
      return await tx.query(text, values);
    },
  });
  return { ...pool, ...over(pool), transaction: (work) => pool.transaction((tx) => work(over(tx))) };
}
