import { expect, test } from 'vitest';
import type { Pool, Queryable } from '../../../src/store/postgres/pool.ts';
import { ledgerOf, observation, recentSlot } from '../../support/ledger.ts';
import { execute, testDatabase } from '../../support/postgres.ts';

test('G5 what is so old that TimescaleDB would unpack more than it is allowed to is stored', async () => {
  await using db = await testDatabase();
  const slot = recentSlot();
  const told: string[] = [];
  const ledger = ledgerOf(tellingLimit(db.pool, told));
  expect(await ledger.complete([observation(slot)])).toEqual(['stored']);
  expect(told).toEqual(['53400']);
  expect(await execute(db.url, 'SELECT available FROM floatwatch.snapshot')).toHaveLength(1);
});

/** As TimescaleDB, which unpacks what an UPDATE may be about: 100,000 rows in a transaction, unless it is told otherwise. */
function tellingLimit(pool: Pool, told: string[]): Pool {
  const over = (tx: Queryable): Queryable => {
    let isLimited = true;
    return {
      async query(text, values) {
        isLimited &&= !text.includes('timescaledb.max_tuples_decompressed_per_dml_transaction');
        if (isLimited && /UPDATE [^ ]*\.poll /.test(text)) {
          told.push('53400');
          throw Object.assign(new Error('tuple decompression limit exceeded by operation'), {
            code: '53400',
          });
        }
        return await tx.query(text, values);
      },
    };
  };
  return { ...pool, transaction: (work) => pool.transaction((tx) => work(over(tx))) };
}
