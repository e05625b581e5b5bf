// What the generated rules over payment options look at, recorded of each poll of an account's options. Used by `rules.ts`.
import { kindOfOptionCondition } from '../../conditions/option/conditions.ts';
import { LIMIT_METRICS } from '../../conditions/option/limit-changed.ts';
import { HELD_FOR, limitBefore, optionSeries } from '../../conditions/promql.ts';
import type { OptionRule } from '../../conditions/rule.ts';
import type { PrometheusRule } from './prometheus-rule.ts';

/** What the expressions look at; nothing when no rule is about options. */
export function optionRecordings(rules: readonly OptionRule[]): PrometheusRule[] {
  if (rules.length === 0) return [];
  const isAboutChanges = rules.some(({ condition }) => {
    const kind = kindOfOptionCondition(condition);
    return kind.about === 'option' && kind.newsMs > 0;
  });
  return [
    ...['active', ...LIMIT_METRICS.map((limit) => `${limit}_amount`)].map((name) => ({
      record: optionSeries(name),
      expr: `max without (instance, pod) (payment_option_${name})`,
    })),
    ...(isAboutChanges
      ? LIMIT_METRICS.map((limit) => ({ record: limitBefore(limit), expr: beforeExpr(limit) }))
      : []),
  ];
}

/**
 * What a limit was before it changed: what it was a day ago, and as long as that isn't known, what it was when it was
 * first known. So a change is news for a day, or until it is back.
 */
function beforeExpr(limit: (typeof LIMIT_METRICS)[number]): string {
  const now = optionSeries(`${limit}_amount`);
  return [
    `last_over_time(${now}[6d] offset 1d)`,
    `(${limitBefore(limit)} and last_over_time(${now}[${HELD_FOR}]))`,
    now,
  ].join('\nor ');
}
