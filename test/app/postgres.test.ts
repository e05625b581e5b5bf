import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../src/app/postgres.ts';
import { Secret } from '../../src/config/secret.ts';
import { recentSlot } from '../support/ledger.ts';
import { execute, heldTransaction, type TestDatabase, testDatabase } from '../support/postgres.ts';

const YEAR = 365 * 86_400_000;
const silent = () => {};

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

const open = (url: () => string) =>
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
      failedOver: silent,
      clockAhead: silent,
      walletsLeftOut: silent,
      dropped: silent,
      lost: silent,
      failed: silent,
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
  const began = performance.now();
  await postgres.ledger.claim([{ account: 'acme-ug', slot }]);
  expect(performance.now() - began).toBeLessThan(1_000);
  await Promise.all(reads);
});

test('E9 the address is asked for with each new connection', async () => {
  await execute(db.url, "CREATE ROLE turned LOGIN PASSWORD 'old' IN ROLE floatwatch_reader");
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

const waiting = () =>
  execute(
    db.url,
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
