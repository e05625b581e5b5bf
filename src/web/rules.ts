// Which rule an alert is of, and whether its threshold is one of what is available. Used by the verdict and by the page of an
// alert.
import { kindOfOptionCondition } from '../conditions/option/conditions.ts';
import type { Rule } from '../conditions/rule.ts';
import { matchesGlob, selectsWallet } from '../conditions/selector.ts';
import { kindOfWalletCondition } from '../conditions/wallet/conditions.ts';
import type { Alert } from '../domain/alert.ts';

/** What tells the rule of an alert, or of an episode. */
type Named = Pick<Alert, 'rule' | 'severity' | 'account' | 'currency' | 'walletType' | 'labels'>;

/** The rule that makes an alert; `undefined` for a built-in one, or when the rule was taken out. */
export function ruleOf(rules: readonly Rule[], alert: Named): Rule | undefined {
  // Rules may share a name, each with a severity or for wallets of its own.
  return rules.find(
    (rule) => rule.name === alert.rule && rule.severity === alert.severity && isAbout(rule, alert),
  );
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

/**
 * On which side of an alert's threshold what is available is bad; `undefined` where the threshold is of something else: of
 * another amount, a change, a length of time.
 */
export function badSideOf(rules: readonly Rule[], alert: Named): 'below' | 'above' | undefined {
  const rule = ruleOf(rules, alert);
  if (!rule) return undefined;
  if ('options' in rule)
    return kindOfOptionCondition(rule.condition).about === 'payout_wallet' ? 'below' : undefined;
  const level = kindOfWalletCondition(rule.condition).level?.(rule.condition);
  return level?.of === 'available' ? level.bad : undefined;
}
