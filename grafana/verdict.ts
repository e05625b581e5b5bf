// What somebody on call must see first: which wallet fires and since when, which isn't seen, which will be empty first.
import { amount, days, instantOf, lasting, share, state, word } from './columns.ts';
import { ALERT_STATES, RUNWAY_STEPS, WALLET_STATES, walletState } from './meanings.ts';
import { stat, table } from './panels.ts';
import {
  cautiousRunway,
  inDays,
  instant,
  medianRunway,
  onceBy,
  rows,
  SHARD_AWAY,
  withWallet,
} from './queries.ts';
import { ALERTS, CHOSEN, PAYS, TO_BE_ABOVE, TO_RUNBOOK, WALLET, walletColumns } from './wallets.ts';

/** A count that is zero only if everybody is there to count; who isn't is shown as unknown. */
const orZero = `or 0 * count(floatwatch_build_info{job=~"$job"}) unless on () (${SHARD_AWAY})`;
const ALERT = `alertname, severity, ${WALLET}`;
const NONE = { 0: ['none', 'green'] } as const;

export function counts() {
  const count = (title: string, description: string, expr: string, width: number, color: string) =>
    stat(
      { title, description, empty: 'unknown', unit: 'none', decimals: 0, width },
      instant(`count(${expr}) ${orZero}`),
      { steps: ['green', [1, color]], texts: NONE },
    );
  const phase = (value: number) => `${onceBy(ALERT, `floatwatch_alert_state{${ALERTS}}`)} == ${value}`;
  return [
    count(
      'Firing',
      'Alerts that fire, by floatwatch’s own evaluation: of wallets, of accounts, of floatwatch. Unknown when floatwatch itself, or a shard of it, isn’t seen.',
      phase(2),
      4,
      'red',
    ),
    count(
      'Pending',
      'Alerts past their threshold, but not yet for as long as the rule asks for.',
      phase(1),
      4,
      'orange',
    ),
    count(
      'Not seen',
      'Wallets without a fresh balance: stale, missing from a good response, or expected and never seen. Their alerts are held, not resolved.',
      `${onceBy(WALLET, `merchant_wallet_state{${CHOSEN}, state="fresh"}`)} == 0`,
      4,
      'orange',
    ),
    count(
      'Accounts down',
      'Accounts whose last finished poll brought no wallets.',
      `${onceBy('account', 'floatwatch_account_up{job=~"$job", account=~"$account"}')} == 0`,
      5,
      'orange',
    ),
    stat(
      {
        title: 'Empty first',
        description:
          'The wallet whose money will be gone first, judged cautiously, and in how many days. Without a value when no wallet has enough history.',
        empty: 'not enough history',
        unit: 'suffix: d',
        decimals: 1,
        width: 7,
      },
      instant(
        `bottomk(1, ${inDays(cautiousRunway(PAYS, WALLET))})`,
        '{{account}}/{{currency}}/{{wallet_type}}',
      ),
      { steps: RUNWAY_STEPS, named: true },
    ),
  ];
}

export function firing() {
  return table(
    {
      title: 'Firing now',
      description:
        'Every alert that fires, the newest first, and since when. Without a wallet it is about an account, or about floatwatch.',
      empty: 'No alert fires, or floatwatch is not seen',
      unit: 'string',
      width: 24,
      height: 5,
    },
    [
      rows(
        'since',
        withWallet(`1000 * ${onceBy(ALERT, `floatwatch_alert_firing_timestamp_seconds{${ALERTS}}`)}`),
      ),
    ],
    [
      instantOf('Value', 'Since'),
      word('alertname', 'Alert', { width: 200, links: TO_RUNBOOK }),
      word('severity', 'Severity', { width: 90 }),
      ...walletColumns(280),
    ],
    [['Since', 'desc']],
  );
}

export function unseen() {
  const fresh = onceBy(WALLET, `merchant_wallet_state{${CHOSEN}, state="fresh"}`);
  const seen = onceBy(WALLET, `merchant_wallet_observed_timestamp_seconds{${CHOSEN}}`);
  return table(
    {
      title: 'Not seen now',
      description: 'Wallets without a fresh balance, and when they were last seen in a good response.',
      empty: 'Every wallet is fresh, or floatwatch is not seen',
      unit: 'string',
      width: 24,
      height: 5,
    },
    [
      // Not a number: those that were never seen.
      rows('age', withWallet(`(time() - ${seen} or NaN * ${fresh}) and on (${WALLET}) ${fresh} == 0`)),
    ],
    [...walletColumns(280), lasting('Value', 'Seen ago', { width: 140, absent: 'never' })],
    [['Seen ago', 'desc']],
  );
}

export function payoutWallets() {
  const available = onceBy(WALLET, `merchant_wallet_available_balance{${PAYS}}`);
  const threshold = onceBy(WALLET, `floatwatch_alert_threshold{${PAYS}, ${TO_BE_ABOVE}}`);
  return table(
    {
      title: 'Payout wallets',
      description:
        'Every wallet but the collection wallets, those that fire first; alerts of its account count for a wallet too. Of a wallet that is not fresh, no amount is shown, and no alert is called inactive. The threshold is the highest level that a rule wants it above; the runway is for how many days the money lasts at the outflow expected, judged cautiously, and the median.',
      empty: 'No payout wallet is known',
      unit: 'locale',
      width: 24,
      height: 9,
    },
    [
      rows('alert', withWallet(worstAlert())),
      rows('available', withWallet(available)),
      rows('threshold', withWallet(threshold)),
      rows('ratio', withWallet(`floor(100 * ${available} / (${threshold} > 0)) / 100`)),
      rows('short', withWallet(inDays(cautiousRunway(PAYS, WALLET)))),
      rows('runway', withWallet(inDays(medianRunway(PAYS, WALLET)))),
      rows('state', withWallet(walletState(PAYS))),
    ],
    [
      state('Value #alert', 'Alert', ALERT_STATES, { width: 74, absent: 'unknown' }),
      ...walletColumns(296),
      amount('Value #available', 'Available', { absent: 'unknown', width: 112 }),
      amount('Value #threshold', 'Threshold', { width: 112 }),
      share('Value #ratio', 'Share', { width: 76, steps: ['red', [1, 'orange'], [1.5, 'green']] }),
      days('Value #short', 'Runway', { steps: RUNWAY_STEPS }),
      days('Value #runway', 'Median', { width: 64, steps: RUNWAY_STEPS }),
      state('Value #state', 'State', WALLET_STATES, { width: 86 }),
    ],
    [
      ['Alert', 'desc'],
      ['Share', 'asc'],
    ],
  );
}

/**
 * The state of each payout wallet's worst alert, those of its account included. Of a wallet that isn't seen its alerts
 * are kept as they were: that none of them fired then says nothing now, and isn't told. Built-in alerts of a wallet that
 * never fired aren't exposed; that the account has its own says that they are there.
 */
function worstAlert(): string {
  const told = onceBy(WALLET, `floatwatch_alert_state{${PAYS}}`);
  const account = onceBy('account', `floatwatch_alert_state{job=~"$job", account=~"$account", currency=""}`);
  const fresh = onceBy(WALLET, `merchant_wallet_state{${CHOSEN}, state="fresh"}`);
  const known = onceBy(WALLET, `merchant_wallet_state{${PAYS}, state="fresh"}`);
  const own = `(${told} or 0 * ${known} and on (account) ${account})`;
  const worst = `(${own} >= on (account) group_left () ${account} or 0 * ${own} + on (account) group_left () ${account} or ${own})`;
  return `${worst} > 0 or ${worst} and on (${WALLET}) ${fresh} == 1`;
}
