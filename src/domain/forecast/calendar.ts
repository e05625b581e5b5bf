// What is known of days in advance: dates that a merchant knows, and public holidays. Made from the configuration, used by
// forecasts.
import { type Day, dateOf } from './day.ts';

/** A day of which something is known in advance. */
export interface KnownDay {
  /** Days of one kind are alike, and learnt from together. */
  readonly kind: string;
  /** Times what would go out on it: 2 doubles that, 0 is closed. `undefined`: as earlier days of its kind teach. */
  readonly factor: number | undefined;
}

/** What is known of the days of an account in advance. */
export interface Calendar {
  /** The same text as long as it says the same. */
  readonly key: string;
  at(day: Day): KnownDay | undefined;
}

/** Dates of one kind, as a merchant tells them. */
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

/** A calendar of dates and holidays, of which dates come first; `undefined` for one without either. */
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
