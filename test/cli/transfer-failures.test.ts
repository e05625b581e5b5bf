// What `export` and `import` say when they fail: what failed, where, what is done already, and what to do.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillHistory } from '../store/transfer/history.ts';
import { command } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { execute, heldTransaction, type TestDatabase, testDatabase } from '../support/postgres.ts';

const parent = mkdtempSync(join(tmpdir(), 'floatwatch-failures-'));
const whole = join(parent, 'whole');
let from: TestDatabase;
let folder: string;

beforeAll(async () => {
  from = await testDatabase();
  await fillHistory(from.url);
  expect(await command(['export', whole], { url: from.url })).toMatchObject({ code: 0 });
});
beforeEach(() => {
  folder = join(mkdtempSync(join(parent, 'test-')), 'history');
});
afterAll(async () => {
  rmSync(parent, { recursive: true });
  await from[Symbol.asyncDispose]();
});

const run = async ({ url }: { readonly url: string }, ...argv: string[]) => {
  const { code, stdout, stderr } = await command(argv, { url });
  expect(stdout.includes('\n')).toBe(code === 0); // a result is whole or none
  return { code, stderr: stderr.replaceAll(folder, 'FOLDER') };
};
const copied = () => cpSync(whole, folder, { recursive: true });

/** Ends the connection that waits for a table that another holds. */
const endWaiting = (db: TestDatabase) =>
  eventually(async () =>
    expect(
      await execute(
        db.url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    ).not.toEqual([]),
  );
const ENDED =
  'the server ended the session (SQLSTATE 57P01): terminating connection due to administrator command';

describe('an export', () => {
  test('whose disk is full says so, and goes on when there is room', async () => {
    mkdirSync(folder);
    symlinkSync('/dev/full', join(folder, 'manifest.json.half'));
    expect(await run(from, 'export', folder)).toEqual({
      code: 1,
      stderr:
        "floatwatch: FOLDER/manifest.json can't be written: the disk is full: make room there. Run it again then\n",
    });
    // The first try has left nothing behind that a second one would take for another's.
    expect((await run(from, 'export', folder)).code).toBe(0);
    const ledger = join(folder, 'accounts/acme-ug/2026-03.ledger.gz');
    rmSync(ledger);
    symlinkSync('/dev/full', `${ledger}.half`);
    const { code, stderr } = await run(from, 'export', folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^floatwatch: FOLDER\/accounts\/acme-ug\/2026-03\.ledger\.gz can't be written: the disk is full: make room there\. Exported already: 2 accounts, \d months. Run it again then, and it goes on\n$/,
    );
    // But for the month, and for what is common to all accounts: an export that has not ended doesn't list it.
    expect((await run(from, 'export', folder)).stderr).toMatch(/\(16 of 18 files were there already\)\n$/);
  });

  test('that was killed at its beginning is gone on with', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'manifest.json.half'), '{"form');
    expect((await run(from, 'export', folder)).code).toBe(0);
  });

  test('that can not write where it should names the file', async () => {
    mkdirSync(join(folder, 'manifest.json.half'), { recursive: true });
    expect((await run(from, 'export', folder)).stderr).toMatch(
      /^floatwatch: FOLDER\/manifest\.json can't be written: EISDIR.*\. Run it again then\n$/,
    );
  });

  test('that fails shows with --debug where its cause came from', async () => {
    mkdirSync(join(folder, 'manifest.json.half'), { recursive: true });
    expect((await run(from, '--debug', 'export', folder)).stderr).toMatch(
      /^floatwatch: CommandError: FOLDER[\s\S]* {4}at [\s\S]*\ncaused by Error: EISDIR[\s\S]* {4}at /,
    );
  });

  test('whose connection ends says where, and how much is done', async () => {
    const held = await heldTransaction(from.url, 'LOCK TABLE floatwatch.outbox');
    const exporting = run(from, 'export', folder);
    await endWaiting(from);
    expect(await exporting).toEqual({
      code: 1,
      stderr: `floatwatch: FOLDER, what all accounts share: ${ENDED}. Exported already: 2 accounts, 9 months. Run it again, and it goes on\n`,
    });
    await held[Symbol.asyncDispose]();
    expect((await run(from, 'export', folder)).code).toBe(0);
  });

  test('by a role that may only read views says which right it needs, and where it comes from', async () => {
    const role = `reader_${new URL(from.url).pathname.slice(1)}`;
    await execute(from.url, `CREATE ROLE ${role} LOGIN PASSWORD 'reader' IN ROLE floatwatch_reader`);
    try {
      const url = Object.assign(new URL(from.url), { username: role, password: 'reader' }).href;
      const { code, stderr } = await run({ url }, 'export', folder);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr:
          "floatwatch: the database can't be used: permission denied for table migration: this command needs the right to read all tables (SELECT), and floatwatch_reader may read views alone: run config/grants.sql as the owner of the schema, and name the daemon's role in database.url\n",
      });
      expect((await run({ url }, 'import', whole)).stderr).toContain(
        "this command needs the daemon's rights: run config/grants.sql",
      );
    } finally {
      await execute(from.url, `DROP ROLE ${role}`);
    }
  });
});

describe('an import', () => {
  test('whose connection ends blames no file, and says where and how much is done', async () => {
    await using to = await testDatabase();
    const held = await heldTransaction(to.url, 'LOCK TABLE floatwatch.snapshot_conflict');
    copied();
    const importing = run(to, 'import', folder);
    await endWaiting(to);
    expect(await importing).toEqual({
      code: 1,
      stderr: `floatwatch: FOLDER, .kenya 2026-01: ${ENDED}. Imported already: 1 account, 0 months. Run it again, and it goes on\n`,
    });
    await held[Symbol.asyncDispose]();
    expect((await run(to, 'import', folder)).code).toBe(0);
  });

  test('whose connection ends while a file is read blames no file either', async () => {
    await using to = await testDatabase();
    await execute(to.url, `SELECT floatwatch.make_partitions('2026-01-01', '2026-06-01')`);
    // Another transaction has stored a row of the same key, and hasn't ended: the row of the file waits for it.
    const held = await heldTransaction(
      to.url,
      `INSERT INTO floatwatch.account (name, timezone) VALUES ('acme-ug', 'Africa/Kampala')`,
    );
    copied();
    const database = new URL(to.url).pathname.slice(1);
    await execute(to.url, `ALTER DATABASE ${database} SET lock_timeout = 0`);
    const importing = run(to, 'import', folder);
    await endWaiting(to);
    const { stderr } = await importing;
    await held[Symbol.asyncDispose]();
    expect(stderr).toMatch(/^floatwatch: FOLDER, acme-ug: the server ended the session/);
    expect(stderr).toMatch(/Imported already: 1 account, \d months\. Run it again, and it goes on\n$/);
  });

  test('that lacks a file of the last account imports nothing, and needs no file of what the database has', async () => {
    await using to = await testDatabase();
    copied();
    for (const month of ['2026-03', '2026-04']) rmSync(join(folder, `accounts/acme-ug/${month}.ledger.gz`));
    expect(await run(to, 'import', folder)).toEqual({
      code: 1,
      stderr:
        "floatwatch: FOLDER/accounts/acme-ug/2026-03.ledger.gz (and 1 more of its files) is missing, and the database doesn't have it yet: copy the folder again from where it was written, or run floatwatch export there again. Run it again then\n",
    });
    expect(await execute(to.url, 'SELECT name FROM floatwatch.account')).toEqual([]);
    expect((await run(to, 'import', whole)).code).toBe(0);
    rmSync(join(folder, 'common.gz'));
    expect((await run(to, 'import', folder)).stderr).toContain('0 rows stored, 433 were there already');
    rmSync(join(folder, 'accounts/acme-ug/manifest.json'));
    expect((await run(to, 'import', folder)).stderr).toContain(
      'FOLDER/accounts/acme-ug has no manifest.json: copy the folder again from where it was written. Run',
    );
  });

  test('says which columns of which row differ from the database', async () => {
    await using to = await testDatabase();
    expect((await run(to, 'import', whole)).code).toBe(0);
    await execute(
      to.url,
      `UPDATE floatwatch.snapshot SET available = 7.70 WHERE slot = '2026-05-04 10:05+00' AND wallet_id =
         (SELECT wallet_id FROM floatwatch.wallet WHERE wallet_type = 'MERCHANT_PAYOUT')`,
    );
    copied();
    expect((await run(to, 'import', folder)).stderr).toMatch(
      /^floatwatch: acme-ug, 2026-05: the database has seen something else: snapshot of UGX\/MERCHANT_PAYOUT, slot 2026-05-04 10:05:00\+00: available is -1234567890123456789012345\.00050 in the export and 7\.70 in the database\. Nothing of FOLDER\/accounts\/acme-ug\/2026-05\.ledger\.gz was stored\. Import into a database that hasn't polled this account in this month\. Imported already: 2 accounts, \d months\n$/,
    );
  });

  test.each([
    ['the folder of an account', 'accounts/acme-ug'],
    ['the folder of all accounts', 'accounts'],
    ['the manifest of an account', 'accounts/acme-ug/manifest.json'],
    ['a file of an account', 'accounts/acme-ug/2026-05.ledger.gz'],
    ['the file of what all share', 'common.gz'],
  ])('of %s names the folder of the whole', async (_what, name) => {
    copied();
    const { code, stderr } = await run(from, 'import', join(folder, name));
    const part = name.replace('/manifest.json', '');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `floatwatch: FOLDER/${part} is only a part of an export: name the folder of the whole, FOLDER\n`,
    });
  });

  test.each([
    ['a packed file', gzipSync('account,currency\n'.repeat(90)), 'is packed: unpack it first (gunzip)'],
    ['text in UTF-16', Buffer.from('account,currency\nacme,UGX\n', 'utf16le'), 'is no CSV file in UTF-8'],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1]),
      'is no CSV file in UTF-8',
    ],
  ])('of %s prints nothing of it', async (_what, bytes, why) => {
    folder = join(parent, 'past');
    writeFileSync(folder, bytes);
    expect(await run(from, 'import', folder)).toEqual({
      code: 1,
      stderr: `floatwatch: FOLDER ${why}: its first line isn't text\n`,
    });
  });

  test('of an export of a newer version names the folder', async () => {
    copied();
    const manifest = join(folder, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"observed_after"', '"seen_after"'));
    expect((await run(from, 'import', folder)).stderr).toMatch(
      /^floatwatch: FOLDER: the export is of a newer floatwatch .* snapshot\.seen_after\. Use that version/,
    );
  });
});

test.each(['export', 'import'])('%s says of a manifest that was cut what to do', async (name) => {
  copied();
  truncateSync(join(folder, 'manifest.json'), 300);
  const { code, stderr } = await run(from, name, folder);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^floatwatch: FOLDER\/manifest\.json is damaged, or is not the manifest of an export \(.*JSON.*\): copy it again from where it was written, or export into a new folder\n$/,
  );
});
