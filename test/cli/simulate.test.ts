// What `simulate` says and exits with besides what would have fired: test/monitor/simulation.test.ts has that.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-simulate-'));
const csv = join(folder, 'history.csv');
const HEADER = 'account,currency,wallet_type,slot,available';
const account = { name: 'acme-ug', base_url: 'https://pay.example.com', public_key: 'pk', secret_key: 'sk' };

beforeAll(() => {
  const lines = ['9000000', '4500000', '3500000', '9000000'].map(
    (amount, i) => `acme-ug,UGX,MERCHANT_PAYOUT,2026-03-02T12:0${i}:00Z,${amount}`,
  );
  writeFileSync(csv, [HEADER, ...lines].join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function simulated(
  argv: readonly string[],
  { rules = [LOW] as readonly object[], isTTY = false, env = {} } = {},
) {
  const config = join(folder, 'floatwatch.yaml');
  const database = { url: 'postgres://127.0.0.1:1/none' }; // nobody listens there
  writeFileSync(config, JSON.stringify({ database, accounts: [account], alerts: { rules } }));
  const { io, written } = capture();
  const stderr = Object.assign(io.stderr, { isTTY });
  const code = await main(['simulate', '--config.file', config, ...argv], { ...io, stderr, env });
  return { code, ...written() };
}
const LOW = { name: 'Low', severity: 'critical', below: '5000000', wallets: { currency: 'UGX' } };

test('--json has every figure, amounts as strings and durations in seconds', async () => {
  const { stdout } = await simulated(['--csv', csv, '--json']);
  expect(JSON.parse(stdout)).toEqual({
    since: '2026-03-02T12:00:00.000Z',
    until: '2026-03-02T12:03:00.000Z',
    observations: 4,
    watched: 1,
    episodes: [
      {
        ...{ rule: 'Low', severity: 'critical', account: 'acme-ug', currency: 'UGX' },
        ...{ wallet_type: 'MERCHANT_PAYOUT', value: '4500000', threshold: '5000000', worst: '3500000' },
        pending_at: '2026-03-02T12:01:00.000Z',
        firing_at: '2026-03-02T12:01:00.000Z',
        resolved_at: '2026-03-02T12:03:00.000Z',
        lasted_seconds: 120,
      },
    ],
    rules: [
      {
        ...{ rule: 'Low', severity: 'critical', episodes: 1, per_week: 1 },
        wallets: { account: '*', currency: 'UGX', wallet_type: '*' },
        ...{ firing_seconds: 120, longest_seconds: 120 },
      },
    ],
  });
});

test('how far it has read is told on a terminal, and taken away again; elsewhere nothing is', async () => {
  const { stderr } = await simulated(['--csv', csv], { isTTY: true });
  expect(stderr.endsWith('\rreading history: 100 %\r\x1b[K')).toBe(true);
  for (const how of [{}, { isTTY: true, env: { NO_COLOR: '1' } }, { isTTY: true, env: { TERM: 'dumb' } }])
    expect((await simulated(['--csv', csv], how)).stderr).toBe('');
});

test('a file without a line is no history', async () => {
  const empty = join(folder, 'empty.csv');
  writeFileSync(empty, `${HEADER}\n`);
  expect(await simulated(['--csv', empty])).toMatchObject({
    code: 0,
    stdout: 'There is no history in that range.\n',
  });
});

test('what can not be simulated is said, with its exit code', async () => {
  const nowhere = join(folder, 'nowhere.csv');
  expect(await simulated(['--csv', nowhere])).toMatchObject({
    code: 2,
    stderr: `floatwatch: --csv ${nowhere}: there is no such file\n`,
  });
  const option = { name: 'Off', options: {}, inactive_for: '10m' };
  for (const rules of [[], [option]])
    expect(await simulated(['--csv', csv], { rules })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^floatwatch: there is no rule for wallets to simulate$/m),
    });
});

test.each([[['--since', '1d', '--until', '2d']], [['--since', '2026-03-02', '--until', '2026-03-02']]])(
  'a range that ends before it begins is a mistake, not a range without history: %j',
  async (argv) => {
    expect(await simulated(argv)).toMatchObject({
      code: 2,
      stderr: 'floatwatch: --since must be before --until\n',
    });
  },
);
