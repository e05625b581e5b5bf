import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-import-'));
const file = join(folder, 'history.csv');
const HEAD = 'account,currency,wallet_type,slot,available,actual';
let db: TestDatabase;

beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db[Symbol.asyncDispose]());
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...argv: string[]) => command(argv, { url: db.url });
async function importing(...lines: string[]) {
  writeFileSync(file, lines.join('\n'));
  return await run('import', file);
}

describe('floatwatch import', () => {
  test('stores what it can read, digit for digit, and what has no column as unknown', async () => {
    const { code, stderr, stdout } = await importing(
      `\uFEFF${HEAD}`,
      'acme-ug,UGX,MERCHANT_PAYOUT,2026-05-04T10:00:00Z,1000.50,-0.10',
      'acme-ug,ugx,MERCHANT_PAYOUT,2026-05-04 10:01:00+00,"1000.00",\r',
      'elsewhere,KES,"a ""strange"", type",1777889000,1,2',
      '',
    );
    expect(stderr).toBe(
      'floatwatch: 3 snapshots stored, 0 were there already\n' +
        'floatwatch: not configured, so their days stay as they were, or are those of UTC: elsewhere\n',
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(
      await execute(
        db.url,
        'SELECT account, currency, wallet_type, available, actual, reserve FROM floatwatch.balances ORDER BY account, slot',
      ),
    ).toEqual([
      {
        account: 'acme-ug',
        currency: 'UGX',
        wallet_type: 'MERCHANT_PAYOUT',
        available: '1000.50',
        actual: '-0.10',
        reserve: null,
      },
      {
        account: 'acme-ug',
        currency: 'UGX',
        wallet_type: 'MERCHANT_PAYOUT',
        available: '1000.00',
        actual: null,
        reserve: null,
      },
      {
        account: 'elsewhere',
        currency: 'KES',
        wallet_type: 'a "strange", type',
        available: '1',
        actual: '2',
        reserve: null,
      },
    ]);
  });

  test('D13 of an account with too many wallets, says how much of the file is left out', async () => {
    const lines = Array.from({ length: 2_003 }, (_, i) => `acme-ug,UGX,T_${i},2026-05-04T10:00:00Z,1,1`);
    const { code, stderr } = await importing(HEAD, ...lines, 'acme-ke,KES,T_1,2026-05-04T10:00:00Z,1,1');
    expect(stderr).toContain('floatwatch: 2001 snapshots stored, 0 were there already\n');
    expect(stderr).toContain(
      'floatwatch: acme-ug: 3 snapshots of new wallets left out: the account has 2000 others, and no more are kept\n',
    );
    expect(code).toBe(1);
    expect((await importing(HEAD, ...lines)).stderr).toContain('0 snapshots stored, 2000 were there already');
  });

  test('reads what history --csv has written', async () => {
    await importing(HEAD, 'acme-ug,UGX,MERCHANT_PAYOUT,2026-05-04T10:00:00.123Z,1000.50,7');
    const written = await run(
      'history',
      'acme-ug/UGX/MERCHANT_PAYOUT',
      '--from',
      '2026-05-04',
      '--step',
      'raw',
      '--csv',
    );
    expect((await importing(written.stdout)).stderr).toContain('0 snapshots stored, 1 was there already');
  });

  test.each([
    ['acme-ug,UGX,MERCHANT_PAYOUT,2026-05-04T10:00:00Z,"1,000",1', ':3: available is not an amount: "1,000"'],
    ['acme-ug,UGX,MERCHANT_PAYOUT,2026-05-04T10:00:00,1,1', ':3: not an instant: "2026-05-04T10:00:00"'],
    ['acme-ug,UGX,MERCHANT_PAYOUT,1777889000,1', ':3: has 5 fields instead of 6'],
    ['acme ug,UGX,MERCHANT_PAYOUT,1777889000,1,1', ':3: not the name of an account: "acme ug"'],
    ['acme-ug,,MERCHANT_PAYOUT,1777889000,1,1', ':3: currency is empty'],
  ])('%s', async (line, message) => {
    const { code, stderr } = await importing(HEAD, 'acme-ug,UGX,X,1777889000,1,1', line);
    expect(stderr).toContain(`history.csv${message}`);
    expect(code).toBe(1);
  });

  test.for([
    ['digits that are a date, not a time since 1970', '20260504140500'],
    ['a year that is to come', '2612-01-13T17:25:40Z'],
    ['a day after tomorrow', new Date(Date.now() + 49 * 3_600_000).toISOString()],
  ])('E15 %s: a slot that lies in the future is refused, with its place', async ([, slot]) => {
    const { code, stderr } = await importing(HEAD, `acme-ug,UGX,X,${slot},1,1`);
    expect(stderr).toContain(`history.csv:2: ${JSON.stringify(slot)} lies in the future`);
    expect(code).toBe(1);
    expect(await execute(db.url, 'SELECT 1 FROM floatwatch.snapshot')).toEqual([]);
  });

  test('E5 a slot more than a minute ahead of the database is refused: its poll would be believed until then', async () => {
    const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
    const { code, stderr } = await importing(HEAD, `acme-ug,UGX,X,${soon(10 * 60_000)},1,1`);
    expect(stderr).toContain('lies in the future');
    expect(code).toBe(1);
    expect(await execute(db.url, 'SELECT 1 FROM floatwatch.poll')).toEqual([]);
    expect((await importing(HEAD, `acme-ug,UGX,X,${soon(0)},1,1`)).code).toBe(0);
  });

  test.for([
    ['digits that are a date to the minute', '202605041405', '1976-06-02T'],
    ['a year with a slip', '0206-05-04T14:05:00Z', '0206-05-04T'],
  ])('E15 %s: a slot before 2000 is refused, with what it was read as', async ([, slot, readAs]) => {
    const { code, stderr } = await importing(HEAD, `acme-ug,UGX,X,${slot},1,1`);
    expect(stderr).toContain(`history.csv:2: ${JSON.stringify(slot)} lies before 2000 (read as ${readAs}`);
    expect(code).toBe(1);
    expect(await execute(db.url, 'SELECT 1 FROM floatwatch.snapshot')).toEqual([]);
  });

  test('a line of megabytes is refused: the file is no CSV', async () => {
    const { code, stderr } = await importing(HEAD, 'x'.repeat(5 << 20));
    expect(stderr).toContain('history.csv:2: is longer than 1 MiB: this is no CSV file');
    expect(code).toBe(1);
  });

  test('says that a file is empty', async () => {
    const { code, stderr } = await importing('', '');
    expect(stderr).toContain('history.csv is empty: its first line names the columns');
    expect(code).toBe(1);
  });

  test('says which column is missing, or that the file is', async () => {
    expect((await importing('account,currency,slot,available', '')).stderr).toContain(
      'history.csv:1: there is no column wallet_type; there are account, currency, slot, available',
    );
    expect(await run('import', join(folder, 'none.csv'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('none.csv: there is no such file or folder'),
    });
  });
});
