import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineName } from '../../../src/store/engines/engines.ts';
import { createPaymentOptionLedger } from '../../../src/store/ledger/ledger.ts';
import { createMaintenance } from '../../../src/store/maintenance/maintenance.ts';
import { grantReader } from '../../../src/store/postgres/grants.ts';
import { migrate, migrationStatus } from '../../../src/store/postgres/migrate.ts';
import { createPool } from '../../../src/store/postgres/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerOf, observation, recentSlot } from '../../support/ledger.ts';
import { option, optionPoll } from '../../support/options.ts';
import {
  ENGINE,
  emptyDatabase,
  execute,
  heldTransaction,
  partOf,
  type TestDatabase,
  testDatabase,
} from '../../support/postgres.ts';
import { describeWith, tool } from '../../support/tools.ts';
import { fillHistory } from '../transfer/history.ts';
import { transferring } from '../transfer/transferring.ts';

const GRANTS = readFileSync(join(import.meta.dirname, '../../../config/grants.sql'), 'utf8')
  .replaceAll(/^ *\\.*\n/gm, '') // what psql does by itself
  .replaceAll(':"schema"', 'floatwatch')
  .replaceAll(":'schema'", "'floatwatch'");
const slot = recentSlot();
let db: TestDatabase;
let daemon: string;

beforeAll(async () => {
  db = await testDatabase();
  await execute(db.url, "CREATE ROLE floatwatch_daemon LOGIN PASSWORD 'daemon'").catch(() => {});
  daemon = db.url.replace(/\/\/[^@]+@/, '//floatwatch_daemon:daemon@');
});
afterAll(() => db[Symbol.asyncDispose]());

test('P11 X18 without the grants the daemon can do nothing; with them, all that it has to', async () => {
  await using pool = createPool({ url: daemon });
  const ledger = ledgerOf(pool, 'daemon');
  const due = { account: 'acme-ug', slot };
  await expect(ledger.claim([due])).rejects.toThrow('permission denied');

  await execute(db.url, GRANTS);
  expect(await ledger.claim([due])).toEqual([due]);
  expect(await ledger.complete([observation(slot), observation(slot - 60_000)])).toEqual([
    'stored',
    'stored',
  ]);
  const other = observation(slot, { observedAt: slot + 999 });
  expect(await ledger.complete([other])).toEqual(['conflict']);
  expect(await ledger.claim([{ account: 'acme-ug', slot: Date.UTC(2020, 0, 1) }])).toHaveLength(1); // a new partition
  await ledger.takeOver([due], 0);
  const paid = createPaymentOptionLedger({
    pool,
    schema: '"floatwatch"',
    replica: 'daemon',
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    staleAt: (_, at) => at + 60_000,
  });
  await paid.complete([optionPoll(slot, [option()])]);
  await paid.complete([optionPoll(slot + 1_000, [option({ active: false })])]);
  expect(await paid.latest(['acme-ug'])).toHaveLength(1);
  expect(await ledger.latest(['acme-ug'])).toHaveLength(1);
  const failed: unknown[] = [];
  const dropped: string[] = [];
  const maintenance = createMaintenance({
    pool,
    schema: '"floatwatch"',
    replica: 'daemon',
    retention: { snapshotsMs: 4e10, pollsMs: 4e10, hourlyMs: 1_825 * 86_400_000 },
    events: {
      dropped: (names) => dropped.push(...names),
      lost() {},
      failed: (_, error) => failed.push(error),
    },
  });
  await maintenance.run();
  expect(failed).toEqual([]);
  expect(dropped).toContainEqual(partOf('poll', '2020_01'));
  const options = { url: daemon, schema: 'floatwatch', engine: ENGINE };
  expect(await migrate(options)).toEqual([]); // nothing to do needs no right to do it
  expect((await migrationStatus(options)).every(({ appliedAt }) => appliedAt)).toBe(true);
});

test('the daemon can export, and take in an export', async () => {
  await execute(db.url, GRANTS);
  await execute(db.url, "UPDATE floatwatch.account SET timezone = 'Africa/Kampala'"); // as that of the other
  await using other = await testDatabase();
  await fillHistory(other.url);
  using files = transferring();
  const exported = await files.exporting(other);
  const moved = (await files.importing({ url: daemon })).filter(({ account }) => account === '.kenya');
  expect(moved.length).toBeGreaterThan(3);
  for (const part of moved) expect(part.database.sha256).toBe(part.sha256);
  expect((await files.sumsOf({ url: daemon })).length).toBeGreaterThanOrEqual(exported.length);
});

test('the daemon can neither change nor delete what was seen, nor the tables', async () => {
  await execute(db.url, GRANTS);
  for (const statement of [
    'UPDATE floatwatch.snapshot SET available = 0',
    'DELETE FROM floatwatch.snapshot',
    'DELETE FROM floatwatch.poll',
    'TRUNCATE floatwatch.snapshot',
    'DROP TABLE floatwatch.snapshot',
    'ALTER TABLE floatwatch.snapshot ADD COLUMN x int',
    'CREATE TABLE floatwatch.mine ()',
  ]) {
    await expect(execute(daemon, statement)).rejects.toThrow(/permission denied|must be owner/);
  }
});

test('every table is named in the script, so that none is forgotten', async () => {
  const tables = await execute(
    db.url,
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'floatwatch'::regnamespace
     AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT LIKE 'migration%'`,
  );
  for (const { name } of tables) expect(GRANTS).toMatch(new RegExp(`INSERT ON[^;]*floatwatch\\.${name}\\b`));
});

describe('the reader', () => {
  const canRead = async (url: string) =>
    await execute(
      url,
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'floatwatch'::regnamespace
         AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND has_table_privilege('floatwatch_reader', c.oid, 'SELECT') ORDER BY 1`,
    );

  test('G7 is granted the tables behind the views on Citus, whose shards are asked as the reader, and no other', async () => {
    await using fresh = await testDatabase();
    if (ENGINE !== 'citus') {
      expect(await canRead(fresh.url)).toEqual([]);
      await grantingAs(fresh.url, 'citus');
    }
    const readable = (await canRead(fresh.url)).map(({ name }) => name);
    expect(readable).toEqual(expect.arrayContaining(['account', 'poll', 'snapshot', 'wallet']));
    for (const name of ['outbox', 'snapshot_conflict', 'chore']) expect(readable).not.toContain(name);
  });

  test('G9 whom we may not grant anything costs no more than his rights', async () => {
    await using fresh = await testDatabase();
    await execute(fresh.url, "CREATE ROLE floatwatch_nobody LOGIN PASSWORD 'nobody'").catch(() => {});
    const nobody = fresh.url.replace(/\/\/[^@]+@/, '//floatwatch_nobody:nobody@');
    expect(await grantingAs(nobody, 'postgres')).toEqual({ granted: false, alive: 1 });
  });

  test('what somebody else grants at the same moment costs one more attempt', async () => {
    await using fresh = await testDatabase();
    await using other = await heldTransaction(fresh.url, 'GRANT USAGE ON SCHEMA floatwatch TO PUBLIC');
    const granting = grantingAs(fresh.url, ENGINE);
    granting.catch(() => {}); // seen below
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await eventually(async () => expect(await execute(fresh.url, waiting)).toHaveLength(1));
    await other.commit();
    expect(await granting).toEqual({ granted: true, alive: 1 });
  });

  /** Within a transaction, which goes on afterwards. */
  async function grantingAs(url: string, engine: EngineName) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query('BEGIN');
      const granted = await grantReader(client, 'floatwatch', engine);
      const { rows } = await client.query<{ alive: number }>('SELECT 1 AS alive');
      await client.query('COMMIT');
      return { granted, alive: rows[0]!.alive };
    } finally {
      await client.end();
    }
  }
});

describeWith(['psql'], 'a schema of another name', () => {
  test('E24 is named by a variable of psql, and its views can be read', async () => {
    await using other = await emptyDatabase();
    const options = { url: other.url, schema: 'treasury', engine: ENGINE };
    await migrate(options);
    await execute(other.url, 'CREATE ROLE floatwatch_reader NOLOGIN').catch(() => {});
    const script = join(import.meta.dirname, '../../../config/grants.sql');
    const { error, stderr, status } = spawnSync(
      tool('psql'),
      ['--no-psqlrc', '--set', 'ON_ERROR_STOP=1', '--set', 'schema=treasury', '--file', script, other.url],
      { encoding: 'utf8' },
    );
    expect([error, stderr, status]).toEqual([undefined, '', 0]);
    const privileges = await execute(
      other.url,
      `SELECT v.viewname AS view, has_table_privilege('floatwatch_reader', 'treasury.' || v.viewname, 'SELECT') AS read
       FROM pg_views v WHERE v.schemaname = 'treasury'`,
    );
    expect(privileges.length).toBeGreaterThan(5);
    expect(privileges.filter(({ read }) => !read)).toEqual([]);
  });
});
