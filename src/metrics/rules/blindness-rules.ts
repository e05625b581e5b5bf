// Writes the built-in alerts as Prometheus can evaluate them: no fresh balance, an expected wallet missing, and no
// floatwatch to scrape. Used by `rules.ts`.
import { firingOf, heldFiring, OBSERVED, ON_WALLET, ofAccounts } from '../../conditions/promql.ts';
import type { WalletId } from '../../domain/wallet.ts';
import type { PrometheusRule } from './prometheus-rule.ts';

export interface RulesAccount {
  readonly name: string;
  /** The longest time for which a balance stays fresh, in milliseconds. */
  readonly staleMs: number;
  /** Wallets that must be there. */
  readonly expect: readonly WalletId[];
  /** How long money takes to arrive in its wallets, in milliseconds. */
  readonly topUpLeadMs: number;
  /** The confidence of its runways, unless a rule asks for another. */
  readonly confidence: number;
}

const REPLICAS = 'without (instance, pod)';
const LAST_SUCCESS = 'account:floatwatch_account_last_success_timestamp_seconds:max';
/** 1 for a wallet that the newest good response named, 0 for one that it didn't; no series before the first good response. */
const NAMED = 'wallet:merchant_wallet_state:max';

/**
 * The recordings that the alerts of {@link blindnessRules} read.
 *
 * A scrape may arrive between two rules. So each rule is right by itself, and wallets are recorded after their accounts: a
 * wallet is never older than its account.
 */
export function blindnessRecordings(): PrometheusRule[] {
  const success = 'floatwatch_account_last_success_timestamp_seconds';
  return [
    {
      // A replica that has just started, and hasn't seen anything yet, gets time to.
      record: LAST_SUCCESS,
      expr: `(max by (account) (${success}) > 0)\nor max by (account) (${success} + on (job, instance) group_left () process_start_time_seconds)`,
    },
    { record: OBSERVED, expr: `max ${REPLICAS} (merchant_wallet_observed_timestamp_seconds)` },
    {
      record: NAMED,
      expr: `max without (instance, pod, state) (merchant_wallet_state{state=~"fresh|stale"} and on (job, instance, account) ${success} > 0)`,
    },
  ];
}

/**
 * Makes one rule for all accounts: each further account adds only its name. The names stand in a recording, because
 * Prometheus sends the expression of an alert with each alert that fires.
 *
 * `runbook` is the address of the page whose anchors are the alerts' names in lower case.
 */
export function blindnessRules(accounts: readonly RulesAccount[], runbook: string): PrometheusRule[] {
  return unexplained(accounts).flatMap(({ record, alert, expr, ...rest }) => {
    const annotations = { ...rest.annotations, runbook_url: `${runbook}#${alert.toLowerCase()}` };
    return [...(record ? [{ record, expr }] : []), { alert, expr: record ?? expr, ...rest, annotations }];
  });
}

/** An alerting rule; `record` is the name under which its expression is recorded. */
type Alerting = PrometheusRule & { readonly alert: string };

function unexplained(accounts: readonly RulesAccount[]): Alerting[] {
  return [
    ...(accounts.length > 0 ? [blind(accounts), ...missing(accounts), untold(accounts)] : []),
    {
      alert: 'FloatwatchAbsent',
      expr: 'absent(floatwatch_build_info)',
      for: '5m',
      labels: { severity: 'critical' },
      annotations: {
        summary: 'No floatwatch can be scraped',
        description:
          'Prometheus scrapes no floatwatch: nobody watches the balances, and what fired is held for as long as Prometheus remembers it.',
      },
    },
    {
      alert: 'Watchdog',
      expr: 'vector(1)',
      labels: { severity: 'none' },
      annotations: {
        summary: 'Always firing: if it is not there, the way from Prometheus to you is broken',
        description: "For a dead man's switch, which calls when this alert stops coming.",
      },
    },
  ];
}

/**
 * The rule for an account, or for a wallet that the newest good response left out. It fires until that is seen again, even
 * when a restart of floatwatch has removed the series.
 */
function blind(accounts: readonly RulesAccount[]): Alerting {
  const byStaleness = Map.groupBy(accounts, ({ staleMs }) => staleMs);
  return {
    record: 'account:floatwatch_account_unknown:alert',
    alert: 'BalanceUnknown',
    expr: [...byStaleness]
      .map(([staleMs, own]) => blindFor(staleMs / 1_000, ofAccounts(namesOf(own))))
      .join('\nor '),
    labels: { severity: 'warning' },
    annotations: {
      summary:
        'No fresh balance of {{ $labels.account }}{{ with $labels.wallet_type }}/{{ $labels.currency }}/{{ . }}{{ end }}: what was seen last is too old to be believed',
      description:
        'Alerts on balances are held, and money may run out unseen. `floatwatch probe` says what is wrong.',
    },
  };
}

/** The expression for the accounts that `of` selects, whose balances stay fresh for so many seconds. */
function blindFor(seconds: number, of: string): string {
  const success = `floatwatch_account_last_success_timestamp_seconds{${of}}`;
  const firing = (walletType: string) => firingOf('BalanceUnknown', `${of},wallet_type${walletType}`);
  const notFresh = `merchant_wallet_state{${of},state="missing"}`; // told of each wallet that isn't fresh, 1 or 0
  return [
    `(time() - ${LAST_SUCCESS}{${of}} > ${seconds})`,
    `(time() - ${OBSERVED}{${of}} > ${seconds} and ${ON_WALLET} (${OBSERVED}{${of}} < on (account) group_left () ${LAST_SUCCESS}{${of}}))`,
    `(${firing('=""')} unless on (account) time() - ${success} <= ${seconds})`,
    `(${heldFiring(firing('!=""'), ON_WALLET, notFresh)} unless ${ON_WALLET} ${OBSERVED}{${of}})`,
  ].join('\nor ');
}

function missing(accounts: readonly RulesAccount[]): Alerting[] {
  const expected = accounts.flatMap(({ name, expect }) =>
    expect.map(({ currency, walletType }) => ({
      name,
      wallet: `currency="${currency}",wallet_type="${walletType}"`,
    })),
  );
  const each = [...Map.groupBy(expected, ({ wallet }) => wallet)].map(
    ([wallet, own]) => `${ofAccounts(namesOf(own))},${wallet}`,
  );
  if (each.length === 0) return [];
  const any = (all: readonly string[]) => (all.length === 1 ? all[0] : `(${all.join(' or ')})`);
  const named = any(each.map((wallets) => `${NAMED}{${wallets}}`));
  const firing = any(each.map((wallets) => firingOf('ExpectedWalletMissing', wallets)));
  return [
    {
      record: 'wallet:merchant_wallet_expected:alert',
      alert: 'ExpectedWalletMissing',
      expr: `(${named} == 0)\nor (${firing} unless ${ON_WALLET} ${named} == 1)`,
      labels: { severity: 'warning' },
      annotations: {
        summary:
          'The service no longer names the wallet {{ $labels.account }}/{{ $labels.currency }}/{{ $labels.wallet_type }}',
        description:
          'The configuration expects this wallet, and the newest good response is without it: it was closed or renamed, or the response is incomplete.',
      },
    },
  ];
}

function untold(accounts: readonly RulesAccount[]): Alerting {
  return {
    record: 'account:floatwatch_account_absent:alert',
    alert: 'FloatwatchAccountAbsent',
    expr: absent(namesOf(accounts)),
    for: '5m',
    labels: { severity: 'critical' },
    annotations: {
      summary: 'No floatwatch tells of {{ $labels.account }}: nobody watches its balances',
      description:
        'No floatwatch that is scraped has the account {{ $labels.account }}: it was configured away, or none of those that had it runs.',
    },
  };
}

/** Divides a long list into halves, because each `or` goes through everything on its left. */
function absent(names: readonly string[]): string {
  if (names.length <= 100)
    return names.map((name) => `absent(floatwatch_account_up{account="${name}"})`).join('\nor ');
  const half = Math.ceil(names.length / 2);
  return `(${absent(names.slice(0, half))})\nor (${absent(names.slice(half))})`;
}

function namesOf(accounts: readonly { readonly name: string }[]): string[] {
  return accounts.map(({ name }) => name);
}
