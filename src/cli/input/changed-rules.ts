// Changes rules for `--rule NAME --set below=4000000`.
import type { Rule, WalletRule } from '../../conditions/rule.ts';
import { kindName, readSetting } from '../../conditions/settings.ts';
import { kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import { parseDuration } from '../../domain/duration.ts';
import { listed } from '../../domain/listed.ts';
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
    const list = listed([...new Set(known.map(({ name }) => name))]);
    throw new CommandError(`no rule for wallets is called ${stranger}; there are ${list || 'none'}`, 2);
  }
  const before = names.length === 0 ? known : known.filter(({ name }) => names.includes(name));
  if (settings.length > 0 && names.length === 0) {
    throw new CommandError('--set needs --rule NAME: whose setting is to be changed?', 2);
  }
  return { before, after: before.map((rule) => settings.reduce(withSetting, rule)) };
}

function withSetting(rule: WalletRule, setting: string): WalletRule {
  const [, name = '', text = ''] = /^([a-z_]+)=(.*)$/.exec(setting) ?? [];
  if (name === 'for') return { ...rule, forMs: duration(setting, text) };
  if (name === 'keep_firing_for') return { ...rule, keepFiringForMs: duration(setting, text) };
  const { condition } = rule;
  const kind = kindOfWalletCondition(condition);
  const own = name === condition.kind;
  const described = own ? kind.setting : kind.more[name];
  if (!described) {
    throw new CommandError(
      `--set ${setting}: ${rule.name} (${condition.kind}) has no setting of that name`,
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
