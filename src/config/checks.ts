// What several settings must be together. Each check looks at the values that are right by themselves, so that one
// mistake doesn't hide another.
import { formatDuration } from '../domain/duration.ts';
import { matchesGlob } from '../domain/rule.ts';
import { isLoopback } from './address.ts';
import { checkRule } from './check-rule.ts';
import { checkSecrets, type OpenSecret } from './check-secrets.ts';
import { smallestInterval } from './interval.ts';
import { formatPath, type Path } from './problem.ts';
import { accountSettings, pollSettings } from './schema-accounts.ts';
import { ruleSettings } from './schema-alerts.ts';
import { entries, type Findings, list, type Valid, valid } from './valid.ts';

/**
 * What a later version will do and this one doesn't: refused rather than ignored. Take an entry out with the
 * change that brings it to life. `*` stands for any position in a list.
 */
const NOT_YET: readonly string[] = ['accounts[*].payment_options', 'alerts.rules[*].options'];

/** Checks a whole file, of which some values may be wrong by themselves. */
export function checkTogether(root: unknown, findings: Findings, open: OpenSecret): void {
  const file = entries(root);
  const poll = valid(pollSettings, file['poll'] ?? {});
  const accounts = list(file['accounts']).map((account) => valid(accountSettings, account));
  const alerts = entries(file['alerts']);
  const rules = list(alerts['rules']);

  if (Array.isArray(file['accounts']) && accounts.length === 0) {
    findings.problem(['accounts'], 'is empty: name at least one account to watch');
  }
  checkUnique(list(file['accounts']), ['accounts'], findings);
  checkUnique(rules, ['alerts', 'rules'], findings);
  checkUnique(list(alerts['webhooks']), ['alerts', 'webhooks'], findings);
  checkNotYet(root, [], findings);
  checkSecrets(root, findings, open);
  checkPoll(poll, poll, ['poll'], findings);
  accounts.forEach((account, i) => {
    checkAccount(account, ['accounts', i], findings);
    checkPoll(account, poll, ['accounts', i], findings);
  });
  rules.forEach((rule, i) => {
    checkRule(rule, ['alerts', 'rules', i], findings);
    checkReach(rule, accounts, ['alerts', 'rules', i], findings);
  });
}

function checkUnique(named: readonly unknown[], path: Path, findings: Findings): void {
  const first = new Map<unknown, number>();
  named.forEach((raw, i) => {
    const { name } = entries(raw);
    if (typeof name !== 'string') return;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, i);
    else findings.problem([...path, i, 'name'], `is the name of ${formatPath([...path, earlier])} already`);
  });
}

function checkNotYet(raw: unknown, path: Path, findings: Findings): void {
  const pattern = formatPath(path).replace(/\[\d+\]/g, '[*]');
  if (raw !== undefined && NOT_YET.includes(pattern))
    findings.problem(path, 'is not supported yet: take it out');
  else if (Array.isArray(raw)) raw.forEach((item, i) => void checkNotYet(item, [...path, i], findings));
  else
    for (const [name, value] of Object.entries(entries(raw))) checkNotYet(value, [...path, name], findings);
}

function checkPoll(
  own: Pick<Valid<typeof accountSettings>, 'schedule' | 'deadline'>,
  defaults: Valid<typeof pollSettings>,
  path: Path,
  { problem }: Findings,
): void {
  // Said where the account itself says one of the two; otherwise the fault is that of `poll`, and said there.
  if (path[0] === 'accounts' && own.schedule === null && own.deadline === null) return;
  const schedule = own.schedule ?? (own.schedule === null ? defaults.schedule : undefined);
  const deadline = own.deadline ?? (own.deadline === null ? defaults.deadline : undefined);
  if (schedule === undefined || deadline === undefined) return;
  const interval = smallestInterval(schedule);
  if (deadline * 2 < interval) return;
  problem(
    [...path, own.deadline === null ? 'schedule' : 'deadline'],
    `${formatDuration(deadline)} as the deadline is not below half of the ${formatDuration(interval)} between two ` +
      `polls of "${schedule}": choose less than ${formatDuration(interval / 2)}, or a schedule with more room`,
  );
}

function checkAccount(account: Valid<typeof accountSettings>, path: Path, findings: Findings): void {
  const url = account.base_url === undefined ? undefined : new URL(account.base_url);
  if (url?.protocol === 'http:' && !isLoopback(url)) {
    if (account.allow_insecure_http === false) {
      findings.problem(
        [...path, 'base_url'],
        'must begin with https://: over http:// the keys could be read on the way ' +
          '(allow_insecure_http: true on the account, if that is acceptable)',
      );
    } else if (account.allow_insecure_http) {
      findings.warning([...path, 'base_url'], 'keys and balances travel unencrypted (allow_insecure_http)');
    }
  }
  for (const name of ['currencies', 'expect'] as const) {
    const seen = new Set<string>();
    account[name]?.forEach((item, i) => {
      const key = JSON.stringify(item);
      if (seen.has(key)) findings.problem([...path, name, i], 'is here twice: keep one');
      seen.add(key);
    });
  }
  account.expect?.forEach(({ currency }, i) => {
    if (!account.currencies?.length || account.currencies.includes(currency)) return;
    findings.problem([...path, 'expect', i], `is never asked for: currencies does not name ${currency}`);
  });
}

function checkReach(
  rule: unknown,
  accounts: readonly Valid<typeof accountSettings>[],
  path: Path,
  findings: Findings,
): void {
  const { wallets } = valid(ruleSettings, rule);
  if (!wallets || accounts.length === 0 || accounts.some(({ name }) => name === undefined)) return;
  const reached = accounts.filter(({ name }) => matchesGlob(wallets.account, name as string));
  if (reached.length === 0) {
    findings.warning([...path, 'wallets'], `no account has a name like ${JSON.stringify(wallets.account)}`);
    return;
  }
  const asked = reached.some(
    ({ currencies }) =>
      !currencies?.length || currencies.some((currency) => matchesGlob(wallets.currency, currency)),
  );
  if (!asked) {
    findings.warning(
      [...path, 'wallets'],
      `no account that it watches is asked for the currency ${JSON.stringify(wallets.currency)}`,
    );
  }
}
