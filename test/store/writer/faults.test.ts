// The history against a real Postgres that does what Postgres does on bad days.
import { describe, expect, test } from 'vitest';
import type { Amount } from '../../../src/domain/money.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import type { SpooledResultWriter } from '../../../src/store/writer/result-writer.ts';
import { eventually } from '../../support/eventually.ts';
import { exceptOn, NO_PASSWORD, NO_TRIGGER } from '../../support/except-on.ts';
import { observation, recentSlot, wallet } from '../../support/ledger.ts';
import { execute, testDatabase } from '../../support/postgres.ts';
import { createTcpProxy } from '../../support/tcp-proxy.ts';
import { asInPostgres, inPostgres, type RealHistory, realHistory } from './real.ts';

const SLOT = recentSlot() - 86_400_000;
const poll = (n: number, more: Partial<Observation> = {}) =>
  observation(SLOT + n * 60_000, { account: `account-${n % 3}`, wallets: [wallet(`${n}.50`)], ...more });
const polls = (count: number) => Array.from({ length: count }, (_, n) => poll(n));
const record = (history: SpooledResultWriter, results: readonly Observation[]) =>
  Promise.all(results.map((each) => history.record(each)));
const drained = ({ spool }: RealHistory) => eventually(() => expect(spool.stats().polls).toBe(0));
const beside = (pool: RealHistory['pool']) => pool.query('SELECT reason FROM floatwatch.snapshot_conflict');

test('results are stored, digit for digit, and the disk is not touched', async () => {
  await using db = await testDatabase();
  await using real = realHistory(db.url, { patienceMs: 60_000 });
  const results = polls(30);
  expect(await record(real.history, results)).toEqual(results.map(() => 'stored'));
  expect(await inPostgres(db.pool)).toEqual(asInPostgres(results));
  expect(real.log).toEqual([]);
});

describe('the connection', () => {
  test('P3 cut all along the answers, that of COMMIT closely: each result is there once, none a conflict', {
    timeout: 300_000,
  }, async () => {
    await using db = await testDatabase();
    await using proxy = await createTcpProxy({ port: Number(new URL(db.url).port) });
    const url = new URL(db.url);
    url.port = String(proxy.port);
    const results: Observation[] = [];
    let committedThoughSpooled = 0;
    const recordCutAt = async (cut: number): Promise<boolean> => {
      proxy.inject({ down: { kind: cut % 80 ? 'cut' : 'reset', after: cut } });
      const result = poll(results.length);
      results.push(result);
      await using real = realHistory(url.href);
      const kept = await real.history.record(result);
      expect(['stored', 'spooled']).toContain(kept);
      const row = `${result.account} ${result.slot} ok`;
      if (kept === 'spooled' && (await inPostgres(db.pool)).some((each) => each.startsWith(row))) {
        committedThoughSpooled++;
      }
      proxy.inject();
      proxy.resetAll();
      await drained(real);
      return kept === 'stored';
    };
    let cut = 0;
    while (!(await recordCutAt(cut))) cut += 60;
    // The acknowledgement of COMMIT is the last that comes, 18 bytes.
    for (let last = cut - 60; last < cut; last += 6) await recordCutAt(last);
    expect(await inPostgres(db.pool)).toEqual(asInPostgres(results));
    expect(await beside(db.pool)).toEqual([]);
    expect(committedThoughSpooled, 'an acknowledgement was lost at least once').toBeGreaterThan(0);
  });

  test('P5 a black hole: answered within the patience, polling goes on, all is stored when it ends', {
    tags: 'timed',
  }, async () => {
    await using db = await testDatabase();
    await using proxy = await createTcpProxy({ port: Number(new URL(db.url).port) });
    const url = new URL(db.url);
    url.port = String(proxy.port);
    await using real = realHistory(url.href, { patienceMs: 300, pool: { queryTimeoutMs: 1_000 } });
    proxy.inject({ down: { kind: 'stall', after: 700 } });
    const began = performance.now();
    const results = polls(40);
    expect(new Set(await record(real.history, results.slice(0, 20)))).toEqual(new Set(['spooled']));
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(real.history.state()).toMatchObject({ up: false });
    const second = performance.now();
    expect(new Set(await record(real.history, results.slice(20)))).toEqual(new Set(['spooled']));
    expect(performance.now() - second).toBeLessThan(200);
    proxy.inject();
    await drained(real);
    expect(real.history.state().up).toBe(true);
    expect(await inPostgres(db.pool)).toEqual(asInPostgres(results));
    expect(await beside(db.pool)).toEqual([]);
  });

  test('P10 ended by the server, idle or in a transaction: nothing is lost, and it goes on', async () => {
    await using db = await testDatabase();
    await using real = realHistory(db.url);
    const results = polls(120);
    const name = new URL(db.url).pathname.slice(1);
    const kept: Promise<string[]>[] = [];
    for (let n = 0; n < results.length; n += 10) {
      kept.push(record(real.history, results.slice(n, n + 10)));
      if (n % 30 === 0) await kept.at(-1);
      await execute(
        db.url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
      );
    }
    const answers = (await Promise.all(kept)).flat();
    expect(answers.every((each) => each === 'stored' || each === 'spooled')).toBe(true);
    await drained(real);
    await eventually(async () => expect(await inPostgres(real.pool)).toEqual(asInPostgres(results)));
  });
});

describe('a Postgres that is there, but', () => {
  exceptOn('citus', NO_TRIGGER)(
    'P6 slow: results go to the disk and from there, each is stored once',
    async () => {
      await using db = await testDatabase();
      await db.pool.query('CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2); RETURN NULL; END $$'); // biome-ignore format: one statement
      await db.pool.query('CREATE TRIGGER slow AFTER INSERT ON floatwatch.poll FOR EACH STATEMENT EXECUTE FUNCTION slow()'); // biome-ignore format: one statement
      await using real = realHistory(db.url, { patienceMs: 1_000 });
      const results = polls(20);
      const began = performance.now();
      for (const each of results) expect(await real.history.record(each)).toBe('spooled');
      expect(performance.now() - began).toBeLessThan(3_000);
      await eventually(() => expect(real.history.state()).toMatchObject({ up: true, reason: /slow/ }));
      // A write is always under way, for two seconds: longer than a connection of the pool waits for a lock.
      await execute(db.url, 'DROP TRIGGER slow ON floatwatch.poll');
      await eventually(async () => {
        const next = poll(results.length);
        results.push(next);
        expect(await real.history.record(next)).toBe('stored');
      });
      const later = Array.from({ length: 19 }, (_, i) => poll(results.length + i));
      results.push(...later);
      expect(new Set(await record(real.history, later))).toEqual(new Set(['stored']));
      await drained(real);
      expect(await inPostgres(db.pool)).toEqual(asInPostgres(results));
      expect(await beside(db.pool)).toEqual([]);
    },
    { tags: 'timed' },
  );

  test('P8 read-only, as after a failover: spooled, and stored once it is not', async () => {
    await using db = await testDatabase();
    const name = new URL(db.url).pathname.slice(1);
    // Of Citus' nodes one alone has become so: it is written there, and handed on to no other.
    const options = '-c default_transaction_read_only=off -c citus.enable_ddl_propagation=off';
    const writable = `${db.url}?options=${encodeURIComponent(options)}`;
    await execute(writable, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await using real = realHistory(db.url);
    const results = polls(12);
    expect(new Set(await record(real.history, results))).toEqual(new Set(['spooled']));
    expect(real.history.state().reason).toContain('25006');
    await execute(writable, `ALTER DATABASE ${name} RESET ALL`);
    await drained(real);
    expect(await inPostgres(real.pool)).toEqual(asInPostgres(results));
  });

  test('P11 a table is missing: it says what to do, and goes on once it is there', async () => {
    await using db = await testDatabase();
    await db.pool.query('ALTER TABLE floatwatch.poll RENAME TO elsewhere');
    await using real = realHistory(db.url);
    const results = polls(6);
    expect(new Set(await record(real.history, results))).toEqual(new Set(['spooled']));
    expect(real.history.state()).toMatchObject({ up: false, needsAttention: true });
    expect(real.history.state().reason).toContain('floatwatch migrate');
    await db.pool.query('ALTER TABLE floatwatch.elsewhere RENAME TO poll');
    await drained(real);
    expect(await inPostgres(db.pool)).toEqual(asInPostgres(results));
  });

  exceptOn('citus', NO_PASSWORD)('P11 the password is wrong: it is named as that', async () => {
    await using db = await testDatabase();
    const url = new URL(db.url);
    url.password = 'wrong';
    await using real = realHistory(url.href);
    expect(await real.history.record(poll(1))).toBe('spooled');
    expect(real.history.state()).toMatchObject({ needsAttention: true });
    expect(real.history.state().reason).toContain('database.url');
    expect(JSON.stringify(real.log)).not.toContain('wrong');
  });

  test('P13 it refuses one record for ever: that one is set aside, the others are stored', async () => {
    await using db = await testDatabase();
    await using real = realHistory(db.url, { patienceMs: 60_000 }); // halves of halves are tried: seconds on a busy machine
    const results = polls(64);
    const bad = poll(64, { wallets: [wallet(null, { available: 'not a number' as Amount })] });
    const kept = await record(real.history, [...results.slice(0, 20), bad, ...results.slice(20)]);
    expect(kept.filter((each) => each !== 'stored')).toEqual(['quarantined']);
    const aside = real.log.filter((line) => line.startsWith('quarantined'));
    expect(aside).toEqual(['quarantined: a value was refused (SQLSTATE 22P02)']);
    expect(real.spool.stats()).toMatchObject({ polls: 0, quarantined: 1 });
    expect(await inPostgres(db.pool)).toEqual(asInPostgres(results));
  });

  test('P14 it has lost what it had acknowledged last: that is written again', async () => {
    await using db = await testDatabase();
    await using real = realHistory(db.url);
    const results = polls(30);
    for (let n = 0; n < 30; n += 5) {
      await real.ledger.claim(results.slice(n, n + 5));
      await record(real.history, results.slice(n, n + 5));
    }
    const late = [poll(30), poll(31), poll(32)];
    await real.ledger.claim(late);
    // A standby that was behind becomes the primary: it knows neither the last results nor the last claims.
    const name = new URL(db.url).pathname.slice(1);
    await execute(
      db.url,
      `DELETE FROM floatwatch.snapshot WHERE slot >= '${new Date(poll(20).slot).toISOString()}';
       DELETE FROM floatwatch.poll WHERE slot >= '${new Date(poll(20).slot).toISOString()}';
       SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
    await record(real.history, late);
    await eventually(async () =>
      expect(await inPostgres(real.pool)).toEqual(asInPostgres([...results, ...late])),
    );
    expect(await beside(real.pool)).toEqual([]);
  });
});
