// Through which providers money can move now, and what changed about them.
import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Texts } from './colors.ts';
import { amount, instantOf, state, word, words } from './columns.ts';
import { finish, frame, several } from './frame.ts';
import { stat, states, storedTable, table } from './panels.ts';
import { instant, onceBy, range, rows, SHARD_AWAY, sql } from './queries.ts';

const CHOSEN = 'job=~"$job", account=~"$account", currency=~"$currency"';
const OPTION = 'account, currency, transaction_type, transaction_method, provider_code';

const ACTIVITY = { 0: ['inactive', 'red'], 1: ['active', 'green'] } as const satisfies Texts;

export function paymentOptions(): Dashboard {
  const active = onceBy(OPTION, `payment_option_active{${CHOSEN}}`);
  const dashboard = frame({
    uid: 'floatwatch-options',
    title: 'floatwatch / Payment options',
    description: 'Which payment providers are active, their limits, and every change of them.',
    from: 'now-7d',
    variables: [
      several('account', 'Account', 'label_values(payment_option_active{job=~"$job"}, account)'),
      several(
        'currency',
        'Currency',
        'label_values(payment_option_active{job=~"$job", account=~"$account"}, currency)',
      ),
    ],
  });
  dashboard
    .withPanel(
      stat(
        {
          title: 'Active options',
          description: 'Payment options that can be used now.',
          empty: 'not polled',
          unit: 'none',
          decimals: 0,
          width: 6,
        },
        instant(`count(${active} == 1) or 0 * count(${active})`),
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Inactive options',
          description: 'Payment options that the service lists but has switched off.',
          empty: 'not polled',
          unit: 'none',
          decimals: 0,
          width: 6,
        },
        instant(`count(${active} == 0) or 0 * count(${active}) unless on () (${SHARD_AWAY})`),
        { steps: ['green', [1, 'orange']], texts: { 0: ['none', 'green'] } },
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Smallest payouts left',
          description:
            'Of all payout wallets the one that covers its smallest active payout the fewest times. Below 1 the wallet is not empty, and yet nothing can be paid.',
          empty: 'no payout options',
          unit: 'locale',
          decimals: 0,
          width: 12,
        },
        instant(`floor(min(${onceBy('account, currency', `merchant_wallet_available_balance{${CHOSEN}, wallet_type="MERCHANT_PAYOUT"}`)}
          / min by (account, currency) (${onceBy(OPTION, `payment_option_min_amount{${CHOSEN}, transaction_type="PAYOUT"}`)} and ${onceBy(OPTION, `payment_option_active{${CHOSEN}, transaction_type="PAYOUT"}`)} == 1)))`),
        { steps: ['red', [1, 'orange'], [10, 'green']] },
      ),
    )
    .withPanel(listed())
    .withRow(new RowBuilder('Over time'))
    .withPanel(
      states(
        {
          title: 'Activity',
          description:
            'When each option was active. Grey are times in which the options were not seen, or this one had vanished.',
          empty: 'No payment options were seen in the range',
          width: 24,
        },
        [range(active, '{{account}} {{currency}} {{transaction_type}} {{provider_code}}')],
        ACTIVITY,
        20,
      ),
    )
    .withPanel(changes());
  return finish(dashboard);
}

function listed() {
  return table(
    {
      title: 'Options now',
      description: 'Every option as the service listed it last, with its limits in its own currency.',
      empty: 'Payment options are not polled, or none is fresh',
      unit: 'string',
      width: 24,
      height: 10,
    },
    ['active', 'min_amount', 'max_amount', 'max_daily_amount'].map((field) =>
      rows(field, onceBy(OPTION, `payment_option_${field}{${CHOSEN}}`)),
    ),
    [
      state('Value #active', 'Active', ACTIVITY, { width: 82 }),
      words('account', 'Account', { width: 124 }),
      word('currency', 'Currency', { width: 82 }),
      word('transaction_type', 'Transaction', { width: 104 }),
      words('transaction_method', 'Method', { width: 124 }),
      words('provider_code', 'Provider', { width: 124 }),
      amount('Value #min_amount', 'Smallest', { width: 78 }),
      amount('Value #max_amount', 'Largest', { width: 100 }),
      amount('Value #max_daily_amount', 'Per day', { width: 92 }),
    ],
    [
      ['Active', 'asc'],
      ['Account', 'asc'],
    ],
  );
}

function changes() {
  return storedTable(
    {
      title: 'Changes',
      description: 'Every change of a field of an option in the range, with its value before and after.',
      empty: 'No option changed in the range',
      unit: 'string',
      width: 24,
    },
    sql(`
    select seen_at, concat_ws('/', account, currency, transaction_type, transaction_method, provider_code) as option,
      field, old_value, new_value
    from floatwatch.payment_option_changes
    where $__timeFilter(seen_at)
      and account ~ '^(\${account:regex})$' and currency ~ '^(\${currency:regex})$'
    order by seen_at desc
    limit 1000`),
    [
      instantOf('seen_at', 'When'),
      words('option', 'Option', { width: 420 }),
      word('field', 'Field', { width: 100 }),
      word('old_value', 'Before', { width: 110 }),
      word('new_value', 'After', { width: 110 }),
    ],
    [['When', 'desc']],
  );
}
