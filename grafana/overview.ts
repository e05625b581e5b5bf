// For finance and whoever is on call: is there enough money everywhere, for how long, and since when isn't there.
import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { amount, count, instantOf, lasting, word } from './columns.ts';
import { finish, frame, several } from './frame.ts';
import { ALERT_STATES } from './meanings.ts';
import { dashed, lines, states, storedTable } from './panels.ts';
import { topUps } from './plan.ts';
import { onceBy, range, SHARD_AWAY, sql } from './queries.ts';
import { counts, firing, payoutWallets, unseen } from './verdict.ts';
import { ALERTS, CHOSEN, PAYS, TO_BE_ABOVE, TO_RUNBOOK, WALLET, walletColumns } from './wallets.ts';

export function overview(): Dashboard {
  const dashboard = frame({
    uid: 'floatwatch-overview',
    title: 'floatwatch / Overview',
    description: 'Whether every wallet holds enough money, for how long it will last, and when it did not.',
    from: 'now-24h',
    variables: [
      several('account', 'Account', 'label_values(floatwatch_account_up{job=~"$job"}, account)'),
      several(
        'currency',
        'Currency',
        'label_values(merchant_wallet_state{job=~"$job", account=~"$account"}, currency)',
      ),
    ],
  });
  for (const panel of [...counts(), firing(), unseen(), payoutWallets(), topUps()])
    dashboard.withPanel(panel);
  const alerts = alertsByWallet();
  dashboard
    .withRow(new RowBuilder('Payout wallets by currency'))
    .withPanel(payouts())
    .withRow(new RowBuilder('Sums by currency'))
    .withPanel(sums())
    .withRow(new RowBuilder('Alerts'))
    .withPanel(alerts)
    .withPanel(timeBelow())
    .withPanel(episodes());
  return finish(dashboard, [ALERTS_BY_WALLET]);
}

/** One panel per currency: amounts of different currencies are never on one axis. */
function payouts() {
  const panel = lines(
    {
      title: 'Payout wallets, $currency',
      description:
        'Available balance of each wallet that pays out, in this currency; dashed, the highest level that a rule wants it above. A line breaks while its wallet is not fresh: a missing amount is not zero.',
      empty: 'No payout wallet in this currency was fresh in the range',
      unit: 'locale',
      width: 24,
    },
    [
      range(onceBy(WALLET, `merchant_wallet_available_balance{${PAYS}}`), '{{account}} {{wallet_type}}'),
      range(
        onceBy(WALLET, `floatwatch_alert_threshold{${PAYS}, ${TO_BE_ABOVE}}`),
        'threshold of {{account}} {{wallet_type}}',
      ),
    ],
  );
  return dashed(panel, '/^threshold /', 'red').repeat('currency').maxPerRow(3);
}

/** One panel per currency. A sum is shown only while every shard is seen and every wallet in it is fresh: no false dips. */
function sums() {
  const by = 'currency, wallet_type';
  const available = onceBy(WALLET, `merchant_wallet_available_balance{${CHOSEN}}`);
  const fresh = onceBy(WALLET, `merchant_wallet_state{${CHOSEN}, state="fresh"}`);
  return lines(
    {
      title: 'All accounts, $currency',
      description:
        'Available balance of the chosen accounts by wallet type, in this currency alone. The line breaks while any wallet in it is not fresh, or a shard is not seen: a missing amount is not zero.',
      empty: 'At no time in the range were all wallets of this currency fresh',
      unit: 'locale',
      width: 24,
    },
    [
      range(
        `sum by (${by}) (${available}) and on (${by}) (count by (${by}) (${available}) == count by (${by}) (${fresh})) unless on () (${SHARD_AWAY})`,
        '{{wallet_type}}',
      ),
    ],
    { MERCHANT_COLLECTION: 'purple', MERCHANT_PAYOUT: 'blue' },
  )
    .repeat('currency')
    .maxPerRow(3);
}

const ALERTS_BY_WALLET = 'Alerts by wallet';

function alertsByWallet() {
  const state = onceBy(`alertname, ${WALLET}`, `floatwatch_alert_state{${ALERTS}}`);
  const worst = onceBy(
    `alertname, ${WALLET}`,
    `max_over_time(floatwatch_alert_state{${ALERTS}}[$__range] @ end())`,
  );
  // A built-in alert of a wallet is exposed since it first fired: before, it was inactive wherever the wallet was known.
  const known = onceBy(WALLET, `merchant_wallet_state{${CHOSEN}, state="fresh"}`);
  return states(
    {
      title: ALERTS_BY_WALLET,
      description:
        'Every rule and wallet that was pending or firing in the range, over all of it. Grey are times in which floatwatch was not seen, not times in which all was well.',
      empty: 'No alert was pending or firing in the range',
      width: 24,
    },
    [
      range(
        `(${state} or 0 * ${worst} and on (${WALLET}) ${known}) and ${worst} > 0`,
        '{{alertname}} {{account}} {{currency}} {{wallet_type}}',
      ),
    ],
    ALERT_STATES,
    12,
  );
}

const CHOSEN_EPISODES = `coalesce(resolved_at, now()) >= $__timeFrom()
      and account ~ '^(\${account:regex})$' and coalesce(currency, '') ~ '^(\${currency:regex})?$'`;

function timeBelow() {
  return storedTable(
    {
      title: 'Time below threshold',
      description:
        'How long each wallet was below the threshold of each rule within the range, in the episodes that fired: from the first value below to the fresh one past the clear level. From Postgres, so it reaches back as far as the history.',
      empty: 'No wallet was below its threshold in the range',
      unit: 'string',
      width: 24,
      height: 7,
    },
    sql(`
    select rule, concat_ws('/', account, currency, wallet_type) as wallet, account, currency, wallet_type,
      count(*) as episodes,
      sum(extract(epoch from least(coalesce(resolved_at, now()), $__timeTo()) - greatest(coalesce(pending_at, firing_at), $__timeFrom()))) as "below",
      max(extract(epoch from least(coalesce(resolved_at, now()), $__timeTo()) - greatest(coalesce(pending_at, firing_at), $__timeFrom()))) as longest
    from floatwatch.alerts
    where coalesce(pending_at, firing_at) <= $__timeTo() and ${CHOSEN_EPISODES}
      and value < threshold
    group by rule, account, currency, wallet_type
    order by "below" desc`),
    [
      word('rule', 'Alert', { width: 180 }),
      ...walletColumns(280),
      count('episodes', 'Episodes', { width: 80 }),
      lasting('below', 'Below', { width: 120 }),
      lasting('longest', 'Longest', { width: 120 }),
    ],
    [['Below', 'desc']],
  );
}

function episodes() {
  return storedTable(
    {
      title: 'Alert episodes',
      description:
        'Every episode that touches the range, the newest first, with the value and the threshold when it fired.',
      empty: 'No alert fired in the range',
      unit: 'string',
      width: 24,
      height: 9,
    },
    sql(`
    select firing_at as began, rule,
      concat_ws('/', account, currency, wallet_type) as wallet, account, currency, wallet_type,
      value, threshold, extract(epoch from resolved_at - firing_at) as lasted
    from floatwatch.alerts
    where firing_at <= $__timeTo() and ${CHOSEN_EPISODES}
    order by began desc
    limit 500`),
    [
      instantOf('began', 'Began'),
      lasting('lasted', 'Lasted', { width: 104, absent: 'goes on' }),
      word('rule', 'Alert', { width: 140, links: TO_RUNBOOK }),
      ...walletColumns(274),
      amount('value', 'Value', { width: 112 }),
      amount('threshold', 'Threshold', { width: 112 }),
    ],
    [['Began', 'desc']],
  );
}
