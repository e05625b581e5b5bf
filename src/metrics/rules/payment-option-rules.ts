// Writes the recordings that generated rules over payment options read. Used by `rules.ts`.
import { kindOfOptionCondition } from '../../conditions/option/conditions.ts';
import { LIMIT_METRICS } from '../../conditions/option/limit-changed.ts';
import { HELD_FOR, limitBefore, optionSeries } from '../../conditions/promql.ts';
import type { OptionRule } from '../../conditions/rule.ts';
import type { PrometheusRule } from './prometheus-rule.ts';

/** The recordings that the expressions read; none when no rule is about options. */
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
 * The expression for a limit before its change: its value a day ago or, while that isn't known, its first known value. So a
 * change is news for a day, or until the limit is back.
 */
function beforeExpr(limit: (typeof LIMIT_METRICS)[number]): string {
  const now = optionSeries(`${limit}_amount`);
  return [
    `last_over_time(${now}[6d] offset 1d)`,
    `(${limitBefore(limit)} and last_over_time(${now}[${HELD_FOR}]))`,
    now,
  ].join('\nor ');
}
