// The state of the monitor now: its replicas, and each account’s last poll.
import { count, lasting, milliseconds, state, words } from './columns.ts';
import { stat, table } from './panels.ts';
import { instant, rows } from './queries.ts';

/** The replicas chosen above. */
export const EACH = 'job=~"$job", instance=~"$instance"';

export function verdict() {
  const told = (title: string, description: string, expr: string, options: Parameters<typeof stat>[2]) =>
    stat(
      { title, description, empty: 'unknown', unit: 'none', decimals: 0, width: 8 },
      instant(expr),
      options,
    );
  const orZero = `or 0 * count(floatwatch_build_info{${EACH}})`;
  return [
    told('Replicas', 'Replicas that answer the scrape.', `count(floatwatch_build_info{${EACH}})`, {
      steps: ['red', [1, 'green']],
    }),
    told(
      'Replicas without Postgres',
      'Replicas that Postgres doesn’t answer. They poll, expose and alert by themselves, and spool until it is back.',
      `count(floatwatch_store_up{${EACH}} == 0) ${orZero}`,
      { steps: ['green', [1, 'red']], texts: { 0: ['none', 'green'] } },
    ),
    told(
      'Polls waiting in spools',
      'Polls that are durable on the replicas’ disks, and not yet in Postgres.',
      `sum(floatwatch_spool_polls{${EACH}})`,
      { steps: ['green', [1, 'orange']], texts: { 0: ['none', 'green'] } },
    ),
    stat(
      {
        title: 'Polls that brought wallets',
        description: 'Share of the polls finished in the range that brought wallets: outcome ok or partial.',
        empty: 'no polls',
        unit: 'percentunit',
        decimals: 1,
        width: 8,
      },
      instant(
        `sum(increase(floatwatch_polls_total{${EACH}, outcome=~"ok|partial"}[$__range])) / sum(increase(floatwatch_polls_total{${EACH}}[$__range]))`,
      ),
      { steps: ['red', [0.9, 'orange'], [0.99, 'green']] },
    ),
    told(
      'Notifications that failed',
      'Requests to receivers in the range that were not accepted; firing alerts are sent again each minute.',
      `round(sum(increase(floatwatch_notifications_total{${EACH}, outcome!="delivered"}[$__range]))) ${orZero}`,
      { steps: ['green', [1, 'orange']], texts: { 0: ['none', 'green'] } },
    ),
    told(
      'Replicas on old settings',
      'Replicas whose last reload was refused; the configuration before it is still in force.',
      `count(floatwatch_config_last_reload_successful{${EACH}} == 0) ${orZero}`,
      { steps: ['green', [1, 'red']], texts: { 0: ['none', 'green'] } },
    ),
  ];
}

export function accounts() {
  const each = (family: string) => `max by (account) (floatwatch_account_${family}{${EACH}})`;
  return table(
    {
      title: 'Accounts',
      description: 'Each account’s last poll by any replica, and what comes next.',
      empty: 'floatwatch is not seen',
      unit: 'none',
      width: 24,
    },
    [
      rows('up', each('up')),
      rows('failures', `min by (account) (floatwatch_account_consecutive_failures{${EACH}})`),
      rows('success', `time() - (${each('last_success_timestamp_seconds')} > 0)`),
      rows('attempt', `time() - (${each('last_attempt_timestamp_seconds')} > 0)`),
      rows(
        'next',
        `clamp_min(min by (account) (floatwatch_account_next_slot_timestamp_seconds{${EACH}} > 0) - time(), 0)`,
      ),
      rows('duration', `1000 * ${each('last_poll_duration_seconds')}`),
      rows('missed', `round(sum by (account) (increase(floatwatch_slots_missed_total{${EACH}}[$__range])))`),
    ],
    [
      words('account', 'Account'),
      state('Value #up', 'Answers', { 0: ['no', 'red'], 1: ['yes', 'green'] }, { width: 96 }),
      count('Value #failures', 'Failures', { width: 110, steps: SOME }),
      lasting('Value #success', 'Last success', { width: 120, absent: 'never' }),
      lasting('Value #attempt', 'Last attempt', { width: 120, absent: 'never' }),
      lasting('Value #next', 'Next slot in', { width: 116, absent: 'none' }),
      milliseconds('Value #duration', 'Took'),
      count('Value #missed', 'Slots missed', { width: 116, steps: SOME }),
    ],
    [
      ['Answers', 'asc'],
      ['Failures', 'desc'],
    ],
  );
}

/** Of what there should be none of. */
const SOME = ['text', [1, 'orange'], [5, 'red']] as const;
