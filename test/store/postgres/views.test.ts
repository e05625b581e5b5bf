import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PostgresLedger } from '../../../src/store/ledger/ledger.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { failure, ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { ENGINE, emptyDatabase, execute, type TestDatabase, testDatabase } from '../../support/postgres.ts';

const MINUTE = 60_000;
const slot = recentSlot();
const collection = { currency: 'UGX', walletType: 'MERCHANT_COLLECTION' };

let db: TestDatabase;
let ledger: PostgresLedger;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());
beforeEach(async () => {
  await execute(db.url, 'TRUNCATE floatwatch.poll, floatwatch.snapshot');
  ledger = ledgerOf(db.pool);
});

const sql = (text: string, values: unknown[] = []) => execute(db.url, text, values);

describe('balances_latest', () => {
  const states = () =>
    sql('SELECT wallet_type, available, state FROM floatwatch.balances_latest ORDER BY wallet_type');

  test('has the columns that it promises, amounts digit for digit', async () => {
    await ledger.complete([observation(slot, { wallets: [wallet('1250000.50')] })]);
    expect(await sql('SELECT * FROM floatwatch.balances_latest')).toEqual([
      {
        account: 'acme-ug',
        currency: 'UGX',
        wallet_type: 'MERCHANT_PAYOUT',
        available: '1250000.50',
        actual: '1250000.50',
        uncleared: '0',
        reserve: '0.00',
        observed_at: new Date(slot + 350),
        slot: new Date(slot),
        state: 'fresh',
      },
    ]);
  });

  test('tells what is stale, and what a later response lacked', async () => {
    await ledger.complete([
      observation(slot - 10 * MINUTE, { wallets: [wallet('1'), wallet('2', collection)] }),
    ]);
    expect(await states()).toMatchObject([{ state: 'stale' }, { state: 'stale' }]);
    await ledger.complete([observation(slot, { wallets: [wallet('3')] }), failure(slot + MINUTE)]);
    expect(await states()).toEqual([
      { wallet_type: 'MERCHANT_COLLECTION', available: '2', state: 'missing' },
      { wallet_type: 'MERCHANT_PAYOUT', available: '3', state: 'fresh' },
    ]);
  });

  test('does not call missing what was there but unreadable', async () => {
    const both = [wallet('1'), wallet('2', collection)];
    const unreadable = [{ ...collection, reason: 'malformed' as const }];
    await ledger.complete([
      observation(slot - MINUTE, { wallets: both }),
      observation(slot, { outcome: 'partial', wallets: [wallet('3')], unreadable }),
    ]);
    expect(await states()).toMatchObject([
      { available: '2', state: 'fresh' },
      { available: '3', state: 'fresh' },
    ]);
  });

  test('D11 has no row of a wallet that was forgotten, until a response names it again', async () => {
    await ledger.complete([
      observation(slot - 10 * MINUTE, { wallets: [wallet('1'), wallet('2', collection)] }),
      observation(slot, { wallets: [wallet('3')] }),
    ]);
    await sql(`INSERT INTO floatwatch.forgotten_wallet (account, currency, wallet_type, forgotten_by)
      VALUES ('acme-ug', 'UGX', 'MERCHANT_COLLECTION', 'somebody')`);
    expect(await states()).toMatchObject([{ wallet_type: 'MERCHANT_PAYOUT', state: 'fresh' }]);
    await sql("UPDATE floatwatch.forgotten_wallet SET forgotten_at = now() - interval '5 minutes'");
    await ledger.complete([observation(slot + MINUTE, { wallets: [wallet('3'), wallet('4', collection)] })]);
    expect(await states()).toMatchObject([{ available: '4', state: 'fresh' }, { available: '3' }]);
    await sql('TRUNCATE floatwatch.forgotten_wallet');
  });

  test('D11 does not call missing what was not answered: a currency whose request failed', async () => {
    const kenyan = { currency: 'KES', walletType: 'MERCHANT_COLLECTION' };
    const unreadable = [{ currency: 'KES', walletType: '', reason: 'unanswered' as const }];
    await ledger.complete([
      observation(slot - MINUTE, { wallets: [wallet('1'), wallet('2', kenyan)] }),
      observation(slot, { outcome: 'partial', wallets: [wallet('3')], unreadable }),
    ]);
    expect(await states()).toMatchObject([{ available: '2', state: 'fresh' }, { available: '3' }]);
  });

  test('keeps accounts apart', async () => {
    await ledger.complete([
      observation(slot, { account: 'acme-ke' }),
      observation(slot - 10 * MINUTE, { account: 'acme-ug' }),
    ]);
    expect(await sql('SELECT account, state FROM floatwatch.balances_latest ORDER BY account')).toEqual([
      { account: 'acme-ke', state: 'fresh' },
      { account: 'acme-ug', state: 'stale' },
    ]);
  });
});

test('what is latest is found at the end of each history, not by reading all of it', async () => {
  const accounts = Array.from({ length: 300 }, (_, i) => `account-${i}`);
  const wallets = ['A', 'B', 'C', 'D'].map((walletType) => wallet('1', { walletType }));
  await ledger.complete(accounts.map((account) => observation(slot, { account, wallets })));
  await sql(`INSERT INTO floatwatch.snapshot
    SELECT slot - m * interval '1 minute', account_id, wallet_id, 300, 1, 1, 0, 0
    FROM floatwatch.snapshot, generate_series(1, 50) m`);
  await sql('ANALYZE floatwatch.snapshot');
  const plan = await sql('EXPLAIN SELECT * FROM floatwatch.balances_latest');
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Scan Backward using "?\w*snapshot_\w*pkey/);
  expect(text).not.toMatch(/Sort Key: s\.slot DESC/);
});

test('balances is every snapshot', async () => {
  await ledger.complete([observation(slot - MINUTE), observation(slot, { wallets: [wallet('-3.10')] })]);
  expect(
    await sql("SELECT * FROM floatwatch.balances WHERE account = 'acme-ug' ORDER BY slot DESC LIMIT 1"),
  ).toMatchObject([{ available: '-3.10', slot: new Date(slot), observed_at: new Date(slot + 350) }]);
});

test('balances_at is what had been seen at that instant, and its age', async () => {
  await ledger.complete([
    observation(slot - 2 * MINUTE, { wallets: [wallet('1'), wallet('7', collection)] }),
    observation(slot, { wallets: [wallet('3')] }),
  ]);
  const at = (instant: number) =>
    sql(
      `SELECT wallet_type, available, slot, extract(epoch FROM age)::float AS age
       FROM floatwatch.balances_at($1) ORDER BY wallet_type`,
      [new Date(instant)],
    );
  expect(await at(slot - 2 * MINUTE + 349)).toEqual([]);
  const before = { slot: new Date(slot - 2 * MINUTE) };
  expect(await at(slot + 349)).toMatchObject([
    { ...before, available: '7' },
    { ...before, available: '1', age: 119.999 },
  ]);
  expect(await at(slot + 350)).toMatchObject([
    { available: '7' },
    { available: '3', slot: new Date(slot), age: 0 },
  ]);
});

test('polls is every attempt that ended', async () => {
  await ledger.claim([{ account: 'acme-ug', slot: slot - MINUTE }]);
  await ledger.complete([
    failure(slot, { outcome: 'rejected', httpStatus: 200, envelopeCode: 401, durationMs: 250.4 }),
  ]);
  expect(
    await sql(`SELECT account, slot, outcome, http_status, envelope_code, duration = interval '250 ms' AS took, replica,
      wallets_seen FROM floatwatch.polls`),
  ).toEqual([
    {
      account: 'acme-ug',
      slot: new Date(slot),
      outcome: 'rejected',
      http_status: 200,
      envelope_code: 401,
      took: true,
      replica: 'a',
      wallets_seen: 0,
    },
  ]);
});

describe('gaps', () => {
  const gaps = () =>
    sql('SELECT account, since, until, failed, outcomes FROM floatwatch.gaps ORDER BY since');

  test('a stretch of failures and what they were, between two sights', async () => {
    await ledger.complete([
      observation(slot - 4 * MINUTE),
      failure(slot - 3 * MINUTE),
      failure(slot - 2 * MINUTE, { outcome: 'deadline' }),
      failure(slot - MINUTE),
      observation(slot),
    ]);
    expect(await gaps()).toEqual([
      {
        account: 'acme-ug',
        since: new Date(slot - 4 * MINUTE + 350),
        until: new Date(slot + 350),
        failed: 3,
        outcomes: { connect: 2, deadline: 1 },
      },
    ]);
  });

  test('a stretch without any attempt, longer than the last success may be believed', async () => {
    await ledger.complete([
      observation(slot - 60 * MINUTE),
      observation(slot - 2 * MINUTE),
      observation(slot),
    ]);
    expect(await gaps()).toMatchObject([
      { failed: 0, outcomes: {}, until: new Date(slot - 2 * MINUTE + 350) },
    ]);
  });

  test('one that lasts, of an account that was never seen too', async () => {
    await ledger.complete([observation(slot - MINUTE), failure(slot), failure(slot, { account: 'never' })]);
    expect(await gaps()).toMatchObject([
      { account: 'acme-ug', until: null, outcomes: { connect: 1 } },
      { account: 'never', until: null, outcomes: { connect: 1 } },
    ]);
  });

  test('F9 a poll that ended after a later one, as after a pause of the process, makes no gap of less than nothing', async () => {
    await ledger.complete([
      observation(slot - 3 * MINUTE, { observedAt: slot + 400 }), // stopped while it was under way
      observation(slot, { observedAt: slot + 350 }),
    ]);
    for (const each of [slot - 3 * MINUTE, slot]) {
      await sql('UPDATE floatwatch.poll SET stale_at = $2 WHERE slot = $1', [
        new Date(each),
        new Date(each + 2 * MINUTE),
      ]);
    }
    expect(await sql("SELECT FROM floatwatch.gaps WHERE lasted <= '0'")).toEqual([]);
  });

  test('none while all is well', async () => {
    await ledger.complete([observation(slot - 2 * MINUTE), observation(slot - MINUTE), observation(slot)]);
    expect(await gaps()).toEqual([]);
  });
});

test('the role floatwatch_reader may read the views and nothing else', async () => {
  await ledger.complete([observation(slot)]);
  // There whoever asks must be able to log in to the nodes, and may read what is behind the views.
  if (ENGINE === 'citus') await sql('ALTER ROLE floatwatch_reader LOGIN');
  const behind = ENGINE === 'citus' ? await readableTables() : [];
  const as = (text: string) => sql(`SET ROLE floatwatch_reader; ${text}`);
  for (const view of ['balances_latest', 'balances', 'polls', 'gaps', 'balances_at(now())']) {
    await as(`SELECT * FROM floatwatch.${view}`);
  }
  const tables = await sql("SELECT tablename FROM pg_tables WHERE schemaname = 'floatwatch'");
  for (const { tablename } of tables.filter(({ tablename }) => !behind.includes(String(tablename)))) {
    await expect(as(`SELECT * FROM floatwatch.${tablename}`)).rejects.toThrow('permission denied');
  }
  await expect(as("SELECT floatwatch.drop_partitions('poll', now())")).rejects.toThrow('permission denied');
  await expect(as('SELECT floatwatch.make_partitions(now(), now())')).rejects.toThrow('permission denied');
});

/** As tests of grants.test.ts (G7) hold them to. */
async function readableTables(): Promise<string[]> {
  const rows = await sql(
    `SELECT relname AS tablename FROM pg_class WHERE relnamespace = 'floatwatch'::regnamespace AND relkind IN ('r', 'p')
       AND has_table_privilege('floatwatch_reader', oid, 'SELECT')`,
  );
  return rows.map(({ tablename }) => String(tablename));
}

test('a role that may not make roles migrates all the same', async () => {
  await using empty = await emptyDatabase();
  await execute(empty.url, "CREATE ROLE plain LOGIN PASSWORD 'plain'").catch(() => {});
  await execute(
    empty.url,
    `DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO plain', current_database()); END $$`,
  );
  const url = empty.url.replace(/\/\/[^@]+@/, '//plain:plain@');
  expect((await migrate({ url, schema: 'floatwatch', engine: 'postgres' })).length).toBeGreaterThan(1);
});

test('a role that owns the schema and may make no other migrates all the same', async () => {
  await using empty = await emptyDatabase();
  await execute(empty.url, "CREATE ROLE schema_owner LOGIN PASSWORD 'plain'").catch(() => {});
  await execute(empty.url, 'CREATE SCHEMA floatwatch AUTHORIZATION schema_owner');
  const url = empty.url.replace(/\/\/[^@]+@/, '//schema_owner:plain@');
  expect((await migrate({ url, schema: 'floatwatch', engine: 'postgres' })).length).toBeGreaterThan(1);
});

describe('shapes that other engines need', () => {
  const definitionOf = async (view: string) => {
    const [row] = await execute(db.url, `SELECT pg_get_viewdef('floatwatch.${view}') AS sql`);
    return String(row!['sql']).replaceAll(/\s+/g, ' ');
  };

  test.each(['balances_hourly', 'balances_daily'])(
    'G4 %s groups by what is within its lateral',
    async (view) => {
      const [, lateral] = /LATERAL \((.*) GROUP BY .*\) live\b/.exec(await definitionOf(view))!;
      expect(lateral).toMatch(/\.timezone/);
      expect(lateral).not.toMatch(/\ba\.timezone/);
    },
  );

  test('G11 balances_latest looks its polls up one by one', async () => {
    const definition = await definitionOf('balances_latest');
    expect(definition.match(/\bpoll\b/g)).toHaveLength(1);
    expect(definition).toMatch(/LEFT JOIN LATERAL \( SELECT [^;]*\bpoll\b[^;]* LIMIT 1\)/);
  });
});
