// The kinds of values that settings about days and hours hold. Used by schema-accounts.ts and schema-receivers.ts.
import { parseHours } from '../../domain/forecast/approval.ts';
import { dayOf } from '../../domain/forecast/day.ts';
import { isHolidayCountry } from './holidays.ts';
import { orVariable, setting, text } from './settings.ts';

const MAX_FACTOR = 100;

/** The hours of a week. */
export const weekHours = () =>
  setting('hours of a week such as "Mon-Fri 08:00-17:00, Sat 09:00-12:00"', { type: 'string' }, (value) =>
    typeof value === 'string' ? parseHours(value) : undefined,
  );

/** A day of the calendar, as days since 1970-01-01. */
export const date = () =>
  setting('a date such as "2026-12-25"', { type: 'string' }, (value) =>
    typeof value === 'string' ? dayOf(value) : undefined,
  );

/** A country, or a part of one, whose public holidays are known. */
export const country = () =>
  text('a country such as UG, or a part of one such as US-CA, whose public holidays are known', (value) =>
    isHolidayCountry(value) ? value : undefined,
  );

/** A factor. */
export const factor = () =>
  setting(
    'a number from 0 to 100, such as 1.5',
    orVariable({ type: 'number', minimum: 0, maximum: MAX_FACTOR }),
    (value) => {
      const number = typeof value === 'string' && /^\d{1,3}(\.\d+)?$/.test(value) ? Number(value) : value; // from a variable
      return typeof number === 'number' && number >= 0 && number <= MAX_FACTOR ? number : undefined;
    },
  );
