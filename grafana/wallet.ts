// One wallet: what it holds, how that came to be, and what of its past is not known.
import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { amount, count, instantOf, lasting, milliseconds, word, words } from './columns.ts';
import { finish, frame, one } from './frame.ts';
import { ALERT_STATES, OUTCOMES, RUNWAY_STEPS, WALLET_STATES, walletState } from './meanings.ts';
import { band, bars, dashed, lines, stat, states, storedLines, storedTable } from './panels.ts';
import { inDays, instant, once, onceBy, RUNWAY, range, sql } from './queries.ts';

const WALLET = 'job=~"$job", account=~"$account", currency=~"$currency", wallet_type=~"$wallet_type"';
/** Of alerts on it, and on its account as a whole. */
const ALERTS = 'job=~"$job", account=~"$account", currency=~"$currency|", wallet_type=~"$wallet_type|"';
const STORED = `account = \${account:sqlstring} and currency = \${currency:sqlstring} and wallet_type = \${wallet_type:sqlstring}`;
const HOUR = 3_600_000;

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
  for (const panel of kept()) dashboard.withPanel(panel);
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
      instant(inDays(once(`merchant_wallet_runway_seconds{${WALLET}, ${RUNWAY.cautious}}`))),
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
        'The wallet’s four amounts; dashed, what the alert rules compare them with. Gaps are times without fresh knowledge.',
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
      range(once(`floatwatch_alert_threshold{${WALLET}}`), 'threshold {{alertname}}'),
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
      [
        range(inDays(once(`merchant_wallet_runway_seconds{${WALLET}, ${RUNWAY.median}}`)), 'median'),
        range(inDays(once(`merchant_wallet_runway_seconds{${WALLET}, ${RUNWAY.cautious}}`)), 'cautious'),
      ],
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
      [range(once(`merchant_wallet_balance_difference{${WALLET}}`), 'difference')],
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
          'The state of each rule on this wallet and on its account. Grey are times in which floatwatch was not seen.',
        empty: 'No rule is about this wallet or its account',
        width: 12,
      },
      [range(onceBy('alertname', `floatwatch_alert_state{${ALERTS}}`), '{{alertname}}')],
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

function kept() {
  return [hours(), changes(), gaps(), daily(), polls()];
}

function hours() {
  const panel = storedLines(
    {
      title: 'Hour by hour',
      description:
        'The lowest, highest and closing available balance of each hour, each hour as a level, as far back as the range goes. The line breaks over hours in which nothing was seen.',
      empty: 'Nothing of this wallet was stored in the range',
      unit: 'locale',
      width: 24,
      height: 10,
    },
    sql(
      `
    select "time", lowest_available as lowest, highest_available as highest, closing_available as closing
    from floatwatch.balances_hourly, lateral (values
      (greatest(hour, $__timeFrom()::timestamptz)),
      (least(hour + interval '1 hour' - interval '1 millisecond', $__timeTo()::timestamptz, now()))) as ends ("time")
    where ${STORED} and hour between date_trunc('hour', $__timeFrom()::timestamptz) and $__timeTo()
    order by "time"`,
      'time_series',
    ),
    1.5 * HOUR,
    { lowest: 'super-light-blue', highest: 'super-light-blue', closing: 'blue' },
  );
  return band(panel, 'lowest', 'highest').fillOpacity(0);
}

function changes() {
  return storedTable(
    {
      title: 'Changes, the last 500',
      description:
        'Each time the available balance was another than in the snapshot before: by how much it rose or fell, and how long after the snapshot before.',
      empty: 'The balance did not change in the range',
      unit: 'string',
      width: 24,
    },
    sql(`
    select slot, available - before as change, before, available as after,
      extract(epoch from slot - slot_before) as "snapshot before"
    from (
      select slot, available, lag(available) over (order by slot) as before, lag(slot) over (order by slot) as slot_before
      from floatwatch.balances
      where ${STORED} and $__timeFilter(slot)
    ) as snapshots
    where available <> before
    order by slot desc
    limit 500`),
    [
      instantOf('slot', 'When'),
      amount('change', 'Change', { stretches: true }),
      amount('before', 'Before', { stretches: true }),
      amount('after', 'After', { stretches: true }),
      lasting('snapshot before', 'Within', { width: 140 }),
    ],
    [['When', 'desc']],
  );
}

function daily() {
  return storedTable(
    {
      title: 'Day by day',
      description: 'Opening, closing, lowest, highest and net change per business day of the account.',
      empty: 'Nothing of this wallet was stored on these days',
      unit: 'string',
      width: 24,
    },
    sql(`
    select day::text, opening_available as opening, closing_available as closing, lowest_available as lowest,
      highest_available as highest, net_change_available as "net change", samples
    from floatwatch.balances_daily
    where ${STORED} and day between ($__timeFrom()::timestamp - interval '14 hours')::date
      and ($__timeTo()::timestamp + interval '14 hours')::date
    order by day desc`),
    [
      words('day', 'Day'),
      amount('opening', 'Opening'),
      amount('closing', 'Closing'),
      amount('lowest', 'Lowest'),
      amount('highest', 'Highest'),
      amount('net change', 'Net change'),
      count('samples', 'Samples', { width: 80 }),
    ],
    [['Day', 'desc']],
  );
}

function gaps() {
  return storedTable(
    {
      title: 'Gaps',
      description:
        'Stretches in which the account was not seen, with the outcomes that explain them. What happened to the balance in between is not known.',
      empty: 'The account was seen all the time',
      unit: 'string',
      width: 24,
      height: 6,
    },
    sql(`
    select since, until, extract(epoch from coalesce(until, now()) - since) as length, failed, outcomes::text
    from floatwatch.gaps
    where account = \${account:sqlstring} and since <= $__timeTo() and coalesce(until, now()) >= $__timeFrom()
    order by since desc
    limit 500`),
    [
      instantOf('since', 'From'),
      instantOf('until', 'To', { absent: 'goes on' }),
      lasting('length', 'Lasted', { width: 120 }),
      count('failed', 'Failed polls', { width: 110 }),
      words('outcomes', 'Outcomes', { width: 200 }),
    ],
    [['From', 'desc']],
  );
}

function polls() {
  return storedTable(
    {
      title: 'Polls, the last 200',
      description: 'Each attempt to read the account: how it ended, what the service said, how long it took.',
      empty: 'Nobody polled this account in the range',
      unit: 'string',
      width: 24,
    },
    sql(`
    select slot, outcome, http_status, envelope_code, 1000 * extract(epoch from duration) as duration, replica, detail
    from floatwatch.polls
    where account = \${account:sqlstring} and $__timeFilter(slot)
    order by slot desc
    limit 200`),
    [
      instantOf('slot', 'When'),
      word('outcome', 'Outcome', { width: 100 }),
      count('http_status', 'HTTP'),
      count('envelope_code', 'Code'),
      milliseconds('duration', 'Took'),
      word('replica', 'Replica', { width: 170 }),
      words('detail', 'Detail', { width: 200 }),
    ],
    [['When', 'desc']],
  );
}
