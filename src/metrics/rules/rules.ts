// Makes Prometheus rules from a configuration, for users who want Prometheus to evaluate them: `floatwatch rules` prints
// them. docs/alerts.md says where they must differ from floatwatch's own alerts.
import { kindOfOptionCondition } from '../../conditions/option/conditions.ts';
import {
  braced,
  DEADLINE,
  NEEDED,
  ofAccounts,
  RUNWAY,
  runwayAt,
  walletSeries,
} from '../../conditions/promql.ts';
import type { Rule } from '../../conditions/rule.ts';
import { kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import { readableValue } from '../../domain/annotate.ts';
import { formatDuration } from '../../domain/duration.ts';
import { AMOUNT_FIELDS } from '../../domain/wallet.ts';
import { blindnessRecordings, blindnessRules, type RulesAccount } from './blindness-rules.ts';
import { optionRecordings } from './payment-option-rules.ts';
import type { PrometheusRule } from './prometheus-rule.ts';
import { planTerms, ruleAnnotations, walletPage } from './rule-annotations.ts';

export interface PrometheusRules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly PrometheusRule[] }[];
}

const MEDIAN = 0.5;
const REPLICAS = 'without (instance, pod)'; // replicas tell the same: a sum over them would double the money

/**
 * Recording and alerting rules for the accounts and rules of a configuration.
 *
 * Annotations lead to floatwatch's own pages: `externalUrl` is where people open them, without a slash at the end.
 */
export function prometheusRules(
  accounts: readonly RulesAccount[],
  rules: readonly Rule[],
  externalUrl: string,
): PrometheusRules {
  // One group, because only within a group a rule sees what earlier rules have just recorded.
  return {
    groups: [
      {
        name: 'floatwatch',
        rules: [
          ...recordings(),
          ...runwayRecordings(accounts, rules),
          ...blindnessRecordings(),
          ...optionRecordings(rules.filter((rule) => 'options' in rule)),
          ...rules.flatMap((rule) => alerting(rule, { rules, accounts, externalUrl })),
          ...blindnessRules(accounts, `${externalUrl}/runbook`),
        ],
      },
    ],
  };
}

/** The names of the rules that Prometheus can't evaluate, because no metric has what they need. */
export function untranslatable(rules: readonly Rule[]): readonly string[] {
  const around = { rules, accounts: [], externalUrl: '' };
  return rules.filter((rule) => alerting(rule, around).length === 0).map(({ name }) => name);
}

function recordings(): PrometheusRule[] {
  const each = [...AMOUNT_FIELDS.map((field) => `${field}_balance`), 'balance_difference'];
  return [
    ...each.map((name) => ({
      record: walletSeries(name),
      expr: `max ${REPLICAS} (merchant_wallet_${name})`,
    })),
    { record: NEEDED, expr: `max ${REPLICAS} (merchant_wallet_top_up_needed)` },
    { record: DEADLINE, expr: `max ${REPLICAS} (merchant_wallet_top_up_deadline_timestamp_seconds)` },
    ...AMOUNT_FIELDS.map((field) => ({
      record: `currency_wallet_type:merchant_wallet_${field}_balance:sum`,
      expr: sumOf(walletSeries(`${field}_balance`)),
    })),
  ];
}

/** The sum over accounts, while every shard is seen and every known wallet is fresh: a missing amount would look like a loss. */
function sumOf(amounts: string): string {
  const by = 'by (currency, wallet_type)';
  const known = `max ${REPLICAS} (merchant_wallet_state{state="fresh"})`;
  return [
    `sum ${by} (${amounts})`,
    `and on (currency, wallet_type) (count ${by} (${amounts}) == count ${by} (${known}))`,
    'unless on () (count(count_values("shard", floatwatch_shard_ordinal)) < max(floatwatch_total_shards))',
  ].join('\n');
}

/** The recordings of the runway at the confidence of each account, and at those that rules ask for. */
function runwayRecordings(accounts: readonly RulesAccount[], rules: readonly Rule[]): PrometheusRule[] {
  const runway = (...matchers: readonly string[]) =>
    `max without (instance, pod, confidence) (merchant_wallet_runway_seconds${braced(matchers)})`;
  const asked = rules.flatMap(({ condition }) =>
    condition.kind === 'runway_below' && condition.confidence !== undefined ? [condition.confidence] : [],
  );
  const byConfidence = Map.groupBy(accounts, ({ confidence }) => confidence);
  const ofEach = [...byConfidence].map(([confidence, own]) => {
    const names = byConfidence.size === 1 ? [] : [ofAccounts(own.map(({ name }) => name))];
    return runway(...names, `confidence="${confidence}"`);
  });
  // Where no rule asks for a further confidence, a wallet has two series: one for the median, and one for its account's
  // confidence.
  const isOtherThanMedian = ofEach.length === 0 || (asked.length === 0 && !byConfidence.has(MEDIAN));
  return [
    { record: RUNWAY, expr: isOtherThanMedian ? runway(`confidence!="${MEDIAN}"`) : ofEach.join('\nor ') },
    ...[...new Set(asked)].map((confidence) => ({
      record: runwayAt(confidence),
      expr: runway(`confidence="${confidence}"`),
    })),
  ];
}

/** The rules and accounts around a generated rule. */
interface Around {
  readonly rules: readonly Rule[];
  readonly accounts: readonly RulesAccount[];
  readonly externalUrl: string;
}

function alerting(rule: Rule, { rules, accounts, externalUrl }: Around): PrometheusRule[] {
  const { expr, lastingMs, value, threshold } = parts(amongNamesakes(rule, rules), accounts);
  if (expr === undefined) return [];
  const { name, severity, keepFiringForMs, labels } = rule;
  const forMs = rule.forMs + lastingMs;
  return [
    {
      alert: name,
      expr,
      ...(forMs > 0 && { for: formatDuration(forMs) }),
      ...(keepFiringForMs > 0 && { keep_firing_for: formatDuration(keepFiringForMs) }),
      labels: {
        severity,
        ...Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, literal(text)])),
      },
      annotations: {
        ...ruleAnnotations(rule, { threshold, forMs, externalUrl }),
        ...translated(rule, { value, threshold, externalUrl }),
      },
    },
  ];
}

/**
 * Adds, as empty labels, the labels that only other rules of its name have: so that a selector finds the alerts of this
 * rule alone.
 */
function amongNamesakes(rule: Rule, rules: readonly Rule[]): Rule {
  const names = rules.flatMap(({ name, labels }) => (name === rule.name ? Object.keys(labels) : []));
  return { ...rule, labels: { ...Object.fromEntries(names.map((label) => [label, ''])), ...rule.labels } };
}

/** The parts of a Prometheus rule that the condition provides. */
function parts(rule: Rule, accounts: readonly RulesAccount[]) {
  if ('wallets' in rule) {
    const { condition } = rule;
    const kind = kindOfWalletCondition(condition);
    const expr = kind.promql(condition, { ...rule, accounts });
    return { expr, lastingMs: 0, value: kind.promqlValue, threshold: kind.threshold(condition) };
  }
  const { condition } = rule;
  const kind = kindOfOptionCondition(condition);
  const expr = kind.promql(condition, rule);
  const lastingMs = kind.lastingMs(condition);
  return { expr, lastingMs, value: kind.promqlValue, threshold: kind.threshold(condition) };
}

/** Escapes a text, so that Prometheus finds no template in it. */
function literal(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}

/**
 * Translates `{{name}}` into Prometheus' own templates. A value that Prometheus can't know becomes `unknown`; other braces
 * stay braces.
 */
function translated(
  { annotations, name, severity, ...rule }: Rule,
  {
    value,
    threshold,
    externalUrl,
  }: { readonly value: string; readonly threshold: string | null; readonly externalUrl: string },
): Record<string, string> {
  const terms: Readonly<Record<string, string>> = {
    account: '{{ $labels.account }}',
    currency: '{{ $labels.currency }}',
    wallet_type: '{{ $labels.wallet_type }}',
    wallet: '{{ $labels.account }}/{{ $labels.currency }}/{{ $labels.wallet_type }}',
    transaction_type: '{{ $labels.transaction_type }}',
    transaction_method: '{{ $labels.transaction_method }}',
    provider_code: '{{ $labels.provider_code }}',
    value,
    threshold: readableValue(threshold),
    rule: name,
    severity,
    ...planTerms(),
    previous: 'unknown',
    age: 'unknown',
    link: 'wallets' in rule ? walletPage(externalUrl) : `${externalUrl}/options`,
  };
  return Object.fromEntries(
    Object.entries(annotations).map(([key, template]) => [
      key,
      template.replace(/\{\{\s*([^{}]*?)\s*\}\}|\{\{/g, (braces, term?: string) =>
        term !== undefined && Object.hasOwn(terms, term) ? (terms[term] ?? '') : literal(braces),
      ),
    ]),
  );
}
