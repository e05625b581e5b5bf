// The rules that `floatwatch rules` makes, as a whole: who has loaded them has these in Prometheus, and their alerts are
// told apart by these labels. What they do is put to the test by promtool (prometheus-rules.test.ts).
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { OptionCondition } from '../../src/conditions/option/conditions.ts';
import type { Rule } from '../../src/conditions/rule.ts';
import type { WalletCondition } from '../../src/conditions/wallet/conditions.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { RulesAccount } from '../../src/metrics/rules/blindness-rules.ts';
import { prometheusRules, untranslatable } from '../../src/metrics/rules/rules.ts';

const HOUR = 3_600_000;
const URL = 'https://floatwatch.example.com';
const ACCOUNT: RulesAccount = {
  ...{ name: 'acme-ug', staleMs: 150_000, topUpLeadMs: 48 * HOUR, confidence: 0.95 },
  expect: [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }],
};
const ACCOUNTS: readonly RulesAccount[] = [
  ACCOUNT,
  { ...ACCOUNT, name: 'acme.ke', staleMs: 600_000, topUpLeadMs: 6 * HOUR, confidence: 0.5 },
  { ...ACCOUNT, name: 'other', expect: [{ currency: 'KES', walletType: 'MERCHANT_COLLECTION' }] },
];

const base = { severity: 'warning', forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} };
const wallets = { account: '*', currency: 'UGX', walletType: 'MERCHANT_*' };
const options = { account: 'acme-*', currency: '*', transactionType: 'PAYOUT', providerCode: '?tn_ug' };
const walletRule = (name: string, condition: WalletCondition, more: Partial<Rule> = {}) =>
  ({ ...base, name, wallets, condition, ...more }) as Rule;
const optionRule = (name: string, condition: OptionCondition, more: Partial<Rule> = {}) =>
  ({ ...base, name, options, condition, ...more }) as Rule;

const [four, five, six] = [amountOf('4000000'), amountOf('5000000.50'), amountOf('6000000')];
const change = { field: 'available', withinMs: HOUR } as const;
const RULES: readonly Rule[] = [
  walletRule('Low', { kind: 'below', field: 'available', threshold: five, clear: six }),
  walletRule(
    'High',
    { kind: 'above', field: 'actual', threshold: five, clear: four },
    {
      ...{ forMs: 5 * 60_000, keepFiringForMs: 10 * 60_000, labels: { team: 'treasury' } },
      annotations: {
        summary: '{{wallet}} has {{value}} of {{threshold}}',
        runbook_url: 'https://wiki.example.com',
      },
    },
  ),
  walletRule(
    'High',
    { kind: 'above', field: 'reserve', threshold: five, clear: five },
    { severity: 'critical' },
  ),
  walletRule('Drop', { kind: 'drops_by', by: amountOf('40'), percent: true, ...change }),
  walletRule('Rise', { kind: 'rises_by', by: four, percent: false, ...change }),
  walletRule('Short', { kind: 'runway_below', lead: 'top_up_lead_time' }),
  walletRule('Shorter', { kind: 'runway_below', lead: 6 * HOUR, confidence: 0.975 }),
  walletRule('Silent', { kind: 'unknown_for', ms: HOUR }),
  walletRule('Gone', { kind: 'missing' }),
  walletRule('Different', { kind: 'difference_above', threshold: four }),
  optionRule('Inactive', { kind: 'inactive_for', ms: HOUR }),
  optionRule('Vanished', { kind: 'vanished' }, { labels: { team: 'payments' } }),
  optionRule('Limit', { kind: 'limit_changed' }),
  optionRule('Smallest', { kind: 'wallet_below_min' }),
];

test('without rules', async () => {
  await expect(stringify(prometheusRules([], [], URL), { lineWidth: 0 })).toMatchFileSnapshot(
    'golden/no-rules.yml',
  );
});

test('one account and one rule', async () => {
  const rules = [walletRule('Short', { kind: 'runway_below', lead: 'top_up_lead_time' })];
  const made = stringify(prometheusRules([ACCOUNT], rules, URL), { lineWidth: 0 });
  await expect(made).toMatchFileSnapshot('golden/one-rule.yml');
});

test('accounts that differ, and rules of all kinds', async () => {
  const made = stringify(prometheusRules(ACCOUNTS, RULES, URL), { lineWidth: 0 });
  await expect(made).toMatchFileSnapshot('golden/rules.yml');
});

test('whom a rule is about, by names and by globs', async () => {
  const about = (account: string, currency = '*', walletType = '*') =>
    walletRule(`Short${account.length}`, { kind: 'runway_below', lead: 'top_up_lead_time' }, {
      wallets: { account, currency, walletType },
    } as Partial<Rule>);
  const rules = [
    about('*'),
    about('acme.k?', 'U*', '?_[x]'),
    about('acme-ug', 'UGX', 'A+B'),
    about('nobody'),
  ];
  const made = stringify(
    prometheusRules(ACCOUNTS, rules, URL).groups[0]!.rules.filter(({ alert }) => /^Short/.test(alert ?? '')),
    {
      lineWidth: 0,
    },
  );
  await expect(made).toMatchFileSnapshot('golden/rules-about.yml');
});

test('which rules Prometheus can not evaluate is told by their names', () => {
  const made = new Set(
    prometheusRules(ACCOUNTS, RULES, URL).groups.flatMap(({ rules }) =>
      rules.flatMap((rule) => ('alert' in rule && rule.alert !== undefined ? [rule.alert] : [])),
    ),
  );
  expect(RULES.map(({ name }) => name).filter((name) => !made.has(name))).toEqual(untranslatable(RULES));
  const ofCollections = { options: { ...options, transactionType: 'COLLECTION' } } as Partial<Rule>;
  const never = optionRule('Never', { kind: 'wallet_below_min' }, ofCollections);
  expect(untranslatable([never, ...RULES])).toEqual(['Never', ...untranslatable(RULES)]);
});

test.each<[string, readonly RulesAccount[], number | null, string]>([
  ['of no account', [], 0.975, 'confidence!="0.5"'],
  ['where no rule asks for another', [ACCOUNT, { ...ACCOUNT, name: 'other' }], null, 'confidence!="0.5"'],
  ['where one does', [ACCOUNT], 0.975, 'confidence="0.95"'],
  ['of accounts that have the same', [ACCOUNT, { ...ACCOUNT, name: 'other' }], 0.975, 'confidence="0.95"'],
  ['of an account whose own is the median', [{ ...ACCOUNT, confidence: 0.5 }], null, 'confidence="0.5"'],
])('the runway %s is the one at the confidence of its account', (_of, accounts, confidence, matcher) => {
  const lead = { kind: 'runway_below', lead: 6 * HOUR } as const;
  const rules = [walletRule('Short', confidence === null ? lead : { ...lead, confidence })];
  const made = prometheusRules(accounts, rules, URL).groups.flatMap((group) => group.rules);
  const series = 'max without (instance, pod, confidence) (merchant_wallet_runway_seconds';
  expect(made).toContainEqual({
    ...{ record: 'wallet:merchant_wallet_runway_seconds:max', expr: `${series}{${matcher}})` },
  });
});
