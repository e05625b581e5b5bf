// What `simulate` prints as a whole, over a file.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { capture } from '../support/io.ts';

const folder = mkdtempSync(join(tmpdir(), 'floatwatch-simulated-'));
const csv = join(folder, 'history.csv');
const config = join(folder, 'floatwatch.yaml');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  const slot = (minute: number) => new Date(Date.UTC(2026, 2, 2, 12, minute)).toISOString();
  const lines = ['9000000', '4500000.50', '3500000', '9000000', '1000000', '900000'].flatMap((amount, i) => [
    `acme-ug,UGX,MERCHANT_PAYOUT,${slot(i)},${amount}`,
    `acme-ke,KES,MERCHANT_PAYOUT,${slot(i)},${Number(amount) / 100}`,
  ]);
  writeFileSync(csv, ['account,currency,wallet_type,slot,available', ...lines].join('\n'));
});

async function simulated(rules: readonly object[], argv: readonly string[] = [], columns?: number) {
  const account = (name: string, timezone: string) => ({
    ...{ name, timezone, base_url: 'https://pay.example.com', public_key: 'pk', secret_key: 'sk' },
    payment_options: {},
  });
  const accounts = [account('acme-ug', 'Africa/Kampala'), account('acme-ke', 'UTC')];
  writeFileSync(config, JSON.stringify({ accounts, alerts: { rules } }));
  const { io, written } = capture();
  if (columns) Object.assign(io.stdout, { isTTY: true, columns });
  const code = await main(['simulate', '--config.file', config, '--csv', csv, ...argv], {
    ...io,
    env: { NO_COLOR: '1' },
  });
  return { code, ...written() };
}
const LOW = { name: 'Low', severity: 'critical', below: '5000000', wallets: { currency: 'UGX' } };
const LOW_KES = { name: 'Low', below: '20000', wallets: { currency: 'KES' } };

test('episodes in the time of their account, and the sums of each rule', async () => {
  const { code, stdout, stderr } = await simulated([LOW, LOW_KES]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await expect(stdout).toMatchFileSnapshot('golden/simulated.txt');
});

test('with --set the other settings are shown, and the difference is said', async () => {
  const { stdout } = await simulated([LOW, LOW_KES], ['--rule', 'Low', '--set', 'below=950000', '--utc']);
  await expect(stdout).toMatchFileSnapshot('golden/simulated-set.txt');
});

test('on a narrow terminal the least important columns go', async () => {
  const { stdout, stderr } = await simulated([LOW], [], 70);
  expect(stderr).toMatch(/^no room for VALUE(?:, WORST)?: --wide shows all\n/);
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(70);
});

test('nothing that fires is said so, and rules for options are named', async () => {
  const gone = { name: 'Gone', options: {}, vanished: true };
  const { stdout, stderr } = await simulated([{ ...LOW, below: '1' }, gone]);
  expect(stderr).toBe('floatwatch: rules about payment options are not replayed: Gone\n');
  await expect(stdout).toMatchFileSnapshot('golden/simulated-nothing.txt');
  expect((await simulated([LOW, gone], ['--rule', 'Low'])).stderr).toBe('');
});

test.each([
  ['the zone of the account whose wallets are watched', [{ ...LOW, below: '1' }], [], '15:00:00+03'],
  ['UTC on request', [{ ...LOW, below: '1' }], ['--utc'], '12:00:00Z'],
  ['UTC where accounts of several zones are watched', [{ name: 'Any', below: '1' }], [], '12:00:00Z'],
  ['UTC where none is watched', [{ ...LOW, wallets: { currency: 'XAF' } }], [], '12:00:00Z'],
])('the range of what did not fire is in %s', async (_, rules, flags, from) => {
  const { stdout } = await simulated(rules, flags);
  expect(stdout).toContain('Nothing would have fired.');
  expect(stdout.startsWith(`12 polls from 2026-03-02 ${from} to`)).toBe(true);
});

test('one poll is told as one', async () => {
  const one = join(folder, 'one.csv');
  writeFileSync(one, readFileSync(csv, 'utf8').split('\n').slice(0, 2).join('\n'));
  expect((await simulated([LOW], ['--csv', one])).stdout).toMatch(/^1 poll from /);
});

test('--json has the result, and the other beside it', async () => {
  const one = JSON.parse((await simulated([LOW], ['--json'])).stdout);
  expect(Object.keys(one).sort()).toEqual(['episodes', 'observations', 'rules', 'since', 'until', 'watched']);
  expect(one).toMatchObject({ since: '2026-03-02T12:00:00.000Z', until: '2026-03-02T12:05:00.000Z' });
  expect(one.episodes[1]).toMatchObject({
    resolved_at: null,
    lasted_seconds: 60,
    wallet_type: 'MERCHANT_PAYOUT',
  });
  const both = JSON.parse((await simulated([LOW], ['--json', '--rule', 'Low', '--set', 'for=2m'])).stdout);
  expect(both.episodes).toHaveLength(2);
  expect(both.changed.episodes).toEqual([]);
  expect(both.changed.rules[0]).toMatchObject({
    episodes: 0,
    firing_seconds: 0,
    longest_seconds: 0,
    per_week: 0,
  });
});
