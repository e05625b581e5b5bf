import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, migrationStatus } from '../../../src/store/postgres/migrate.ts';
import { eventually } from '../../support/eventually.ts';
import { ENGINE, emptyDatabase, execute, heldTransaction } from '../../support/postgres.ts';

let undo: AsyncDisposableStack;
let url: string;
let directory: string;

beforeEach(async () => {
  undo = new AsyncDisposableStack();
  url = undo.use(await emptyDatabase()).url;
  directory = mkdtempSync(join(tmpdir(), 'floatwatch-migrations-'));
  undo.defer(() => rmSync(directory, { recursive: true }));
  cpSync(join(import.meta.dirname, '../../../migrations'), directory, { recursive: true });
});
afterEach(() => undo.disposeAsync());

const options = (more = {}) => ({
  url,
  schema: 'floatwatch',
  engine: 'postgres' as const,
  directory,
  ...more,
});

describe('migrate', () => {
  test('applies every file once, in order, and tells of each', async () => {
    const told: string[] = [];
    const applied = await migrate(options({ onProgress: (name: string) => told.push(name) }));
    expect(applied[0]).toBe('0001_ledger');
    expect(told).toEqual(applied);
    expect(applied).toEqual([...applied].sort());
    expect(await migrate(options())).toEqual([]);
    const status = await migrationStatus(options());
    expect(status.map(({ name }) => name)).toEqual(applied);
    expect(status.every(({ appliedAt }) => appliedAt instanceof Date)).toBe(true);
  });

  test('started by five processes at once, one does it and the others wait', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(options())));
    expect(runs.filter((applied) => applied.length > 0)).toHaveLength(1);
  });

  test('one that has waited sees the schema that was made meanwhile', async () => {
    await using other = await heldTransaction(
      url,
      'SELECT pg_advisory_xact_lock(4217000); CREATE SCHEMA floatwatch',
    );
    const migrated = migrate(options());
    migrated.catch(() => {}); // seen below
    await eventually(async () =>
      expect(await execute(url, 'SELECT FROM pg_locks WHERE NOT granted')).toHaveLength(1),
    );
    await other.commit();
    expect(await migrated).toContain('0001_ledger');
  });

  test('puts everything into the schema that is configured', async () => {
    await migrate(options({ schema: 'float_b' }));
    const schemas = await execute(
      url,
      "SELECT DISTINCT schemaname FROM pg_tables WHERE schemaname ~ '^float'",
    );
    expect(schemas).toEqual([{ schemaname: 'float_b' }]);
    await migrate(options()); // beside it
    await expect(migrate(options({ schema: 'x"; DROP' }))).rejects.toThrow('not a name for a schema');
  });

  test('is all or nothing', async () => {
    writeFileSync(join(directory, '9999_broken.sql'), 'CREATE TABLE floatwatch.half (); SELECT 1/0;');
    await expect(migrate(options())).rejects.toThrow('division by zero');
    expect(await execute(url, "SELECT FROM pg_namespace WHERE nspname = 'floatwatch'")).toEqual([]);
  });

  test('P11 refuses a schema that a newer version has made', async () => {
    writeFileSync(join(directory, '9999_later.sql'), 'CREATE TABLE floatwatch.later ();');
    await migrate(options());
    rmSync(join(directory, '9999_later.sql'));
    const message = /migrated by a newer floatwatch \(it has 9999_later\)/;
    await expect(migrate(options())).rejects.toThrow(message);
    await expect(migrationStatus(options())).rejects.toThrow(message);
  });

  test('notices a file that was changed after it was applied, but not other line ends', async () => {
    writeFileSync(join(directory, '9999_mine.sql'), 'SELECT 1;\n');
    await migrate(options());
    writeFileSync(join(directory, '9999_mine.sql'), 'SELECT 1;\r\n');
    expect(await migrate(options())).toEqual([]);
    appendFileSync(join(directory, '9999_mine.sql'), '-- one more line\n');
    await expect(migrate(options())).rejects.toThrow('migration 9999_mine was changed after it was applied');
  });

  test('applies a later file to a database that has the earlier ones', async () => {
    await migrate(options());
    writeFileSync(join(directory, '9999_later.sql'), 'CREATE TABLE floatwatch.later ();');
    expect((await migrationStatus(options())).at(-1)).toEqual({ name: '9999_later', appliedAt: null });
    expect(await migrate(options())).toEqual(['9999_later']);
  });

  test('says what is missing, and what to do, where our role may not migrate', async () => {
    await migrate(options());
    await execute(url, "CREATE ROLE floatwatch_daemon LOGIN PASSWORD 'daemon'").catch(() => {});
    await execute(url, 'GRANT USAGE ON SCHEMA floatwatch TO floatwatch_daemon');
    await execute(url, 'GRANT SELECT ON ALL TABLES IN SCHEMA floatwatch TO floatwatch_daemon');
    writeFileSync(join(directory, '9999_later.sql'), 'CREATE TABLE floatwatch.later ();');
    const daemon = url.replace(/\/\/[^@]+@/, '//floatwatch_daemon:daemon@');
    await expect(migrate(options({ url: daemon }))).rejects.toThrow(
      'the database is not up to date (it lacks 9999_later), and our role may not change that (permission denied for schema floatwatch): run "floatwatch migrate" as the owner of the schema, and then config/grants.sql',
    );
  });

  test('no limit of time that a server has set ends what takes long, as an index of years does', async () => {
    const limits = `SELECT name, setting FROM pg_settings
      WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
    const database = new URL(url).pathname.slice(1);
    for (const { name } of await execute(url, limits))
      await execute(url, `ALTER DATABASE ${database} SET ${name} = '1min'`);
    writeFileSync(join(directory, '9999_mine.sql'), `CREATE TABLE floatwatch.limits AS ${limits};`);
    await migrate(options());
    const rows = await execute(url, 'SELECT setting FROM floatwatch.limits');
    expect(rows).toEqual(rows.map(() => ({ setting: '0' })));
  });

  test('G12 refuses another engine than the one that the tables were made for', async () => {
    await migrate(options());
    const told = 'database.engine is citus, but the tables in this database were made for postgres';
    await expect(migrate(options({ engine: 'citus' }))).rejects.toThrow(told);
  });

  test.runIf(ENGINE === 'postgres').each(['citus', 'timescaledb'] as const)(
    'says clearly that %s is missing',
    async (engine) => {
      await expect(migrate(options({ engine }))).rejects.toThrow(
        `database.engine is ${engine}, but this server does not have the extension ${engine}`,
      );
    },
  );
});
