// Which rule an alert is of, and whether its threshold is one of what is available. Used by the verdict and by the page of an
// alert.
import { levelOf, type Rule } from '../conditions/rule.ts';
import { matchesGlob, selectsWallet } from '../conditions/selector.ts';
import type { Alert } from '../domain/alert.ts';

/** Where there are none: one list, as what is found out about a list is kept by it. */
export const NO_RULES: readonly Rule[] = [];

/** What tells the rule of an alert, or of an episode. */
type Named = Pick<Alert, 'rule' | 'severity' | 'account' | 'currency' | 'walletType' | 'labels'>;

/** The rule that makes an alert; `undefined` for a built-in one, or when the rule was taken out. */
export function ruleOf(rules: readonly Rule[], alert: Named): Rule | undefined {
  const find = finders.get(rules) ?? finderOf(rules);
  finders.set(rules, find);
  return find(alert);
}

type Find = (alert: Named) => Rule | undefined;

/** By the list of rules, which is the same until a reload. */
const finders = new WeakMap<readonly Rule[], Find>();

/** Rules may share a name, each for an account of its own: there may be as many of them as alerts. */
function finderOf(rules: readonly Rule[]): Find {
  const place = new Map(rules.map((rule, i) => [rule, i]));
  const keyOf = (...parts: readonly string[]) => JSON.stringify(parts);
  const byKey = Map.groupBy(rules, (rule) => keyOf(rule.name, rule.severity, accountOf(rule) ?? '*'));
  return (alert) => {
    const { rule, severity, account } = alert;
    const [own, ofAny] = [account, '*'].map((each) =>
      byKey.get(keyOf(rule, severity, each))?.find((one) => isAbout(one, alert)),
    );
    if (!own || !ofAny) return own ?? ofAny;
    return place.get(own)! < place.get(ofAny)! ? own : ofAny; // as the first of them makes it
  };
}

/** The one account that a rule is about; `undefined` when it may be about several. */
function accountOf(rule: Rule): string | undefined {
  const { account } = 'wallets' in rule ? rule.wallets : rule.options;
  return /[*?]/.test(account) ? undefined : account;
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
  const level = rule && levelOf(rule);
  return level?.of === 'available' ? level.bad : undefined;
}
