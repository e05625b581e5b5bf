// floatwatch itself, for those who run it: does it poll in time, store what it sees, and deliver what it says.
import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { finish, frame, several } from './frame.ts';
import { OUTCOMES } from './meanings.ts';
import { bars, lines, states } from './panels.ts';
import { range } from './queries.ts';
import { accounts, EACH, verdict } from './self-now.ts';

const SILENT = 'floatwatch was not seen in the range';

export function self(): Dashboard {
  const dashboard = frame({
    uid: 'floatwatch-self',
    title: 'floatwatch / Monitor',
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

function polling() {
  return [
    bars(
      {
        title: 'Polls per minute',
        description:
          'Finished polls of all chosen replicas by outcome. Anything but ok is explained in the runbook.',
        empty: 'No poll was finished in the range',
        unit: 'none',
        width: 12,
      },
      [
        range(
          `60 * sum by (outcome) (rate(floatwatch_polls_total{${EACH}}[$__rate_interval])) > 0`,
          '{{outcome}}',
        ),
      ],
      OUTCOMES,
    ),
    bars(
      {
        title: 'Slots missed per minute',
        description: 'Slots that went by without a poll: the process was stopped, asleep or still busy.',
        empty: 'No slot was missed in the range',
        unit: 'none',
        width: 12,
      },
      [
        range(
          `60 * sum by (account) (rate(floatwatch_slots_missed_total{${EACH}}[$__rate_interval])) > 0`,
          '{{account}}',
        ),
      ],
      {},
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
        empty: SILENT,
        unit: 'suffix: /s',
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
          'Bytes that wait on each replica’s disk for Postgres. At the limit what is new is refused, and lost.',
        empty: SILENT,
        unit: 'bytes',
        width: 8,
      },
      [range(`max by (instance) (floatwatch_spool_bytes{${EACH}})`, '{{instance}}')],
    ),
    lines(
      {
        title: 'Oldest poll in the spool',
        description: 'How long the oldest waiting poll has been waiting.',
        empty: 'No poll waited in the range',
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
    states(
      {
        title: 'Postgres',
        description: 'Whether Postgres answered each replica last time.',
        empty: SILENT,
        width: 8,
      },
      [range(`min by (instance) (floatwatch_store_up{${EACH}})`, '{{instance}}')],
      { 0: ['no answer', 'red'], 1: ['answers', 'green'] },
      7,
    ),
  ];
}

function telling() {
  return [
    bars(
      {
        title: 'Deliveries per minute',
        description: 'Requests to each Alertmanager and webhook by how they ended.',
        empty: 'Nothing was sent in the range: no alert fired or ended, or there is no receiver',
        unit: 'none',
        width: 12,
      },
      [
        range(
          `60 * sum by (receiver, outcome) (rate(floatwatch_notifications_total{${EACH}}[$__rate_interval])) > 0`,
          '{{receiver}} {{outcome}}',
        ),
      ],
      { '/ delivered$/': 'green' },
    ),
    lines(
      {
        title: 'Clock of the Alertmanagers',
        description:
          'How far each Alertmanager’s clock is ahead of ours. What is sent is corrected for it; but one of the two is wrong.',
        empty: 'No Alertmanager has answered in the range',
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
        empty: SILENT,
        unit: 's',
        width: 12,
      },
      [eachOf(`nodejs_eventloop_lag_p99_seconds{${EACH}}`)],
    ),
    lines(
      {
        title: 'CPU cores',
        description: 'Cores used by each replica.',
        empty: SILENT,
        unit: 'none',
        width: 12,
      },
      [eachOf(`rate(process_cpu_seconds_total{${EACH}}[$__rate_interval])`)],
    ),
    lines(
      {
        title: 'Memory',
        description: 'Resident memory of each replica.',
        empty: SILENT,
        unit: 'bytes',
        width: 8,
      },
      [eachOf(`process_resident_memory_bytes{${EACH}}`)],
    ),
    lines(
      {
        title: 'Open files',
        description: 'File descriptors that each replica holds.',
        empty: SILENT,
        unit: 'none',
        width: 8,
      },
      [eachOf(`process_open_fds{${EACH}}`)],
    ),
    lines(
      {
        title: 'Up for',
        description: 'Time since each replica was started; a saw is a crash loop.',
        empty: SILENT,
        unit: 'dtdhms',
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
      empty: 'None in the range',
      unit: 's',
      width: 12,
    },
    ['0.5', '0.9', '0.99'].map((quantile) =>
      range(
        `histogram_quantile(${quantile}, sum by (le) (rate(${histogram}_bucket{${EACH}}[$__rate_interval])))`,
        quantile,
      ),
    ),
    { '0.5': 'super-light-blue', '0.9': 'blue', '0.99': 'purple' },
  );
}
