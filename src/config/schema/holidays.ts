// Finds public holidays with the library date-holidays. It is large, so it is loaded only when days are asked for.
import { createRequire } from 'node:module';
import type Holidays from 'date-holidays';
import { DAY_MS } from '../../domain/duration.ts';
import type { Holidays as PublicHolidays } from '../../domain/forecast/calendar.ts';
import { type Day, dateOf, dayOf } from '../../domain/forecast/day.ts';
import { HOLIDAY_PLACES } from './holiday-places.ts';

const PLACE = /^([A-Z]{2})(?:-([A-Z0-9]{1,3}))?$/;

/** Whether the public holidays of a country, or of a part of it, are known. */
export function isHolidayCountry(text: string): boolean {
  const [, country = '', part] = PLACE.exec(text) ?? [];
  const parts = HOLIDAY_PLACES.get(country);
  return parts !== undefined && (part === undefined || parts.includes(part));
}

/** The public holidays of a country or a part of it. {@link isHolidayCountry} must be true for it. */
export function holidaysOf(country: string): PublicHolidays {
  const [, whole, part] = PLACE.exec(country)!;
  const library = part === undefined ? open(whole!) : open(whole!, part);
  const years = new Map<number, ReadonlySet<Day>>();
  return {
    country,
    has(day) {
      const year = Number(dateOf(day).slice(0, 4));
      const days = years.get(year) ?? daysOf(library, year);
      years.set(year, days);
      return days.has(day);
    },
  };
}

function daysOf(library: Holidays, year: number): ReadonlySet<Day> {
  const days = new Set<Day>();
  for (const { date, type, start, end } of library.getHolidays(year)) {
    const first = type === 'public' ? dayOf(date.slice(0, 10)) : undefined;
    if (first === undefined) continue;
    const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
    for (let i = 0; i < length; i++) days.add(first + i);
  }
  return days;
}

function open(...place: readonly string[]): Holidays {
  const library = createRequire(import.meta.url)('date-holidays') as { default?: typeof Holidays };
  const Library = library.default ?? (library as unknown as typeof Holidays);
  return new Library(...(place as [string]));
}
