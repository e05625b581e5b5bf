// Which rule an alert is of.
import { expect, test } from 'vitest';
import type { Rule, WalletRule } from '../../src/conditions/rule.ts';
import { ruleOfAlert } from '../../src/conditions/rule-of-alert.ts';
import type { OptionSelector } from '../../src/conditions/selector.ts';
import { LOW } from '../web/start.ts';

const alert = {
  ...{ rule: 'PayoutFloatLow', severity: 'warning', account: 'acme', currency: 'UGX' },
  ...{ walletType: 'MERCHANT_PAYOUT', labels: {} },
};
const on = (account: string, more: Partial<Rule> = {}) =>
  ({ ...LOW, wallets: { account, currency: '*', walletType: '*' }, ...more }) as Rule;
const LABELS = { transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY', provider_code: 'MANGO_UG' };
const onOptions = (more: Partial<OptionSelector>): Rule => {
  const { wallets: _, ...rule } = LOW as WalletRule;
  const options = { account: '*', currency: '*', transactionType: '*', providerCode: '*', ...more };
  return { ...rule, options, condition: { kind: 'vanished' } };
};

test('of rules of one name it is the one of its severity that is about its wallet', () => {
  const critical = on('acme', { severity: 'critical' });
  const own = on('acme');
  expect(ruleOfAlert([critical, on('zeta'), own], alert)).toBe(own);
  expect(ruleOfAlert([critical, own], { ...alert, severity: 'critical' })).toBe(critical);
  expect(ruleOfAlert([own], { ...alert, severity: 'info' })).toBeUndefined();
  expect(ruleOfAlert([own], { ...alert, rule: 'BalanceUnknown' })).toBeUndefined();
});

test('of several that are about it the first, whether or not it names the account', () => {
  const [own, all] = [on('acme'), on('ac*')];
  expect(ruleOfAlert([own, all], alert)).toBe(own);
  expect(ruleOfAlert([all, own], alert)).toBe(all);
});

test('of rules about payment options it is the one of its option', () => {
  const about = { ...alert, walletType: '', labels: LABELS };
  const rules = [
    on('*'),
    onOptions({ currency: 'KES' }),
    onOptions({ transactionType: 'COLLECTION' }),
    onOptions({ providerCode: 'AIRLINK_UG' }),
    onOptions({ providerCode: 'MANGO_*' }),
  ];
  expect(ruleOfAlert(rules, about)).toBe(rules[4]);
});

test('of rules that differ by their labels it is the one whose labels it bears, else the first', () => {
  const [plain, ours, theirs] = [
    on('*'),
    on('*', { labels: { team: 'ours' } }),
    on('*', { labels: { team: 'theirs' } }),
  ];
  const rules = [ours, theirs, plain];
  const labelled = (labels: Readonly<Record<string, string>>) => ({ ...alert, labels });
  expect(ruleOfAlert(rules, labelled({ team: 'theirs', currency: 'UGX' }))).toBe(theirs);
  expect(ruleOfAlert(rules, labelled({ team: 'ours', currency: 'UGX' }))).toBe(ours);
  expect(ruleOfAlert(rules, labelled({ currency: 'UGX' }))).toBe(plain);
  expect(ruleOfAlert([plain, theirs], labelled({ team: 'theirs', currency: 'UGX' }))).toBe(theirs);
  expect(ruleOfAlert([ours, theirs], labelled({ currency: 'UGX' }))).toBe(ours); // whose labels have changed since
});
