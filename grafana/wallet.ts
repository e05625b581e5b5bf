// One wallet: what it holds, how that came to be, and what of its past is not known.
import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { finish, frame, one } from './frame.ts';
import { ALERT_STATES, WALLET_STATES, walletState } from './meanings.ts';
import { bars, column, dashed, lines, stat, states, storedLines, storedTable } from './panels.ts';
import { instant, once, range, sql } from './queries.ts';

const WALLET = 'job=~"$job", account=~"$account", currency=~"$currency", wallet_type=~"$wallet_type"';
const STORED = `account = \${account:sqlstring} and currency = \${currency:sqlstring} and wallet_type = \${wallet_type:sqlstring}`;
const HOUR = 3_600_000;

export function wallet(): Dashboard {
  const dashboard = frame({
    uid: 'floatwatch-wallet',
    title: 'Wallet',
    description: 'One wallet: its four amounts, its threshold, its changes, and the gaps in what is known.',
    from: 'now-24h',
    episodes: true,
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
      ),
    ],
  });
  for (const panel of now()) dashboard.withPanel(panel);
  dashboard.withRow(new RowBuilder('As Prometheus remembers it'));
  for (const panel of remembered()) dashboard.withPanel(panel);
  dashboard.withRow(new RowBuilder('As Postgres keeps it: exact, and beyond Prometheus’ retention'));
  for (const panel of kept()) dashboard.withPanel(panel);
  return finish(dashboard);
}

function now() {
  const amount = (field: string, title: string, description: string, width: number) =>
    stat(
      { title, description: `${description} Unknown unless fresh.`, unit: 'locale', width },
      instant(once(`merchant_wallet_${field}_balance{${WALLET}}`)),
    );
  return [
    amount('available', 'Available', 'What can be used now.', 5),
    amount('actual', 'Actual', 'Everything in the wallet, as the service says it.', 4),
    amount('uncleared', 'Uncleared', 'Not yet made available.', 3),
    amount('reserve', 'Reserve', 'The rolling reserve.', 3),
    stat(
      {
        title: 'Runway',
        description: 'How long the available balance lasts at the outflow expected from history (median).',
        unit: 's',
        width: 3,
      },
      instant(once(`merchant_wallet_runway_seconds{${WALLET}, confidence="0.5"}`)),
      { noValue: 'not enough history' },
    ),
    stat(
      {
        title: 'State',
        description: 'Fresh, stale (too old to be believed), missing from a good response, or never seen.',
        unit: 'none',
        width: 3,
      },
      instant(walletState(WALLET)),
      { texts: WALLET_STATES },
    ),
    stat(
      {
        title: 'Seen ago',
        description: 'Time since the wallet was last seen in a good response.',
        unit: 's',
        width: 3,
      },
      instant(`time() - ${once(`merchant_wallet_observed_timestamp_seconds{${WALLET}}`)}`),
    ),
  ];
}

function remembered() {
  const amounts = lines(
    {
      title: 'Four amounts and the thresholds',
      description:
        'The wallet’s amounts; dashed, what the alert rules compare them with. Gaps are times without fresh knowledge.',
      unit: 'locale',
      width: 24,
      height: 10,
    },
    [
      ...['available', 'actual', 'uncleared', 'reserve'].map((field) =>
        range(once(`merchant_wallet_${field}_balance{${WALLET}}`), field),
      ),
      range(once(`floatwatch_alert_threshold{${WALLET}}`), 'threshold {{alertname}}'),
    ],
  );
  return [
    dashed(amounts, '/^threshold /', 'red'),
    lines(
      {
        title: 'Runway',
        description:
          'How long the available balance lasts at the outflow expected from history: the median, and the pessimistic tenth.',
        unit: 's',
        width: 12,
      },
      [range(once(`merchant_wallet_runway_seconds{${WALLET}}`), 'confidence {{confidence}}')],
    ),
    lines(
      {
        title: 'Difference',
        description:
          'actual − (available + uncleared + reserve). The service does not promise zero; a step in it is worth a question.',
        unit: 'locale',
        width: 12,
      },
      [range(once(`merchant_wallet_balance_difference{${WALLET}}`), 'difference')],
    ),
    states(
      {
        title: 'What was known',
        description: 'The state of our knowledge, and of each alert on this wallet.',
        unit: 'none',
        width: 12,
        height: 7,
      },
      [range(walletState(WALLET), 'knowledge')],
      WALLET_STATES,
    ),
    states(
      {
        title: 'Alerts',
        description: 'The state of each rule on this wallet.',
        unit: 'none',
        width: 12,
        height: 7,
      },
      [range(once(`floatwatch_alert_state{${WALLET}}`), '{{alertname}}')],
      ALERT_STATES,
    ),
    bars(
      {
        title: 'Polls of the account',
        description: 'How the polls behind these figures ended; every replica’s polls counted together.',
        unit: 'none',
        width: 24,
        height: 6,
      },
      [
        range(
          'sum by (outcome) (increase(floatwatch_polls_total{job=~"$job", account=~"$account"}[$__rate_interval])) > 0',
          '{{outcome}}',
        ),
      ],
    ),
  ];
}

function kept() {
  return [
    storedLines(
      {
        title: 'Hour by hour',
        description:
          'Lowest, highest and closing available balance of each hour, as far back as the range goes. The line breaks over hours in which nothing was seen.',
        unit: 'locale',
        width: 24,
        height: 10,
      },
      sql(
        `
    select hour as "time", lowest_available as lowest, highest_available as highest, closing_available as closing
    from floatwatch.balances_hourly
    where ${STORED} and $__timeFilter(hour)
    order by hour`,
        'time_series',
      ),
      1.5 * HOUR,
    ),
    storedTable(
      {
        title: 'Changes, the last 500 in the range',
        description:
          'Each time the available balance was another than in the snapshot before: by how much it rose or fell, and how long after the snapshot before.',
        unit: 'locale',
        width: 12,
      },
      sql(`
    select slot as "time", available - before as change, before, available as after,
      extract(epoch from slot - slot_before) as "snapshot before"
    from (
      select slot, available, lag(available) over (order by slot) as before, lag(slot) over (order by slot) as slot_before
      from floatwatch.balances
      where ${STORED} and $__timeFilter(slot)
    ) as snapshots
    where available <> before
    order by slot desc
    limit 500`),
    ).overrideByName('snapshot before', [column.unit('s')]),
    storedTable(
      {
        title: 'Day by day',
        description: 'Opening, closing, lowest, highest and net change per business day of the account.',
        unit: 'locale',
        width: 12,
      },
      sql(`
    select day, opening_available as opening, closing_available as closing, lowest_available as lowest,
      highest_available as highest, net_change_available as "net change", samples
    from floatwatch.balances_daily
    where ${STORED} and day between ($__timeFrom()::timestamp - interval '14 hours')::date
      and ($__timeTo()::timestamp + interval '14 hours')::date
    order by day desc`),
    ),
    storedTable(
      {
        title: 'Gaps',
        description:
          'Stretches in which the account was not seen, with the outcomes that explain them. What happened to the balance in between is not known.',
        unit: 's',
        width: 12,
      },
      sql(`
    select since as "from", until as "to", extract(epoch from lasted) as length, failed as "failed polls", outcomes::text
    from floatwatch.gaps
    where account = \${account:sqlstring} and since <= $__timeTo() and coalesce(until, now()) >= $__timeFrom()
    order by since desc
    limit 500`),
    ).overrideByName('failed polls', [column.unit('none')]),
    storedTable(
      {
        title: 'Polls, the last 200 in the range',
        description:
          'Each attempt to read the account: how it ended, what the service said, how long it took.',
        unit: 's',
        width: 12,
      },
      sql(`
    select slot as "time", outcome, http_status, envelope_code, extract(epoch from duration) as duration, replica, detail
    from floatwatch.polls
    where account = \${account:sqlstring} and $__timeFilter(slot)
    order by slot desc
    limit 200`),
    ).overrideByRegexp('/_(status|code)$/', [column.unit('none')]),
  ];
}
