// Checks that no wallet is in two rules of one name. Rules may share a name, such as one threshold for each wallet, but an
// alert is identified by its labels and has one rule. checks.ts calls it.
import { OPTION_CONDITIONS } from '../../conditions/option/conditions.ts';
import { globsMeet, isGlob, matchesGlob } from '../../conditions/selector.ts';
import { formatPath, type Path } from '../problem.ts';
import type { accountSettings } from '../schema/schema-accounts.ts';
import { ruleSettings } from '../schema/schema-alerts.ts';
import { type Findings, type Valid, valid } from '../valid.ts';

type ValidRule = Valid<typeof ruleSettings>;

/** The subject of a rule's alerts, by globs: wallets, or payment options. */
interface Subject {
  readonly of: 'wallet' | 'option';
  readonly account: string;
  readonly others: readonly string[];
}

interface AlikeRule {
  /** Its place in the file. */
  readonly index: number;
  readonly subject: Subject;
}

export function checkUniqueRules(
  rules: readonly unknown[],
  accounts: readonly Valid<typeof accountSettings>[],
  path: Path,
  findings: Findings,
): void {
  const alike = new Map<string, AlikeRule[]>(); // by the labels of their alerts
  rules.forEach((raw, index) => {
    const rule = valid(ruleSettings, raw);
    const subject = subjectOf(rule);
    if (rule.name === undefined || !subject) return;
    const labels = Object.entries(rule.labels ?? {}).sort();
    const key = JSON.stringify([rule.name, rule.severity, subject.of, labels]);
    const same = alike.get(key);
    if (same) same.push({ index, subject });
    else alike.set(key, [{ index, subject }]);
  });
  const reachedBy = createReach(new Set(accounts.flatMap(({ name }) => name ?? [])));
  for (const same of alike.values()) {
    for (const { index, subject, other } of same.length === 1 ? [] : overlaps(same, reachedBy)) {
      const what = subject.of === 'wallet' ? 'wallets' : 'payment options';
      findings.problem(
        [...path, index, 'name'],
        `is the name of ${formatPath([...path, other])} already, and both are about some of the same ${what}: ` +
          'an alert has one rule; give one of them another name or severity, or narrow what it is about',
      );
    }
  }
}

/**
 * The rules that may share an alert with an earlier rule, each with the first such rule. There may be one for each of ten
 * thousand accounts.
 */
function overlaps(
  same: readonly AlikeRule[],
  reachedBy: Reach,
): readonly (AlikeRule & { readonly other: number })[] {
  const sharing = createSharing(new Set(same.map(({ subject }) => subject.account)), reachedBy);
  const byAccount = new Map<string, AlikeRule[]>(); // by what the file says there: a name, or a glob
  return same.flatMap((rule) => {
    const { account, others } = rule.subject;
    const meets = (one: AlikeRule) => one.subject.others.every((glob, i) => globsMeet(glob, others[i]!));
    let other = Number.POSITIVE_INFINITY;
    for (const each of sharing(account)) {
      other = Math.min(other, byAccount.get(each)?.find(meets)?.index ?? Number.POSITIVE_INFINITY);
    }
    const own = byAccount.get(account);
    if (own) own.push(rule);
    else byAccount.set(account, [rule]);
    return Number.isFinite(other) ? [{ ...rule, other }] : [];
  });
}

/** Returns the accounts that a name or a glob matches; `undefined` when the accounts aren't known. */
type Reach = (said: string) => readonly string[] | undefined;

function createReach(accounts: ReadonlySet<string>): Reach {
  const known = new Map<string, readonly string[]>();
  return (said) => {
    if (accounts.size === 0) return undefined;
    if (!isGlob(said)) return accounts.has(said) ? [said] : [];
    const reached = known.get(said) ?? [...accounts].filter((name) => matchesGlob(said, name));
    known.set(said, reached);
    return reached;
  };
}

/**
 * Returns a function that finds which names and globs match an account that the given one matches too; itself included, if
 * it matches any.
 *
 * It goes by the accounts that each of them matches: to compare each with each over ten thousand accounts would take
 * minutes for hundreds of groups.
 */
function createSharing(said: ReadonlySet<string>, reachedBy: Reach): (account: string) => Iterable<string> {
  const reaching = new Map<string, string[]>(); // by account
  for (const each of said) {
    for (const name of reachedBy(each) ?? []) {
      const others = reaching.get(name);
      if (others) others.push(each);
      else reaching.set(name, [each]);
    }
  }
  const known = new Map<string, ReadonlySet<string>>();
  return (account) => {
    const found = known.get(account) ?? find(account);
    known.set(account, found);
    return found;
  };

  function find(account: string): ReadonlySet<string> {
    const reached = reachedBy(account);
    if (!reached) return new Set([...said].filter((each) => globsMeet(account, each)));
    const found = new Set<string>();
    for (const name of reached) for (const each of reaching.get(name)!) found.add(each);
    return found;
  }
}

/** The subject of a rule; `undefined` when a part of it isn't valid. */
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
