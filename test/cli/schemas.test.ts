// Every command's --json is as `floatwatch schema --command NAME` says: by the schemas themselves, and by their JSON.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { CommandWithJson } from '../../src/cli/json/commands.ts';
import { COMMAND_SCHEMAS } from '../../src/cli/json/schemas.ts';
import { main } from '../../src/cli/main.ts';
import { command } from '../support/command.ts';
import { capture } from '../support/io.ts';
import { ENGINE, type TestDatabase } from '../support/postgres.ts';
import { answering } from '../upstream/service.ts';
import { RULES, toldPast } from './told-past.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-schemas-'));
let db: TestDatabase;
beforeAll(async () => {
  db = await toldPast(Date.now());
});
afterAll(async () => {
  await db[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const schemaOf = async (name: string): Promise<z.core.JSONSchema.JSONSchema> => {
  const { io, written } = capture();
  expect(await main(['schema', '--command', name], io)).toBe(0);
  return JSON.parse(written().stdout);
};

/** Throws what is wrong with it; returns how many things it holds. */
async function hold(name: CommandWithJson, json: string): Promise<number> {
  const value: unknown = JSON.parse(json);
  COMMAND_SCHEMAS[name].parse(value);
  z.fromJSONSchema(await schemaOf(name)).parse(value);
  return Array.isArray(value) ? value.length : Object.keys(value as object).length;
}

const range = ['--from', '2026-03-02', '--to', '2026-03-02'];
const WALLET = 'acme-ug/UGX/MERCHANT_PAYOUT';
test.each<readonly [CommandWithJson, ...string[]]>([
  ['balances'],
  ['plan'],
  ['plan', '--backtest'],
  ['history', WALLET, ...range, '--step', 'raw'],
  ['history', WALLET, ...range, '--step', 'hour'],
  ['history', WALLET, ...range, '--step', 'day'],
  ['statement', ...range],
  ['alerts'],
  ['alerts', '--history', '--since', '2026-01-01'],
  ['simulate', '--since', '2026-03-01', '--until', '2026-03-03'],
  [
    ...(['simulate', '--since', '2026-03-01', '--until', '2026-03-03'] as const),
    ...['--rule', 'PayoutFloatLow', '--set', 'below=1000'],
  ],
  ['rules'],
  ['options'],
  ['options', '--changes', '--since', '2026-01-01'],
  ['migrate', '--status'],
  ['doctor'],
])('floatwatch %s %s %s %s', async (name, ...rest) => {
  const { stdout } = await command([name, ...rest, '--json'], {
    url: db.url,
    yaml: RULES,
    timezone: 'Africa/Kampala',
  });
  expect(await hold(name as CommandWithJson, stdout)).toBeGreaterThan(0);
});

test('floatwatch export, and import of what it wrote and of CSV', async () => {
  const run = async (name: CommandWithJson, path: string) =>
    await hold(name, (await command([name, path, '--json'], { url: db.url })).stdout);
  const files = await run('export', join(folder, 'history'));
  expect(files).toBeGreaterThan(3);
  expect(await run('import', join(folder, 'history'))).toBe(files);
  const csv = join(folder, 'past.csv');
  writeFileSync(csv, 'account,currency,wallet_type,slot,available\nacme-ug,UGX,X,2026-03-01T00:00:00Z,1\n');
  expect(await run('import', csv)).toBe(2);
});

test.each(['probe', 'poll'] as const)(
  'floatwatch %s, of an account that answers and one that doesn’t',
  async (name) => {
    await using service = await answering();
    const file = join(folder, 'floatwatch.yaml');
    const account = (of: string, url: string) =>
      `  - {name: ${of}, base_url: "${url}", public_key: pk-123456, secret_key: sk-123456, retries: 0}\n`;
    const accounts = account('good', service.url) + account('away', 'http://127.0.0.1:1');
    writeFileSync(file, `database: {url: "${db.url}", engine: ${ENGINE}}\naccounts:\n${accounts}`);
    const { io, written } = capture();
    expect(await main([name, '--json', '--config.file', file], io)).toBe(1);
    expect(await hold(name, written().stdout)).toBe(2);
  },
);

test('what isn’t as it should be is found', async () => {
  const { stdout } = await command(['balances', '--json'], { url: db.url, yaml: RULES });
  const [first, ...others] = JSON.parse(stdout) as Record<string, unknown>[];
  for (const wrong of [{ available: 5 }, { state: 'well' }, { observed_at: 'now' }, { more: true }])
    await expect(hold('balances', JSON.stringify([{ ...first, ...wrong }, ...others]))).rejects.toThrow();
});
