import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rollUp } from '../../../src/store/maintenance/rollups.ts';
import { connect } from '../../../src/store/postgres/client.ts';
import { folderOf } from '../../../src/store/transfer/manifest.ts';
import { AS_TEXT } from '../../../src/store/transfer/statements.ts';
import { COLUMNS } from '../../../src/store/transfer/tables.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../../support/ledger.ts';
import { execute, heldTransaction, type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { fillHistory } from './history.ts';
import { sums, tamper, transferring } from './transferring.ts';

const UGANDA_MARCH = 'accounts/acme-ug/2026-03.ledger.gz';
const LATER = Date.parse('2026-05-04T12:00:00Z');
let from: TestDatabase;
let to: TestDatabase;
let files: ReturnType<typeof transferring>;

beforeEach(async () => {
  from = await testDatabase();
  to = await testDatabase();
  files = transferring();
  await fillHistory(from.url);
});
afterEach(async () => {
  files[Symbol.dispose]();
  await from[Symbol.asyncDispose]();
  await to[Symbol.asyncDispose]();
});

const path = (name: string) => join(files.folder, name);
const ledgerIn = (db: TestDatabase, timezone = 'Africa/Kampala') =>
  ledgerOf(db.pool, 'a', { timezone: () => timezone });
const seeSomething = (db: TestDatabase, slot = LATER, timezone?: string) =>
  ledgerIn(db, timezone).complete([observation(slot, { account: 'acme-ug', wallets: [wallet('7.70')] })]);

test('what is exported has all tables and columns of the schema but those of the database itself', async () => {
  const rows = (await execute(
    from.url,
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'floatwatch' AND t.table_type = 'BASE TABLE' AND c.table_name !~ '_[0-9]{4}_[0-9]{2}$'`,
  )) as { table: string; column: string }[];
  const own = ['chore', 'migration', 'migration_digest', 'relay'];
  const numbers = ['account_id', 'wallet_id', 'option_id'];
  const there = rows.filter(({ table, column }) => !own.includes(table) && !numbers.includes(column));
  const told = Object.entries(COLUMNS).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(told.sort()).toEqual(there.map(({ table, column }) => `${table}.${column}`).sort());
});

test('a database that takes in an export holds the same, row for row and digit for digit; again changes nothing', async () => {
  const exported = await files.exporting(from);
  const imported = await files.importing(to);
  for (const part of imported) expect(part.database).toEqual({ rows: part.rows, sha256: part.sha256 });
  expect(new Set(exported.flatMap(({ rows }) => Object.keys(rows)))).toEqual(new Set(Object.keys(COLUMNS)));
  expect(await files.sumsOf(to)).toEqual(sums(exported));
  for (const part of await files.importing(to)) expect(part).toMatchObject({ stored: 0, kept: 0 });
  expect(await files.sumsOf(to)).toEqual(sums(exported));
});

test('what belongs to no wallet has no name to be exported by: it is not left out without a word', async () => {
  await execute(
    from.url,
    `UPDATE floatwatch.snapshot SET wallet_id = 999999
     WHERE (account_id, wallet_id, slot) = (SELECT account_id, wallet_id, slot FROM floatwatch.snapshot
       JOIN floatwatch.account USING (account_id) WHERE name = 'acme-ug' ORDER BY slot DESC, wallet_id LIMIT 1)`,
  );
  await expect(files.exporting(from)).rejects.toThrow(
    /\.ledger\.gz: the database has (\d+) snapshots and \d+ polls, and (?!\1 )\d+ and \d+ could be told: some belong to no wallet/,
  );
});

test('a first row that is longer than what comes at once is told under one heading', async () => {
  const members = `'{"members": "' || repeat('acme-ug ', 100000) || '"}'`;
  await execute(from.url, `UPDATE floatwatch.outbox SET body = ${members} WHERE key = 'k0'`);
  await files.exporting(from);
  await files.importing(to);
  const [{ length }] = (await execute(
    to.url,
    `SELECT length(body) FROM floatwatch.outbox WHERE key = 'k0'`,
  )) as [{ length: number }];
  expect(length).toBe(800_015);
});

test('a database that has made plans by itself says so, and what to do', async () => {
  await seeSomething(to, Date.parse('2026-06-04T12:00:00Z'));
  await execute(
    to.url,
    `INSERT INTO floatwatch.plan (planned_at, arrives_at, account_id, wallet_id, number, history_until, late, confidence,
       available, coming, needed, doubts, replica)
     SELECT '2026-06-04 12:00+00', '2026-06-06 12:00+00', account_id, wallet_id, 1, '2026-06-03', false, 0.95, 1, 0, 0, '{}',
       'b' FROM floatwatch.wallet
     WHERE currency = 'UGX' AND wallet_type = 'MERCHANT_PAYOUT'`,
  );
  await files.exporting(from);
  await expect(files.importing(to)).rejects.toThrow(
    'acme-ug, 2026-02: the database has plans of its own under the numbers of those in ',
  );
  await execute(to.url, 'DELETE FROM floatwatch.plan');
  await files.importing(to);
  expect(await execute(to.url, 'SELECT count(*)::int FROM floatwatch.plan')).toEqual([{ count: 3 }]);
});

test('the checksum is that of the text in the file, which is as psql reads it', async () => {
  const exported = await files.exporting(from);
  const text = gunzipSync(readFileSync(path('accounts/%2Ekenya/2026-01.records.gz')));
  expect(exported[0]).toMatchObject({
    ...{ account: '.kenya', month: '2026-01', kind: 'records' },
    sha256: createHash('sha256').update(text).digest('hex'),
  });
  expect(text.toString()).toMatch(
    /^COPY balance_daily \(currency, wallet_type, day, .*\) FROM stdin;\nKES\tMERCHANT_COLLECTION\t2026-01-31\t1\t7\t.*\n\\\.\n$/,
  );
});

describe('what was interrupted is gone on with:', () => {
  test('an export', async () => {
    const stop = new AbortController();
    const onProgress = ({ account, month }: { account: string | null; month: string | null }) =>
      account === 'acme-ug' && month === '2026-05' && stop.abort();
    await expect(files.exporting(from, { signal: stop.signal, onProgress })).rejects.toThrow();
    await expect(files.importing(to)).rejects.toThrow(
      "the export isn't complete: run floatwatch export again",
    );
    const rest = await files.exporting(from);
    const known = rest.filter((part) => part.known);
    expect(known.length).toBeGreaterThan(3);
    expect(known.length).toBeLessThan(rest.length);
    expect(sums(rest)).toEqual(await files.sumsOf(from));
  });

  test('an import: what is committed is passed over, and nothing is there twice', async () => {
    const exported = await files.exporting(from);
    const stop = new AbortController();
    const onProgress = ({ account, month }: { account: string | null; month: string | null }) =>
      account === 'acme-ug' && month === '2026-03' && stop.abort();
    await expect(files.importing(to, { signal: stop.signal, onProgress })).rejects.toThrow();
    const rest = await files.importing(to);
    expect(rest.filter(({ stored }) => stored === 0).length).toBeGreaterThan(3);
    expect(rest.some(({ stored }) => stored > 0)).toBe(true);
    expect(await files.sumsOf(to)).toEqual(sums(exported));
  });
});

test('an import that loses a race for a lock begins that part again', async () => {
  const exported = await files.exporting(from);
  await execute(to.url, `SELECT floatwatch.make_partitions('2026-02-01', '2026-06-01')`);
  const held = await heldTransaction(to.url, 'LOCK TABLE floatwatch.plan IN SHARE MODE');
  const database = new URL(to.url).pathname.slice(1);
  await execute(to.url, `ALTER DATABASE ${database} SET lock_timeout = '300ms'`);
  const importing = files.importing(to).catch(String);
  const racing = `SELECT 1 FROM pg_stat_activity WHERE query = 'ROLLBACK' AND datname = current_database()`;
  await eventually(async () => expect(await execute(to.url, racing)).not.toEqual([]));
  await held[Symbol.asyncDispose]();
  expect(await importing).toHaveLength(exported.length);
  expect(await files.sumsOf(to)).toEqual(sums(exported));
});

test('no limit of time that a server has set ends what takes long', async () => {
  const limits = ['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];
  const known = `SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name`;
  const database = new URL(to.url).pathname.slice(1);
  for (const { name } of await execute(to.url, known, [limits]))
    await execute(to.url, `ALTER DATABASE ${database} SET ${name} = '1min'`);
  await using client = await connect({ url: to.url, schema: 'floatwatch' });
  await client.query(`BEGIN; ${AS_TEXT}`);
  const { rows } = await client.query(known, [limits]);
  expect(rows.map(({ setting }) => setting)).toEqual(rows.map(() => '0'));
});

describe('an export that is brought up to date', () => {
  test('has what is new, and brings it to a database that has the rest', async () => {
    await files.exporting(from);
    await files.importing(to);
    await seeSomething(from);
    await execute(
      from.url,
      `UPDATE floatwatch.alert_state SET at = '2026-05-04 12:00+00', phase = 'inactive'`,
    );
    await execute(from.url, `UPDATE floatwatch.outbox SET done_at = '2026-05-04 12:00+00' WHERE key = 'k1'`);
    // A poll of which nobody knew any more is brought by a spool.
    await seeSomething(from, Date.parse('2026-03-31T00:09:00Z') + 24 * 3_600_000);
    const exported = await files.exporting(from);
    const isLedger = ({ kind }: { kind: string }) => kind === 'ledger';
    const written = exported.filter((part) => isLedger(part) && !part.known);
    expect(written.map(({ account, month }) => `${account} ${month}`)).toEqual([
      'acme-ug 2026-04',
      'acme-ug 2026-05',
    ]);
    const imported = await files.importing(to);
    for (const part of imported.filter(isLedger)) expect(part.database.sha256).toBe(part.sha256);
    expect(await execute(to.url, 'SELECT phase FROM floatwatch.alert_state')).toEqual([
      { phase: 'inactive' },
    ]);
    expect(await execute(to.url, 'SELECT 1 FROM floatwatch.outbox WHERE done_at IS NULL')).toEqual([]);
  });

  test('leaves the ledgers of months that did not change as they are, again and again', async () => {
    const ledgers = (await files.exporting(from)).filter(({ kind }) => kind === 'ledger');
    const written = () =>
      ledgers.map(({ account, month }) => {
        const { ino, mtimeMs } = statSync(path(`${folderOf(account!)}/${month}.ledger.gz`));
        return `${account} ${month} ${ino} ${mtimeMs}`;
      });
    const before = written();
    expect(before.length).toBeGreaterThan(3);
    for (let again = 0; again < 2; again++) {
      await files.exporting(from);
      expect(written()).toEqual(before);
    }
  });

  test('lacks the months that the database has dropped, and says so', async () => {
    await files.exporting(from);
    await execute(
      from.url,
      `SELECT floatwatch.drop_partitions(s, '2026-04-20') FROM unnest('{poll,snapshot}'::text[]) s`,
    );
    const gone: string[] = [];
    const exported = await files.exporting(from, {
      onGone: (account, month) => gone.push(`${account} ${month}`),
    });
    expect(gone).toContain('acme-ug 2026-03');
    expect(sums(exported)).toEqual(await files.sumsOf(from));
  });
});

describe('a database that has gone on', () => {
  test('numbers what is new, makes its figures, and keeps its own state when the import is done again', async () => {
    await files.exporting(from);
    await files.importing(to);
    const account = 'acme-new';
    await ledgerIn(to).complete([
      observation(LATER, {
        account: 'acme-ug',
        wallets: [wallet('7.70'), wallet('8', { walletType: 'NEW' })],
      }),
      observation(LATER, { account, wallets: [wallet('9')] }),
    ]);
    expect(await rollUp(to.pool, '"floatwatch"')).toBe(true);
    await execute(to.url, `UPDATE floatwatch.alert_state SET at = '2026-05-04 12:00+00', phase = 'inactive'`);
    const then = await files.sumsOf(to);
    const again = await files.importing(to);
    expect(again.every(({ stored }) => stored === 0)).toBe(true);
    expect(again.filter(({ kept }) => kept > 0).length).toBeGreaterThan(0);
    expect(await files.sumsOf(to)).toEqual(then);
    expect(
      await execute(
        to.url,
        `SELECT account, wallet_type, closing_available::text AS closing, samples
        FROM floatwatch.balances_daily WHERE day = '2026-05-04' AND account <> '.kenya' ORDER BY 1, 2`,
      ),
    ).toEqual([
      { account: 'acme-new', wallet_type: 'MERCHANT_PAYOUT', closing: '9', samples: 1 },
      { account: 'acme-ug', wallet_type: 'MERCHANT_PAYOUT', closing: '7.70', samples: 19 },
      { account: 'acme-ug', wallet_type: 'NEW', closing: '8', samples: 1 },
      expect.objectContaining({ account: 'acme-ug', samples: 18 }),
    ]);
  });

  test('since before the import has the figures of what both have seen made anew', async () => {
    await ledgerIn(to).complete([
      observation(Date.parse('2026-03-31T23:30:00Z'), { account: 'acme-ug', wallets: [wallet('1')] }),
      observation(LATER, { account: 'acme-ug', wallets: [wallet('7.70')] }),
    ]);
    await rollUp(to.pool, '"floatwatch"');
    await files.exporting(from);
    await files.importing(to);
    await rollUp(to.pool, '"floatwatch"');
    expect(
      await execute(
        to.url,
        `SELECT hour, samples, opening_available::text AS opening FROM floatwatch.balances_hourly
        WHERE account = 'acme-ug' AND wallet_type = 'MERCHANT_PAYOUT' AND hour >= '2026-03-31 23:00+00' ORDER BY hour`,
      ),
    ).toEqual([
      { hour: new Date('2026-03-31T23:00:00Z'), samples: 11, opening: '1' },
      { hour: new Date('2026-04-01T00:00:00Z'), samples: 8, opening: expect.any(String) },
      { hour: new Date('2026-05-04T10:00:00Z'), samples: 18, opening: expect.any(String) },
      { hour: new Date(LATER), samples: 1, opening: '7.70' },
    ]);
  });

  test.for([
    ['polled it', () => seeSomething(to, recentSlot())],
    ['not polled it', () => ledgerIn(to).latest(['acme-ug'])],
  ] as const)('and has %s learns what went out on the days that come along', async ([, goOn]) => {
    const DAY = 60; // days ago
    await execute(
      from.url,
      `UPDATE floatwatch.wallet SET rolled_to = date_trunc('hour', now() - interval '2 hours', 'UTC')`,
    );
    await execute(from.url, 'DELETE FROM floatwatch.rollup_late');
    await execute(
      from.url,
      `INSERT INTO floatwatch.balance_hourly (hour, account_id, wallet_id, samples, opening_available, closing_available,
         lowest_available, highest_available, outflow)
       SELECT date_trunc('day', now(), 'UTC') - interval '${DAY} days' + i * interval '1 hour', 3, 21, 60, 1000, 1000, 998, 1000, 2
       FROM generate_series(-48, 71) i`,
    );
    await goOn();
    await rollUp(to.pool, '"floatwatch"');
    await files.exporting(from);
    await files.importing(to);
    await rollUp(to.pool, '"floatwatch"');
    expect(
      await execute(
        to.url,
        `SELECT o.outflow FROM floatwatch.outflow_daily o JOIN floatwatch.wallet w USING (account_id, wallet_id)
         WHERE w.wallet_type = 'MERCHANT_PAYOUT' AND o.day = (now() AT TIME ZONE 'UTC')::date - ${DAY}`,
      ),
    ).toEqual([{ outflow: 48 }]);
  });

  test('has a day that both have seen made anew, though it began in a month that it has not seen', async () => {
    await execute(
      from.url,
      `DELETE FROM floatwatch.snapshot WHERE slot >= '2026-04-01' AND slot < '2026-05-01'`,
    );
    await execute(from.url, `DELETE FROM floatwatch.poll WHERE slot >= '2026-04-01' AND slot < '2026-05-01'`);
    await execute(from.url, `UPDATE floatwatch.wallet SET rolled_to = '2026-05-04 09:00+00'`);
    await execute(from.url, 'DELETE FROM floatwatch.rollup_late');
    await seeSomething(to, Date.parse('2026-04-01T05:00:00Z'));
    await seeSomething(to);
    await rollUp(to.pool, '"floatwatch"');
    await files.exporting(from);
    await files.importing(to);
    await rollUp(to.pool, '"floatwatch"');
    expect(
      await execute(
        to.url,
        `SELECT samples, opening_available::text AS opening, closing_available::text AS closing FROM floatwatch.balances_daily
         WHERE account = 'acme-ug' AND wallet_type = 'MERCHANT_PAYOUT' AND day = '2026-04-01'`,
      ),
    ).toEqual([{ samples: 19, opening: '1.5', closing: '7.70' }]);
  });
});

describe('nothing is stored, and it says why, of', () => {
  const marchOf = () =>
    execute(
      to.url,
      `SELECT 1 FROM floatwatch.snapshot WHERE account_id > 0 AND slot >= '2026-03-01' AND slot < '2026-04-01'
      AND account_id = (SELECT account_id FROM floatwatch.account WHERE name = 'acme-ug')`,
    );

  test('a file in which a digit was changed', async () => {
    await files.exporting(from);
    tamper(path(UGANDA_MARCH), (text) =>
      text.replace('-1234567890123456789012345.00030', '-1234567890123456789012345.00031'),
    );
    await expect(files.importing(to)).rejects.toThrow(
      /^acme-ug, 2026-03: .*2026-03\.ledger\.gz isn't what was exported: it has .* 20 of snapshot, SHA-256 .* Copy the file again/,
    );
    expect(await marchOf()).toEqual([]);
    rmSync(path(UGANDA_MARCH));
    await files.exporting(from);
    await files.importing(to);
    expect(await files.sumsOf(to)).toEqual(await files.sumsOf(from));
  });

  test.for<[string, (text: string) => string, RegExp]>([
    ['nothing', () => '', /isn't what was exported: it has no rows, SHA-256 e3b0c4\w+; the manifest says /],
    [
      'a line more between its tables',
      (text) => text.replace('COPY snapshot', 'mine\nCOPY snapshot'),
      /can't be taken in: a table was expected, and this found: mine\. Nothing of it was stored\. Copy the file again/,
    ],
    [
      'a row twice',
      (text) => text.replace(/(COPY snapshot .*\n)(.*\n)/, '$1$2$2'),
      /it has .* 21 of snapshot, SHA-256 /,
    ],
    [
      'a row less',
      (text) => text.replace(/(COPY snapshot .*\n).*\n/, '$1'),
      /it has .* 19 of snapshot, SHA-256 /,
    ],
    [
      'no end of its last table',
      (text) => text.replace(/\\\.\n$/, ''),
      /isn't what was exported: it has .* 20 of snapshot, SHA-256 /,
    ],
  ])('a file with %s', async ([, change, message]) => {
    await files.exporting(from);
    tamper(path(UGANDA_MARCH), change);
    await expect(files.importing(to)).rejects.toThrow(message);
    expect(await marchOf()).toEqual([]);
  });

  test('a file that lost its end, or is gone', async () => {
    await files.exporting(from);
    truncateSync(path(UGANDA_MARCH), 200);
    await expect(files.importing(to)).rejects.toThrow(
      /^acme-ug, 2026-03: .*can't be taken in: .*Copy the file again/,
    );
    expect(await marchOf()).toEqual([]);
    rmSync(path(UGANDA_MARCH));
    await expect(files.importing(to)).rejects.toThrow(
      /2026-03\.ledger\.gz is missing, and .* copy the folder again/,
    );
  });

  test.for([
    ['manifest.json', '"format": 1', '"format": 2', 'has format 2, and this version reads up to 1'],
    [
      'manifest.json',
      '"observed_after"',
      '"seen_after"',
      "doesn't know snapshot.seen_after. Use that version",
    ],
    ['manifest.json', '"complete": true', '"complete": "yes"', 'is not the manifest of an export'],
    [
      'accounts/acme-ug/manifest.json',
      '"Africa/Kampala"',
      '"Africa/Nairobi"',
      'was changed after the export',
    ],
  ] as const)('%s with %s as %s', async ([file, was, is, message]) => {
    await files.exporting(from);
    writeFileSync(path(file), readFileSync(path(file), 'utf8').replace(was, is));
    await expect(files.importing(to)).rejects.toThrow(message);
  });

  test('a month in which the database has seen something else', async () => {
    await files.exporting(from);
    await seeSomething(to, Date.parse('2026-03-31T23:55:00Z'));
    const before = await files.sumsOf(to);
    await expect(files.importing(to)).rejects.toThrow(
      /^acme-ug, 2026-03: the database has seen something else: poll, slot 2026-03-31 23:55:00\+00, operation balances: .* is .* in the export and .* in the database.*\. Nothing of .* was stored/,
    );
    const ledger = (parts: typeof before) =>
      parts.filter(({ kind, month }) => kind === 'ledger' && month === '2026-03');
    expect(ledger(await files.sumsOf(to)).filter(({ account }) => account === 'acme-ug')).toEqual(
      ledger(before),
    );
  });

  test('an account whose days are other ones', async () => {
    await files.exporting(from);
    await seeSomething(to, LATER, 'UTC');
    await expect(files.importing(to)).rejects.toThrow(
      'acme-ug: its days are those of Africa/Kampala in the export, and of UTC in the database',
    );
  });

  test('a folder that is no export; nor is one written to, nor to that of another database', async () => {
    const folder = join(files.folder, '..');
    await expect(files.importing(to, { folder })).rejects.toThrow('has no manifest.json: it is no export');
    await files.exporting(from);
    await expect(files.exporting(from, { folder })).rejects.toThrow("isn't empty, and not an export");
    await execute(from.url, `UPDATE floatwatch.migration SET run_on = '2026-01-01'`);
    await expect(files.exporting(from)).rejects.toThrow('has the export of another database');
  });
});
