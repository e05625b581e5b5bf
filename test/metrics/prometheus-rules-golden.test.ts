// What `floatwatch rules` writes, word by word, kept in testdata/: by Prometheus' own tool it is put to the test in
// prometheus-rules.test.ts.
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { OPTION_CONDITIONS } from '../../src/conditions/option/conditions.ts';
import type { Rule } from '../../src/conditions/rule.ts';
import { WALLET_CONDITIONS } from '../../src/conditions/wallet/conditions.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { RulesAccount } from '../../src/metrics/rules/blindness-rules.ts';
import { prometheusRules, untranslatable } from '../../src/metrics/rules/rules.ts';

const PAGE = 'https://floatwatch.example.com';
const MINUTE = 60_000;
const VALUES: Readonly<Record<string, string>> = {
  ...{ drops_by: '"10%", within: 1h', rises_by: '"10", within: 1h', runway_below: '2d', unknown_for: '1h' },
  ...{ missing: 'true', vanished: 'true', inactive_for: '1h', limit_changed: 'true' },
  wallet_below_min: 'true',
};
const kinds = [
  ...Object.keys(WALLET_CONDITIONS).map((kind) => ({ kind, about: 'wallets' })),
  ...Object.keys(OPTION_CONDITIONS).map((kind) => ({ kind, about: 'options' })),
];
const rulesOf = (lines: readonly string[]): readonly Rule[] =>
  parseConfig(
    [
      'accounts:',
      '  - {name: acme-ug, base_url: "http://127.0.0.1:1", public_key: a, secret_key: b}',
      ...(lines.length > 0 ? ['alerts:', '  rules:', ...lines.map((line) => `    - ${line}`)] : []),
    ].join('\n'),
    { file: 'floatwatch.yaml', env: {} },
  ).config.alerts.rules;

const wallet = (walletType: string, currency = 'UGX') => ({ currency, walletType });
const account = (name: string, change: Partial<RulesAccount> = {}): RulesAccount => ({
  ...{ name, staleMs: 150_000, topUpLeadMs: 60 * MINUTE, confidence: 0.95, expect: [] },
  ...change,
});
const one = [account('acme-ug', { expect: [wallet('MERCHANT_PAYOUT')] })];
const several = [
  ...one,
  account('acme.ke', { staleMs: 600_000, confidence: 0.8, topUpLeadMs: 120 * MINUTE }),
  account('zebra', { expect: [wallet('MERCHANT_PAYOUT'), wallet('MERCHANT_COLLECTION', 'KES')] }),
];

const MORE = [
  '{name: Twice, wallets: {account: acme-ug, currency: UGX}, below: "5", for: 5m, labels: {team: ops, note: "{{account}}"}}',
  '{name: Twice, wallets: {}, below: "7.5", clear_above: "9", keep_firing_for: 10m, severity: critical}',
  '{name: Surely, wallets: {}, runway_below: 1d, confidence: 0.99}',
  '{name: Surely2, wallets: {}, runway_below: 1d, confidence: 0.99}',
  '{name: Off, options: {}, inactive_for: 10m, for: 5m}',
  `{name: Said, wallets: {}, below: "5", annotations: {summary: "${[
    ...['account', 'currency', 'wallet_type', 'wallet', 'value', 'threshold', 'rule', 'severity'],
    ...['needed', 'by', 'source', 'shortfall', 'until', 'plan', 'previous', 'age', 'link'],
  ]
    .map((term) => `{{${term}}}`)
    .join(' | ')}"}}`,
  '{name: SaidOfOptions, options: {}, inactive_for: 10m, annotations: {summary: "{{ transaction_type }} {{transaction_method}} {{provider_code}} {{link}}"}}',
];

describe('the rules for Prometheus', () => {
  test.each([
    [
      'every-kind',
      one,
      kinds.map(({ kind, about }) => `{name: R_${kind}, ${about}: {}, ${kind}: ${VALUES[kind] ?? '"5"'}}`),
    ],
    ['several-accounts', several, MORE],
    ['nothing-configured', [], []],
  ] as const)('%s', async (name, accounts, lines) => {
    const { groups } = prometheusRules(accounts, rulesOf(lines), PAGE);
    await expect(stringify({ groups }, { lineWidth: 0 })).toMatchFileSnapshot(`testdata/rules.${name}.yaml`);
  });

  test('a computed number is written exactly: the end of a runway alert, and a recording by confidence', () => {
    const textOf = (...lines: string[]) => JSON.stringify(prometheusRules(one, rulesOf(lines), PAGE));
    for (const [lead, written] of [
      ['2d', '< 190080)'],
      ['6h', '< 23760)'],
      ['1d', '< 95040)'],
      ['1234ms', '< 1.357)'],
      ['59d', '< 5184000)'],
    ])
      expect(textOf(`{name: A, wallets: {}, runway_below: ${lead}}`)).toContain(written);
    for (const [confidence, written] of [
      ['0.5', '_seconds:p50 <'],
      ['0.55', '_seconds:p55 <'],
      ['0.57', '_seconds:p57 <'],
      ['0.9', '_seconds:p90 <'],
      ['0.975', '_seconds:p97_5 <'],
    ])
      expect(textOf(`{name: A, wallets: {}, runway_below: 1d, confidence: ${confidence}}`)).toContain(
        written,
      );
  });

  test('the value of an alert is an amount, a duration or a word, by the kind of its condition', () => {
    const shownValue = ({ kind, about }: (typeof kinds)[number]) => {
      const rule = `{name: A, ${about}: {}, ${kind}: ${VALUES[kind] ?? '"5"'}, annotations: {summary: "{{value}}"}}`;
      const { rules } = prometheusRules(one, rulesOf([rule]), PAGE).groups[0]!;
      return rules.find(({ alert }) => alert === 'A')!.annotations!['summary'];
    };
    const values = Map.groupBy(kinds, shownValue);
    const kindsOf = (value: string) => values.get(value)?.map(({ kind }) => kind);
    expect(kindsOf('unknown')).toEqual(['missing', 'vanished']);
    expect(kindsOf('inactive')).toEqual(['inactive_for']);
    expect(kindsOf('{{ humanizeDuration $value }}')).toEqual(['runway_below', 'unknown_for']);
  });

  test('no rule about options, or none about their changes, has no recordings for them', () => {
    const recorded = (...lines: string[]) =>
      prometheusRules(one, rulesOf(lines), PAGE).groups[0]!.rules.flatMap(({ record }) =>
        record?.includes('payment_option') ? record : [],
      );
    expect(recorded('{name: A, wallets: {}, below: "5"}')).toEqual([]);
    const always = recorded('{name: A, options: {}, inactive_for: 1h}');
    expect(always.length).toBeGreaterThan(0);
    const changes = recorded('{name: A, options: {}, limit_changed: true}');
    expect(changes.length).toBe(always.length * 2 - 1); // each limit has one before its change, `active` has none
  });

  test.each([
    [100, 0],
    [101, 1],
    [200, 1],
    [201, 2],
    [202, 3],
  ])('the absence of %i accounts is told in lists of a hundred, by %i divisions', (count, divisions) => {
    const accounts = Array.from({ length: count }, (_, i) => account(`a${i}`));
    const { rules } = prometheusRules(accounts, [], PAGE).groups[0]!;
    const { expr } = rules.find(({ record }) => record === 'account:floatwatch_account_absent:alert')!;
    expect(expr.match(/absent\(floatwatch_account_up\{account="a\d+"\}\)/g)).toHaveLength(count);
    expect(expr.match(/\)\)?\nor \(/g) ?? []).toHaveLength(divisions);
  });

  test('every kind of rule can be told to Prometheus', () => {
    const all = rulesOf(
      kinds.map(({ kind, about }) => `{name: ${kind}, ${about}: {}, ${kind}: ${VALUES[kind] ?? '"5"'}}`),
    );
    expect(untranslatable(all)).toEqual([]);
  });
});
