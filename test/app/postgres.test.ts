import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres, type PostgresEvents } from '../../src/app/postgres.ts';
import { Secret } from '../../src/config/secret.ts';
import { observation, recentSlot } from '../support/ledger.ts';
import { execute, heldTransaction, type TestDatabase, testDatabase } from '../support/postgres.ts';

const YEAR = 365 * 86_400_000;
const silent = () => {};

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

const open = (url: () => string, events: Partial<PostgresEvents> = {}) =>
  openPostgres({
    config: {
      database: { url: new Secret(url), schema: 'floatwatch', embedded_port: 0, engine: 'postgres' },
      data_dir: '/nowhere',
      demo: false,
      retention: { snapshots: YEAR, polls: YEAR, hourly: YEAR },
    },
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    timezone: () => 'UTC',
    staleAt: (_, slot) => slot + 300_000,
    expects: () => false,
    optionsStaleAt: (_, slot) => slot + 300_000,
    embedded: undefined,
    onProgress: silent,
    events: {
      connectionBroke: silent,
      readRefused: silent,
      failedOver: silent,
      clockAhead: silent,
      walletsLeftOut: silent,
      dropped: silent,
      lost: silent,
      failed: silent,
      ...events,
    },
  });

test('E6 readers that wait hold up neither claims nor results', async () => {
  await using postgres = await open(() => db.url);
  const slot = recentSlot();
  await postgres.ledger.claim([{ account: 'acme-ug', slot: slot - 60_000 }]); // its id is known from here on
  await using _lock = await heldTransaction(db.url, 'LOCK TABLE floatwatch.account IN ACCESS EXCLUSIVE MODE');
  const reads = Array.from({ length: 12 }, () =>
    postgres.queries.polls('acme-ug', { from: 0, to: slot }).catch(() => null),
  );
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(3);
  const read = Promise.all(reads).then(() => 'read');
  const claimed = postgres.ledger.claim([{ account: 'acme-ug', slot }]).then(() => 'claimed');
  expect(await Promise.race([claimed, read])).toBe('claimed');
  await read;
});

test('E9 the address is asked for with each new connection', async () => {
  await execute(db.url, "CREATE ROLE turned LOGIN PASSWORD 'old' IN ROLE floatwatch_reader");
  await execute(db.url, 'GRANT SELECT ON floatwatch.account TO turned');
  const as = (password: string) => db.url.replace(/\/\/[^@]+@/, `//turned:${password}@`);
  let url = as('old');
  await using postgres = await open(() => url);
  const range = { from: 0, to: 1 };
  await expect(postgres.queries.optionChanges({ accounts: [], since: 0 })).resolves.toEqual([]);
  await execute(db.url, "ALTER ROLE turned PASSWORD 'new'");
  await execute(db.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'turned'");
  url = as('new');
  await expect
    .poll(() =>
      postgres.queries
        .optionChanges({ accounts: [], since: range.from })
        .catch((error: Error) => error.message),
    )
    .toEqual([]);
});

test('P14 a standby that lacks the newest account and wallet takes over between two polls: both are made again', async () => {
  await using own = await testDatabase();
  let broken = 0;
  await using postgres = await open(() => own.url, { connectionBroke: () => void broken++ });
  const slot = recentSlot();
  const results = [slot - 120_000, slot - 60_000].map((at) => observation(at, { account: 'brand-new' }));
  await postgres.ledger.complete(results);
  const alert = {
    ...{
      fingerprint: 'f',
      rule: 'Low',
      severity: 'warning',
      account: 'brand-new',
      currency: 'UGX',
      walletType: 'X',
    },
    labels: { alertname: 'Low' },
    state: {
      ...{ phase: 'firing' as const, held: false, pendingAt: slot, firingAt: slot, resolvedAt: null },
      ...{ clearSince: null, value: '1', threshold: '2', at: slot },
    },
  };
  await postgres.alertLog.save([alert]);
  let again: Promise<unknown> | undefined;
  postgres.onDoubt(() => {
    again ??= postgres.ledger.complete(results); // as the writer does
  });
  await execute(
    own.url,
    `TRUNCATE floatwatch.account, floatwatch.wallet, floatwatch.poll, floatwatch.snapshot, floatwatch.alert_state,
       floatwatch.alert_episode`,
  );
  await execute(
    own.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await expect.poll(() => broken).toBeGreaterThan(0);
  await again;
  await postgres.ledger.complete([observation(slot, { account: 'brand-new' })]);
  await postgres.alertLog.save([alert]);
  expect(await execute(own.url, 'SELECT FROM floatwatch.balances')).toHaveLength(3);
  expect(await execute(own.url, 'SELECT account FROM floatwatch.alerts')).toEqual([{ account: 'brand-new' }]);
});

test('what Postgres refuses to read is told, what takes too long is not', async () => {
  await using own = await testDatabase();
  const told: string[] = [];
  await using postgres = await open(() => own.url, { readRefused: (reason) => void told.push(reason) });
  const slot = recentSlot();
  await postgres.ledger.complete([observation(slot)]);
  const range = { from: slot - 60_000, to: slot + 60_000 };
  const read = () => postgres.queries.polls('acme-ug', range);
  expect((await read()).polls).toHaveLength(1);

  {
    await using _lock = await heldTransaction(own.url, 'LOCK TABLE floatwatch.poll IN ACCESS EXCLUSIVE MODE');
    await expect(read()).rejects.toThrow();
  }
  expect(told).toEqual([]);

  await execute(own.url, 'ALTER TABLE floatwatch.poll RENAME COLUMN outcome TO result');
  await expect(read()).rejects.toThrow();
  expect(told).toEqual([
    'the tables are not those of this version: run `floatwatch migrate` (SQLSTATE 42703)',
  ]);
});

const waiting = () =>
  execute(
    db.url,
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
