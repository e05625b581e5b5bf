// What `poll` and `import` say of what they stored, and of what they did not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { command } from '../support/command.ts';
import { configFolder } from '../support/floatwatch-config.ts';
import { capture } from '../support/io.ts';
import { ledgerOf, observation, wallet } from '../support/ledger.ts';
import { ENGINE, execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

const NOW = Date.UTC(2026, 2, 1, 9);
const [{ publicKey, secretKey }] = MERCHANTS as [(typeof MERCHANTS)[number]];
let service: Sandbox;
let db: TestDatabase;

beforeAll(async () => {
  service = createSandbox({ scenario: createScenario({ seed: 'poll', merchants: MERCHANTS }) });
  await service.start();
  db = await testDatabase();
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await service.stop();
  await db[Symbol.asyncDispose]();
});

const itIs = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
const polled = (names: readonly string[], ...flags: readonly string[]) =>
  command(['poll', ...names, ...flags], {
    url: db.url,
    yaml: names
      .map(
        (name) =>
          `  - {name: ${name}, base_url: "${service.address}", public_key: ${publicKey}, secret_key: ${secretKey}}\n`,
      )
      .join(''),
  });

describe('floatwatch poll', () => {
  test.each([
    ['whole', 0, 1],
    ['begun', 1, 1],
    ['nearly over', 999, 999],
  ])('at a second that is %s it takes a slot that no schedule has', async (how, since, slot) => {
    const name = `at-${since}-${how.length}`;
    itIs(NOW + since);
    expect(await polled([name])).toMatchObject({ code: 0, stderr: '' });
    const rows = await execute(
      db.url,
      `SELECT (extract(epoch FROM slot) * 1000)::int8::text AS slot, outcome FROM floatwatch.polls WHERE account = $1`,
      [name],
    );
    expect(rows).toEqual([{ slot: String(NOW + slot), outcome: 'ok' }]);
  });

  test('--json has what was seen of each account, in the order of the file, and no table', async () => {
    itIs(NOW + 5_500);
    const { code, stdout } = await polled(['one', 'two'], '--json');
    const seen = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(seen, null, 2)}\n`);
    expect(seen).toMatchObject(
      ['one', 'two'].map((account) => ({ account, slot: NOW + 5_500, outcome: 'ok', detail: null })),
    );
    expect(seen[0].wallets).toHaveLength(5);
    expect(seen[0].wallets[0]).toMatchObject({ currency: 'UGX', available: expect.any(String) });
  });

  test('with a clock that is ahead it names all whose balances are not stored', async () => {
    itIs(Date.now() + 180_000);
    const { code, stderr } = await polled(['early', 'earlier']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "floatwatch: early, earlier: not stored, this machine's clock is more than a minute ahead of the database's: set both by NTP\n",
    });
  });

  test('D13 of an account with as many wallets as are kept it says how many are not', async () => {
    const wallets = Array.from({ length: 1_998 }, (_, i) => wallet('1', { walletType: `T_${i}` }));
    await ledgerOf(db.pool).complete([observation(NOW, { account: 'full', wallets })]);
    itIs(NOW + 60_001);
    const { code, stderr } = await polled(['full']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'floatwatch: full: 3 new wallets were not stored: the account has 2000 others, and no more are kept\n',
    });
  });
});

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
        'floatwatch: 4 snapshots stored, 1 were there already\n' +
        'floatwatch: not configured, so their days stay as they were, or are those of UTC: b, c\n',
    });
  });

  test('interrupted, it says so, and how far it came', async () => {
    const { code, stderr } = await imported(HEAD + line('acme', 30), { aborted: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^floatwatch: interrupted: \d snapshots stored, 0 were there already\n/);
  });
});
