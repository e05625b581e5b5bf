// Turns a rule of the file, which has passed every check, into a rule of the monitor. Called by resolve.ts.
import {
  kindOfOptionCondition,
  OPTION_CONDITIONS,
  type OptionCondition,
} from '../../conditions/option/conditions.ts';
import type { Rule } from '../../conditions/rule.ts';
import type { FromSettings, Setting } from '../../conditions/settings.ts';
import {
  kindOfWalletCondition,
  WALLET_CONDITIONS,
  type WalletCondition,
} from '../../conditions/wallet/conditions.ts';
import type { FileConfig } from '../schema/schema.ts';

type FileRule = FileConfig['alerts']['rules'][number];

/** Makes a rule with the condition whose setting it has. The condition gives the summary, unless the rule has its own. */
export function ruleOf(rule: FileRule): Rule {
  const base = {
    name: rule.name,
    severity: rule.severity,
    forMs: rule.for,
    keepFiringForMs: rule.keep_firing_for,
    labels: rule.labels,
  };
  const { account = '*', currency = '*' } = rule.options ?? rule.wallets ?? {};
  if (rule.options) {
    const { transaction_type, provider_code } = rule.options;
    const options = { account, currency, transactionType: transaction_type, providerCode: provider_code };
    const condition = conditionOf<OptionCondition>(OPTION_CONDITIONS, rule);
    const texts = textsOf(kindOfOptionCondition(condition), condition, rule);
    return { ...base, options, condition, ...texts };
  }
  const walletType = rule.wallets?.wallet_type ?? '*';
  const wallets = { account, currency, walletType };
  const condition = conditionOf<WalletCondition>(WALLET_CONDITIONS, rule);
  const texts = textsOf(kindOfWalletCondition(condition), condition, rule);
  return { ...base, wallets, condition, ...texts };
}

/** The texts of a rule's alerts. A summary of its own is for both their beginning and their end. */
function textsOf<C>(
  kind: { summary(condition: C): string; over(condition: C): string },
  condition: C,
  { annotations }: FileRule,
): Pick<Rule, 'annotations' | 'over'> {
  if (annotations['summary'] !== undefined) return { annotations };
  return { annotations: { summary: kind.summary(condition), ...annotations }, over: kind.over(condition) };
}

type Kinds<C> = Readonly<Record<string, FromSettings<C, Setting, Readonly<Record<string, Setting>>>>>;

/** Makes the condition whose own setting the rule has. */
function conditionOf<C>(kinds: Kinds<C>, rule: FileRule): C {
  const settings = rule as Readonly<Record<string, unknown>> as Parameters<Kinds<C>[string]['of']>[1];
  for (const [name, kind] of Object.entries(kinds)) {
    const value = settings[name] ?? null;
    if (value === null) continue;
    const more = Object.keys(kind.more).map((key) => [key, settings[key] ?? null]);
    return kind.of(value, Object.fromEntries(more));
  }
  throw new Error(`the rule ${rule.name} has no condition`); // checkRule refuses such a file
}
