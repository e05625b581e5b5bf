// For finance: is there enough money everywhere, for how long, and since when isn't there.
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { finish, frame, one, several } from './frame.ts';
import { ALERT_STATES, WALLET_STATES, walletState } from './meanings.ts';
import { column, lines, stat, states, storedTable, table, titled } from './panels.ts';
import { instant, onceBy, range, rows, sql } from './queries.ts';

const CHOSEN = 'job=~"$job", account=~"$account", currency=~"$currency"';
const WALLET = 'account, currency, wallet_type';
const PAYS = `${CHOSEN}, wallet_type!="MERCHANT_COLLECTION"`;

/** A count that is zero only if somebody is there to count; nobody there is shown as unknown. */
const orZero = `or 0 * count(floatwatch_build_info{job=~"$job"})`;

export function overview(): Dashboard {
  const dashboard = frame({
    uid: 'floatwatch-overview',
    title: 'Float overview',
    description: 'Whether every wallet holds enough money, for how long it will last, and when it did not.',
    from: 'now-24h',
    episodes: true,
    variables: [
      several('account', 'Account', 'label_values(floatwatch_account_up{job=~"$job"}, account)'),
      several(
        'currency',
        'Currency',
        'label_values(merchant_wallet_state{job=~"$job", account=~"$account"}, currency)',
      ),
      one(
        'rule',
        'Threshold of rule',
        'label_values(floatwatch_alert_threshold{job=~"$job", wallet_type!="MERCHANT_COLLECTION"}, alertname)',
      ),
    ],
  });

  dashboard
    .withPanel(
      stat(
        {
          title: 'Wallets with a firing alert',
          description:
            'The verdict: how many wallets have an alert that fires, by floatwatch’s own evaluation. Unknown when floatwatch itself isn’t seen.',
          unit: 'none',
          width: 4,
        },
        instant(
          `count(${onceBy(WALLET, `floatwatch_alert_state{${CHOSEN}, wallet_type!=""}`)} == 2) ${orZero}`,
        ),
        { steps: ['green', [1, 'red']], texts: { 0: ['none', 'green'] } },
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Wallets about to alert',
          description: 'Wallets past a threshold, but not yet for as long as the rule asks for.',
          unit: 'none',
          width: 4,
        },
        instant(
          `count(${onceBy(WALLET, `floatwatch_alert_state{${CHOSEN}, wallet_type!=""}`)} == 1) ${orZero}`,
        ),
        { steps: ['green', [1, 'orange']], texts: { 0: ['none', 'green'] } },
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Wallets nobody can see',
          description:
            'Wallets without a fresh balance: stale, missing from a good response, or expected and never seen. Their alerts are held, not resolved.',
          unit: 'none',
          width: 4,
        },
        instant(`count(${onceBy(WALLET, `merchant_wallet_state{${CHOSEN}, state="fresh"}`)} == 0) ${orZero}`),
        { steps: ['green', [1, 'orange']], texts: { 0: ['none', 'green'] } },
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Accounts not answering',
          description: 'Accounts whose last finished poll brought no wallets.',
          unit: 'none',
          width: 4,
        },
        instant(
          `count(${onceBy('account', 'floatwatch_account_up{job=~"$job", account=~"$account"}')} == 0) ${orZero}`,
        ),
        { steps: ['green', [1, 'orange']], texts: { 0: ['none', 'green'] } },
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Shortest runway',
          description:
            'How long the money of the wallet that empties first will last, at the confidence that its account asks for. Empty without enough history.',
          unit: 's',
          width: 4,
        },
        instant(`min(${onceBy(WALLET, `merchant_wallet_runway_seconds{${PAYS}, confidence!="0.5"}`)})`),
        { steps: ['red', [86_400, 'orange'], [259_200, 'green']], noValue: 'not enough history' },
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Oldest knowledge',
          description: 'Since when the wallet that was seen longest ago has not been seen.',
          unit: 's',
          width: 4,
        },
        instant(`time() - min(${onceBy(WALLET, `merchant_wallet_observed_timestamp_seconds{${CHOSEN}}`)})`),
        { steps: ['green', [1_800, 'orange']] },
      ),
    )
    .withPanel(payoutWallets())
    .withRow(new RowBuilder('Balances by currency: never summed across'))
    .withPanel(balances())
    .withRow(new RowBuilder('Alerts'))
    .withPanel(
      states(
        {
          title: 'Alerts by wallet',
          description:
            'Every rule and wallet that was pending or firing in the range. A gap means that floatwatch was not seen, not that all was well.',
          unit: 'none',
          width: 24,
        },
        [
          range(
            `${onceBy(`alertname, ${WALLET}`, `floatwatch_alert_state{${CHOSEN}}`)} and ${onceBy(`alertname, ${WALLET}`, `max_over_time(floatwatch_alert_state{${CHOSEN}}[$__range])`)} > 0`,
            '{{alertname}} {{account}} {{currency}} {{wallet_type}}',
          ),
        ],
        ALERT_STATES,
      ),
    )
    .withPanel(timeBelow())
    .withPanel(episodes());
  return finish(dashboard);
}

function payoutWallets() {
  const available = onceBy(WALLET, `merchant_wallet_available_balance{${PAYS}}`);
  const threshold = onceBy(WALLET, `floatwatch_alert_threshold{${PAYS}, alertname="$rule"}`);
  const runway = (confidence: string) =>
    onceBy(WALLET, `merchant_wallet_runway_seconds{${PAYS}, confidence${confidence}}`);
  const panel = table(
    {
      title: 'Wallets that pay out',
      description:
        'Every wallet but the collection wallets. No amount is shown unless it is fresh. The threshold is that of the rule chosen above; the runway is how long the money lasts at the outflow expected: the median, and at the confidence that its account asks for.',
      unit: 'locale',
      width: 24,
    },
    [
      rows('state', walletState(PAYS)),
      rows('available', available),
      rows('threshold', threshold),
      rows('ratio', `${available} / ${threshold}`),
      rows('runway', runway('="0.5"')),
      rows('short', runway('!="0.5"')),
      rows('age', `time() - ${onceBy(WALLET, `merchant_wallet_observed_timestamp_seconds{${PAYS}}`)}`),
      rows('alert', onceBy(WALLET, `floatwatch_alert_state{${PAYS}}`)),
    ],
  );
  return titled(panel, [
    ['account', 'Account'],
    ['currency', 'Currency'],
    ['wallet_type', 'Wallet'],
    ['Value #available', 'Available'],
    ['Value #threshold', 'Threshold'],
    ['Value #ratio', 'Of threshold'],
    ['Value #runway', 'Runway'],
    ['Value #short', 'Runway, pessimistic'],
    ['Value #state', 'State'],
    ['Value #age', 'Seen ago'],
    ['Value #alert', 'Alert'],
  ])
    .overrideByName('Wallet', [
      column.link(
        'Open the wallet',
        `/d/floatwatch-wallet?\${__url_time_range}&var-account=\${__data.fields.Account}&var-currency=\${__data.fields.Currency}&var-wallet_type=\${__data.fields.Wallet}`,
      ),
    ])
    .overrideByName('Of threshold', [
      column.unit('percentunit'),
      ...column.coloured(['red', [1, 'orange'], [1.5, 'green']]),
    ])
    .overrideByRegexp('/^Runway/', [
      column.unit('s'),
      ...column.coloured(['red', [86_400, 'orange'], [259_200, 'green']]),
    ])
    .overrideByName('Seen ago', [column.unit('s')])
    .overrideByName('State', [column.texts(WALLET_STATES), ...column.coloured(['text'])])
    .overrideByName('Alert', [column.texts(ALERT_STATES), ...column.coloured(['text'])]);
}

/** One panel per currency. A sum is shown only while every wallet in it is fresh: no false dips. */
function balances() {
  const by = 'currency, wallet_type';
  const available = onceBy(WALLET, `merchant_wallet_available_balance{${CHOSEN}}`);
  const fresh = onceBy(WALLET, `merchant_wallet_state{${CHOSEN}, state="fresh"}`);
  return lines(
    {
      title: 'Available, $currency',
      description:
        'Available balance of the chosen accounts by wallet type, in this currency alone. The line breaks while any wallet in it is not fresh: a missing amount is not zero.',
      unit: 'locale',
      width: 24,
    },
    [
      range(
        `sum by (${by}) (${available}) and on (${by}) (count by (${by}) (${available}) == count by (${by}) (${fresh}))`,
        '{{wallet_type}}',
      ),
    ],
  )
    .repeat('currency')
    .maxPerRow(3);
}

function timeBelow() {
  return storedTable(
    {
      title: 'Time below threshold',
      description:
        'How long each wallet was below the threshold of each rule within the range, in the episodes that fired: from the first value below to the fresh one past the clear level. From Postgres, so it reaches back as far as the history.',
      unit: 's',
      width: 10,
    },
    sql(`
    select rule, account, currency, wallet_type,
      count(*) as episodes,
      sum(extract(epoch from least(coalesce(resolved_at, now()), $__timeTo()) - greatest(coalesce(pending_at, firing_at), $__timeFrom()))) as "below",
      max(extract(epoch from least(coalesce(resolved_at, now()), $__timeTo()) - greatest(coalesce(pending_at, firing_at), $__timeFrom()))) as longest
    from floatwatch.alerts
    where coalesce(pending_at, firing_at) <= $__timeTo() and coalesce(resolved_at, now()) >= $__timeFrom()
      and value < threshold
      and account ~ '^(\${account:regex})$' and currency ~ '^(\${currency:regex})$'
    group by rule, account, currency, wallet_type
    order by "below" desc`),
  ).overrideByName('episodes', [column.unit('none')]);
}

function episodes() {
  return storedTable(
    {
      title: 'Alert episodes',
      description:
        'Every episode that touches the range, the newest first, with the value and the threshold when it fired. One without an end is still going on.',
      unit: 'locale',
      width: 14,
    },
    sql(`
    select firing_at as began, resolved_at as ended, rule, account, currency, wallet_type,
      value, threshold, extract(epoch from coalesce(resolved_at, now()) - firing_at) as lasted
    from floatwatch.alerts
    where firing_at <= $__timeTo() and coalesce(resolved_at, now()) >= $__timeFrom()
      and account ~ '^(\${account:regex})$' and coalesce(currency, '') ~ '^(\${currency:regex})?$'
    order by began desc
    limit 500`),
  ).overrideByName('lasted', [column.unit('s')]);
}
