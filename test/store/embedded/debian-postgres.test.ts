import { expect, test } from 'vitest';
import { createMaintenance } from '../../../src/store/maintenance/maintenance.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { createPool } from '../../../src/store/postgres/pool.ts';
import { startDebianPostgres } from '../../support/debian-postgres.ts';
import { failure, ledgerOf, observation, recentSlot } from '../../support/ledger.ts';
import { execute } from '../../support/postgres.ts';
import { describeWith } from '../../support/tools.ts';

describeWith(['initdb', 'postgres'], 'on the Postgres that Debian packages', () => {
  test('the schema, the ledger, the views and the maintenance work', async () => {
    await using server = await startDebianPostgres();
    const { url } = server;
    const slot = recentSlot();
    expect((await migrate({ url, schema: 'floatwatch', engine: 'postgres' })).length).toBeGreaterThan(1);
    await using pool = createPool({ url });
    const ledger = ledgerOf(pool);
    const due = { account: 'acme-ug', slot };
    expect(await ledger.claim([due])).toEqual([due]);
    expect(await ledger.complete([observation(slot), failure(slot - 60_000)])).toEqual(['stored', 'stored']);
    expect(await ledger.complete([observation(slot, { observedAt: slot + 999 })])).toEqual(['conflict']);
    expect(await ledger.ended([due])).toEqual([observation(slot)]);
    expect(await ledger.latest(['acme-ug'])).toEqual([observation(slot)]);
    expect(await execute(url, 'SELECT state FROM floatwatch.balances_latest')).toEqual([{ state: 'fresh' }]);
    expect(await execute(url, 'SELECT available FROM floatwatch.balances_at(now())')).toHaveLength(1);
    expect(await execute(url, 'SELECT FROM floatwatch.balances')).toHaveLength(1);
    expect(await execute(url, 'SELECT FROM floatwatch.polls')).toHaveLength(2);
    expect(await execute(url, 'SELECT FROM floatwatch.gaps')).toHaveLength(1);
    const failed: unknown[] = [];
    const maintenance = createMaintenance({
      pool,
      schema: '"floatwatch"',
      replica: 'a',
      retention: { snapshotsMs: 4e10, pollsMs: 4e10, hourlyMs: 1_825 * 86_400_000 },
      events: { dropped() {}, lost() {}, failed: (_, error) => failed.push(error) },
    });
    await maintenance.run();
    expect(failed).toEqual([]);
  });
});
