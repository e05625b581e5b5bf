// What people type: names, numbers, rules and settings of rules.
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { booleanOption } from '../../src/cli/input/boolean-option.ts';
import { chosenRules } from '../../src/cli/input/changed-rules.ts';
import { configFileOption, dataCommand, timedCommand } from '../../src/cli/input/common-options.ts';
import { listenAddress } from '../../src/cli/input/listen-address.ts';
import { namedAccounts } from '../../src/cli/input/named-accounts.ts';
import { newest } from '../../src/cli/input/newest.ts';
import { sharedTimezone, timezones } from '../../src/cli/input/read-config.ts';
import { repeatable } from '../../src/cli/input/repeatable.ts';
import { walletNamed } from '../../src/cli/input/wallet-name.ts';
import { dayOf, instantOf, pastInstantOf } from '../../src/cli/input/when.ts';
import { wholeOption } from '../../src/cli/input/whole-option.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/resolve/resolve.ts';
import { capture } from '../support/io.ts';

const KEYS = 'base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456';
const configOf = (more: string) =>
  parseConfig(
    `accounts: [{name: acme-ug, ${KEYS}, timezone: Africa/Kampala}, {name: acme-ke, ${KEYS}}]\n${more}`,
    {
      file: 'f',
      env: {},
    },
  ).config;

test.each([
  ['a/UGX/X', { account: 'a', currency: 'UGX', walletType: 'X' }],
  ['a/UGX/X/Y', { account: 'a', currency: 'UGX', walletType: 'X/Y' }],
])('%s is a wallet', (name, wallet) => {
  expect(walletNamed(name)).toEqual(wallet);
});
test.each(['', 'a', 'a/', 'a/UGX', '/UGX/X', 'a/UGX/', 'a//X'])('%j is no wallet', (name) => {
  expect(() => walletNamed(name)).toThrow(
    mistake(`not a wallet: ${name} (it should look like acme-ug/UGX/MERCHANT_PAYOUT)`),
  );
});

/** The error of a mistake of the command line. */
const mistake = (message: string) =>
  expect.objectContaining({ message: expect.stringContaining(message), exitCode: 2 });

function parsed(option: ReturnType<typeof booleanOption>, argv: readonly string[]): unknown {
  const command = new Command('c')
    .addOption(option)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return Object.values(command.parse([...argv], { from: 'user' }).opts())[0];
}
test.each([
  [[], undefined],
  [['--flag'], true],
  [['--flag', 'true'], true],
  [['--flag=true'], true],
  [['--flag=false'], false],
])('a flag that is on or off: %j', (argv, value) => {
  expect(parsed(booleanOption('--flag', 'TYPED_TEST_FLAG', 'x'), argv)).toBe(value);
});
test.each(['yes', '', '1', 'TRUE'])('a flag is not %j', (value) => {
  expect(() => parsed(booleanOption('--flag', 'TYPED_TEST_FLAG', 'x'), [`--flag=${value}`])).toThrow(
    'It must be true or false.',
  );
});
test('a flag has its variable and its words', () => {
  expect(booleanOption('--flag', 'TYPED_TEST_FLAG', 'says it')).toMatchObject({
    ...{ flags: '--flag [true|false]', description: 'says it', envVar: 'TYPED_TEST_FLAG', presetArg: 'true' },
  });
});

test.each([
  ['0', 0],
  ['14217', 14_217],
  ['999999', 999_999],
])('%s is a whole number', (value, number) => {
  expect(parsed(wholeOption('--n <n>', 'x', [0, 999_999]), ['--n', value])).toBe(number);
});
test.each(['0', '1001', '1000000', '-1', '1.5', '1e3', '', ' 1', 'x'])(
  '%j is none from 1 to 1000',
  (value) => {
    expect(() => parsed(wholeOption('--n <n>', 'x', [1, 1_000]), [`--n=${value}`])).toThrow(
      'It must be a whole number from 1 to 1000.',
    );
  },
);

test('values of a flag that is there more than once are kept in order', () => {
  expect(repeatable('b', ['a'])).toEqual(['a', 'b']);
  expect(listenAddress(':1')).toHaveLength(1);
  expect(listenAddress('127.0.0.1:2', listenAddress(':1')).map(({ port }) => port)).toEqual([1, 2]);
  expect(() => listenAddress('nowhere')).toThrow('host:port, please, such as 127.0.0.1:14217 or :14217.');
});

test('commands that print data have the flags of all of them', () => {
  const flagsOf = (command: Command) => command.options.map(({ flags }) => flags);
  const DATA = ['--config.file <path>', '--json', '--wide'];
  expect(flagsOf(dataCommand('a', 'b'))).toEqual(DATA);
  expect(flagsOf(timedCommand('a', 'b'))).toEqual([...DATA, '--utc']);
  expect(timedCommand('a', 'b')).toMatchObject({ _name: 'a', _description: 'b' });
  expect(configFileOption()).toMatchObject({
    envVar: 'FLOATWATCH_CONFIG_FILE',
    defaultValue: 'floatwatch.yaml',
  });
});

test('a wallet whose currency is in lower case is no wallet', () => {
  expect(() => walletNamed('acme-ug/ugx/MERCHANT_PAYOUT')).toThrow(
    mistake(
      'not a wallet: acme-ug/ugx/MERCHANT_PAYOUT: currency ugx: codes are in upper case; did you mean UGX?',
    ),
  );
});

test('accounts are all, or those that are named, in the order of the file', () => {
  const config = configOf('');
  const names = (...asked: string[]) => namedAccounts(config, asked).map(({ name }) => name);
  expect(names()).toEqual(['acme-ug', 'acme-ke']);
  expect(names('acme-ke')).toEqual(['acme-ke']);
  expect(names('acme-ke', 'acme-ug')).toEqual(['acme-ug', 'acme-ke']);
  expect(() => names('x', 'acme-ug', 'y')).toThrow(
    mistake('no account is called x, y; there are acme-ug, acme-ke'),
  );
  expect(() => names('acme_ug')).toThrow(mistake('no account is called acme_ug; did you mean acme-ug?'));
});

test('instants are in the time zone of the account; of another one, or with --utc, in UTC', () => {
  const config = configOf('');
  expect(['acme-ug', 'acme-ke', 'gone'].map(timezones(config))).toEqual(['Africa/Kampala', 'UTC', 'UTC']);
  expect(timezones(config, { utc: true })('acme-ug')).toBe('UTC');
});

test.each([
  ['2026-05-04', '2026-05-04'],
  ['today', '2026-03-01'],
  ['yesterday', '2026-02-28'],
])('the day %s is %s', (text, day) => {
  expect(dayOf('--from', text, '2026-03-01')).toBe(day);
});
test.each(['', 'tomorrow', '2026-02-30', '2026-05-04T00:00'])('%j is no day', (text) => {
  expect(() => dayOf('--from', text, '2026-03-01')).toThrow(
    mistake(`--from ${text}: give a day, such as 2026-05-04, today or yesterday`),
  );
});

test("how far back a command looks is a duration, or a date in the accounts' time zone", () => {
  const now = Date.UTC(2026, 4, 4);
  const here = { now, timezone: 'Africa/Kampala' };
  expect(instantOf('--since', '1d', here)).toBe(now - 86_400_000);
  expect(instantOf('--since', '0s', here)).toBe(now);
  expect(instantOf('--since', '2026-03-01', here)).toBe(Date.UTC(2026, 1, 28, 21));
  expect(instantOf('--since', '2026-03-01T10:00', here)).toBe(Date.UTC(2026, 2, 1, 7));
  expect(instantOf('--since', '2026-03-01T10:00+02:00', here)).toBe(Date.UTC(2026, 2, 1, 8));
  expect(() => instantOf('--until', 'x', here)).toThrow(
    mistake(
      '--until x: give a date, such as 2026-05-04, 2026-05-04T14:05 or yesterday, or a duration ago, such as 2h or 30d',
    ),
  );
  expect(pastInstantOf('--since', '0s', here)).toBe(now);
  expect(() => pastInstantOf('--since', '2027-03-01', here)).toThrow(
    mistake('--since 2027-03-01: is still to come'),
  );
});

test.each([
  ['UTC', []],
  ['Africa/Kampala', ['Africa/Kampala', 'Africa/Kampala']],
  ['UTC', ['Africa/Kampala', 'Europe/Berlin']],
])('%s is the time zone that is shared by accounts of %j', (shared, zones) => {
  const accounts = zones.map((timezone, i) => ({ name: `shop-${i}`, timezone }));
  const config = { accounts } as unknown as Config;
  const names = accounts.map(({ name }) => name);
  expect(sharedTimezone(names, timezones(config))).toBe(shared);
  expect(sharedTimezone(names, timezones(config, { utc: true }))).toBe('UTC');
});

test.each([
  [99_999, 99_999, ''],
  [100_000, 100_000, ''],
  [
    100_001,
    100_000,
    'floatwatch: there are more than 100,000: only the newest are listed, so ask for less with --since\n',
  ],
])('of %i items the newest %i are listed', async (there, listed, said) => {
  const { io, written } = capture();
  const found = await newest(io, async (most) => Array.from({ length: Math.min(most, there) }, (_, i) => i));
  expect([found.length, found[0], written().stderr]).toEqual([listed, 0, said]);
});

describe('rules, chosen and changed', () => {
  const { rules } = configOf(`
alerts:
  rules:
    - {name: Low, below: "5", wallets: {currency: UGX}}
    - {name: Low, below: "7", wallets: {currency: KES}}
    - {name: Drop, drops_by: "40%", within: 1h}
    - {name: Gone, vanished: true, options: {}}
`).alerts;
  const chosen = (names: string[], settings: string[] = []) => chosenRules(rules, names, settings);

  test('are those for wallets, all or by their names', () => {
    expect(chosen([]).before).toEqual(rules.slice(0, 3));
    expect(chosen(['Low']).before).toEqual(rules.slice(0, 2));
    expect(chosen(['Drop', 'Low']).before).toEqual(rules.slice(0, 3));
    expect(chosen(['Drop']).after).toEqual([rules[2]]);
  });

  test.each([
    [['for=2m'], { forMs: 120_000, keepFiringForMs: 0 }],
    [['keep_firing_for=2m'], { forMs: 0, keepFiringForMs: 120_000 }],
    [['for=2m', 'for=3m'], { forMs: 180_000 }],
    [['below=6'], { condition: { kind: 'below', field: 'available', threshold: '6', clear: '6' } }],
    [['clear_above=8'], { condition: { kind: 'below', field: 'available', threshold: '5', clear: '8' } }],
    [['field=actual'], { condition: { kind: 'below', field: 'actual', threshold: '5', clear: '5' } }],
  ])('by %j', (settings, expected) => {
    const { before, after } = chosen(['Low'], settings);
    expect(after[0]).toMatchObject(expected);
    expect(after[0]).toMatchObject({ name: 'Low', severity: 'warning', wallets: { currency: 'UGX' } });
    expect(before[0]).toEqual(rules[0]);
    expect(after).toHaveLength(2);
  });

  test('a percentage and a duration of a condition are read as in the file', () => {
    expect(chosen(['Drop'], ['drops_by=10%', 'within=2h']).after[0]).toMatchObject({
      condition: { kind: 'drops_by', by: '10', percent: true, withinMs: 7_200_000 },
    });
  });

  test.each([
    [['Lo'], [], 'no rule for wallets is called Lo; did you mean Low?'],
    [['No'], [], 'no rule for wallets is called No; there are Low, Drop'],
    [['Gone'], [], 'no rule for wallets is called Gone; there are Low, Drop'],
    [[], ['below=1'], '--set needs --rule NAME: whose setting is to be changed?'],
    [
      ['Low'],
      ['above=1'],
      '--set above=1: Low (below) has no such setting; there are below, field, clear_above, for, keep_firing_for',
    ],
    [['Low'], ['below'], '--set below: takes a setting and its value, as below=4000000'],
    [
      ['Low'],
      ['=1'],
      '--set =1: Low (below) has no such setting; there are below, field, clear_above, for, keep_firing_for',
    ],
    [['Low'], ['BELOW=1'], '--set BELOW=1: Low (below) has no such setting; did you mean below?'],
    [
      ['Low'],
      ['clear_above=4'],
      '--set clear_above=4: clear_above of Low is below the threshold of 5, where the alert begins again',
    ],
    [['Low'], ['for='], '--set for=: "" is not a duration'],
    [['Low'], ['keep_firing_for=x'], '--set keep_firing_for=x: "x" is not a duration'],
    [['Low'], ['below=1,000'], '--set below=1,000: "1,000" is not an amount'],
  ])('%j with %j is refused: %s', (names, settings, message) => {
    expect(() => chosen(names, settings)).toThrow(mistake(message));
  });

  test('where there is none, none is listed', () => {
    expect(() => chosenRules([], ['Low'], [])).toThrow(
      mistake('no rule for wallets is called Low; there are none'),
    );
    expect(chosenRules([], [], [])).toEqual({ before: [], after: [] });
  });
});
