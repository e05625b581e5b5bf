// A scrape may arrive between two rules of a group: what the first has recorded is then older than what the second reads
// itself. Only what one expression reads comes from the same scrapes.
import { expect, test } from 'vitest';
import type { OptionCondition, OptionConditionName } from '../../src/conditions/option/conditions.ts';
import type { Rule } from '../../src/conditions/rule.ts';
import type { WalletCondition, WalletConditionName } from '../../src/conditions/wallet/conditions.ts';
import { amountOf } from '../../src/domain/money.ts';
import { prometheusRules } from '../../src/metrics/rules/rules.ts';
import { accounts, EXTERNAL_URL } from '../support/promtool.ts';
import { lowRule, MINUTE } from '../support/watching.ts';

const amount = amountOf('5');
const level = { field: 'available', threshold: amount, clear: amount } as const;
const change = { field: 'available', by: amount, percent: false, withinMs: MINUTE } as const;
const ON_WALLETS: Record<WalletConditionName, WalletCondition> = {
  below: { kind: 'below', ...level },
  above: { kind: 'above', ...level },
  drops_by: { kind: 'drops_by', ...change },
  rises_by: { kind: 'rises_by', ...change },
  runway_below: { kind: 'runway_below', lead: 'top_up_lead_time' },
  unknown_for: { kind: 'unknown_for', ms: MINUTE },
  missing: { kind: 'missing' },
  difference_above: { kind: 'difference_above', threshold: amount },
};
const ON_OPTIONS: Record<OptionConditionName, OptionCondition> = {
  inactive_for: { kind: 'inactive_for', ms: MINUTE },
  vanished: { kind: 'vanished' },
  limit_changed: { kind: 'limit_changed' },
  wallet_below_min: { kind: 'wallet_below_min' },
};

const { wallets: _, ...plain } = lowRule();
const options = { account: '*', currency: '*', transactionType: '*', providerCode: '*' };
const all: Rule[] = [
  ...Object.entries(ON_WALLETS).map(([name, condition]) => lowRule({ name, condition })),
  ...Object.entries(ON_OPTIONS).map(([name, condition]): Rule => ({ ...plain, name, options, condition })),
];
const rules = prometheusRules(accounts, all, EXTERNAL_URL).groups.flatMap((group) => group.rules);

const isRecorded = (expr: string) => /\b\w+:\w+:\w+\b/.test(expr);
const isScraped = (expr: string) => /(?<![:\w])(?:merchant_|payment_option_|floatwatch_)\w+/.test(expr);

test('A9 what begins an alert is either recorded or scraped; what silences it may be newer', () => {
  const begins = rules.flatMap(({ record, alert = record, expr }) =>
    record?.endsWith(':alert') === false
      ? []
      : expr.split('\nor ').map((part) => ({ alert, expr: part.split(/ unless /)[0]! })),
  );
  expect(begins.length).toBeGreaterThan(all.length);
  expect(begins.filter(({ expr }) => isRecorded(expr) && isScraped(expr))).toEqual([]);
});

test('A8 what was seen of a wallet is never older than what its account has seen', () => {
  const recorded = rules.flatMap(({ record }) => record ?? []);
  const account = recorded.indexOf('account:floatwatch_account_last_success_timestamp_seconds:max');
  const wallet = recorded.indexOf('wallet:merchant_wallet_observed_timestamp_seconds:max');
  expect(account).toBeGreaterThanOrEqual(0);
  expect(wallet).toBeGreaterThan(account);
});
