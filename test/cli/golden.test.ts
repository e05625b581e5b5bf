// What each command prints on a terminal of 80 and of 200 columns, with and without colour, kept in golden/.
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { command } from '../support/command.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { MINUTE, START } from '../support/watching.ts';
import { RULES, toldPast } from './told-past.ts';

const now = Date.now();
let db: TestDatabase;

beforeAll(async () => {
  db = await toldPast(now);
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterAll(async () => {
  vi.useRealTimers();
  await db[Symbol.asyncDispose]();
});

const range = ['--from', '2026-03-02', '--to', '2026-03-02'];
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  balances: ['balances'],
  'balances-one': ['balances', 'acme-ke'],
  history: ['history', 'acme-ug/UGX/MERCHANT_PAYOUT', ...range, '--step', 'raw'],
  'history-days': ['history', 'acme-ug/UGX/MERCHANT_PAYOUT', ...range, '--step', 'day'],
  'history-chart': [
    'history',
    'acme-ug/UGX/MERCHANT_PAYOUT',
    '--from',
    '2026-03-02T11:50',
    '--to',
    '2026-03-02T12:10',
    '--chart',
  ],
  'history-none': ['history', 'acme-ug/UGX/MERCHANT_PAYOUT', '--from', '2026-02-02', '--to', '2026-02-03'],
  statement: ['statement', ...range],
  'statement-none': ['statement', '--from', '2025-03-02', '--to', '2025-03-02'],
  'alerts-history': ['alerts', '--history', '--since', '2026-01-01', '--utc'],
  alerts: ['alerts'],
  simulate: ['simulate', '--since', '2026-03-01', '--until', '2026-03-03'],
  options: ['options'],
  'options-changes': ['options', '--changes', '--since', '2026-01-01'],
  'options-none': ['options', '--changes', '--since', '1h'],
  plan: ['plan'],
};

describe.each([80, 200])('at %d columns', (terminal) => {
  test.each(Object.entries(COMMANDS))('%s', async (name, argv) => {
    if (argv[0] === 'alerts') vi.setSystemTime(START + 90 * MINUTE); // how long they have lasted is shown
    const options = { url: db.url, timezone: 'Africa/Kampala', yaml: RULES, terminal };
    const coloured = await command(argv, options);
    const plain = await command(argv, { ...options, env: { NO_COLOR: '1' } });
    expect(plain.code).toBe(0);
    expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
    expect(Math.max(...plain.stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(
      terminal,
    );
    const told = (text: string, said: string) => (said === '' ? text : `${text}--- standard error\n${said}`);
    await expect(told(plain.stdout, plain.stderr)).toMatchFileSnapshot(`golden/${name}.${terminal}.txt`);
    await expect(coloured.stdout.replaceAll('\u001b', '␛')).toMatchFileSnapshot(
      `golden/${name}.${terminal}.colour.txt`,
    );
  });
});

test.each([
  ['options', []],
  ['options', ['--changes', '--since', '2026-01-01']],
  ['plan', []],
])('%s %s of named accounts leaves out the others', async (name, flags) => {
  const options = { url: db.url, timezone: 'Africa/Kampala', yaml: RULES };
  const listed = async (...names: string[]) => {
    const { code, stdout } = await command([name, ...names, ...flags, '--json'], options);
    expect(code).toBe(0);
    return JSON.parse(stdout) as { account: string }[];
  };
  const all = await listed();
  expect(all.map(({ account }) => account)).toContain('acme-ug');
  expect(await listed('acme-ug')).toEqual(all.filter(({ account }) => account === 'acme-ug'));
  expect(await listed('acme-ke')).toEqual(all.filter(({ account }) => account === 'acme-ke'));
});

test.for([
  ['alerts', '--history', '--since', '2026-01-01'],
  ['options'],
  ['options', '--changes', '--since', '2026-01-01'],
  ['simulate', '--since', '2026-03-01', '--until', '2026-03-03'],
])('%s %s --utc shows instants as they are in UTC', async (argv) => {
  const inKampala = { url: db.url, timezone: 'Africa/Kampala', yaml: RULES };
  const { stdout } = await command(argv, { ...inKampala, timezone: 'UTC' });
  expect((await command([...argv, '--utc'], inKampala)).stdout).toBe(stdout);
  expect((await command(argv, inKampala)).stdout).not.toBe(stdout);
});
