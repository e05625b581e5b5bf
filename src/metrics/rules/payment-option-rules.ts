// Rules over payment options for Prometheus. They see what floatwatch exposes of each poll of an account's options.
import { matchesGlob, type OptionRule } from '../../domain/rule.ts';
import { braced, firingOf, matchers } from './matchers.ts';
import type { PrometheusRule } from './prometheus-rule.ts';

const KEY = 'on (account, currency, transaction_type, transaction_method, provider_code)';
const WALLET = 'on (account, currency, wallet_type)';
const LIMITS = ['min', 'max', 'max_daily'] as const;
const LAST = '7d'; // how long a blind alert is held

/** What the expressions look at; nothing when no rule is about options. */
export function optionRecordings(rules: readonly OptionRule[]): PrometheusRule[] {
  if (rules.length === 0) return [];
  const limitsMatter = rules.some(({ condition }) => condition.kind === 'limit_changed');
  return [
    ...['active', ...LIMITS.map((limit) => `${limit}_amount`)].map((name) => ({
      record: recorded(name),
      expr: `max without (instance, pod) (payment_option_${name})`,
    })),
    ...(limitsMatter ? LIMITS.map((limit) => ({ record: before(limit), expr: beforeExpr(limit) })) : []),
  ];
}

/** The expression of a rule; `undefined` for one that can't match any option. */
export function optionExpr(rule: OptionRule): string | undefined {
  const { condition, options, name, severity } = rule;
  const { account, currency, transactionType, providerCode } = options;
  const chosen = matchers({
    account,
    currency,
    transaction_type: transactionType,
    provider_code: providerCode,
  });
  const firing = `ALERTS{alertname="${name}",severity=${JSON.stringify(severity)},alertstate="firing"}`;
  const held = (value: string) =>
    `((last_over_time(${value}[${LAST}]) unless ${KEY} ${value}) and ${KEY} ${firing})`;
  switch (condition.kind) {
    case 'inactive_for': {
      const active = `${recorded('active')}${braced(chosen)}`;
      return `(${active} == 0)\nor ${held(active)}`;
    }
    case 'vanished': {
      // Held by itself while the account is blind, but not while floatwatch is: after a restart it may not know.
      const missing = `max without (instance, pod, state) (payment_option_state${braced([...chosen, 'state="missing"'])})`;
      const own = ['severity', ...Object.keys(rule.labels)];
      const lasting = firingOf(name, `severity=${JSON.stringify(severity)}`, own);
      return `(${missing} == 1)\nor (${lasting} unless ${KEY} payment_option_state)`;
    }
    case 'limit_changed':
      return LIMITS.flatMap((limit) => {
        const now = `${recorded(`${limit}_amount`)}${braced(chosen)}`;
        return [`(${now} != ${before(limit)})`, held(now)];
      }).join('\nor ');
    case 'wallet_below_min':
      return belowMin(rule, firing);
  }
}

/**
 * What a limit was before it changed: what it was a day ago, and as long as that isn't known, what it was when it was
 * first known. So a change is news for a day, or until it is back.
 */
function beforeExpr(limit: (typeof LIMITS)[number]): string {
  const now = recorded(`${limit}_amount`);
  return [
    `last_over_time(${now}[6d] offset 1d)`,
    `(${before(limit)} and last_over_time(${now}[${LAST}]))`,
    now,
  ].join('\nor ');
}

/** A payout wallet and the smallest payout of any active option; unless an option that isn't told of might work. */
function belowMin({ options }: OptionRule, firing: string): string | undefined {
  const { account, currency, transactionType, providerCode } = options;
  if (!matchesGlob(transactionType, 'PAYOUT')) return undefined;
  const payouts = [
    ...matchers({ account, currency }),
    'transaction_type="PAYOUT"',
    ...matchers({ provider_code: providerCode }),
  ];
  const chosen = braced(payouts);
  const wallet = `wallet:merchant_wallet_available_balance:max${braced([...matchers({ account, currency }), 'wallet_type="MERCHANT_PAYOUT"'])}`;
  const active = `${recorded('active')}${chosen}`;
  const min = `${recorded('min_amount')}${chosen}`;
  const least = `min by (account, currency) (${min} and ${KEY} ${active} == 1)`;
  const state = (which: string) =>
    `max without (instance, pod, state) (payment_option_state${braced([...payouts, `state="${which}"`])}) == 1`;
  const uncertain = [
    `(${state('fresh')} unless ${KEY} ${active})`,
    `(${active} == 1 unless ${KEY} ${min})`,
    state('stale'),
  ].join(' or ');
  const against = (sign: string) => `${wallet} ${sign} on (account, currency) group_left () ${least}`;
  return [
    `(${against('<')} unless on (account, currency) (${uncertain}))`,
    `(last_over_time(${wallet}[${LAST}]) and ${WALLET} ${firing} unless ${WALLET} (${against('>=')}))`,
  ].join('\nor ');
}

function recorded(name: string): string {
  return `option:payment_option_${name}:max`;
}

function before(limit: string): string {
  return `option:payment_option_${limit}_amount:before`;
}
