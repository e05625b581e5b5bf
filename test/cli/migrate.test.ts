import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { rollUp } from '../../src/store/maintenance/rollups.ts';
import { quoteSchema } from '../../src/store/postgres/connection.ts';
import { ledgerOf, observation } from '../support/ledger.ts';
import { ENGINE, emptyDatabase, execute, type TestDatabase } from '../support/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-cli-'));
const file = join(folder, 'floatwatch.yaml');
let db: TestDatabase;

beforeEach(async () => {
  db = await emptyDatabase();
  writeFileSync(
    file,
    `database: {url: "${db.url}", engine: ${ENGINE}}
accounts:
  - {name: acme-ug, base_url: https://pay.example.com, public_key: pk-123456, secret_key: sk-123456}
`,
  );
});
afterEach(async () => {
  await db[Symbol.asyncDispose]();
  rmSync(file);
});

async function run(...argv: string[]) {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += String(chunk);
        done();
      },
    });
  const [stdout, stderr] = [into('stdout'), into('stderr')];
  const io = {
    stdout,
    stderr,
    env: {},
    signal: new AbortController().signal,
    onEarlyEnd() {},
    onHangUp() {},
    exitCode: 0,
  };
  const code = await main([...argv, '--config.file', file], io);
  return { code, ...written };
}

describe('floatwatch migrate', () => {
  test('applies what is missing and tells of each', async () => {
    const first = await run('migrate');
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr).toMatch(/applying 0001_ledger\n(.*\n)*.*the database is up to date\n$/);
    expect((await run('migrate')).stderr).toBe('floatwatch: the database was up to date already\n');
  });

  test('--status lists them and changes nothing', async () => {
    expect((await run('migrate', '--status')).stdout).toMatch(/^MIGRATION +APPLIED\n0001_ledger +not yet\n/);
    expect(await execute(db.url, "SELECT FROM pg_namespace WHERE nspname = 'floatwatch'")).toEqual([]);
    await run('migrate');
    const { stdout } = await run('migrate', '--status', '--json');
    expect(JSON.parse(stdout)[0]).toEqual({
      name: '0001_ledger',
      applied_at: expect.stringMatching(/^20\d\d-.*Z$/),
    });
  });

  test('says what to do where the server speaks no TLS, as doctor does', async () => {
    writeFileSync(file, readFileSync(file, 'utf8').replace(db.url, `${db.url}?sslmode=verify-full`));
    const advice = /can't be used: .*SSL.*sslmode=disable/;
    expect(await run('migrate')).toMatchObject({ code: 1, stderr: expect.stringMatching(advice) });
    expect(await run('doctor')).toMatchObject({ code: 1, stdout: expect.stringMatching(advice) });
  });

  test('says what is wrong with the database, and exits with 1', async () => {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/:\d+\//, ':1/'));
    expect(await run('migrate')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^floatwatch: Postgres at 127.0.0.1:1 can't be used: .*ECONNREFUSED/),
    });
    const { code, stdout } = await run('doctor');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /database +it can't be used: .*ECONNREFUSED[^→]*→ start it, or correct\s+database\.url; polls wait in the spool meanwhile/,
    );
  });
});

test('floatwatch prune drops what retention says and prints its name', async () => {
  const dropped = (series: string) =>
    ENGINE === 'timescaledb' ? expect.stringMatching(/_hyper_\d+_\d+_chunk\n$/) : `${series}_2020_01\n`;
  await run('migrate');
  await ledgerOf(db.pool).complete([observation(Date.UTC(2020, 0, 1)), observation(Date.now())]);
  // Snapshots of which figures are still to be made stay.
  expect(await run('prune')).toEqual({ code: 0, stdout: dropped('poll'), stderr: '' });
  await rollUp(db.pool, quoteSchema('floatwatch'));
  expect(await run('prune')).toEqual({ code: 0, stdout: dropped('snapshot'), stderr: '' });
  expect(await run('prune')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'floatwatch: nothing is older than retention says\n',
  });
  expect(await execute(db.url, 'SELECT FROM floatwatch.balances')).toHaveLength(1);
});
