// Rules may share a name, one threshold for each wallet; but then no wallet may be in two of them: an alert is told by
// its labels, and it has one rule. checks.ts calls it.
import { OPTION_CONDITIONS } from '../conditions/option/conditions.ts';
import { globsMeet, isGlob, matchesGlob } from '../conditions/selector.ts';
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
  const names = new Set(accounts.flatMap(({ name }) => name ?? []));
  const earlier = new Map<string, AlikeRules>(); // by labels
  rules.forEach((raw, index) => {
    const rule = valid(ruleSettings, raw);
    const subject = subjectOf(rule);
    if (rule.name === undefined || !subject) return;
    const labels = Object.entries(rule.labels ?? {}).sort();
    const key = JSON.stringify([rule.name, rule.severity, subject.of, labels]);
    const same = earlier.get(key) ?? createAlikeRules(names);
    earlier.set(key, same);
    const other = same.add(index, subject);
    if (other === undefined) return;
    const what = subject.of === 'wallet' ? 'wallets' : 'payment options';
    findings.problem(
      [...path, index, 'name'],
      `is the name of ${formatPath([...path, other])} already, and both are about some of the same ${what}: ` +
        'an alert has one rule; give one of them another name or severity, or narrow what it is about',
    );
  });
}

/** Rules whose alerts have the same labels. There may be one for each of ten thousand accounts. */
interface AlikeRules {
  /** Takes in a rule by its place in the file; the first one before that has an alert in common with it. */
  add(index: number, subject: Subject): number | undefined;
}

function createAlikeRules(accounts: ReadonlySet<string>): AlikeRules {
  type Rule = { readonly index: number; readonly others: readonly string[] };
  const byAccount = new Map<string, Rule[]>(); // by what the file says there: a name, or a glob
  const globs = new Set<string>();
  const share = (a: string, b: string) => {
    if (accounts.size === 0) return globsMeet(a, b);
    if (!isGlob(a)) return accounts.has(a) && matchesGlob(b, a);
    if (!isGlob(b)) return accounts.has(b) && matchesGlob(a, b);
    return [...accounts].some((name) => matchesGlob(a, name) && matchesGlob(b, name));
  };
  const sharing = (account: string) => {
    // A name shares its account with itself, and with globs: of the many other names none is asked.
    const candidates = isGlob(account) ? [...byAccount.keys()] : [account, ...globs];
    return candidates.filter((each) => byAccount.has(each) && share(account, each));
  };
  return {
    add(index, { account, others }) {
      const meets = (rule: Rule) => rule.others.every((glob, i) => globsMeet(glob, others[i]!));
      const met = sharing(account).flatMap((each) => byAccount.get(each)!.find(meets)?.index ?? []);
      const own = byAccount.get(account) ?? [];
      own.push({ index, others });
      byAccount.set(account, own);
      if (isGlob(account)) globs.add(account);
      return met.length === 0 ? undefined : Math.min(...met);
    },
  };
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
