// What `import` says of what it stored, and of what it did not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { ENGINE, type TestDatabase, testDatabase } from '../support/postgres.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

describe('floatwatch import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-import-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'past.csv');
  const HEAD = 'account,currency,wallet_type,slot,available\n';
  const line = (account: string, minute: number) =>
    `${account},UGX,X,2026-02-08T09:${String(minute).padStart(2, '0')}:00Z,12.50\n`;

  async function imported(text: string, { flags = [] as string[], isTTY = false, aborted = false } = {}) {
    writeFileSync(file, text);
    const account = { name: 'acme', base_url: 'https://pay.example.com', public_key: 'p', secret_key: 's' };
    await using config = await configFolder({
      database: { url: db.url, engine: ENGINE },
      accounts: [account],
    });
    const { io, written } = capture();
    Object.assign(io.stderr, { isTTY });
    const signal = aborted ? AbortSignal.abort() : io.signal;
    const code = await main(['import', file, '--config.file', config.file, ...flags], { ...io, signal });
    return { code, ...written() };
  }

  test('shows on a terminal how much of the file is read, and takes it away at the end', async () => {
    const { code, stdout, stderr } = await imported(HEAD + line('acme', 0) + line('acme', 1), {
      isTTY: true,
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toBe(
      '\r100 %, 2 snapshots\r\u001b[Kfloatwatch: 2 snapshots stored, 0 were there already\n',
    );
  });

  test('--json has the figures; of accounts that are not configured each is named once', async () => {
    const text = HEAD + line('acme', 1) + line('acme', 2) + line('b', 2) + line('b', 3) + line('c', 3);
    expect(await imported(text, { flags: ['--json'] })).toEqual({
      code: 0,
      stdout: '{\n  "stored": 4,\n  "known": 1\n}\n',
      stderr:
        'floatwatch: 4 snapshots stored, 1 was there already\n' +
        'floatwatch: not configured, so their days stay as they were, or are those of UTC: b, c\n',
    });
  });

  test('one of a kind is told as one', async () => {
    const text = HEAD + line('acme', 5);
    const { stderr } = await imported(text, { isTTY: true });
    expect(stderr).toMatch(/\r100 %, 1 snapshot\r.*: 1 snapshot stored, 0 were there already\n$/);
  });

  test('interrupted, it says so, and how far it came', async () => {
    const { code, stderr } = await imported(HEAD + line('acme', 30), { aborted: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^floatwatch: interrupted: \d snapshots stored, 0 were there already\n/);
  });
});
