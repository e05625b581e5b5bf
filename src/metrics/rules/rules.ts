// The same rules for Prometheus, for those who want it to evaluate. docs/alerts.md says where the two must differ.
import { formatDuration } from '../../domain/duration.ts';
import { enoughRunway } from '../../domain/judge.ts';
import { formatAmount } from '../../domain/money.ts';
import { matchesGlob, type Rule, type WalletRule, type WalletSelector } from '../../domain/rule.ts';
import { OBSERVED, type RulesAccount, sight, sightRecordings } from './blindness-rules.ts';
import { braced, firingOf, matchers } from './matchers.ts';
import { optionExpr, optionRecordings } from './payment-option-rules.ts';
import type { PrometheusRule } from './prometheus-rule.ts';

export interface PrometheusRules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly PrometheusRule[] }[];
}

const FIELDS = ['available', 'actual', 'uncleared', 'reserve'] as const;
const KEY = 'on (account, currency, wallet_type)';
const REPLICAS = 'without (instance, pod)'; // replicas tell the same: adding them up would double the money
const RUNWAY = 'wallet:merchant_wallet_runway_seconds:pessimistic';
const LAST = '7d'; // how long a blind alert is held

/** Recording and alerting rules for the accounts and rules of a configuration. */
export function prometheusRules(accounts: readonly RulesAccount[], rules: readonly Rule[]): PrometheusRules {
  // One group, since only within a group each rule sees what those before it have just recorded.
  return {
    groups: [
      {
        name: 'floatwatch',
        rules: [
          ...recordings(),
          ...sightRecordings(),
          ...optionRecordings(rules.filter((rule) => 'options' in rule)),
          ...rules.flatMap((rule) => alerting(rule, accounts)),
          ...sight(accounts),
        ],
      },
    ],
  };
}

/** The rules of a configuration that Prometheus can't evaluate: what they need is not in any metric. */
export function untranslatable(rules: readonly Rule[]): readonly string[] {
  return rules.filter((rule) => alerting(rule, []).length === 0).map(({ name }) => name);
}

function recordings(): PrometheusRule[] {
  const each = [...FIELDS.map((field) => `${field}_balance`), 'balance_difference'];
  return [
    ...each.map((name) => ({ record: recorded(name), expr: `max ${REPLICAS} (merchant_wallet_${name})` })),
    {
      record: RUNWAY,
      expr: 'max without (instance, pod, quantile) (merchant_wallet_runway_seconds{quantile="0.1"})',
    },
    ...FIELDS.map((field) => ({
      record: `currency_wallet_type:merchant_wallet_${field}_balance:sum`,
      expr: `sum by (currency, wallet_type) (${recorded(`${field}_balance`)})`,
    })),
  ];
}

function recorded(name: string): string {
  return `wallet:merchant_wallet_${name}:max`;
}

function alerting(rule: Rule, accounts: readonly RulesAccount[]): PrometheusRule[] {
  const expr = 'wallets' in rule ? exprOf(rule, accounts) : optionExpr(rule);
  if (expr === undefined) return [];
  const { name, severity, condition, keepFiringForMs, labels, annotations } = rule;
  const forMs = rule.forMs + (condition.kind === 'inactive_for' ? condition.ms : 0);
  return [
    {
      alert: name,
      expr,
      ...(forMs > 0 && { for: formatDuration(forMs) }),
      ...(keepFiringForMs > 0 && { keep_firing_for: formatDuration(keepFiringForMs) }),
      labels: { severity, ...labels },
      ...(Object.keys(annotations).length > 0 && { annotations: translated(rule) }),
    },
  ];
}

function exprOf(rule: WalletRule, accounts: readonly RulesAccount[]): string {
  const { condition, wallets } = rule;
  const chosen = selector(wallets);
  const series = (name: string) => `${recorded(name)}${chosen}`;
  switch (condition.kind) {
    case 'below':
    case 'above': {
      const value = series(`${condition.field}_balance`);
      const sign = condition.kind === 'below' ? '<' : '>';
      const band = condition.clear === condition.threshold ? [] : [`${value} ${sign} ${condition.clear}`];
      return held(rule, value, `${value} ${sign} ${condition.threshold}`, band);
    }
    case 'drops_by':
    case 'rises_by': {
      const value = series(`${condition.field}_balance`);
      const drop = condition.kind === 'drops_by';
      const from = `${drop ? 'max' : 'min'}_over_time(${value}[${formatDuration(condition.withinMs)}])`;
      const moved = drop ? `${from} - ${value}` : `${value} - ${from}`;
      if (!condition.percent)
        return held(rule, value, `${value} and ${KEY} (${moved} >= ${condition.by})`, []);
      const share = `(${moved}) / (${from} > 0) * 100 >= ${condition.by}`;
      return held(rule, value, `${value} and ${KEY} (${share})`, []);
    }
    case 'difference_above': {
      const value = series('balance_difference');
      return held(rule, value, `${value} and ${KEY} (abs(${value}) > ${condition.threshold})`, []);
    }
    case 'unknown_for': {
      const seen = `${OBSERVED}${chosen}`;
      return held(rule, seen, `time() - ${seen} >= ${condition.ms / 1_000}`, [], 'time() - ');
    }
    case 'missing': {
      // Held by itself while the account is blind, but not while floatwatch is: after a restart it may not know.
      const missing = `max without (instance, pod, state) (merchant_wallet_state${selector(wallets, 'state="missing"')})`;
      const firing = firingOf(rule.name, `severity=${JSON.stringify(rule.severity)}`, ownLabels(rule));
      return `(${missing} == 1)\nor (${firing} unless ${KEY} merchant_wallet_state)`;
    }
    case 'runway_below': {
      const shorterThan = (level: (lead: number) => number) =>
        leadsOf(wallets, condition.lead, accounts)
          .map(([lead, own]) => `${RUNWAY}${selector(wallets, ...own)} < ${level(lead) / 1_000}`)
          .join(' or ');
      const band = `(${shorterThan(enoughRunway)})`;
      return held(
        rule,
        `${RUNWAY}${chosen}`,
        shorterThan((lead) => lead),
        [band],
      );
    }
  }
}

/** Each lead time, in milliseconds, with what selects the accounts whose it is. */
function leadsOf(
  wallets: WalletSelector,
  lead: number | 'top_up_lead_time',
  accounts: readonly RulesAccount[],
): (readonly [lead: number, matchers: readonly string[]])[] {
  if (lead !== 'top_up_lead_time') return [[lead, []]];
  const reached = accounts.filter(({ name }) => matchesGlob(wallets.account, name));
  const byLead = Map.groupBy(reached, ({ topUpLeadMs }) => topUpLeadMs);
  if (byLead.size === 0) return [[0, []]];
  if (byLead.size === 1) return [...byLead.keys()].map((only) => [only, []]);
  return [...byLead].map(([each, own]) => [
    each,
    [`account=~${JSON.stringify(own.map(({ name }) => name.replaceAll('.', '\\.')).join('|'))}`],
  ]);
}

/**
 * Met; or firing already and not past the clear level yet; or firing already while there is nothing to see.
 *
 * Without the last part an alert resolves when its series disappears: going blind would look like recovery.
 */
function held(rule: WalletRule, value: string, met: string, band: readonly string[], since = ''): string {
  const matchers = `alertname="${rule.name}",severity=${JSON.stringify(rule.severity)},alertstate="firing"`;
  const firing = `and ${KEY} ALERTS{${matchers}}`;
  return [
    `(${met})`,
    ...band.map((beyond) => `(${beyond} ${firing})`),
    `((${since}last_over_time(${value}[${LAST}]) unless ${KEY} ${value}) ${firing})`,
  ].join('\nor ');
}

function ownLabels({ labels }: WalletRule): string[] {
  return ['severity', ...Object.keys(labels)];
}

function selector({ account, currency, walletType }: WalletSelector, ...more: readonly string[]): string {
  return braced([...matchers({ account, currency, wallet_type: walletType }), ...more]);
}

const VALUES: Readonly<Partial<Record<Rule['condition']['kind'], string>>> = {
  missing: 'unknown',
  inactive_for: 'inactive',
  vanished: 'unknown',
  runway_below: '{{ humanizeDuration $value }}',
};

function leadText(lead: number | 'top_up_lead_time'): string {
  return lead === 'top_up_lead_time' ? 'the top-up lead time' : formatDuration(lead);
}

/** `{{name}}` as Prometheus writes it. What Prometheus can't know is said to be so; braces stay braces. */
function translated({ annotations, condition, name, severity }: Rule): Record<string, string> {
  const threshold =
    'threshold' in condition
      ? formatAmount(condition.threshold)
      : 'by' in condition
        ? `${formatAmount(condition.by)}${condition.percent ? '%' : ''}`
        : 'ms' in condition
          ? formatDuration(condition.ms)
          : condition.kind === 'runway_below'
            ? leadText(condition.lead)
            : 'unknown';
  const terms: Readonly<Record<string, string>> = {
    account: '{{ $labels.account }}',
    currency: '{{ $labels.currency }}',
    wallet_type: '{{ $labels.wallet_type }}',
    wallet: '{{ $labels.account }}/{{ $labels.currency }}/{{ $labels.wallet_type }}',
    transaction_type: '{{ $labels.transaction_type }}',
    transaction_method: '{{ $labels.transaction_method }}',
    provider_code: '{{ $labels.provider_code }}',
    value: VALUES[condition.kind] ?? '{{ printf "%.2f" $value }}',
    threshold,
    rule: name,
    severity,
    previous: 'unknown',
    age: 'unknown',
    link: '',
  };
  return Object.fromEntries(
    Object.entries(annotations).map(([key, template]) => [
      key,
      template.replace(/\{\{\s*([^{}]*?)\s*\}\}|\{\{/g, (braces, term?: string) =>
        term !== undefined && Object.hasOwn(terms, term)
          ? (terms[term] ?? '')
          : braces.replaceAll('{{', '{{ "{{" }}'),
      ),
    ]),
  );
}
