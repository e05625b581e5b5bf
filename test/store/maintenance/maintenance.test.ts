import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMaintenance } from '../../../src/store/maintenance/maintenance.ts';
import { makePartitionsAhead } from '../../../src/store/postgres/partitions.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { exceptOn, NO_TRIGGER } from '../../support/except-on.ts';
import { failure, ledgerOf, observation, recentSlot } from '../../support/ledger.ts';
import {
  ENGINE,
  execute,
  heldTransaction,
  partOf,
  type TestDatabase,
  testDatabase,
} from '../../support/postgres.ts';

const DAY = 86_400_000;

let db: TestDatabase;
let told: { dropped: string[]; lost: number; failed: string[] };

beforeEach(async () => {
  db = await testDatabase();
  told = { dropped: [], lost: 0, failed: [] };
});
afterEach(() => db[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => execute(db.url, text, values);

const maintenanceOf = (replica = 'a', pool: Pool = db.pool) =>
  createMaintenance({
    pool,
    schema: '"floatwatch"',
    replica,
    // After 30 days the part of last month, which is there from the first, would be too old on the 31st.
    retention: { snapshotsMs: 400 * DAY, pollsMs: 31 * DAY, hourlyMs: 1_825 * DAY },
    events: {
      dropped: (names) => told.dropped.push(...names),
      lost: (polls) => {
        told.lost += polls;
      },
      failed: (task, error) => told.failed.push(`${task}: ${(error as Error).message}`),
    },
  });

const partitions = async (series: string) =>
  (
    await sql(
      `SELECT relid::regclass::text AS name FROM pg_partition_tree('floatwatch.${series}') WHERE isleaf ORDER BY 1`,
    )
  ).map(({ name }) => String(name).replace('floatwatch.', ''));
const month = (now: number, ahead: number) => {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead))
    .toISOString()
    .slice(0, 7)
    .replace('-', '_');
};

describe('partitions', () => {
  test.skipIf(ENGINE === 'timescaledb')('there is room for last month and the next three', async () => {
    for (const series of ['poll', 'snapshot']) {
      const made = await partitions(series);
      for (const ahead of [-1, 0, 1, 2, 3]) expect(made).toContain(`${series}_${month(Date.now(), ahead)}`);
    }
  });

  test.skipIf(ENGINE === 'timescaledb')('what is missing of them is made, once', async () => {
    const last = `poll_${month(Date.now(), 3)}`;
    await sql(`DROP TABLE floatwatch.${last}`);
    await maintenanceOf().run();
    expect(await partitions('poll')).toContain(last);
    expect(told.failed).toEqual([]);
  });

  test.runIf(ENGINE === 'timescaledb')(
    'its own policy, for when maintenance is away, leaves the first day to that',
    async () => {
      // When a job has no time yet the scheduler starts it at once.
      const late = await sql(
        `SELECT hypertable_name AS name, next_start > now() + interval '23 hours' AS late
         FROM timescaledb_information.jobs WHERE proc_name = 'policy_compression' ORDER BY 1`,
      );
      expect(late).toEqual(['poll', 'snapshot'].map((name) => ({ name, late: true })));
    },
  );

  test.runIf(ENGINE === 'timescaledb')(
    'what is older than a fortnight is compressed, and late rows still come in',
    async () => {
      const old = Date.now() - 25 * DAY; // polls are kept for 31
      await ledgerOf(db.pool).complete([observation(old), observation(recentSlot())]);
      await maintenanceOf().run();
      expect(told.failed).toEqual([]);
      const chunks = await sql(
        `SELECT hypertable_name AS name, is_compressed AS compressed FROM timescaledb_information.chunks
       WHERE hypertable_schema = 'floatwatch' ORDER BY 1, range_start`,
      );
      expect(chunks).toEqual(
        ['poll', 'snapshot'].flatMap((name) => [true, false].map((compressed) => ({ name, compressed }))),
      );
      await ledgerOf(db.pool).complete([observation(old + 60_000)]);
      expect(await sql('SELECT FROM floatwatch.balances')).toHaveLength(3);
    },
  );

  test.runIf(ENGINE === 'timescaledb')(
    'four weeks are compressed into one part, so that few are planned for; each row stays as it was',
    async () => {
      const weeks = Array.from({ length: 8 }, (_, i) => Date.UTC(2026, 0, 2) + i * 7 * DAY);
      await ledgerOf(db.pool).complete(weeks.map((at) => observation(at)));
      const rows = () =>
        sql('SELECT * FROM floatwatch.balances JOIN floatwatch.polls USING (account, slot) ORDER BY slot');
      const were = await rows();
      expect(were).toHaveLength(8);
      // A part a call.
      await eventually(async () =>
        expect(await sql(`SELECT floatwatch.compress_next('2026-06-01') AS name`)).toEqual([{ name: null }]),
      );
      expect(
        await sql(`SELECT hypertable_name AS name, count(*)::int AS parts, bool_and(is_compressed) AS compressed
          FROM timescaledb_information.chunks WHERE hypertable_schema = 'floatwatch' GROUP BY 1 ORDER BY 1`),
      ).toEqual(['poll', 'snapshot'].map((name) => ({ name, parts: 2, compressed: true })));
      expect(await rows()).toEqual(were);
      await ledgerOf(db.pool).complete([observation(weeks[2]! + 60_000)]);
      expect(await rows()).toHaveLength(9);
    },
  );

  test.each(['42710', '42P01', '55P03'])(
    'a part that another compresses meanwhile is passed over: SQLSTATE %s',
    async (sqlstate) => {
      await sql(`CREATE SEQUENCE public.asked;
        CREATE OR REPLACE FUNCTION floatwatch.compress_next(before timestamptz) RETURNS text LANGUAGE plpgsql AS $$
        DECLARE asked integer := nextval('public.asked');
        BEGIN
          IF asked = 2 THEN RAISE EXCEPTION 'chunk is already compressed' USING ERRCODE = '${sqlstate}'; END IF;
          RETURN CASE WHEN asked < 4 THEN asked::text END;
        END $$`);
      await maintenanceOf().run();
      expect(told.failed).toEqual([]);
      expect(await sql('SELECT last_value::int AS asked FROM public.asked')).toEqual([{ asked: 4 }]);
    },
  );

  test('parts that another compresses one after the other are all passed over', async () => {
    await sql(`CREATE SEQUENCE public.asked;
      CREATE OR REPLACE FUNCTION floatwatch.compress_next(before timestamptz) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE asked integer := nextval('public.asked');
      BEGIN
        IF asked < 4 THEN RAISE EXCEPTION 'chunk "%" is already compressed', asked USING ERRCODE = '42710'; END IF;
        RETURN NULL;
      END $$`);
    await maintenanceOf().run();
    expect(told.failed).toEqual([]);
    expect(await sql('SELECT last_value::int AS asked FROM public.asked')).toEqual([{ asked: 4 }]);
  });

  test('a part that can not be compressed is told of', async () => {
    await sql(`CREATE OR REPLACE FUNCTION floatwatch.compress_next(before timestamptz) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'chunk is already compressed' USING ERRCODE = '42710'; END $$`);
    await maintenanceOf().run();
    expect(told.failed).toEqual(['compression: chunk is already compressed']);
  });

  test('retention drops whole months, and each series by its own age', async () => {
    const now = Date.now();
    const middleOf = (ago: number) => Date.parse(`${month(now, -ago).replace('_', '-')}-15T00:00:00Z`);
    await ledgerOf(db.pool).complete(
      [20, 8, 3, 0].map((ago) => observation(Math.min(middleOf(ago), recentSlot()))),
    );
    await maintenanceOf().run();
    const polls = [20, 8, 3].map((ago) => partOf('poll', month(now, -ago)));
    expect(told.dropped).toEqual([partOf('snapshot', month(now, -20)), ...polls]);
    expect(told.failed).toEqual([]);
    expect(await sql('SELECT slot FROM floatwatch.balances ORDER BY slot')).toHaveLength(3);
  });

  test('E11 retention waits for the figures of what it would drop', async () => {
    const old = Date.now() - 450 * DAY;
    await ledgerOf(db.pool).complete([observation(old)]);
    const [{ account_id: id } = {}] = await sql('SELECT account_id FROM floatwatch.account');
    await sql(`ALTER TABLE floatwatch.balance_hourly ADD CONSTRAINT bad CHECK (account_id <> ${id})`);
    await maintenanceOf().run();
    expect(told.failed).toMatchObject([expect.stringContaining('rollups: ')]);
    expect(told.dropped.filter((name) => name.includes('snapshot'))).toEqual([]);
    await sql('ALTER TABLE floatwatch.balance_hourly DROP CONSTRAINT bad');
    await sql("UPDATE floatwatch.chore SET done_at = '-infinity'");
    await maintenanceOf().run();
    expect(told.dropped).toContainEqual(partOf('snapshot', month(old, 0)));
    expect(await sql('SELECT FROM floatwatch.balance_daily')).toHaveLength(1);
  });

  describe('hourly figures that are too old at once are deleted in small statements', () => {
    const since = (days: number) => `date_trunc('hour', now() - interval '${days} days')`;
    /** Lets accounts have wallets with figures of past days; retention keeps 1,825. Tells how many went, and at most at once. */
    const deleted = async (
      count: { accounts: number; wallets: number },
      days: { from: number; to: number },
    ) => {
      await sql(
        `INSERT INTO floatwatch.account (name) SELECT 'account-' || n FROM generate_series(1, ${count.accounts}) n`,
      );
      await sql(`INSERT INTO floatwatch.wallet (account_id, currency, wallet_type, exposable, rolled_to)
        SELECT account_id, 'UGX', 'WALLET_' || n, true, date_trunc('hour', now())
        FROM floatwatch.account, generate_series(1, ${count.wallets}) n`);
      await sql(`INSERT INTO floatwatch.balance_hourly (hour, account_id, wallet_id, samples)
        SELECT h, account_id, wallet_id, 1 FROM floatwatch.wallet,
          generate_series(${since(days.from)}, ${since(days.to)}, interval '1 hour') h`);
      await sql('CREATE TABLE floatwatch.counted (rows integer)');
      await sql(`CREATE FUNCTION floatwatch.count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO floatwatch.counted SELECT count(*) FROM gone; RETURN NULL; END $$`);
      await sql(`CREATE TRIGGER counting AFTER DELETE ON floatwatch.balance_hourly REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION floatwatch.count_deleted()`);
      const [{ before } = {}] = await sql("SELECT now() - interval '1825 days' AS before"); // an hour may begin meanwhile
      await maintenanceOf().run();
      expect(told.failed).toEqual([]);
      expect(await sql('SELECT FROM floatwatch.balance_hourly WHERE hour < $1', [before])).toEqual([]);
      const [counted] = await sql(
        'SELECT max(rows)::int AS most, sum(rows)::int AS rows FROM floatwatch.counted',
      );
      return counted as { most: number; rows: number };
    };

    exceptOn('citus', NO_TRIGGER)('E11 of years', async () => {
      const { most, rows } = await deleted({ accounts: 21, wallets: 1 }, { from: 2_225, to: 1_824 });
      expect(rows).toBeGreaterThan(21 * 399 * 24);
      expect(most).toBeLessThan(150_000);
    });

    exceptOn('citus', NO_TRIGGER)('E11 of accounts with hundreds of wallets', async () => {
      const { most, rows } = await deleted({ accounts: 1, wallets: 300 }, { from: 1_855, to: 1_824 });
      expect(rows).toBeGreaterThan(300 * 29 * 24);
      expect(most).toBeLessThan(150_000);
    });
  });

  test('ended episodes and changes of payment options go with the hourly figures; what lasts stays', async () => {
    await sql("INSERT INTO floatwatch.account (name) VALUES ('acme')");
    await sql(`INSERT INTO floatwatch.alert_episode (at, firing_at, resolved_at, account_id, alert, rule, severity,
        currency, wallet_type, labels)
      SELECT t.ended, t.began, t.ended, account_id, 'a', t.rule, 'warning', 'UGX', 'X', '{}' FROM floatwatch.account,
        (VALUES ('old', now() - interval '6 years', now() - interval '5.9 years'),
          ('late', now() - interval '5.4 years', now() - interval '1 day')) AS t(rule, began, ended)`);
    await sql(`INSERT INTO floatwatch.alert_episode (at, firing_at, account_id, alert, rule, severity, currency,
        wallet_type, labels)
      SELECT now(), now() - interval '5.5 years', account_id, 'b', 'lasting', 'warning', 'UGX', 'X', '{}'
      FROM floatwatch.account`);
    await sql(`INSERT INTO floatwatch.payment_option_change (slot, seen_at, account_id, option_id, field)
      SELECT now() - age, now() - age, account_id, 1, 'active' FROM floatwatch.account,
        (VALUES (interval '6 years'), (interval '1 day')) AS t(age)`);
    await maintenanceOf().run();
    expect(told.failed).toEqual([]);
    expect(await sql('SELECT rule FROM floatwatch.alert_episode ORDER BY rule')).toEqual([
      { rule: 'lasting' },
      { rule: 'late' },
    ]);
    expect(await sql('SELECT FROM floatwatch.payment_option_change')).toHaveLength(1);
  });

  test('P16 a task that would wait for a reader gives up at once and is done later', {
    tags: 'timed',
  }, async () => {
    await ledgerOf(db.pool).complete([observation(Date.UTC(2020, 0, 1))]);
    // The template may be of yesterday: then a month ahead can be missing, and to make it would wait as well.
    await makePartitionsAhead(db.pool, '"floatwatch"');
    await using reader = await heldTransaction(db.url, 'SELECT * FROM floatwatch.poll');
    const maintain = maintenanceOf();
    const began = performance.now();
    const writing = maintain.run();
    await ledgerOf(db.pool).complete([observation(recentSlot())]); // polling is not in its way, nor it in polling's
    await writing;
    expect(performance.now() - began).toBeLessThan(4_000);
    const inItsWay = ENGINE === 'timescaledb' ? ['retention', 'compression'] : ['retention'];
    expect(told.failed).toEqual(
      inItsWay.map((task) => expect.stringContaining(`${task}: canceling statement due to lock timeout`)),
    );
    await reader.release();
    await maintain.run();
    expect(told.dropped).toContainEqual(partOf('poll', '2020_01'));
  });
});

describe('claims whose owner died', () => {
  const slot = recentSlot();

  test('are lost when they have been open for too long, those of other replicas too', async () => {
    const due = ['one', 'two', 'three'].map((account) => ({ account, slot }));
    const dead = ledgerOf(db.pool, 'dead');
    await dead.claim(due);
    await dead.complete([failure(slot, { account: 'three' })]);
    await sql("UPDATE floatwatch.poll SET claimed_at = now() - interval '11 min'");
    await ledgerOf(db.pool).claim([{ account: 'young', slot }]);
    await maintenanceOf('survivor').run();
    expect(told.lost).toBe(2);
    expect(await sql('SELECT account, outcome FROM floatwatch.polls ORDER BY account')).toEqual([
      { account: 'one', outcome: 'lost' },
      { account: 'three', outcome: 'connect' },
      { account: 'two', outcome: 'lost' },
    ]);
    expect(await sql('SELECT account, outcomes FROM floatwatch.gaps WHERE account = $1', ['one'])).toEqual([
      { account: 'one', outcomes: { lost: 1 } },
    ]);
  });

  test('are found after days in which nothing ran', async () => {
    await maintenanceOf().run();
    const before = slot - 5 * DAY;
    await ledgerOf(db.pool).claim([{ account: 'one', slot: before }]);
    await sql("UPDATE floatwatch.poll SET claimed_at = now() - interval '5 days'");
    await sql("UPDATE floatwatch.chore SET done_at = now() - interval '5 days'");
    await maintenanceOf().run();
    expect(told.lost).toBe(1);
  });

  test('G5 are left where TimescaleDB has compressed them: it would unpack all polls beside, more than it is allowed to', async () => {
    await maintenanceOf().run();
    await ledgerOf(db.pool).claim([{ account: 'one', slot: slot - 15 * DAY }]);
    await sql("UPDATE floatwatch.poll SET claimed_at = now() - interval '15 days'");
    await sql("UPDATE floatwatch.chore SET done_at = now() - interval '15 days'");
    await maintenanceOf().run();
    expect(told.lost).toBe(0);
  });
});

test('E11 how the tasks stand is told by the database: when each succeeded, and for how long it has been due', async () => {
  const maintenance = maintenanceOf();
  expect(maintenance.status()).toBeNull();
  const began = Date.now();
  await maintenance.run();
  const ended = Date.now();
  const told = maintenance.status()!;
  expect(told.map(({ task }) => task)).toEqual([
    'partitions',
    'lost',
    'relay',
    'rollups',
    'retention',
    'compression',
  ]);
  for (const { succeededAt, overdueMs } of told) {
    expect(succeededAt).toBeGreaterThanOrEqual(began - 1);
    expect(succeededAt).toBeLessThanOrEqual(ended + 1);
    expect(overdueMs).toBe(0);
  }
  await sql(`UPDATE floatwatch.chore SET done_at = now() - interval '3 hours' WHERE name = 'rollups'`);
  await storeUnrollable();
  await maintenance.run();
  const rollups = maintenance.status()!.find(({ task }) => task === 'rollups')!;
  expect(rollups.overdueMs / 3_600_000).toBeCloseTo(3 - 1 / 60, 1);
});

test('E11 a task that fails is overdue also while somebody tries it again, however long that takes', async () => {
  const set = (doneAt: string) => sql(`UPDATE floatwatch.chore SET done_at = ${doneAt} WHERE name = 'relay'`);
  const [asked, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
  const slow: Pool = {
    ...db.pool,
    query(text, values) {
      if (!text.includes('DELETE FROM "floatwatch".relay')) return db.pool.query(text, values);
      asked.resolve();
      return refused.promise;
    },
  };
  const [trying, watching] = [maintenanceOf('a', slow), maintenanceOf('b')];
  const overdueHours = () => watching.status()!.find(({ task }) => task === 'relay')!.overdueMs / 3_600_000;
  await watching.run();
  await set("now() - interval '3 hours'");
  const first = trying.run();
  await asked.promise;
  await set("now() - interval '1 minute'"); // it was asked as long ago
  const second = trying.run();
  refused.reject(new Error('canceling statement due to statement timeout'));
  await Promise.all([first, second]);
  expect(told.failed.length).toBeGreaterThan(0);
  await set('now()'); // somebody tries it again
  await watching.run();
  expect(overdueHours()).toBeGreaterThan(2.9);
  await set("now() - interval '1 minute'");
  await watching.run(); // and this time it is done
  expect(overdueHours()).toBe(0);
});

/** A snapshot whose figures can't be made. */
async function storeUnrollable(): Promise<void> {
  await ledgerOf(db.pool).complete([observation(Date.now() - DAY, { account: 'bad' })]);
  await sql("UPDATE floatwatch.account SET timezone = 'Mars/Olympus' WHERE name = 'bad'");
}

test('of many replicas one does a task; one that failed is done at the next call', async () => {
  await sql('ALTER TABLE floatwatch.account RENAME TO elsewhere');
  await Promise.all(['a', 'b', 'c', 'd'].map((replica) => maintenanceOf(replica).run()));
  expect(told.failed.length).toBeGreaterThan(0);
  await sql('ALTER TABLE floatwatch.elsewhere RENAME TO account');
  told.failed = [];
  await maintenanceOf().run();
  expect(told.failed).toEqual([]);
  const [row] = await sql(
    "SELECT done_at > now() - interval '1 minute' AS done FROM floatwatch.chore WHERE name = 'lost'",
  );
  expect(row).toEqual({ done: true });
});

test('what was done while the clock of the database was hours ahead is due again when that is right', async () => {
  await maintenanceOf().run();
  await sql("UPDATE floatwatch.chore SET done_at = now() + interval '3 hours'");
  const slot = recentSlot();
  await ledgerOf(db.pool, 'dead').claim([{ account: 'one', slot }]);
  await sql("UPDATE floatwatch.poll SET claimed_at = now() - interval '11 min'");
  await maintenanceOf().run();
  expect(told).toMatchObject({ lost: 1, failed: [] });
  expect(await sql('SELECT FROM floatwatch.chore WHERE done_at > now()')).toEqual([]);
});
