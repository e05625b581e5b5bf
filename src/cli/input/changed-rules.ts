// Changes rules for `--rule NAME --set below=4000000`.
import type { Rule, WalletRule } from '../../conditions/rule.ts';
import { kindName, readSetting } from '../../conditions/settings.ts';
import { kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import { parseDuration } from '../../domain/duration.ts';
import { nearestOf } from '../../domain/spelling.ts';
import { CommandError } from '../terminal/io.ts';

/**
 * The wallet rules with these names (all, when there are none), and the same rules with the settings changed.
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
    const names = new Set(known.map(({ name }) => name));
    throw new CommandError(
      `no rule for wallets is called ${stranger}; ${nearestOf(stranger, [...names])}`,
      2,
    );
  }
  const before = names.length === 0 ? known : known.filter(({ name }) => names.includes(name));
  if (settings.length > 0 && names.length === 0) {
    throw new CommandError('--set needs --rule NAME: whose setting is to be changed?', 2);
  }
  const after = before.map((rule) => settings.reduce(withSetting, rule));
  for (const rule of after) refuseFlaw(rule, settings);
  return { before, after };
}

/** Throws where a setting contradicts the condition as it is after all of them; the file may not have it either. */
function refuseFlaw({ name: rule, condition }: WalletRule, settings: readonly string[]): void {
  const kind = kindOfWalletCondition(condition);
  const { value, more } = kind.settingsOf(condition);
  for (const setting of settings) {
    const { name, text } = parts(setting);
    const described = kind.more[name];
    const flaw = described && kind.flaw?.(value, { ...more, [name]: readSetting(described, text) ?? null });
    if (flaw) throw new CommandError(`--set ${setting}: ${flaw.setting} of ${rule} ${flaw.message}`, 2);
  }
}

/** `below=4000000` in two; throws for other text. */
function parts(setting: string): { readonly name: string; readonly text: string } {
  const [, name, text] = /^([^=]*)=(.*)$/.exec(setting) ?? [];
  if (name !== undefined && text !== undefined) return { name, text };
  throw new CommandError(`--set ${setting}: takes a setting and its value, as below=4000000`, 2);
}

function withSetting(rule: WalletRule, setting: string): WalletRule {
  const { name, text } = parts(setting);
  if (name === 'for') return { ...rule, forMs: duration(setting, text) };
  if (name === 'keep_firing_for') return { ...rule, keepFiringForMs: duration(setting, text) };
  const { condition } = rule;
  const kind = kindOfWalletCondition(condition);
  const own = name === condition.kind;
  const described = own ? kind.setting : kind.more[name];
  if (!described) {
    const names = [condition.kind, ...Object.keys(kind.more), 'for', 'keep_firing_for'];
    const instead = nearestOf(name, names);
    throw new CommandError(
      `--set ${setting}: ${rule.name} (${condition.kind}) has no such setting; ${instead}`,
      2,
    );
  }
  const changed = readSetting(described, text) ?? notA(kindName(described), setting, text);
  const { value, more } = kind.settingsOf(condition);
  return {
    ...rule,
    condition: own ? kind.of(changed, more) : kind.of(value, { ...more, [name]: changed }),
  };
}

function duration(setting: string, text: string): number {
  return parseDuration(text) ?? notA('a duration', setting, text);
}

function notA(kind: string, setting: string, text: string): never {
  throw new CommandError(`--set ${setting}: ${JSON.stringify(text)} is not ${kind}`, 2);
}
