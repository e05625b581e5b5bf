import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { fillHistory } from '../store/transfer/history.ts';
import { tamper } from '../store/transfer/transferring.ts';
import { command } from '../support/command.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

const parent = mkdtempSync(join(tmpdir(), 'floatwatch-export-'));
let [from, to]: TestDatabase[] = [];
let folder: string;

beforeEach(async () => {
  from = await testDatabase();
  to = await testDatabase();
  folder = mkdtempSync(join(parent, 'history-'));
  await fillHistory(from.url);
});
afterEach(async () => {
  await from![Symbol.asyncDispose]();
  await to![Symbol.asyncDispose]();
});
afterAll(() => rmSync(parent, { recursive: true }));

const run = (db: TestDatabase | undefined, ...argv: string[]) => command(argv, { url: db!.url });
const lineOf = (text: string, start: RegExp) => text.split('\n').find((line) => start.test(line));

test('export and import tell each file with its count and checksum, and what came of all', async () => {
  const exported = await run(from, 'export', folder);
  expect(exported).toMatchObject({
    code: 0,
    stderr: `floatwatch: 2 accounts, 9 months, 433 rows in ${folder}\n`,
  });
  const ledger = lineOf(exported.stdout, /^acme-ug +2026-03 +ledger/);
  expect(ledger).toMatch(/^acme-ug +2026-03 +ledger +40 +[0-9a-f]{64}$/);
  const sha256 = ledger!.slice(-64);
  expect(readFileSync(join(folder, 'accounts/acme-ug/manifest.json'), 'utf8')).toContain(sha256);
  expect(statSync(join(folder, 'accounts/acme-ug/2026-03.ledger.gz')).mode & 0o077).toBe(0);

  const imported = await run(to, 'import', folder);
  expect(imported).toMatchObject({
    code: 0,
    stderr:
      'floatwatch: 2 accounts, 9 months: 433 rows stored, 0 were there already\n' +
      'floatwatch: every count and checksum is the same in the database (18 files)\n',
  });
  expect(lineOf(imported.stdout, /^acme-ug +2026-03 +ledger/)).toMatch(
    new RegExp(`^acme-ug +2026-03 +ledger +40 +40 +same +${sha256}$`),
  );
  const again = await run(to, 'import', join(folder, 'manifest.json'));
  expect(again.stderr).toContain('0 rows stored, 433 were there already\n');
  expect((await run(from, 'export', folder)).stderr).toContain('(18 of 18 files were there already)\n');
  for (const file of ['accounts/acme-ug/2026-03.ledger.gz', 'common.gz']) rmSync(join(folder, file));
  expect((await run(from, 'export', folder)).stderr).toContain('(16 of 18 files were there already)\n');
});

test('what is wrong is said, with an exit code as others have', async () => {
  expect(await run(from, 'export', parent)).toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: `floatwatch: ${parent} isn't empty, and not an export: name an empty folder, or a new one\n`,
  });
  expect(await run(to, 'import', folder)).toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: `floatwatch: ${folder} has no manifest.json: it is no export\n`,
  });
  await run(from, 'export', folder);
  tamper(join(folder, 'accounts/acme-ug/2026-05.ledger.gz'), (text) => text.replace('\tok\t', '\tko\t'));
  const { code, stderr, stdout } = await run(to, 'import', folder);
  expect(stderr).toContain('floatwatch: acme-ug, 2026-05: ');
  expect(stderr).toContain("isn't what was exported");
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  await execute(from!.url, 'DROP TABLE floatwatch.plan CASCADE');
  expect((await run(from, 'export', folder)).code).toBe(1);
});
