// Checks settings that depend on each other; load.ts calls these checks. Each looks only at values that are valid by
// themselves, so that one mistake doesn't hide another.
import { formatDuration } from '../../domain/duration.ts';
import { isLoopbackHost } from '../../net/address.ts';
import { formatPath, type Path } from '../problem.ts';
import { smallestInterval } from '../schema/interval.ts';
import { retentionSettings } from '../schema/schema.ts';
import { accountSettings, pollSettings } from '../schema/schema-accounts.ts';
import { RECEIVER_SECTIONS } from '../schema/schema-receivers.ts';
import { oneOf } from '../schema/settings.ts';
import { entries, type Findings, list, type Valid, valid, valueAt } from '../valid.ts';
import { checkAccess } from './check-access.ts';
import { checkFiles, type FileChecks } from './check-files.ts';
import { checkLikely } from './check-likely.ts';
import { checkListen } from './check-listen.ts';
import { checkReach } from './check-reach.ts';
import { checkReceivers } from './check-receivers.ts';
import { checkRule } from './check-rule.ts';
import { checkSecrets, type OpenSecret } from './check-secrets.ts';
import { checkSeverities } from './check-severities.ts';
import { checkShards } from './check-shards.ts';
import { checkTopUp } from './check-top-up.ts';
import { checkUniqueRules } from './check-unique-rules.ts';
import { checkWithin } from './check-within.ts';

/** Checks a whole file, in which some values may be invalid by themselves. */
export function checkTogether(
  root: unknown,
  findings: Findings,
  {
    open,
    folder,
    readWebConfig,
    services,
    accounts: read,
  }: {
    readonly open: OpenSecret;
    readonly folder: string;
    readonly readWebConfig?: FileChecks['readWebConfig'];
    /** The services that exist; `undefined` when they aren't known here. */
    readonly services?: readonly string[] | undefined;
    /** All accounts, if every value in the file is valid by itself: then they aren't read twice. */
    readonly accounts?: readonly Valid<typeof accountSettings>[] | undefined;
  },
): void {
  const file = entries(root);
  const poll = valid(pollSettings, file['poll'] ?? {});
  const accounts = read ?? list(file['accounts']).map((account) => valid(accountSettings, account));
  const alerts = entries(file['alerts']);
  const web = entries(file['web']);
  const rules = list(alerts['rules']);

  checkShards(root, findings);
  checkUnique(list(file['accounts']), ['accounts'], findings);
  checkUniqueRules(rules, accounts, ['alerts', 'rules'], findings);
  checkReceiverNames(root, findings);
  checkListen(list(web['listen']), findings);
  checkExternalUrl(web['external_url'], findings);
  checkAccess(root, findings);
  checkSecrets(root, findings, open);
  checkFiles(root, findings, { folder, readWebConfig });
  checkDeadlines(poll, accounts, findings);
  const retention = valid(retentionSettings, file['retention'] ?? {});
  checkForgetAfter(retention, accounts, findings);
  accounts.forEach((account, i) => {
    checkAccount(account, ['accounts', i], findings);
    if (services && account.service !== undefined && !services.includes(account.service)) {
      findings.problem(['accounts', i, 'service'], `must be ${oneOf(services)}, not <got>`);
    }
  });
  rules.forEach((rule, i) => {
    checkRule(rule, ['alerts', 'rules', i], findings);
  });
  checkReach(rules, accounts, ['alerts', 'rules'], findings);
  checkWithin(rules, { accounts, poll, keptMs: retention.snapshots }, ['alerts', 'rules'], findings);
  checkSeverities(root, rules, findings);
  checkReceivers(root, findings);
  checkLikely(root, accounts, poll, findings);
}

/** Checks that no name occurs twice. `first` has the place of each name so far, for lists that share their names. */
function checkUnique(
  named: readonly unknown[],
  path: Path,
  findings: Findings,
  first = new Map<string, Path>(),
): void {
  named.forEach((raw, i) => {
    const { name } = entries(raw);
    if (typeof name !== 'string') return;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, [...path, i]);
    else findings.problem([...path, i, 'name'], `is the name of ${formatPath(earlier)} already`);
  });
}

/** Checks that no two receivers share a name, whatever their kinds: messages wait, and are counted, by that name. */
function checkReceiverNames(root: unknown, findings: Findings): void {
  const first = new Map<string, Path>();
  for (const { path } of RECEIVER_SECTIONS) checkUnique(list(valueAt(root, path)), path, findings, first);
}

/**
 * Checks deadlines against schedules. Places a problem where the value was set: at the account, or once at `poll` for all
 * accounts that use its value.
 */
function checkDeadlines(
  poll: Valid<typeof pollSettings>,
  accounts: readonly Valid<typeof accountSettings>[],
  findings: Findings,
): void {
  const look = (schedule: string | undefined, deadline: number | null | undefined, path: Path): void => {
    if (schedule === undefined || deadline == null) return; // invalid by itself, or the default, which always fits
    const interval = smallestInterval(schedule);
    if (deadline * 2 < interval) return;
    const half = formatDuration(Math.floor(interval / 2));
    findings.problem(
      path,
      `a deadline of ${formatDuration(deadline)} is too long for the schedule "${schedule}": it must be less than ` +
        `${half}, half of the time between two polls`,
    );
  };
  if (accounts.some(({ schedule, deadline }) => schedule === null && deadline === null)) {
    look(poll.schedule, poll.deadline, ['poll', 'deadline']);
  }
  accounts.forEach(({ schedule, deadline, payment_options: options }, i) => {
    const where = ['accounts', i, 'payment_options', 'schedule'];
    look(options?.schedule, deadline === null ? poll.deadline : deadline, where);
    if (schedule === null && deadline === null) return;
    // `null` uses the value of poll; `undefined` is invalid by itself, which was reported already.
    const name = deadline === null ? 'schedule' : 'deadline';
    look(schedule === null ? poll.schedule : schedule, deadline === null ? poll.deadline : deadline, [
      'accounts',
      i,
      name,
    ]);
  });
}

/** Checks that retention keeps what tells since when a wallet hasn't been named. */
function checkForgetAfter(
  { snapshots, polls }: Valid<typeof retentionSettings>,
  accounts: readonly Valid<typeof accountSettings>[],
  findings: Findings,
): void {
  const kept = Math.min(snapshots ?? Number.POSITIVE_INFINITY, polls ?? Number.POSITIVE_INFINITY);
  accounts.forEach(({ forget_after: after }, i) => {
    if (!after || after <= kept) return;
    findings.problem(
      ['accounts', i, 'forget_after'],
      `must not be longer than ${formatDuration(kept)}, as retention keeps snapshots and polls, and is <got>`,
    );
  });
}

/** Checks one account: its address, repeated items, and expected wallets that it never asks for. */
function checkAccount(account: Valid<typeof accountSettings>, path: Path, findings: Findings): void {
  const url = account.base_url === undefined ? undefined : new URL(account.base_url);
  if (url?.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
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
  if (url && /\/data\/(?:wallet-balances|payment-providers)$/.test(url.pathname)) {
    findings.problem(
      [...path, 'base_url'],
      'is the address of an operation: leave out /data/ and what follows',
    );
  }
  checkTopUp(account, path, findings);
  const once = (items: readonly unknown[] | undefined, at: Path): void => {
    const seen = new Set<string>();
    items?.forEach((item, i) => {
      const key = JSON.stringify(item);
      if (seen.has(key)) findings.problem([...at, i], 'is here twice: keep one');
      seen.add(key);
    });
  };
  for (const name of ['currencies', 'expect'] as const) once(account[name], [...path, name]);
  for (const name of ['currencies', 'transaction_types'] as const) {
    once(account.payment_options?.[name], [...path, 'payment_options', name]);
  }
  account.expect?.forEach(({ currency }, i) => {
    if (!account.currencies?.length || account.currencies.includes(currency)) return;
    findings.problem([...path, 'expect', i], `is never asked for: currencies does not name ${currency}`);
  });
  checkCalendar(account, path, findings);
}

/** Checks that no date is in the calendar twice: two factors for it would contradict each other. */
function checkCalendar({ calendar }: Valid<typeof accountSettings>, path: Path, findings: Findings): void {
  const seen = new Map<number, Path>();
  calendar?.forEach(({ dates }, i) => {
    dates.forEach((day, j) => {
      const place = [...path, 'calendar', i, 'dates', j];
      const earlier = seen.get(day);
      if (earlier) findings.problem(place, `is in ${formatPath(earlier)} already: a date is of one kind`);
      else seen.set(day, place);
    });
  });
}

/** Warns of a path: pages link to each other from the root of their host, so under a path they have no style, and links fail. */
function checkExternalUrl(url: unknown, { warning }: Findings): void {
  if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).pathname === '/') return;
  warning(
    ['web', 'external_url'],
    'has a path, and pages work at the root of a host only: give them a name of their own',
  );
}
