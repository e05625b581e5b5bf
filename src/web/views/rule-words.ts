// A rule in words: its condition as it is configured, and how long it must last.
import { kindOfOptionCondition } from '../../conditions/option/conditions.ts';
import type { Rule } from '../../conditions/rule.ts';
import { kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import { formatDuration } from '../../domain/duration.ts';
import { formatAmount, parseAmount } from '../../domain/money.ts';
import { texts } from '../texts/texts.ts';

/** One setting of a rule: its name, its value as people read it, what it means. */
export interface RuleTerm {
  readonly name: string;
  readonly value: string;
  readonly text: string;
}

/** The terms of a rule: its condition, the condition's other settings, then its times; unset settings are left out. */
export function termsOf(rule: Rule): readonly RuleTerm[] {
  const { condition, forMs, keepFiringForMs } = rule;
  const kind =
    'wallets' in rule ? kindOfWalletCondition(rule.condition) : kindOfOptionCondition(rule.condition);
  const { value, more } = kind.settingsOf(condition as never);
  const terms = [{ name: condition.kind as string, value: words(value), text: kind.setting.text }];
  for (const [name, each] of Object.entries(more)) {
    const text = kind.more[name]?.text;
    if (each !== null && text !== undefined) terms.push({ name, value: words(each), text });
  }
  if (forMs > 0)
    terms.push({
      name: 'for',
      value: formatDuration(forMs),
      text: texts.alert.rule.for,
    });
  if (keepFiringForMs > 0)
    terms.push({
      name: 'keep_firing_for',
      value: formatDuration(keepFiringForMs),
      text: texts.alert.rule.keepFiringFor,
    });
  return terms;
}

function words(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'by' in value) {
    const { by, percent } = value as { readonly by: string; readonly percent: boolean };
    return percent ? `${by} %` : words(by);
  }
  if (value === true) return texts.alert.rule.yes;
  const text = String(value);
  if (typeof value === 'number')
    return value < 1 ? `${Math.round(value * 1_000) / 10} %` : formatDuration(value);
  const amount = parseAmount(text);
  return amount === undefined ? text.replaceAll('_', ' ') : formatAmount(amount);
}
