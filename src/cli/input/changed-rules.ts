// `--rule NAME --set below=4000000`: the rules as they would be.
import { parseDuration } from '../../domain/duration.ts';
import { type Amount, compareAmounts, parseAmount } from '../../domain/money.ts';
import type { Rule, WalletCondition, WalletRule } from '../../domain/rule.ts';
import { CommandError } from '../terminal/io.ts';

/**
 * The wallet rules of these names (all, when there are none), and the same with the settings changed.
 *
 * Throws a {@link CommandError} for a name that no rule has, or a setting that a rule doesn't have.
 */
export function chosenRules(
  rules: readonly Rule[],
  names: readonly string[],
  settings: readonly string[],
): { readonly before: readonly WalletRule[]; readonly after: readonly WalletRule[] } {
  const known = rules.filter((rule) => 'wallets' in rule);
  const stranger = names.find((name) => !known.some((rule) => rule.name === name));
  if (stranger !== undefined) {
    const list = known.map(({ name }) => name).join(', ');
    throw new CommandError(`no rule for wallets is called ${stranger}; there are ${list || 'none'}`, 2);
  }
  const before = names.length === 0 ? known : known.filter(({ name }) => names.includes(name));
  if (settings.length > 0 && names.length === 0) {
    throw new CommandError('--set needs --rule NAME: whose setting is to be changed?', 2);
  }
  return { before, after: before.map((rule) => settings.reduce(withSetting, rule)) };
}

function withSetting(rule: WalletRule, setting: string): WalletRule {
  const [, name = '', value = ''] = /^([a-z_]+)=(.*)$/.exec(setting) ?? [];
  const { condition } = rule;
  switch (name) {
    case 'for':
      return { ...rule, forMs: duration(setting, value) };
    case 'keep_firing_for':
      return { ...rule, keepFiringForMs: duration(setting, value) };
    case 'below':
    case 'above':
      if (condition.kind === name)
        return { ...rule, condition: withThreshold(condition, amount(setting, value)) };
      break;
    case 'clear_above':
    case 'clear_below':
      if (condition.kind === (name === 'clear_above' ? 'below' : 'above')) {
        return { ...rule, condition: { ...condition, clear: amount(setting, value) } as WalletCondition };
      }
      break;
    case 'drops_by':
    case 'rises_by':
      if (condition.kind === name) {
        const percent = value.endsWith('%');
        const by = amount(setting, percent ? value.slice(0, -1) : value);
        return { ...rule, condition: { ...condition, by, percent } };
      }
      break;
    case 'within':
      if (condition.kind === 'drops_by' || condition.kind === 'rises_by') {
        return { ...rule, condition: { ...condition, withinMs: duration(setting, value) } };
      }
      break;
    case 'unknown_for':
      if (condition.kind === name)
        return { ...rule, condition: { kind: name, ms: duration(setting, value) } };
      break;
    case 'runway_below':
      if (condition.kind === name) {
        const lead = value === 'top_up_lead_time' ? value : duration(setting, value);
        return { ...rule, condition: { kind: name, lead } };
      }
      break;
    case 'difference_above':
      if (condition.kind === name) {
        return { ...rule, condition: { kind: name, threshold: amount(setting, value) } };
      }
      break;
  }
  throw new CommandError(`--set ${setting}: ${rule.name} (${condition.kind}) has no setting of that name`, 2);
}

/** A clear level that was the threshold itself, or is overtaken by it, moves with it. */
function withThreshold(
  condition: WalletCondition & { kind: 'below' | 'above' },
  threshold: Amount,
): WalletCondition {
  const { clear, kind } = condition;
  const order = compareAmounts(clear, threshold);
  const overtaken = kind === 'below' ? order < 0 : order > 0;
  const same = compareAmounts(clear, condition.threshold) === 0;
  return { ...condition, threshold, clear: same || overtaken ? threshold : clear };
}

function amount(setting: string, text: string): Amount {
  const parsed = parseAmount(text);
  if (parsed === undefined)
    throw new CommandError(`--set ${setting}: ${JSON.stringify(text)} is not an amount`, 2);
  return parsed;
}

function duration(setting: string, text: string): number {
  const parsed = parseDuration(text);
  if (parsed === undefined)
    throw new CommandError(`--set ${setting}: ${JSON.stringify(text)} is not a duration`, 2);
  return parsed;
}
