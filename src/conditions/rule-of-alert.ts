// Finds the rule of an alert, which bears the rule's name and labels. Used by pages and commands.
import type { Alert } from '../domain/alert.ts';
import type { Rule } from './rule.ts';
import { matchesGlob, selectsWallet } from './selector.ts';

/** What identifies the rule of an alert, or of an episode. */
type Named = Pick<Alert, 'rule' | 'severity' | 'account' | 'currency' | 'walletType' | 'labels'>;

/** The rule that makes an alert; `undefined` for a built-in alert, or when the rule is no longer configured. */
export function ruleOfAlert(rules: readonly Rule[], alert: Named): Rule | undefined {
  // Rules may share a name, each with its own severity, its own wallets or its own labels.
  const about = rules.filter(
    (rule) => rule.name === alert.rule && rule.severity === alert.severity && isAbout(rule, alert),
  );
  const borne = about.filter((rule) => hasLabels(rule, alert)); // none: the labels have changed since
  const count = ({ labels }: Rule) => Object.keys(labels).length;
  return borne.toSorted((a, b) => count(b) - count(a))[0] ?? about[0]; // another may have only some of them
}

function hasLabels(rule: Rule, { labels }: Named): boolean {
  return Object.entries(rule.labels).every(([name, value]) => (labels[name] ?? '') === value);
}

function isAbout(rule: Rule, { account, currency, walletType, labels }: Named): boolean {
  if ('wallets' in rule)
    return walletType !== '' && selectsWallet(rule.wallets, account, { currency, walletType });
  const { options } = rule;
  const { transaction_type: transactionType, provider_code: providerCode } = labels;
  return (
    matchesGlob(options.account, account) &&
    matchesGlob(options.currency, currency) &&
    (transactionType === undefined || matchesGlob(options.transactionType, transactionType)) &&
    (providerCode === undefined || matchesGlob(options.providerCode, providerCode))
  );
}
