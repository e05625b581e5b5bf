import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/server.ts';
import { command } from '../support/command.ts';
import { execute, type TestDatabase, testDatabase } from '../support/postgres.ts';

const [{ publicKey, secretKey }] = MERCHANTS as [(typeof MERCHANTS)[number]];
let service: Sandbox;
let db: TestDatabase;

beforeAll(async () => {
  service = createSandbox({ scenario: createScenario({ seed: 'poll', merchants: MERCHANTS }) });
  await service.start();
  db = await testDatabase();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await service.stop();
  await db[Symbol.asyncDispose]();
});

const polled = (...more: readonly string[]) =>
  command(['poll', 'here', ...more], {
    url: db.url,
    yaml: `  - {name: here, base_url: "${service.address}", public_key: ${publicKey}, secret_key: ${secretKey}}\n`,
  });
const stored = () =>
  execute(db.url, `SELECT outcome FROM floatwatch.polls WHERE account = 'here' ORDER BY slot`);

describe('floatwatch poll', () => {
  test('what it saw is stored', async () => {
    expect(await polled()).toMatchObject({ code: 0, stderr: '' });
    expect(await stored()).toEqual([{ outcome: 'ok' }]);
  });

  test('M8 no wallets where there were some is empty, and no good answer', async () => {
    service.faults.on('acme-ug', 'no-wallets');
    const { code, stdout } = await polled();
    service.faults.off('acme-ug');
    expect(stdout).toMatch(/^here +empty +0 /m);
    expect(code).toBe(1);
    expect(await stored()).toEqual([{ outcome: 'ok' }, { outcome: 'empty' }]);
  });

  test.each([[[]], [['--json']]])(
    'E5 with a clock that is ahead of the database nothing is stored, and it says so %j',
    async (more) => {
      const before = await stored();
      const now = Date.now;
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 3 * 60_000);
      const { code, stderr } = await polled(...more);
      expect(await stored()).toEqual(before);
      expect(stderr).toContain(
        "here: not stored, this machine's clock is more than a minute ahead of the database's",
      );
      expect(code).toBe(1);
    },
  );
});
