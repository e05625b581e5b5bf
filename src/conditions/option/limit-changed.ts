// `limit_changed: true`: one of the option's limits has changed within the last day.
import { formatAmount } from '../../domain/money.ts';
import { LIMITS } from '../../domain/option-change.ts';
import { alertsOf, braced, HELD_FOR, limitBefore, ON_OPTION, ofOptions, optionSeries } from '../promql.ts';
import { AMOUNT_VALUE } from '../wallet/condition.ts';
import { heldOption, OPTION_NAME, optionCondition, switchedOn, UNKNOWN } from './condition.ts';
import { NEWS_MS } from './limits.ts';

export interface LimitChanged {
  readonly kind: 'limit_changed';
}

/** The limits by the names of their metrics. */
export const LIMIT_METRICS = ['min', 'max', 'max_daily'] as const;

export const limitChanged = optionCondition({
  ...switchedOn('limit_changed', 'One of its limits has changed.'),
  newsMs: NEWS_MS,
  summary: () =>
    `${OPTION_NAME}: a limit has changed: {{value}}. Check that what you send and collect is still within it`,
  over: () => `${OPTION_NAME}: the old limits are back, or have been gone for a day`,
  promqlValue: AMOUNT_VALUE,

  evaluate(_, sample, limits) {
    const isOver = Object.keys(limits.before).length === 0;
    if (sample.kind === 'missing' && isOver) return { state: 'clear', value: null, threshold: null };
    if (sample.kind !== 'seen') return UNKNOWN;
    const changes = LIMITS.flatMap(([field, limit]) => {
      const news = limits.before[limit];
      const known = limits.known[limit];
      return news && known ? [`${field} ${formatAmount(news.amount)} → ${formatAmount(known)}`] : [];
    });
    const value = changes.length === 0 ? null : changes.join(', ');
    return { state: value === null ? 'clear' : 'met', value, threshold: null };
  },

  promql: (_, rule) =>
    LIMIT_METRICS.flatMap((limit) => {
      const now = `${optionSeries(`${limit}_amount`)}${braced(ofOptions(rule.options))}`;
      return [`(${now} != ${limitBefore(limit)})`, heldOption(now, alertsOf(rule), ON_OPTION, HELD_FOR)];
    }).join('\nor '),
});
