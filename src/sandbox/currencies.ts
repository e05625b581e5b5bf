// Invented trade in real currencies: how much a merchant of medium size pays out a day, and through which providers. Used
// by `merchants.ts`, `options.ts` and `scenario.ts`.
import { HOUR_MS } from '../domain/duration.ts';

export interface Currency {
  readonly code: string;
  /** The most decimals that the service sends; its own habit, not ISO 4217's. */
  readonly decimals: number;
  readonly utcOffsetMs: number;
  /** The amount that a merchant of size 100 pays out on an average day, in whole units. */
  readonly payoutPerDay: number;
  /** Payouts are multiples of this many whole units. */
  readonly payoutStep: number;
  /** The country code in the providers' codes. */
  readonly country: string;
  readonly providers: readonly string[];
  readonly prefixes: readonly (readonly string[])[];
  readonly cards: boolean;
}

const rows: readonly (readonly [
  code: string,
  decimals: number,
  hoursEast: number, // of UTC
  perDay: number,
  step: number,
  country: string,
  cards?: 'cards',
])[] = [
  ['UGX', 2, 3, 12_500_000, 500, 'UG'],
  ['KES', 2, 3, 900_000, 10, 'KE', 'cards'],
  ['TZS', 2, 3, 24_000_000, 500, 'TZ'],
  ['USD', 2, 3, 6_000, 1, 'UG', 'cards'],
  ['RWF', 1, 2, 7_500_000, 100, 'RW'],
  ['ZMW', 2, 2, 160_000, 5, 'ZM', 'cards'],
  ['GHS', 2, 0, 90_000, 1, 'GH', 'cards'],
  ['NGN', 2, 1, 9_000_000, 50, 'NG', 'cards'],
  ['XOF', 0, 0, 4_000_000, 100, 'CI'],
  ['XAF', 0, 1, 4_500_000, 100, 'CM'],
  ['MWK', 2, 2, 11_000_000, 100, 'MW'],
  ['ZAR', 2, 2, 120_000, 5, 'ZA', 'cards'],
  ['EUR', 2, 3, 5_000, 1, 'KE', 'cards'],
  ['GBP', 2, 3, 4_000, 1, 'KE', 'cards'],
];

export const CURRENCIES: readonly Currency[] = rows.map(
  ([code, decimals, hoursEast, perDay, step, country, cards]) => ({
    code,
    decimals,
    utcOffsetMs: hoursEast * HOUR_MS,
    payoutPerDay: perDay,
    payoutStep: step,
    country,
    providers: ['Mango Mobile', 'Airlink Money'],
    prefixes: [
      ['77', '78', '76', '39'],
      ['70', '75', '74', '20'],
    ],
    cards: cards === 'cards',
  }),
);

export function currencyOf(code: string): Currency {
  const found = CURRENCIES.find((currency) => currency.code === code);
  if (!found)
    throw new RangeError(
      `the sandbox has no trade in ${code}; it has ${CURRENCIES.map((c) => c.code).join(', ')}`,
    );
  return found;
}
