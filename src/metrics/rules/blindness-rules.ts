// The built-in alerts as Prometheus can evaluate them: no fresh balance, an expected wallet missing, and no floatwatch
// to scrape. Used by `rules.ts`.
import { firingOf, heldFiring, OBSERVED, ON_WALLET } from '../../conditions/promql.ts';
import { formatDuration } from '../../domain/duration.ts';
import type { WalletId } from '../../domain/wallet.ts';
import type { PrometheusRule } from './prometheus-rule.ts';

export interface RulesAccount {
  readonly name: string;
  /** The longest time, in milliseconds, for which what was seen may be believed. */
  readonly staleMs: number;
  /** Wallets that must be there. */
  readonly expect: readonly WalletId[];
  /** How long money takes to arrive in its wallets, in milliseconds. */
  readonly topUpLeadMs: number;
  /** At which its runways are told, unless a rule asks for another. */
  readonly confidence: number;
}

const REPLICAS = 'without (instance, pod)';
const LAST_SUCCESS = 'account:floatwatch_account_last_success_timestamp_seconds:max';
/** 1 of a wallet that the newest good response named, 0 of one that it didn't, nothing before the first one. */
const NAMED = 'wallet:merchant_wallet_state:max';

/**
 * What the alerts of {@link blindnessRules} look at.
 *
 * A scrape may arrive between two rules, so each is right by itself whatever the others were made of, and a wallet is
 * looked at after its account: never is it older than that.
 */
export function blindnessRecordings(): PrometheusRule[] {
  const success = 'floatwatch_account_last_success_timestamp_seconds';
  return [
    {
      // One that has just been started, and hasn't seen anything yet, is given time to.
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
 * With `account` among their labels no two rules are duplicates.
 *
 * `runbook` is the address of the page whose anchors are the alerts' names in lower case.
 */
export function blindnessRules(accounts: readonly RulesAccount[], runbook: string): PrometheusRule[] {
  return unexplained(accounts).map((rule) => ({
    ...rule,
    annotations: { ...rule.annotations, runbook_url: `${runbook}#${rule.alert.toLowerCase()}` },
  }));
}

type Alerting = PrometheusRule & { readonly alert: string };

function unexplained(accounts: readonly RulesAccount[]): Alerting[] {
  return [
    ...accounts.flatMap((account) => [blind(account), ...missing(account)]),
    ...accounts.map(({ name }) => ({
      alert: 'FloatwatchAccountAbsent',
      expr: `absent(floatwatch_account_up{account="${name}"})`,
      for: '5m',
      labels: { severity: 'critical', account: name },
      annotations: {
        summary: `No floatwatch tells of ${name}: nobody watches its balances`,
        description: `No floatwatch that is scraped has the account ${name}: it was configured away, or none of those that had it runs.`,
      },
    })),
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
 * An account, or a wallet that the newest good response left out; firing until it is seen again, and not only until
 * its series are gone because floatwatch was restarted.
 */
function blind({ name, staleMs }: RulesAccount): Alerting {
  const account = `{account="${name}"}`;
  const stale = staleMs / 1_000;
  const success = `floatwatch_account_last_success_timestamp_seconds${account}`;
  const firing = (walletType: string) =>
    firingOf('BalanceUnknown', `account="${name}",wallet_type${walletType}`);
  // Told of each wallet that isn't fresh, 1 or 0.
  const notFresh = `merchant_wallet_state{account="${name}",state="missing"}`;
  return {
    alert: 'BalanceUnknown',
    expr: [
      `(time() - ${LAST_SUCCESS}${account} > ${stale})`,
      `(time() - ${OBSERVED}${account} > ${stale} and ${ON_WALLET} (${OBSERVED}${account} < on (account) group_left () ${LAST_SUCCESS}${account}))`,
      `(${firing('=""')} unless on (account) time() - ${success} <= ${stale})`,
      `(${heldFiring(firing('!=""'), ON_WALLET, notFresh)} unless ${ON_WALLET} ${OBSERVED}${account})`,
    ].join('\nor '),
    labels: { severity: 'warning', account: name },
    annotations: {
      summary: `No fresh balance of ${name}{{ with $labels.wallet_type }}/{{ $labels.currency }}/{{ . }}{{ end }} for more than ${formatDuration(staleMs)}`,
      description:
        'What was seen last is too old to be believed: alerts on balances are held, and money may run out unseen. `floatwatch probe` says what is wrong.',
    },
  };
}

function missing({ name, expect }: RulesAccount): Alerting[] {
  if (expect.length === 0) return [];
  const each = expect.map(
    ({ currency, walletType }) => `account="${name}",currency="${currency}",wallet_type="${walletType}"`,
  );
  const any = (all: readonly string[]) => (all.length === 1 ? all[0] : `(${all.join(' or ')})`);
  const named = any(each.map((wallet) => `${NAMED}{${wallet}}`));
  const firing = any(each.map((wallet) => firingOf('ExpectedWalletMissing', wallet)));
  return [
    {
      alert: 'ExpectedWalletMissing',
      expr: [`(${named} == 0)`, `(${firing} unless ${ON_WALLET} ${named} == 1)`].join('\nor '),
      labels: { severity: 'warning', account: name },
      annotations: {
        summary: `The service no longer names the wallet ${name}/{{ $labels.currency }}/{{ $labels.wallet_type }}`,
        description:
          'The configuration expects this wallet, and the newest good response is without it: it was closed or renamed, or the response is incomplete.',
      },
    },
  ];
}
