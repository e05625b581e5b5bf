import { describe, expect, test } from 'vitest';
import { clientConfig, connectionTrouble } from '../../../src/store/postgres/connection.ts';
import { migrationStatus } from '../../../src/store/postgres/migrate.ts';
import { createPool } from '../../../src/store/postgres/pool.ts';
import { replay } from '../../../src/store/queries/replay.ts';
import { ledgerOf, observation, recentSlot } from '../../support/ledger.ts';
import { execute, testDatabase } from '../../support/postgres.ts';

describe('the address', () => {
  const config = (url: string) => clientConfig({ url });

  test('of this machine goes without TLS, of another with its certificate checked', () => {
    expect(config('postgres://u:p@127.0.0.1:5433/db')).toMatchObject({
      ssl: false,
      host: '127.0.0.1',
      port: 5433,
      database: 'db',
    });
    expect(config('postgres://u:p@db.example.com/db')).toMatchObject({
      ssl: { rejectUnauthorized: true },
      port: 5432,
    });
    expect(config('postgres://u:p@db.example.com/db?sslmode=disable')).toMatchObject({ ssl: false });
  });

  test.each([
    ['postgres://h/db?sslmode=require', 'only verify-full and disable'],
    ['postgres://h/db?options=-c', 'the parameter options'],
    ['postgres://u:p,q@one,two/db', 'names several hosts'],
    ['postgres://one:5432,two:5432/db', 'names several hosts'],
    ['mysql://h/db', 'is not an address such as postgres://'],
    ['h/db', 'is not an address such as postgres://'],
    ['postgres://u:p%zz@h/db', 'has a "%"'],
  ])('%s is refused', (url, sentence) => {
    expect(() => config(url)).toThrow(sentence);
  });

  test('may hold any character in its password, and errors never quote it', () => {
    const secret = 'p@ss/w:rd?,';
    expect(config(`postgres://u:${encodeURIComponent(secret)}@127.0.0.1/db`).password).toBe(secret);
    expect(config('postgres://u:a,b@127.0.0.1/db').password).toBe('a,b');
    expect(() => config('postgres://u:canary@h/db?sslmode=prefer')).toThrow(
      expect.not.stringContaining('canary'),
    );
  });
});

test('dates are read whatever style the server is set to write them in', async () => {
  await using database = await testDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await execute(database.url, `ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'`);
  await using pool = createPool({ url: database.url });
  const slot = recentSlot();
  const ledger = ledgerOf(pool, 'a');
  expect(await ledger.claim([{ account: 'acme-ug', slot }])).toEqual([{ account: 'acme-ug', slot }]);
  expect(await ledger.complete([observation(slot)])).toEqual(['stored']);
  expect(await ledger.latest(['acme-ug'])).toMatchObject([{ slot }]);
  expect(await pool.query("SELECT DATE '2026-03-02'::text AS day")).toEqual([{ day: '2026-03-02' }]);
  const connection = { url: database.url, schema: 'floatwatch' };
  expect((await migrationStatus(connection))[0]?.appliedAt?.getTime()).toBeGreaterThan(0);
  const seen: number[] = [];
  await replay({ ...connection, since: slot, until: slot + 1 }, (each) => seen.push(each.observedAt - slot));
  expect(seen).toEqual([observation(slot).observedAt - slot]);
});

test('a slot has one owner whatever isolation the server is set to', async () => {
  await using database = await testDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await execute(database.url, `ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
  await using one = createPool({ url: database.url });
  await using other = createPool({ url: database.url });
  const due = Array.from({ length: 100 }, (_, i) => ({ account: `account-${i}`, slot: recentSlot() }));
  const shares = await Promise.all([one, other].map((pool, i) => ledgerOf(pool, `${i}`).claim(due)));
  expect(shares.flat()).toHaveLength(100);
  const isolation = "SELECT current_setting('transaction_isolation') AS value";
  const expected = [{ value: 'read committed' }];
  expect(await one.query(isolation)).toEqual(expected);
  expect(await one.patient(1_000).query(isolation)).toEqual(expected);
  expect(await one.transaction((tx) => tx.query(isolation))).toEqual(expected);
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', '?sslrootcert=FILE in database.url'],
  ['SELF_SIGNED_CERT_IN_CHAIN', '?sslrootcert=FILE in database.url'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '?sslrootcert=FILE in database.url'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', '?sslrootcert=FILE in database.url'],
  ['ECONNREFUSED', ''],
])('who gets no connection by %s is told what to do: %s', (code, advice) => {
  const told = connectionTrouble(Object.assign(new Error('refused'), { code }));
  expect(told).toMatch(/^refused/);
  expect(told.includes('sslrootcert')).toBe(advice !== '');
  expect(told).toContain(advice);
});
