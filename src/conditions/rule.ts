// An alert rule as data: `config/` makes it, `monitor/alerts` evaluates it. `domain/alert.ts` decides how an alert changes
// its phase.
import type { Level, Timing } from '../domain/alert.ts';
import { kindOfOptionCondition, type OptionCondition } from './option/conditions.ts';
import type { OptionSelector, WalletSelector } from './selector.ts';
import { kindOfWalletCondition, type WalletCondition } from './wallet/conditions.ts';

interface RuleBase extends Timing {
  /** CamelCase by custom; becomes the label `alertname`. */
  readonly name: string;
  readonly severity: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** The template of the summary once the condition is seen to be over. Absent: the rule's own summary stays. */
  readonly over?: string;
}

export interface WalletRule extends RuleBase {
  readonly wallets: WalletSelector;
  readonly condition: WalletCondition;
}

export interface OptionRule extends RuleBase {
  readonly options: OptionSelector;
  readonly condition: OptionCondition;
}

export type Rule = WalletRule | OptionRule;

/** The anchor of the runbook's chapter about rules of its kind: `below`, `runway-below`. */
export function chapterOf({ condition }: Rule): string {
  return condition.kind.replaceAll('_', '-');
}

/** The amount that a rule's threshold is a level of; `undefined` when it is something else. */
export function levelOf(rule: Rule): Level | undefined {
  return 'wallets' in rule
    ? kindOfWalletCondition(rule.condition).level?.(rule.condition)
    : kindOfOptionCondition(rule.condition).level?.(rule.condition);
}
