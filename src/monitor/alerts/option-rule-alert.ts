// The alert of one rule about payment options, and whether the rule has been evaluated. Used by `option-alerts.ts` and
// `payout-minima.ts`.
import type { OptionRule } from '../../conditions/rule.ts';
import type { AlertInstance } from './alert-instance.ts';

export interface OptionRuleAlert {
  readonly rule: OptionRule;
  readonly alert: AlertInstance;
  /** Whether the rule hasn't been evaluated yet, or its alert has been recalled since. */
  isNew: boolean;
}

/** Has the newest good poll, when it is resumed, judge the rule of the alert that was recalled. */
export function judgeAnew(rules: readonly OptionRuleAlert[] | undefined, fingerprint: string): void {
  for (const each of rules ?? []) each.isNew ||= each.alert.fingerprint === fingerprint;
}

/** After a reload, takes over from each unchanged rule whether it was evaluated, and when its condition was clear. */
export function inheritJudged(rules: readonly OptionRuleAlert[], old: readonly OptionRuleAlert[]): void {
  for (const each of rules) {
    const before = old.find(({ alert }) => alert.fingerprint === each.alert.fingerprint);
    const isAsBefore = before !== undefined && judgementOf(before) === judgementOf(each);
    each.isNew = !isAsBefore || before.isNew;
    if (isAsBefore) each.alert.clear = before.alert.clear;
  }
}

/** All that the evaluation of a rule depends on, as text. */
function judgementOf({ rule: { condition, options, forMs, keepFiringForMs } }: OptionRuleAlert): string {
  return JSON.stringify({ condition, options, forMs, keepFiringForMs });
}
