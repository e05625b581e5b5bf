// Rules that share a name: one threshold for each wallet, never two.
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';

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

/** How long a configuration takes that has a rule for each of its accounts, in milliseconds. */
function timeToRead(count: number, nameOf: (i: number) => string): number {
  const many = (of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i)).join(', ');
  const text = `
accounts: [${many((i) => account(`m-${i}`))}]
alerts:
  rules: [${many((i) => `{name: ${nameOf(i)}, wallets: {account: m-${i}}, below: "1"}`)}]
`;
  const from = performance.now();
  parseConfig(text, { file: 'f.yaml', env: {} });
  return performance.now() - from;
}

test('a rule for each of four hundred accounts takes as long by one name as by as many', {
  tags: 'timed',
}, () => {
  timeToRead(100, () => 'Low'); // the first is slower
  const apart = timeToRead(400, (i) => `Low${i}`);
  expect(timeToRead(400, () => 'Low')).toBeLessThan(3 * apart);
});
