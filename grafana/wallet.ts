// One wallet: what it holds, how that came to be, and what of its past is not known.
import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { finish, frame, one } from './frame.ts';
import { ALERT_STATES, OUTCOMES, RUNWAY_STEPS, WALLET_STATES, walletState } from './meanings.ts';
import { bars, dashed, lines, stat, states } from './panels.ts';
import { cautiousRunway, inDays, instant, medianRunway, once, onceBy, range } from './queries.ts';
import { storedHistory } from './wallet-history.ts';

const WALLET = 'job=~"$job", account=~"$account", currency=~"$currency", wallet_type=~"$wallet_type"';
/** Of alerts on it, and on its account as a whole. */
const ALERTS = 'job=~"$job", account=~"$account", currency=~"$currency|", wallet_type=~"$wallet_type|"';

export function wallet(): Dashboard {
  const dashboard = frame({
    uid: 'floatwatch-wallet',
    title: 'floatwatch / Wallet',
    description: 'One wallet: its four amounts, its threshold, its changes, and the gaps in what is known.',
    from: 'now-24h',
    variables: [
      one('account', 'Account', 'label_values(merchant_wallet_state{job=~"$job"}, account)'),
      one(
        'currency',
        'Currency',
        'label_values(merchant_wallet_state{job=~"$job", account=~"$account"}, currency)',
      ),
      one(
        'wallet_type',
        'Wallet type',
        'label_values(merchant_wallet_state{job=~"$job", account=~"$account", currency=~"$currency"}, wallet_type)',
      ).current({ selected: true, text: 'MERCHANT_PAYOUT', value: 'MERCHANT_PAYOUT' }),
    ],
  });
  for (const panel of now()) dashboard.withPanel(panel);
  dashboard.withRow(new RowBuilder('In Prometheus'));
  for (const panel of remembered()) dashboard.withPanel(panel);
  dashboard.withRow(new RowBuilder('In Postgres: exact, and beyond the retention of Prometheus'));
  for (const panel of storedHistory()) dashboard.withPanel(panel);
  return finish(dashboard, MARKED);
}

/** The panels on which alert episodes are marked. */
const MARKED = [
  'Amounts and thresholds',
  'Runway',
  'Difference',
  'State over time',
  'Alerts over time',
  'Polls per minute',
];

function now() {
  const amountOf = (field: string, title: string, description: string) =>
    stat(
      { title, description, empty: 'unknown', unit: 'locale', width: 6 },
      instant(once(`merchant_wallet_${field}_balance{${WALLET}}`)),
    );
  return [
    amountOf('available', 'Available', 'What can be used now. Unknown unless fresh.'),
    amountOf('actual', 'Actual', 'Everything in the wallet, as the service says it. Unknown unless fresh.'),
    amountOf('uncleared', 'Uncleared', 'Not yet made available. Unknown unless fresh.'),
    amountOf('reserve', 'Reserve', 'The rolling reserve. Unknown unless fresh.'),
    stat(
      {
        title: 'Runway',
        description:
          'For how many days the available balance lasts at the outflow expected from history, judged cautiously.',
        empty: 'not enough history',
        unit: 'suffix: d',
        decimals: 1,
        width: 8,
      },
      instant(inDays(cautiousRunway(WALLET))),
      { steps: RUNWAY_STEPS },
    ),
    stat(
      {
        title: 'State',
        description: 'Fresh, stale (too old to be believed), missing from a good response, or never seen.',
        empty: 'unknown',
        unit: 'none',
        width: 8,
      },
      instant(walletState(WALLET)),
      { texts: WALLET_STATES },
    ),
    stat(
      {
        title: 'Seen ago',
        description: 'Time since the wallet was last seen in a good response.',
        empty: 'never',
        unit: 'dtdhms',
        width: 8,
      },
      instant(`time() - ${once(`merchant_wallet_observed_timestamp_seconds{${WALLET}}`)}`),
    ),
  ];
}

function remembered() {
  const amounts = lines(
    {
      title: 'Amounts and thresholds',
      description:
        'The wallet’s four amounts; dashed, the levels that alert rules compare them with. Gaps are times without fresh knowledge.',
      empty: 'This wallet was not fresh at any time in the range',
      unit: 'locale',
      width: 24,
      height: 10,
    },
    [
      // What is drawn last lies on top.
      ...['reserve', 'uncleared', 'actual', 'available'].map((field) =>
        range(once(`merchant_wallet_${field}_balance{${WALLET}}`), field),
      ),
      range(once(`floatwatch_alert_threshold{${WALLET}, field!=""}`), 'threshold {{alertname}}'),
    ],
    { available: 'blue', actual: 'purple', uncleared: 'super-light-purple', reserve: 'text' },
  );
  return [
    dashed(amounts, '/^threshold /', 'red'),
    lines(
      {
        title: 'Runway',
        description:
          'For how many days the available balance lasts at the outflow expected from history: as likely as not, and cautiously.',
        empty: 'Without seven days of history no runway is foretold',
        unit: 'suffix: d',
        decimals: 1,
        width: 12,
      },
      [range(inDays(medianRunway(WALLET)), 'median'), range(inDays(cautiousRunway(WALLET)), 'cautious')],
      { median: 'blue', cautious: 'purple' }, // by their values they would be of almost one colour
    ),
    lines(
      {
        title: 'Difference',
        description:
          'actual − (available + uncleared + reserve). The service does not promise zero; a step in it is worth a question.',
        empty: 'This wallet was not fresh at any time in the range',
        unit: 'locale',
        width: 12,
      },
      [
        range(
          `${once(`merchant_wallet_balance_difference{${WALLET}}`)} or ${derivedDifference()}`,
          'difference',
        ),
      ],
    ),
    states(
      {
        title: 'State over time',
        description: 'What was known of the wallet. Grey are times in which floatwatch was not seen.',
        empty: 'floatwatch was not seen in the range',
        width: 12,
      },
      [range(walletState(WALLET), 'wallet')],
      WALLET_STATES,
      6,
    ),
    states(
      {
        title: 'Alerts over time',
        description:
          'The state of each rule on this wallet and on its account. Grey are times in which floatwatch or the wallet was not seen: that a rule about it did not fire says nothing then.',
        empty: 'No rule is about this wallet or its account',
        width: 12,
      },
      [range(alertsWhileSeen(), '{{alertname}}')],
      ALERT_STATES,
      6,
    ),
    bars(
      {
        title: 'Polls per minute',
        description:
          'How the polls of the account ended that are behind these figures; every replica’s polls counted together.',
        empty: 'Nobody polled this account in the range',
        unit: 'none',
        width: 24,
        height: 6,
      },
      [
        range(
          '60 * sum by (outcome) (rate(floatwatch_polls_total{job=~"$job", account=~"$account"}[$__rate_interval])) > 0',
          '{{outcome}}',
        ),
      ],
      OUTCOMES,
    ),
  ];
}

/** Of the amounts as Prometheus keeps them, without the dust of its floating point. */
function derivedDifference(): string {
  const [actual, available, uncleared, reserve] = ['actual', 'available', 'uncleared', 'reserve'].map(
    (field) => once(`merchant_wallet_${field}_balance{${WALLET}}`),
  );
  return `round(${actual} - (${available} + ${uncleared} + ${reserve}), 0.0001)`;
}

/**
 * The state of each alert; that one of the wallet's own is inactive is told only while the wallet is fresh, and also
 * of a built-in one that fires later in the range: it is exposed since it first fired.
 */
function alertsWhileSeen(): string {
  const all = onceBy('alertname', `floatwatch_alert_state{${ALERTS}}`);
  const account = onceBy('alertname', `floatwatch_alert_state{${ALERTS}, currency=""}`);
  const fresh = onceBy('account, currency, wallet_type', `merchant_wallet_state{${WALLET}, state="fresh"}`);
  const later = onceBy('alertname', `max_over_time(floatwatch_alert_state{${ALERTS}}[$__range] @ end())`);
  return `${all} > 0 or ${account} or (${all} or 0 * ${later}) and on () ${fresh} == 1`;
}
