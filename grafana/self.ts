// floatwatch itself, for those who run it: does it poll in time, store what it sees, and deliver what it says.
import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { finish, frame, several } from './frame.ts';
import { bars, column, lines, stat, table, titled } from './panels.ts';
import { instant, range, rows } from './queries.ts';

const EACH = 'job=~"$job", instance=~"$instance"';

export function self(): Dashboard {
  const dashboard = frame({
    uid: 'floatwatch-self',
    title: 'floatwatch itself',
    description: 'Polls by outcome, lag, spool, deliveries and stalls of every replica.',
    from: 'now-6h',
    variables: [
      several('instance', 'Instance', 'label_values(floatwatch_build_info{job=~"$job"}, instance)'),
    ],
  });
  for (const panel of [...verdict(), accounts()]) dashboard.withPanel(panel);
  for (const [title, panels] of [
    ['Polling', polling()],
    ['Storing', storing()],
    ['Telling', telling()],
    ['The process', process()],
  ] as const) {
    dashboard.withRow(new RowBuilder(title));
    for (const panel of panels) dashboard.withPanel(panel);
  }
  return finish(dashboard);
}

function verdict() {
  return [
    stat(
      { title: 'Replicas', description: 'Replicas that answer the scrape.', unit: 'none', width: 4 },
      instant(`count(floatwatch_build_info{${EACH}})`),
      { noValue: 'none', steps: ['red', [1, 'green']] },
    ),
    stat(
      {
        title: 'Replicas without Postgres',
        description: 'They poll, expose and alert by themselves, and spool until it is back.',
        unit: 'none',
        width: 4,
      },
      instant(`count(floatwatch_store_up{${EACH}} == 0) or 0 * count(floatwatch_build_info{${EACH}})`),
      { steps: ['green', [1, 'red']] },
    ),
    stat(
      {
        title: 'Polls waiting in spools',
        description: 'Durable on the replicas’ disks, not yet in Postgres.',
        unit: 'none',
        width: 4,
      },
      instant(`sum(floatwatch_spool_polls{${EACH}})`),
      { steps: ['green', [1, 'orange']] },
    ),
    stat(
      {
        title: 'Polls that brought wallets, in the range',
        description: 'Share of finished polls with the outcome ok or partial.',
        unit: 'percentunit',
        width: 4,
      },
      instant(
        `sum(increase(floatwatch_polls_total{${EACH}, outcome=~"ok|partial"}[$__range])) / sum(increase(floatwatch_polls_total{${EACH}}[$__range]))`,
      ),
      { steps: ['red', [0.9, 'orange'], [0.99, 'green']], noValue: 'no polls' },
    ),
    stat(
      {
        title: 'Notifications that failed, in the range',
        description:
          'Requests to receivers that were not accepted; firing alerts are sent again each minute.',
        unit: 'none',
        width: 4,
      },
      instant(
        `sum(increase(floatwatch_notifications_total{${EACH}, outcome!="delivered"}[$__range])) or 0 * count(floatwatch_build_info{${EACH}})`,
      ),
      { steps: ['green', [1, 'orange']] },
    ),
    stat(
      {
        title: 'Replicas on an old configuration',
        description: 'The last reload was refused; the configuration before it is still in force.',
        unit: 'none',
        width: 4,
      },
      instant(
        `count(floatwatch_config_last_reload_successful{${EACH}} == 0) or 0 * count(floatwatch_build_info{${EACH}})`,
      ),
      { steps: ['green', [1, 'red']] },
    ),
  ];
}

function accounts() {
  const each = (family: string) => `max by (account) (floatwatch_account_${family}{${EACH}})`;
  const panel = table(
    {
      title: 'Accounts',
      description: 'Each account’s last poll by any replica, and what comes next.',
      unit: 's',
      width: 24,
    },
    [
      rows('up', each('up')),
      rows('failures', `min by (account) (floatwatch_account_consecutive_failures{${EACH}})`),
      rows('success', `time() - ${each('last_success_timestamp_seconds')}`),
      rows('attempt', `time() - ${each('last_attempt_timestamp_seconds')}`),
      rows('next', `min by (account) (floatwatch_account_next_slot_timestamp_seconds{${EACH}}) - time()`),
      rows('duration', each('last_poll_duration_seconds')),
      rows('missed', `sum by (account) (increase(floatwatch_slots_missed_total{${EACH}}[$__range]))`),
    ],
  );
  return titled(panel, [
    ['account', 'Account'],
    ['Value #up', 'Answering'],
    ['Value #failures', 'Failures in a row'],
    ['Value #success', 'Last success ago'],
    ['Value #attempt', 'Last attempt ago'],
    ['Value #next', 'Next slot in'],
    ['Value #duration', 'Last poll took'],
    ['Value #missed', 'Slots missed in range'],
  ])
    .overrideByName('Answering', [
      column.texts({ 0: ['no', 'red'], 1: ['yes', 'green'] }),
      ...column.coloured(['text']),
    ])
    .overrideByRegexp('/^(Failures|Slots)/', [
      column.unit('none'),
      ...column.coloured(['text', [1, 'orange'], [5, 'red']]),
    ]);
}

function polling() {
  return [
    bars(
      {
        title: 'Polls by outcome',
        description: 'Finished polls of all chosen replicas. Anything but ok is explained in the runbook.',
        unit: 'none',
        width: 12,
      },
      [
        range(
          `sum by (outcome) (increase(floatwatch_polls_total{${EACH}}[$__rate_interval])) > 0`,
          '{{outcome}}',
        ),
      ],
    ),
    lines(
      {
        title: 'Slots missed',
        description: 'Slots that went by without a poll: the process was stopped, asleep or still busy.',
        unit: 'none',
        width: 12,
      },
      [
        range(
          `sum by (account) (increase(floatwatch_slots_missed_total{${EACH}}[$__rate_interval])) > 0`,
          '{{account}}',
        ),
      ],
    ),
    quantiles(
      'Poll duration',
      'From start to end of a poll, retries included.',
      'floatwatch_poll_duration_seconds',
    ),
    quantiles(
      'Slot lag',
      'From the instant at which a slot was due to the start of its poll; the deterministic spread of load is part of it.',
      'floatwatch_slot_lag_seconds',
    ),
  ];
}

function storing() {
  return [
    lines(
      {
        title: 'Snapshots stored',
        description: 'Snapshots committed in Postgres per second.',
        unit: 'wps',
        width: 12,
      },
      [
        range(
          `sum by (instance) (rate(floatwatch_snapshots_stored_total{${EACH}}[$__rate_interval]))`,
          '{{instance}}',
        ),
      ],
    ),
    quantiles(
      'Write duration',
      'From a finished poll to its commit, waiting for the batch included.',
      'floatwatch_store_write_duration_seconds',
    ),
    lines(
      {
        title: 'Spool',
        description:
          'Bytes that wait on each replica’s disk for Postgres. At the limit the oldest is dropped.',
        unit: 'bytes',
        width: 8,
      },
      [range(`max by (instance) (floatwatch_spool_bytes{${EACH}})`, '{{instance}}')],
    ),
    lines(
      {
        title: 'Oldest poll in the spool',
        description: 'How long the oldest waiting poll has been waiting. Empty when none waits.',
        unit: 's',
        width: 8,
      },
      [
        range(
          `time() - (max by (instance) (floatwatch_spool_oldest_timestamp_seconds{${EACH}}) > 0)`,
          '{{instance}}',
        ),
      ],
    ),
    lines(
      {
        title: 'Postgres answers',
        description: '1 if Postgres answered a replica last time, else 0.',
        unit: 'bool_yes_no',
        width: 8,
      },
      [range(`min by (instance) (floatwatch_store_up{${EACH}})`, '{{instance}}')],
    ),
  ];
}

function telling() {
  return [
    bars(
      {
        title: 'Deliveries',
        description: 'Requests to each Alertmanager and webhook by how they ended.',
        unit: 'none',
        width: 12,
      },
      [
        range(
          `sum by (receiver, outcome) (increase(floatwatch_notifications_total{${EACH}}[$__rate_interval])) > 0`,
          '{{receiver}} {{outcome}}',
        ),
      ],
    ),
    lines(
      {
        title: 'Clock of the Alertmanagers',
        description:
          'How far each Alertmanager’s clock is ahead of ours. Minutes of it make alerts resolve themselves or never end.',
        unit: 's',
        width: 12,
      },
      [range(`max by (receiver) (floatwatch_alertmanager_clock_skew_seconds{${EACH}})`, '{{receiver}}')],
    ),
  ];
}

function process() {
  const eachOf = (expr: string) => range(`max by (instance) (${expr})`, '{{instance}}');
  return [
    lines(
      {
        title: 'Stalls of the event loop',
        description:
          'The 99th percentile of how late the loop turned. Polls, scrapes and alerts all wait for it; over a second is trouble.',
        unit: 's',
        width: 12,
      },
      [eachOf(`nodejs_eventloop_lag_p99_seconds{${EACH}}`)],
    ),
    lines({ title: 'CPU', description: 'Cores used by each replica.', unit: 'percentunit', width: 12 }, [
      eachOf(`rate(process_cpu_seconds_total{${EACH}}[$__rate_interval])`),
    ]),
    lines({ title: 'Memory', description: 'Resident memory of each replica.', unit: 'bytes', width: 8 }, [
      eachOf(`process_resident_memory_bytes{${EACH}}`),
    ]),
    lines(
      {
        title: 'Open files',
        description: 'File descriptors that each replica holds.',
        unit: 'none',
        width: 8,
      },
      [eachOf(`process_open_fds{${EACH}}`)],
    ),
    lines(
      {
        title: 'Up for',
        description: 'Time since each replica was started; a saw is a crash loop.',
        unit: 's',
        width: 8,
      },
      [range(`time() - max by (instance) (process_start_time_seconds{${EACH}})`, '{{instance}}')],
    ),
  ];
}

function quantiles(title: string, description: string, histogram: string) {
  return lines(
    {
      title,
      description: `${description} The median, and what one in ten and one in a hundred exceed.`,
      unit: 's',
      width: 12,
    },
    ['0.5', '0.9', '0.99'].map((quantile) =>
      range(
        `histogram_quantile(${quantile}, sum by (le) (rate(${histogram}_bucket{${EACH}}[$__rate_interval])))`,
        quantile,
      ),
    ),
  );
}
