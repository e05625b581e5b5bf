// Databases that an earlier version left (./dumps): after the migrations of now they hold and answer what they did.
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createPaymentOptionLedger } from '../../src/store/ledger/ledger.ts';
import { rollUp } from '../../src/store/maintenance/rollups.ts';
import { migrate, migrationStatus } from '../../src/store/postgres/migrate.ts';
import { createPool, type Pool } from '../../src/store/postgres/pool.ts';
import { startDebianPostgres } from '../support/debian-postgres.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../support/ledger.ts';
import { option, optionPoll } from '../support/options.ts';
import { ENGINE, emptyDatabase, execute } from '../support/postgres.ts';
import { describeWith } from '../support/tools.ts';

/** What docs/sql.md promised when the dump was made, besides balances_at. */
const VIEWS = [
  'alerts',
  'balances',
  'balances_daily',
  'balances_hourly',
  'balances_latest',
  'gaps',
  'payment_option_changes',
  'payment_options',
  'polls',
];
const timezone = () => 'UTC'; // that of the account "exact-digits"

describe.skipIf(ENGINE !== 'postgres')('a database of 0.1.0, on the embedded Postgres', () => {
  test('H6 keeps all that was in it, and is written on', async () => {
    await using database = await emptyDatabase();
    await restore(database.url);
    await upgradeKeepsAll(database.url);
    await isWrittenOn(database.pool);
  });
});

describeWith(['initdb', 'postgres'], 'a database of 0.1.0, on the Postgres that Debian packages', () => {
  test('H6 keeps all that was in it, and is written on', async () => {
    await using server = await startDebianPostgres();
    await restore(server.url);
    await upgradeKeepsAll(server.url);
    await using pool = createPool({ url: server.url });
    await isWrittenOn(pool);
  });
});

async function restore(url: string): Promise<void> {
  await execute(url, await readFile(new URL('dumps/v0.1.0.sql', import.meta.url), 'utf8'));
}

async function upgradeKeepsAll(url: string): Promise<void> {
  const database = { url, schema: 'floatwatch', engine: 'postgres' } as const;
  const views = await viewsOf(url);
  expect(Object.keys(views)).toEqual(VIEWS);
  const before = Object.entries({ ...(await tablesOf(url)), ...views, ...(await pastOf(url)) });
  for (const [name, { rows }] of before) expect(rows, `${name} has rows in the dump`).not.toEqual([]);

  await migrate(database);
  expect((await migrationStatus(database)).filter(({ appliedAt }) => appliedAt === null)).toEqual([]);
  expect(await migrate(database)).toEqual([]);

  for (const [name, { columns, rows }] of before) {
    const now = new Set(await rowsOf(url, name, columns));
    expect(
      rows.filter((row) => !now.has(row)),
      `${name} lost`,
    ).toEqual([]);
    if (!name.startsWith('migration')) expect(now.size, `rows of ${name}`).toBe(rows.length);
  }
  await answersExactly(url);
}

interface Contents {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/** Partitions are part of the table that they belong to. */
function tablesOf(url: string): Promise<Record<string, Contents>> {
  return contentsOf(url, "relkind IN ('r', 'p') AND NOT relispartition");
}

function viewsOf(url: string): Promise<Record<string, Contents>> {
  return contentsOf(url, "relkind = 'v'");
}

/** The view that takes an instant, at one of the dump's past. */
async function pastOf(url: string): Promise<Record<string, Contents>> {
  const call = "balances_at('2026-11-21 12:00:00+00')";
  const columns = ['account', 'currency', 'wallet_type', 'available', 'actual', 'uncleared', 'reserve'];
  columns.push('observed_at', 'slot', 'age');
  return { [call]: { columns, rows: await rowsOf(url, call, columns) } };
}

async function contentsOf(url: string, which: string): Promise<Record<string, Contents>> {
  const found = await execute(
    url,
    `SELECT relname AS name, array_agg(quote_ident(attname) ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
       AND (relname, attname) <> ('gaps', 'lasted') -- to this moment, where it isn't over
     WHERE relnamespace = 'floatwatch'::regnamespace AND ${which} GROUP BY relname ORDER BY relname`,
  );
  const contents: Record<string, Contents> = {};
  for (const { name, columns } of found as { name: string; columns: string[] }[])
    contents[name] = { columns, rows: await rowsOf(url, name, columns) };
  return contents;
}

/** Each row as text, digit for digit. */
async function rowsOf(url: string, name: string, columns: readonly string[]): Promise<string[]> {
  const rows = await execute(
    url,
    `SELECT ROW(${columns.join(', ')})::text AS row FROM floatwatch.${name} ORDER BY 1`,
  );
  return rows.map(({ row }) => row as string);
}

/** What was put in with the most digits, as it was put in. */
async function answersExactly(url: string): Promise<void> {
  const asked = (columns: string, view: string, order: string) =>
    execute(
      url,
      `SELECT ${columns} FROM floatwatch.${view} WHERE account = 'exact-digits' ORDER BY ${order}`,
    );
  expect(await asked('currency, available, uncleared, reserve', 'balances_latest', 'currency')).toEqual([
    { currency: 'KES', available: null, uncleared: '0', reserve: '0.00' },
    { currency: 'TZS', available: '7', uncleared: '0', reserve: '0.00' },
    {
      currency: 'UGX',
      available: '12345678901234567890.123456789012345678',
      uncleared: '-0.10',
      reserve: null,
    },
    { currency: 'Zé', available: '1250000.50', uncleared: '0', reserve: '0.00' },
  ]);
  expect(await asked('detail', 'polls', 'slot DESC OFFSET 1 LIMIT 1')).toEqual([
    { detail: 'it\'s \\ "quoted"\nand two lines long' },
  ]);
  expect(await asked('provider_code, min_amount, max_amount, active', 'payment_options', '1')).toEqual([
    { provider_code: 'KIWI_UG', min_amount: '500', max_amount: '12345678901234567890.12', active: true },
    { provider_code: 'MANGO_UG', min_amount: '1000.00', max_amount: '5000000', active: false },
  ]);
}

async function isWrittenOn(pool: Pool): Promise<void> {
  const [slot, account] = [recentSlot(), 'exact-digits'];
  const wallets = [wallet('0.10'), wallet('98765432109876543210.01', { currency: 'RWF' })];
  const ledger = ledgerOf(pool, 'c', { timezone });
  const due = { account, slot };
  expect(await ledger.claim([due])).toEqual([due]);
  expect(await ledger.complete([observation(slot, { account, wallets })])).toEqual(['stored']);
  expect(
    await pool.query(
      'SELECT currency, available FROM floatwatch.balances WHERE account = $1 AND slot = $2 ORDER BY currency',
      [account, new Date(slot)],
    ),
  ).toEqual([
    { currency: 'RWF', available: '98765432109876543210.01' },
    { currency: 'UGX', available: '0.10' },
  ]);

  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const staleAt = (_: string, at: number) => at + 300_000;
  const options = createPaymentOptionLedger({
    pool,
    schema: '"floatwatch"',
    replica: 'c',
    clock,
    staleAt,
    timezone,
  });
  const added = option({ providerCode: 'NEW_UG' });
  expect(await options.complete([optionPoll(slot, [added], { account })])).toEqual(['stored']);
  expect(
    await pool.query("SELECT state FROM floatwatch.payment_options WHERE provider_code = 'NEW_UG'"),
  ).toEqual([{ state: 'fresh' }]);

  expect(await rollUp(pool, '"floatwatch"')).toBe(true);
  expect(await pool.query('SELECT FROM floatwatch.rollup_late')).toEqual([]);
}
