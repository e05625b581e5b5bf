// Through which providers money can move now, and what changed about them.
import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { finish, frame, several } from './frame.ts';
import type { Texts } from './panels.ts';
import { column, stat, states, storedTable, table, titled } from './panels.ts';
import { instant, onceBy, range, rows, sql } from './queries.ts';

const CHOSEN = 'job=~"$job", account=~"$account", currency=~"$currency"';
const OPTION = 'account, currency, transaction_type, transaction_method, provider_code';

const ACTIVITY = { 0: ['inactive', 'red'], 1: ['active', 'green'] } as const satisfies Texts;

export function paymentOptions(): Dashboard {
  const active = onceBy(OPTION, `payment_option_active{${CHOSEN}}`);
  const dashboard = frame({
    uid: 'floatwatch-options',
    title: 'Payment options',
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
          unit: 'none',
          width: 6,
        },
        instant(`count(${active} == 1) or 0 * count(${active})`),
        { noValue: 'not polled' },
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Inactive options',
          description: 'Payment options that the service lists but has switched off.',
          unit: 'none',
          width: 6,
        },
        instant(`count(${active} == 0) or 0 * count(${active})`),
        { steps: ['green', [1, 'orange']], noValue: 'not polled' },
      ),
    )
    .withPanel(
      stat(
        {
          title: 'Smallest payout covered',
          description:
            'Of all payout wallets the one that covers its smallest active payout the fewest times. Below 1 the wallet is not empty, and yet nothing can be paid.',
          unit: 'none',
          width: 12,
        },
        instant(`min(${onceBy('account, currency', `merchant_wallet_available_balance{${CHOSEN}, wallet_type="MERCHANT_PAYOUT"}`)}
          / min by (account, currency) (${onceBy(OPTION, `payment_option_min_amount{${CHOSEN}, transaction_type="PAYOUT"}`)} and ${onceBy(OPTION, `payment_option_active{${CHOSEN}, transaction_type="PAYOUT"}`)} == 1))`),
        { steps: ['red', [1, 'orange'], [10, 'green']], noValue: 'no payout options' },
      ),
    )
    .withPanel(listed())
    .withRow(new RowBuilder('Over time'))
    .withPanel(
      states(
        {
          title: 'Activity',
          description:
            'When each option was active. A gap means that the options were not seen, or that this one had vanished.',
          unit: 'none',
          width: 24,
        },
        [range(active, '{{account}} {{currency}} {{transaction_type}} {{provider_code}}')],
        ACTIVITY,
      ),
    )
    .withPanel(changes());
  return finish(dashboard);
}

function listed() {
  const panel = table(
    {
      title: 'Options now',
      description: 'Every option as the service listed it last, with its limits in its own currency.',
      unit: 'locale',
      width: 24,
    },
    ['active', 'min_amount', 'max_amount', 'max_daily_amount'].map((field) =>
      rows(field, onceBy(OPTION, `payment_option_${field}{${CHOSEN}}`)),
    ),
  );
  return titled(panel, [
    ['account', 'Account'],
    ['currency', 'Currency'],
    ['transaction_type', 'Transaction'],
    ['transaction_method', 'Method'],
    ['provider_code', 'Provider'],
    ['Value #active', 'Active'],
    ['Value #min_amount', 'Smallest'],
    ['Value #max_amount', 'Largest'],
    ['Value #max_daily_amount', 'Largest per day'],
  ]).overrideByName('Active', [column.texts(ACTIVITY), ...column.coloured(['text'])]);
}

function changes() {
  return storedTable(
    {
      title: 'Changes',
      description: 'Every change of a field of an option in the range, with its value before and after.',
      unit: 'string',
      width: 24,
    },
    sql(`
    select seen_at as "time", account, currency, transaction_type, transaction_method, provider_code, field, old_value, new_value
    from floatwatch.payment_option_changes
    where $__timeFilter(seen_at)
      and account ~ '^(\${account:regex})$' and currency ~ '^(\${currency:regex})$'
    order by seen_at desc
    limit 1000`),
  );
}
