import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMaintenance } from '../../../src/store/maintenance/maintenance.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { createPool } from '../../../src/store/postgres/pool.ts';
import { ledgerOf, observation, recentSlot } from '../../support/ledger.ts';
import { type Bouncer, startPgBouncer } from '../../support/pgbouncer.ts';
import { emptyDatabase, execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { describeWith } from '../../support/tools.ts';
import { fillHistory } from '../transfer/history.ts';
import { sums, transferring } from '../transfer/transferring.ts';

describeWith(['pgbouncer'], 'P12 behind PgBouncer in transaction mode', () => {
  let db: TestDatabase;
  let bouncer: Bouncer;
  const slot = recentSlot();

  beforeAll(async () => {
    db = await emptyDatabase();
    bouncer = await startPgBouncer(db.url);
  });
  afterAll(async () => {
    await bouncer?.[Symbol.asyncDispose]();
    await db?.[Symbol.asyncDispose]();
  });

  test('two migrations at once apply each file once', async () => {
    const options = { url: bouncer.url, schema: 'floatwatch', engine: 'postgres' as const };
    const runs = await Promise.all([migrate(options), migrate(options)]);
    expect(runs.filter((applied) => applied.length > 0)).toHaveLength(1);
  });

  test('three replicas share the accounts, and every limit holds without being left behind', async () => {
    await using stack = new AsyncDisposableStack();
    const pools = [1, 2, 3].map(() => stack.use(createPool({ url: bouncer.url })));
    const replicas = pools.map((pool, i) => ledgerOf(pool, `replica-${i}`));
    const accounts = Array.from({ length: 30 }, (_, i) => `account-${i}`);
    for (const minute of [0, 1, 2]) {
      const at = slot - minute * 60_000;
      const due = accounts.map((account) => ({ account, slot: at }));
      const shares = await Promise.all(replicas.map((ledger) => ledger.claim(due)));
      expect(shares.flat()).toHaveLength(30);
      const seen = shares.map((share) => share.map(({ account }) => observation(at, { account })));
      const outcomes = await Promise.all(replicas.map((ledger, i) => ledger.complete(seen[i]!)));
      expect(outcomes.flat().every((outcome) => outcome === 'stored')).toBe(true);
    }
    const limit = 'SELECT current_setting($1) AS value';
    expect(await pools[0]!.query(limit, ['statement_timeout'])).toEqual([{ value: '8s' }]);
    expect(await execute(bouncer.url, "SELECT current_setting('statement_timeout') AS value")).toEqual([
      { value: '0' },
    ]);
    expect(await execute(db.url, 'SELECT FROM floatwatch.balances')).toHaveLength(90);
    expect(await replicas[1]!.latest(accounts)).toHaveLength(30);
  });

  test('as many as ask at once, and first, are answered', async () => {
    await using pool = createPool({ url: bouncer.url });
    const asked = Array.from({ length: 20 }, () => pool.query('SELECT 1 AS one'));
    expect(await Promise.all(asked)).toEqual(asked.map(() => [{ one: 1 }]));
  });

  test('maintenance is done by one of them', async () => {
    await using pool = createPool({ url: bouncer.url });
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
    const done = await execute(
      db.url,
      "SELECT name FROM floatwatch.chore WHERE done_at > now() - interval '1 minute'",
    );
    expect(done.map(({ name }) => name)).toEqual(expect.arrayContaining(['partitions', 'retention', 'lost']));
  });

  test('an export is taken in, and another is made', async () => {
    await using other = await testDatabase();
    await fillHistory(other.url);
    using files = transferring();
    const exported = sums(await files.exporting(other));
    await files.importing(bouncer);
    const names = new Set(exported.map(({ account }) => account));
    expect((await files.sumsOf(bouncer)).filter(({ account }) => names.has(account))).toEqual(exported);
  });
});
