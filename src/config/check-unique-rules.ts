// Rules may share a name, one threshold for each wallet; but then no wallet may be in two of them: an alert is told by
// its labels, and it has one rule. checks.ts calls it.
import { OPTION_CONDITIONS } from '../conditions/option/conditions.ts';
import { globsMeet, matchesGlob } from '../conditions/selector.ts';
import { formatPath, type Path } from './problem.ts';
import type { accountSettings } from './schema-accounts.ts';
import { ruleSettings } from './schema-alerts.ts';
import { type Findings, type Valid, valid } from './valid.ts';

type ValidRule = Valid<typeof ruleSettings>;

/** What the alerts of a rule are about, by globs: wallets, or payment options. */
interface Subject {
  readonly of: 'wallet' | 'option';
  readonly account: string;
  readonly others: readonly string[];
}

export function checkUniqueRules(
  rules: readonly unknown[],
  accounts: readonly Valid<typeof accountSettings>[],
  path: Path,
  findings: Findings,
): void {
  const names = accounts.flatMap(({ name }) => name ?? []);
  const earlier = new Map<string, { readonly index: number; readonly subject: Subject }[]>(); // by labels
  rules.forEach((raw, index) => {
    const rule = valid(ruleSettings, raw);
    const subject = subjectOf(rule);
    if (rule.name === undefined || !subject) return;
    const labels = Object.entries(rule.labels ?? {}).sort();
    const key = JSON.stringify([rule.name, rule.severity, labels]);
    const same = earlier.get(key) ?? [];
    earlier.set(key, [...same, { index, subject }]);
    const other = same.find((each) => meet(each.subject, subject, names));
    if (!other) return;
    const what = subject.of === 'wallet' ? 'wallets' : 'payment options';
    findings.problem(
      [...path, index, 'name'],
      `is the name of ${formatPath([...path, other.index])} already, and both are about some of the same ${what}: ` +
        'an alert has one rule; give one of them another name or severity, or narrow what it is about',
    );
  });
}

/** `undefined` when a part of it isn't valid. */
function subjectOf(rule: ValidRule): Subject | undefined {
  if (rule.options === undefined || rule.wallets === undefined) return undefined;
  if (rule.options === null) {
    const { account = '*', currency = '*', wallet_type = '*' } = rule.wallets ?? {};
    return { of: 'wallet', account, others: [currency, wallet_type] };
  }
  const { account, currency, transaction_type, provider_code } = rule.options;
  const isAboutWallet = Object.entries(OPTION_CONDITIONS).some(
    ([name, { about }]) => about === 'payout_wallet' && (rule as Record<string, unknown>)[name] != null,
  );
  if (isAboutWallet) return { of: 'wallet', account, others: [currency, 'MERCHANT_PAYOUT'] };
  return { of: 'option', account, others: [currency, transaction_type, provider_code] };
}

function meet(a: Subject, b: Subject, accounts: readonly string[]): boolean {
  if (a.of !== b.of || !a.others.every((glob, i) => globsMeet(glob, b.others[i]!))) return false;
  if (accounts.length === 0) return globsMeet(a.account, b.account);
  return accounts.some((name) => matchesGlob(a.account, name) && matchesGlob(b.account, name));
}
