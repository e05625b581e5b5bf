// The demo's money is invented, and stays the demo's: its folder, its database, its accounts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { floatwatch, type Running } from '../support/process.ts';

const ANY_PORTS = ['--web.port', '0', '--database-port', '0', '--sandbox-port', '0'];
const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'floatwatch-demo-'));
  await chmod(folder, 0o755); // Postgres runs as another user when we are root
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function typed(
  args: readonly string[],
): Promise<{ readonly code: number | string; readonly output: string }> {
  await using command = floatwatch(args);
  return { code: await command.ended(), output: command.output() };
}

const own = (settings: object) =>
  JSON.stringify({
    ...settings,
    accounts: [{ name: 'acme-ug', base_url: 'http://127.0.0.1:1', public_key: 'p', secret_key: 's' }],
    web: { listen: ['127.0.0.1:0'] },
  });

describe('beside a running demo', () => {
  let folder: string;
  let demo: Running;
  let elsewhere: string;

  beforeAll(async () => {
    folder = await scratch();
    elsewhere = await scratch();
    demo = stack.use(floatwatch(['demo', '--data-dir', folder, ...ANY_PORTS]));
    stack.defer(demo.stop); // whoever kills it leaves its Postgres behind
    await demo.until(/past fortnight of the four merchants is in the history/, 120_000);
  }, 240_000);

  test.for([
    ['check-config'],
    ['balances'],
    ['statement'],
    ['history', 'demo-acme-ug/UGX/MERCHANT_PAYOUT'],
    ['alerts'],
    ['options'],
    ['rules'],
    ['simulate', '--since', '1h'],
    ['probe'],
    ['poll', 'demo-acme-ke'],
    ['migrate', '--status'],
    ['prune'],
  ])('F1 floatwatch %s works with demo.yaml', async ([name = '', ...args]) => {
    const { code, output } = await typed([name, '--config.file', join(folder, 'demo.yaml'), ...args]);
    expect(code, output).toBe(0);
  });

  test('F1 its accounts have names that are nobody’s own', async () => {
    const { output } = await typed(['balances', '--json', '--config.file', join(folder, 'demo.yaml')]);
    const accounts = (JSON.parse(output.slice(output.indexOf('['))) as { account: string }[]).map(
      ({ account }) => account,
    );
    expect(accounts).toHaveLength(20);
    expect(accounts.filter((account) => !account.startsWith('demo-'))).toEqual([]);
  });

  test.for([['run'], ['balances'], ['poll'], ['migrate'], ['prune'], ['import', '/dev/null']])(
    'F1 a configuration of one’s own is refused in its folder by %s, in a sentence that says what to do',
    async ([name = '', ...args]) => {
      const file = join(elsewhere, `${name}.yaml`);
      writeFileSync(file, own({ data_dir: folder }));
      const { code, output } = await typed([name, '--config.file', file, ...args]);
      expect(code, output).not.toBe(0);
      expect(output).toMatch(/is the demo's.*data_dir/);
      expect(output).not.toContain('    at ');
    },
  );

  test.for([['balances'], ['poll'], ['migrate'], ['prune'], ['import', '/dev/null']])(
    'F1 and in its database by %s, from wherever it is reached',
    async ([name = '', ...args]) => {
      const [, , url] = demo.output().match(/PGPASSWORD=\$\(cat (\S+)\) psql (\S+)/)!;
      const address = new URL(url!);
      address.password = readFileSync(join(folder, 'postgres', 'password'), 'utf8').trim();
      const file = join(elsewhere, `database-${name}.yaml`);
      writeFileSync(file, own({ data_dir: join(elsewhere, 'data'), database: { url: address.href } }));
      const { code, output } = await typed([name, '--config.file', file, ...args]);
      expect(code, output).not.toBe(0);
      expect(output).toMatch(/database is the demo's/);
    },
  );
});

test('F1 the demo does not start in a folder that holds a history of somebody', async () => {
  const folder = await scratch();
  mkdirSync(join(folder, 'postgres'));
  const { code, output } = await typed(['demo', '--data-dir', folder, ...ANY_PORTS]);
  expect(code).toBe(1);
  expect(output).toMatch(/holds a history that isn't the demo's.*--data-dir/);
});
