// Says when somebody is there to approve a request: hours of the week, without days on which nobody works. Plans use it,
// and so do the quiet hours of receivers, which are hours of the week, too.
import type { Instant } from '../observation.ts';
import { type Day, WEEK, weekdayOf } from './day.ts';
import type { Zone } from './zone.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const SPAN = /^(\w{3})(?:-(\w{3}))? +(\d\d):(\d\d)-(\d\d):(\d\d)$/;
const MINUTES = 24 * 60;
const FURTHEST = 366; // days, to look for an open one

/** Hours of a week, as `Mon-Fri 08:00-17:00, Sat 09:00-12:00`. */
export type WeekHours = readonly Span[];

interface Span {
  readonly weekdays: readonly boolean[];
  /** Minutes after midnight; the end is the last minute at which a request is still taken. */
  readonly from: number;
  readonly until: number;
}

/** Reads hours of a week; `undefined` for other text. Weekdays are Mon to Sun, times 00:00 to 24:00 and ascending. */
export function parseHours(text: string): WeekHours | undefined {
  const spans = text.split(',').map((part) => parseSpan(part.trim()));
  return spans.every((span) => span !== undefined) ? spans : undefined;
}

function parseSpan(text: string): Span | undefined {
  const [, first = '', last = first, ...times] = SPAN.exec(text) ?? [];
  const [start, end] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
  if (start === -1 || end === -1) return undefined;
  const [fromHour, fromMinute, untilHour, untilMinute] = times.map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (fromMinute > 59 || untilMinute > 59) return undefined;
  const [from, until] = [60 * fromHour + fromMinute, 60 * untilHour + untilMinute];
  if (from >= until || until > MINUTES) return undefined;
  const length = ((end - start + WEEK) % WEEK) + 1; // Fri-Mon goes past the end of the week
  const weekdays = WEEKDAYS.map((_, weekday) => (weekday - start + WEEK) % WEEK < length);
  return { weekdays, from, until };
}

export interface Approval {
  /** The first instant from `at` on, itself included, at which a request is taken; `undefined`: none within a year. */
  next(at: Instant): Instant | undefined;
  /** The last instant until `at`, itself included, at which a request is taken; `undefined`: none within a year. */
  last(at: Instant): Instant | undefined;
}

/** Without hours, somebody is always there, except on closed days. */
export function createApproval(
  zone: Zone,
  hours: WeekHours | undefined,
  isClosed: (day: Day) => boolean = () => false,
): Approval {
  const spans = hours ?? [{ weekdays: WEEKDAYS.map(() => true), from: 0, until: MINUTES }];
  return {
    next(at) {
      const { day } = zone.localOf(at);
      for (let ahead = 0; ahead <= FURTHEST; ahead++) {
        const open = spansOn(day + ahead).filter(({ until }) => until >= at);
        if (open.length > 0) return Math.max(at, Math.min(...open.map(({ from }) => from)));
      }
      return undefined;
    },
    last(at) {
      const { day } = zone.localOf(at);
      for (let back = 0; back <= FURTHEST; back++) {
        const open = spansOn(day - back).filter(({ from }) => from <= at);
        if (open.length > 0) return Math.min(at, Math.max(...open.map(({ until }) => until)));
      }
      return undefined;
    },
  };

  function spansOn(day: Day): { readonly from: Instant; readonly until: Instant }[] {
    if (isClosed(day)) return [];
    return spans
      .filter(({ weekdays }) => weekdays[weekdayOf(day)])
      .map(({ from, until }) => ({
        from: zone.instantOf(day + from / MINUTES),
        until: zone.instantOf(day + until / MINUTES),
      }));
  }
}
