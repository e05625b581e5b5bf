// Finds the longest time for which an account's last result may count as current, for `floatwatch rules`. A Prometheus rule
// has one limit for all hours, so it must be the limit of the schedule's longest pause.
import { parse } from 'node-cron';
import { DAY_MS } from '../domain/duration.ts';
import { zoneOffset } from '../domain/local-time.ts';
import { GRACE_MS } from '../monitor/board/staleness.ts';
import { createSchedule, type Schedule } from '../monitor/polling/schedule.ts';
import { isDaily, timesOfDay } from './schema/interval.ts';

const FROM = Date.UTC(2026, 0, 1) / DAY_MS; // a fixed day keeps the rules the same every day
const DAYS = 4 * 366 + 1; // 29 February is the rarest day that a schedule can name

const dueDays = new Map<string, readonly number[]>(); // by the date fields, or a nickname: accounts share them

/**
 * The longest time from a slot until its result turns stale, in milliseconds. It covers nights, weekends and months without
 * a poll, and the extra hour of a night when clocks are set back.
 */
export function longestSilence({
  schedule: { expression, timezone },
  staleAfter,
}: {
  readonly schedule: Pick<Schedule, 'expression' | 'timezone'>;
  readonly staleAfter: number;
}): number {
  const fields = parse(expression);
  const times = timesOfDay(fields);
  const rounds = Math.floor(staleAfter / times.length); // of all slots of a day
  const rest = staleAfter % times.length;
  const days = isDaily(fields) ? undefined : dueDaysOf(expression, times[0]!);
  const [apart, apartNext] = [rounds, rounds + 1].map((n) => DAY_MS * (days ? furthestApart(days, n) : n));
  const silences = times.map((time, i) => {
    const isNext = i + rest >= times.length;
    return (isNext ? apartNext! : apart!) + times[(i + rest) % times.length]! - time;
  });
  const longest = silences.reduce((most, each) => Math.max(most, each));
  const pauses = new Set(fields.hour).size < 24;
  return longest + (pauses ? clockChange(timezone) : 0) + GRACE_MS;
}

/** The days on which a schedule is due in four years; `time` is a time of day at which it is due on each of them. */
function dueDaysOf(expression: string, time: number): readonly number[] {
  const dates = expression.trim().split(/\s+/).slice(-3).join(' ');
  const known = dueDays.get(dates);
  if (known) return known;
  const { between } = createSchedule(expression, 'UTC');
  const isDue = (at: number) => between(at - 1, at, 1).length > 0;
  const days = Array.from({ length: DAYS }, (_, i) => FROM + i).filter((day) => isDue(day * DAY_MS + time));
  dueDays.set(dates, days);
  return days;
}

/** The most days from one due day to the due day that comes `later` places after it. */
function furthestApart(days: readonly number[], later: number): number {
  if (later >= days.length) return DAYS;
  return days.slice(later).reduce((most, day, i) => Math.max(most, day - days[i]!), 0);
}

/** By how much the clocks of a time zone are set back in a year. */
function clockChange(timezone: string): number {
  const offsets = Array.from({ length: 12 }, (_, month) => zoneOffset(Date.UTC(2026, month, 15), timezone));
  return Math.max(...offsets) - Math.min(...offsets);
}
