// One wallet as Postgres keeps it: hours, changes, gaps, days and polls.
import { amount, count, instantOf, lasting, milliseconds, word, words } from './columns.ts';
import { band, storedLines, storedTable } from './panels.ts';
import { sql } from './queries.ts';

const STORED = `account = \${account:sqlstring} and currency = \${currency:sqlstring} and wallet_type = \${wallet_type:sqlstring}`;
const HOUR = 3_600_000;

/** The panels of one wallet that ask Postgres: exact, and beyond the retention of Prometheus. */
export function storedHistory() {
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
      word('outcome', 'Outcome', { width: 120 }),
      count('http_status', 'HTTP'),
      count('envelope_code', 'Code'),
      milliseconds('duration', 'Took'),
      word('replica', 'Replica', { width: 150 }),
      words('detail', 'Detail', { width: 200 }),
    ],
    [['When', 'desc']],
  );
}
