// The alert of one rule about payment options, and whether the rule has been evaluated. Used by `option-alerts.ts` and
// `payout-minima.ts`.
import type { OptionRule } from '../../conditions/rule.ts';
import type { Instant } from '../../domain/observation.ts';
import type { AlertInstance } from './alert-instance.ts';
import type { SavedAlert } from './ports.ts';

export interface OptionRuleAlert {
  readonly rule: OptionRule;
  readonly alert: AlertInstance;
  /** Whether the rule hasn't been evaluated yet. */
  isNew: boolean;
  /** The instant of the state in which its alert was recalled, if it hasn't been evaluated since; else `null`. */
  recalledAt: Instant | null;
}

/** Takes note that an alert was recalled: a newest good poll that is later judges it, when it is resumed. */
export function noteRecalled(
  rules: readonly OptionRuleAlert[] | undefined,
  { fingerprint, state }: Pick<SavedAlert, 'fingerprint' | 'state'>,
): void {
  for (const each of rules ?? []) if (each.alert.fingerprint === fingerprint) each.recalledAt = state.at;
}

export function noteJudged(each: OptionRuleAlert): void {
  each.isNew = false;
  each.recalledAt = null;
}

/** Whether the newest good poll, of instant `at`, is to judge the rule though it was taken in before. */
export function isDue({ isNew, recalledAt, alert }: OptionRuleAlert, at: Instant): boolean {
  return at >= alert.state.at && (isNew || (recalledAt !== null && at > recalledAt));
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
