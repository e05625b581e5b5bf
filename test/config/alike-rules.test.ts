// Which rules share an alert, and which rules and receivers would never be heard of.
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problem.ts';

const account = (name: string, more = '') =>
  `{name: "${name}", base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456${more}}`;

/** Each problem or warning as `path: message`. */
function said(accounts: readonly string[], more: string): readonly string[] {
  try {
    const text = `accounts: [${accounts.join(', ')}]\n${more}`;
    const { warnings } = parseConfig(text, { file: 'f.yaml', env: {} });
    return warnings.map(({ path, message }) => `warning: ${path}: ${message}`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}
const rules = (...all: readonly string[]) =>
  `alerts: {rules: [${all.map((rule) => `{name: Low, ${rule}}`).join(', ')}]}`;
const TWO = [account('acme-ug'), account('beta-ke')];
/** Of each rule that is refused, its number and that of the other; and what they are about. */
function pairs(accounts: readonly string[], ...all: readonly string[]) {
  return said(accounts, rules(...all)).flatMap((line) => {
    const found =
      /rules\[(\d+)\]\.name: is the name of alerts\.rules\[(\d+)\] already, and both are about some of the same ([\w ]+): an alert has one rule; give one of them another name or severity, or narrow what it is about$/.exec(
        line,
      );
    return found ? [`${found[1]} as ${found[2]}: ${found[3]}`] : [];
  });
}
const wallets = (more: string) => `wallets: {${more}}, below: "1"`;
const options = (more: string) => `options: {${more}}, vanished: true`;
const payout = (more: string) => `options: {${more}}, wallet_below_min: true`;

test.each([
  ['all wallets, and those of one account', 'below: "1"', wallets('account: acme-ug'), ['1 as 0: wallets']],
  ['all wallets, and those of one currency', 'below: "1"', wallets('currency: UGX'), ['1 as 0: wallets']],
  ['all wallets, and those of one type', 'below: "1"', wallets('wallet_type: X'), ['1 as 0: wallets']],
  ['one account, and another', wallets('account: acme-ug'), wallets('account: beta-ke'), []],
  ['an account that is not there, twice', wallets('account: gone'), wallets('account: gone'), []],
  [
    'all options, and those of one provider',
    options(''),
    options('provider_code: mtn'),
    ['1 as 0: payment options'],
  ],
  ['options of two providers', options('provider_code: a'), options('provider_code: b'), []],
  ['options of two kinds', options('transaction_type: PAYOUT'), options('transaction_type: COLLECTION'), []],
  ['options of two currencies', options('currency: UGX'), options('currency: KES'), []],
  ['payout wallets of two currencies', payout('currency: UGX'), payout('currency: KES'), []],
  ['payout wallets of one currency', payout('currency: UGX'), payout('currency: "U*"'), ['1 as 0: wallets']],
  [
    'a payout wallet, and wallets of another type',
    payout('currency: UGX'),
    wallets('wallet_type: MERCHANT_COLLECTION'),
    [],
  ],
  ['a payout wallet, and options', payout('currency: UGX'), options('currency: UGX'), []],
])('%s', (_, first, second, expected) => {
  expect(pairs(TWO, first, second)).toEqual(expected);
  expect(pairs(TWO, second, first)).toEqual(expected);
});

test('each rule is compared with all before it, and told of the first', () => {
  const [ugx, kes] = [wallets('account: acme-ug, currency: UGX'), wallets('account: acme-ug, currency: KES')];
  expect(pairs(TWO, ugx, kes, ugx, kes, ugx)).toEqual([
    '2 as 0: wallets',
    '3 as 1: wallets',
    '4 as 0: wallets',
  ]);
  const [name, glob, other] = ['acme-ug', '*-ug', 'acme*'].map(
    (account) => `account: "${account}", currency:`,
  );
  expect(pairs(TWO, wallets(`${name} KES`), wallets(`${glob} UGX`), wallets(`${other} UGX`))).toEqual([
    '2 as 1: wallets',
  ]);
});

test('globs are judged by the accounts that there are; where none is known, by whether they could meet', () => {
  const both = [wallets('account: "acme*"'), wallets('account: "*ke"')] as const;
  expect(pairs(TWO, ...both)).toEqual([]);
  expect(pairs([account('acme-ug')], ...both)).toEqual([]);
  expect(pairs([account('acme-ke')], ...both)).toEqual(['1 as 0: wallets']);
  expect(pairs([account('not a name')], ...both)).toEqual(['1 as 0: wallets']);
  expect(pairs([account('not a name')], both[0], wallets('account: "beta*"'))).toEqual([]);
});

test.each([
  ['another name', 'below: "1", name: High', []],
  ['another severity', 'below: "1", severity: critical', []],
  ['another label', 'below: "1", labels: {a: "2", b: "1"}', []],
  ['the same labels in another order', 'below: "2", labels: {b: "1", a: "1"}', ['1 as 0: wallets']],
  ['a label that can not be', 'below: "2", labels: [a]', []],
])('an alert is told by name, severity and labels: %s', (_, rule, expected) => {
  const first = '{name: Low, below: "1", labels: {a: "1", b: "1"}}';
  const second = rule.includes('name:') ? `{${rule}}` : `{name: Low, ${rule}}`;
  const found = said(TWO, `alerts: {rules: [${first}, ${second}]}`).filter((line) =>
    line.includes('already'),
  );
  expect(found.length).toBe(expected.length);
});

describe('a rule that can watch nothing is warned of', () => {
  const UGX = account(
    'a',
    ', currencies: [UGX], payment_options: {currencies: [UGX], transaction_types: [PAYOUT]}',
  );
  const NO_OPTIONS =
    'warning: alerts.rules[0].options: no account that it watches is asked for such payment options';
  test.each([
    ['below: "1"', []],
    [wallets('account: a'), []],
    [wallets('account: "?"'), []],
    [wallets('account: b'), ['warning: alerts.rules[0].wallets: no account has a name like "b"']],
    [wallets('account: "b*"'), ['warning: alerts.rules[0].wallets: no account has a name like "b*"']],
    [wallets('currency: UGX'), []],
    [wallets('currency: "?GX"'), []],
    [
      wallets('currency: KES'),
      ['warning: alerts.rules[0].wallets: no account that it watches is asked for the currency "KES"'],
    ],
    [options('account: b'), ['warning: alerts.rules[0].options: no account has a name like "b"']],
    [options('currency: UGX'), []],
    [options('currency: KES'), [NO_OPTIONS]],
    [options('transaction_type: PAYOUT'), []],
    [options('transaction_type: COLLECTION'), [NO_OPTIONS]],
    [options('currency: UGX, transaction_type: COLLECTION'), [NO_OPTIONS]],
  ])('%s', (rule, expected) => {
    expect(said([UGX], rules(rule))).toEqual(expected);
  });

  test('of an account that is asked for all currencies, or for no options', () => {
    expect(said([account('a')], rules(wallets('currency: KES')))).toEqual([]);
    expect(said([account('a', ', currencies: []')], rules(wallets('currency: KES')))).toEqual([]);
    expect(said([account('a')], rules(options('')))).toEqual([NO_OPTIONS]);
    expect(said([account('a', ', payment_options: {}')], rules(options('currency: KES')))).toEqual([]);
    expect(said([UGX, account('b', ', currencies: [KES]')], rules(wallets('currency: KES')))).toEqual([]);
    expect(
      said([UGX, account('b', ', currencies: [KES]')], rules(wallets('account: a, currency: KES'))),
    ).toHaveLength(1);
  });

  test('not where the name of an account is not known, or the rule can not be read', () => {
    expect(said([account('not a name')], rules(wallets('account: b')))).toHaveLength(1);
    expect(said([UGX], rules('wallets: 5, below: "1"'))).toHaveLength(1);
  });
});

test('a receiver is told of severities that there are', () => {
  const webhook = (only: string) => `webhooks: [{name: w, url: "https://h.example.com/x", only: ${only}}]`;
  const of = (only: string, severity: string) =>
    said(TWO, `alerts: {${webhook(only)}, rules: [{name: Low, below: "1", severity: ${severity}}]}`);
  expect(of('[page, warning, critical]', 'page')).toEqual([]);
  expect(of('[]', 'page')).toEqual([]);
  expect(of('[pag]', 'page')).toEqual([
    'warning: alerts.webhooks[0].only[0]: is the severity of no alert; did you mean page?',
  ]);
  expect(of('[page, zzzzzz]', 'page')).toEqual([
    expect.stringMatching(
      /^warning: alerts\.webhooks\[0\]\.only\[1\]: is the severity of no alert; here there are [a-z]+, [a-z, ]*page$/,
    ),
  ]);
  expect(of('[5]', 'page')).toHaveLength(1);
  expect(of('[page]', '5')).toHaveLength(1);
});
