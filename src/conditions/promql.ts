// Pieces of PromQL that the generated rules are made of. Used by the conditions beside it, and by `metrics/rules`.
import type { OptionSelector, WalletSelector } from './selector.ts';

/** What an expression must know of the rule around its condition. */
interface RuleLabels {
  readonly name: string;
  readonly severity: string;
  /** Those of its own, and as empty texts those that only others of its name have. */
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

/** What identifies a wallet, and a payment option, between two series. */
export const ON_WALLET = 'on (account, currency, wallet_type)';
export const ON_OPTION = 'on (account, currency, transaction_type, transaction_method, provider_code)';
/** Recorded: the runway of a wallet at the confidence that its account asks for. */
export const RUNWAY = 'wallet:merchant_wallet_runway_seconds:max';
/** Recorded: the same at the confidence that a rule asks for. */
export function runwayAt(confidence: number): string {
  return `wallet:merchant_wallet_runway_seconds:p${String(100 * confidence).replace('.', '_')}`;
}
/** Recorded: what must be sent to a wallet, and when that must be requested. */
export const NEEDED = 'wallet:merchant_wallet_top_up_needed:max';
export const DEADLINE = 'wallet:merchant_wallet_top_up_deadline_timestamp_seconds:max';
/** Recorded: when a wallet was last observed. */
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

/** The recorded series of what a limit of a payment option was before it changed. */
export function limitBefore(limit: string): string {
  return `option:payment_option_${limit}_amount:last6d_max`;
}

/** A glob as an anchored regular expression, as an equality where it is a plain word, as nothing where it is `*`. */
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

/** `{a="b",c="d"}`; nothing when there is nothing to choose by. */
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

/** What fires of an alert, with the labels that its rule's expression gave it; `own` are those that the rule adds. */
export function firingOf(alert: string, chosen: string, own: readonly string[] = ['severity']): string {
  const added = ['alertname', 'alertstate', ...own].join(', ');
  return `max without (${added}) (ALERTS{alertname="${alert}",alertstate="firing",${chosen}})`;
}

/** {@link firingOf} this very rule. */
export function firingOfRule(rule: RuleLabels): string {
  return firingOf(rule.name, ownLabels(rule), ['severity', ...Object.keys(rule.labels)]);
}

/** The alerts of this rule that fire, as they are. */
export function alertsOf(rule: RuleLabels): string {
  return `ALERTS{alertname="${rule.name}",${ownLabels(rule)},alertstate="firing"}`;
}

/** What fires, for as long after `series` has gone as an alert is held: by itself what holds itself fires for ever. */
export function heldFiring(firing: string, on: string, series: string): string {
  return `${firing} and ${on} last_over_time(${series}[${HELD_FOR}])`;
}

/** What tells the alerts of a rule from those of others with its name. */
function ownLabels({ severity, labels }: RuleLabels): string {
  return Object.entries({ severity, ...labels })
    .map(([label, text]) => `${label}=${JSON.stringify(text)}`)
    .join(',');
}

/**
 * Met; or firing already and not past the clear level yet; or firing already while there is nothing to see.
 *
 * Without the last part an alert resolves when its series disappears: going blind would look like recovery.
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
    /** Expressions of what is not past the clear level yet. */
    readonly band?: readonly string[];
    /** What stands before the last value while there is none. */
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
