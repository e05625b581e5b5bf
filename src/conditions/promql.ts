// Makes pieces of PromQL for the generated rules. Used by the conditions beside it, and by `metrics/rules`.
import type { OptionSelector, WalletSelector } from './selector.ts';

/** What an expression needs from its rule, besides the condition. */
interface RuleLabels {
  readonly name: string;
  readonly severity: string;
  /** The rule's own labels, and as empty texts those that only other rules of its name have. */
  readonly labels: Readonly<Record<string, string>>;
}

export interface WalletPromqlRule extends RuleLabels {
  readonly wallets: WalletSelector;
  /** Every account of the configuration, with its lead time in milliseconds. */
  readonly accounts: readonly { readonly name: string; readonly topUpLeadMs: number }[];
}

export interface OptionPromqlRule extends RuleLabels {
  readonly options: OptionSelector;
}

/** Matches two series by wallet, and by payment option. */
export const ON_WALLET = 'on (account, currency, wallet_type)';
export const ON_OPTION = 'on (account, currency, transaction_type, transaction_method, provider_code)';
/** The recorded series of a wallet's runway at its account's confidence. */
export const RUNWAY = 'wallet:merchant_wallet_runway_seconds:max';
/** The recorded series of a wallet's runway at a rule's confidence. */
export function runwayAt(confidence: number): string {
  const decimals = String(confidence).slice('0.'.length).padEnd(2, '0'); // 100 * 0.55 isn't 55
  return `wallet:merchant_wallet_runway_seconds:p${decimals.replace(/^..(?=.)/, '$&_')}`;
}
/** The recorded series of what must be sent to a wallet, and of when that must be requested. */
export const NEEDED = 'wallet:merchant_wallet_top_up_needed:max';
export const DEADLINE = 'wallet:merchant_wallet_top_up_deadline_timestamp_seconds:max';
/** The recorded series of when a wallet was last observed. */
export const OBSERVED = 'wallet:merchant_wallet_observed_timestamp_seconds:max';
/** How long an alert is held without any value. */
export const HELD_FOR = '7d';

/** The recorded series of a wallet's metric, such as `available_balance`. */
export function walletSeries(metric: string): string {
  return `wallet:merchant_wallet_${metric}:max`;
}

/** The recorded series of a payment option's metric, such as `active`. */
export function optionSeries(metric: string): string {
  return `option:payment_option_${metric}:max`;
}

/** The recorded series of a payment option's limit before it changed. */
export function limitBefore(limit: string): string {
  return `option:payment_option_${limit}_amount:last6d_max`;
}

/** Turns globs into matchers: an anchored regular expression, an equality for a plain word, nothing for `*`. */
export function matchers(globs: Readonly<Record<string, string>>): string[] {
  return Object.entries(globs).flatMap(([label, glob]) => {
    if (/^\*+$/.test(glob)) return [];
    if (!/[*?]/.test(glob)) return [`${label}=${JSON.stringify(glob)}`];
    const regex = glob
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    return [`${label}=~${JSON.stringify(regex)}`];
  });
}

/** Selects these accounts. */
export function ofAccounts(names: readonly string[]): string {
  if (names.length === 1) return `account="${names[0]}"`;
  return `account=~${JSON.stringify(names.map((name) => name.replaceAll('.', '\\.')).join('|'))}`;
}

/** `{a="b",c="d"}`; empty without matchers. */
export function braced(all: readonly string[]): string {
  return all.length === 0 ? '' : `{${all.join(',')}}`;
}

/** The label matchers of a rule's wallets, and more. */
export function ofWallets(
  { account, currency, walletType }: WalletSelector,
  ...more: readonly string[]
): string {
  return braced([...matchers({ account, currency, wallet_type: walletType }), ...more]);
}

/** The label matchers of a rule's payment options. */
export function ofOptions({ account, currency, transactionType, providerCode }: OptionSelector): string[] {
  return matchers({
    account,
    currency,
    transaction_type: transactionType,
    provider_code: providerCode,
  });
}

/** The firing series of an alert, with the labels of its rule's expression only; `own` are those that the rule adds. */
export function firingOf(alert: string, chosen: string, own: readonly string[] = ['severity']): string {
  const added = ['alertname', 'alertstate', ...own].join(', ');
  return `max without (${added}) (ALERTS{alertname="${alert}",alertstate="firing",${chosen}})`;
}

/** {@link firingOf} for this rule itself. */
export function firingOfRule(rule: RuleLabels): string {
  return firingOf(rule.name, ownLabels(rule), ['severity', ...Object.keys(rule.labels)]);
}

/** The firing alerts of this rule, with all their labels. */
export function alertsOf(rule: RuleLabels): string {
  return `ALERTS{alertname="${rule.name}",${ownLabels(rule)},alertstate="firing"}`;
}

/** `firing`, for at most {@link HELD_FOR} after `series` has gone: an alert that only holds itself would fire for ever. */
export function heldFiring(firing: string, on: string, series: string): string {
  return `${firing} and ${on} last_over_time(${series}[${HELD_FOR}])`;
}

/** The labels that distinguish a rule's alerts from those of other rules with its name. */
function ownLabels({ severity, labels }: RuleLabels): string {
  return Object.entries({ severity, ...labels })
    .map(([label, text]) => `${label}=${JSON.stringify(text)}`)
    .join(',');
}

/**
 * True when the condition is met, and for a firing alert also when it is not past the clear level or there is no value.
 *
 * Without the last part, an alert would resolve when its series disappears: blindness would look like recovery.
 */
export function heldExpr(
  rule: RuleLabels,
  {
    value,
    met,
    band = [],
    since = '',
  }: {
    /** The series that is judged. */
    readonly value: string;
    readonly met: string;
    /** Expressions for values that are not past the clear level yet. */
    readonly band?: readonly string[];
    /** Is put before the last value while there is no value. */
    readonly since?: string;
  },
): string {
  const firing = `and ${ON_WALLET} ${alertsOf(rule)}`;
  return [
    `(${met})`,
    ...band.map((beyond) => `(${beyond} ${firing})`),
    `((${since}last_over_time(${value}[${HELD_FOR}]) unless ${ON_WALLET} ${value}) ${firing})`,
  ].join('\nor ');
}
