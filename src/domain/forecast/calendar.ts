// The days known in advance: dates that a merchant configures, and public holidays. Made from the configuration, used by
// forecasts.
import { type Day, dateOf } from './day.ts';

/** A day about which something is known in advance. */
export interface KnownDay {
  /** Days of one kind are alike: the forecast learns from them together. */
  readonly kind: string;
  /** Multiplies the day's usual outflow: 2 doubles it, 0 is closed. `undefined`: learnt from earlier days of its kind. */
  readonly factor: number | undefined;
}

/** What is known in advance about the days of an account. */
export interface Calendar {
  /** Stays the same text as long as the contents are the same. */
  readonly key: string;
  at(day: Day): KnownDay | undefined;
}

/** Dates of one kind, as a merchant configures them. */
export interface CalendarEntry {
  readonly name: string;
  readonly dates: readonly Day[];
  readonly factor: number | undefined;
}

/** The public holidays of a country. */
export interface Holidays {
  /** `UG`, or a part of a country as `US-CA`. */
  readonly country: string;
  has(day: Day): boolean;
}

const HOLIDAY: KnownDay = { kind: 'public holiday', factor: undefined };

/** A calendar of dates and holidays, where a date overrides a holiday; `undefined` when there are neither. */
export function createCalendar(
  entries: readonly CalendarEntry[],
  holidays: Holidays | undefined,
): Calendar | undefined {
  if (entries.length === 0 && !holidays) return undefined;
  const known = new Map<Day, KnownDay>();
  for (const { name, dates, factor } of entries)
    for (const day of dates) known.set(day, { kind: `date ${name}`, factor });
  const told = entries.map(({ name, dates, factor }) => [name, dates.map(dateOf), factor ?? null]);
  return {
    key: JSON.stringify([told, holidays?.country ?? null]),
    at: (day) => known.get(day) ?? (holidays?.has(day) ? HOLIDAY : undefined),
  };
}
