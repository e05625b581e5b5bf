// When people pay: weights of the local hours from midnight and of the days from Monday. Used by `scenario.ts`.
import { createRhythm } from './flow.ts';

const HOURS = {
  customers: [2, 2, 2, 2, 2, 3, 6, 9, 11, 12, 12, 11, 12, 11, 10, 10, 11, 13, 15, 16, 14, 10, 6, 3],
  merchants: [2, 2, 2, 2, 2, 2, 3, 6, 12, 16, 24, 16, 12, 10, 14, 22, 18, 12, 7, 5, 4, 3, 2, 2],
  cards: [3, 2, 2, 2, 2, 2, 3, 5, 8, 10, 11, 12, 13, 12, 11, 11, 12, 13, 14, 15, 14, 11, 8, 5],
  taxes: [2, 2, 2, 2, 2, 2, 2, 4, 14, 18, 18, 16, 12, 12, 16, 16, 10, 4, 2, 2, 2, 2, 2, 2],
};
const DAYS = {
  customers: [9, 9, 9, 10, 12, 11, 6],
  merchants: [10, 9, 9, 10, 15, 6, 3],
  cards: [9, 9, 9, 9, 12, 14, 8],
  taxes: [12, 11, 10, 10, 10, 3, 2],
};

/** Customers pay in the morning and, more, after work; Saturdays are good, Sundays quiet. */
export const CUSTOMERS_PAY = createRhythm(HOURS.customers, DAYS.customers);
/** Merchants pay in office hours, in runs at ten and at three, most of all on Fridays. */
export const MERCHANT_PAYS = createRhythm(HOURS.merchants, DAYS.merchants);
export const CARD_SALES = createRhythm(HOURS.cards, DAYS.cards);
/** Fees and taxes are paid at counters that close. */
export const TAXES = createRhythm(HOURS.taxes, DAYS.taxes);
