// Rules that share a name: one threshold for each wallet, never two.
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { computingMs } from '../support/cpu.ts';

const account = (name: string) =>
  `{name: ${name}, base_url: "https://pay.example.com", public_key: pk-123456, secret_key: sk-123456}`;

function refusal(...rules: string[]): string | null {
  const text = `
accounts: [${account('acme-ug')}, ${account('beta-ke')}]
alerts:
  rules: [${rules.map((rule) => `{name: Low, ${rule}}`).join(', ')}]
`;
  try {
    parseConfig(text, { file: 'f.yaml', env: {} });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('two rules of one name about one wallet are refused', () => {
  test.each([
    ['D1 all and one type', 'below: "1"', 'wallets: {wallet_type: MERCHANT_PAYOUT}, below: "2"'],
    ['D1 the severity left out and written', 'below: "1"', 'severity: warning, below: "2"'],
    [
      'D1 the same by other globs',
      'wallets: {currency: "UG*"}, below: "1"',
      'wallets: {currency: "*GX"}, below: "2"',
    ],
    [
      'D1 one account by name and by glob',
      'wallets: {account: acme-ug}, below: "1"',
      'wallets: {account: "*-ug"}, above: "9"',
    ],
    [
      'D1 two globs that one account matches',
      'wallets: {account: "acme*"}, below: "1"',
      'wallets: {account: "*-?g"}, below: "2"',
    ],
    [
      'D1 a glob, and then one of its accounts',
      'wallets: {account: "*-ug"}, below: "1"',
      'wallets: {account: acme-ug}, above: "9"',
    ],
    [
      'D1 payment options',
      'options: {provider_code: "mtn*"}, vanished: true',
      'options: {transaction_type: PAYOUT}, inactive_for: 1h',
    ],
    [
      'D1 a payout wallet by two providers',
      'options: {provider_code: mtn_ug}, wallet_below_min: true',
      'options: {provider_code: airtel_ug}, wallet_below_min: true',
    ],
    [
      'D1 a payout wallet, and a rule for wallets',
      'options: {currency: UGX}, wallet_below_min: true',
      'wallets: {wallet_type: "MERCHANT_*"}, below: "1"',
    ],
  ])('%s', (_, ...rules) => expect(refusal(...rules)).toContain('alerts.rules[0] already'));
});

describe('two rules of one name are two alerts', () => {
  test('D1 by labels of their own', () =>
    expect(refusal('below: "1"', 'labels: {level: low}, below: "2"')).toBeNull());

  test.each([
    ['of other currencies', 'wallets: {currency: UGX}, below: "1"', 'wallets: {currency: KES}, below: "2"'],
    ['of another severity', 'below: "1"', 'severity: critical, below: "2"'],
    [
      'by globs that no name matches together',
      'wallets: {wallet_type: "A*B"}, below: "1"',
      'wallets: {wallet_type: "A*C"}, below: "2"',
    ],
    [
      'of other accounts, though the globs could meet',
      'wallets: {account: "acme*"}, below: "1"',
      'wallets: {account: "*ke"}, below: "2"',
    ],
    ['of wallets and of options', 'below: "1"', 'options: {provider_code: mtn_ug}, vanished: true'],
  ])('%s', (_, ...rules) => expect(refusal(...rules)).toBeNull());
});

interface Many {
  readonly accounts: number;
  readonly rules: number;
  /** The account that a rule is about. */
  readonly about: (i: number) => string;
}

/** How long a configuration of many accounts and rules is computed, in milliseconds. */
function timeToRead({ accounts, rules, about }: Many, nameOf: (i: number) => string): number {
  const many = (count: number, of: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => of(i)).join(', ');
  const ruleOf = (i: number) => `{name: ${nameOf(i)}, wallets: {account: "${about(i)}"}, below: "1"}`;
  const text = `
accounts: [${many(accounts, (i) => account(`m-${i}`))}]
alerts:
  rules: [${many(rules, ruleOf)}]
`;
  return computingMs(() => parseConfig(text, { file: 'f.yaml', env: {} }));
}

test('a rule for each of four hundred accounts takes as long by one name as by as many', {
  tags: 'timed',
}, () => {
  const each = { accounts: 400, rules: 400, about: (i: number) => `m-${i}` };
  timeToRead({ ...each, accounts: 100, rules: 100 }, () => 'Low'); // the first is slower
  const apart = timeToRead(each, (i) => `Low${i}`);
  expect(timeToRead(each, () => 'Low')).toBeLessThan(3 * apart);
});

test('rules for groups of accounts, by globs, take as long by one name as by as many', {
  tags: 'timed',
}, () => {
  const groups = { accounts: 2_000, rules: 200, about: (i: number) => `m-${i + 1_000}*` };
  timeToRead({ ...groups, accounts: 100, rules: 10 }, () => 'Low');
  const apart = timeToRead(groups, (i) => `Low${i}`);
  expect(timeToRead(groups, () => 'Low')).toBeLessThan(3 * apart);
});
