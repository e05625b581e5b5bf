// The page of payment options: what they are now, and what changed, when, and from what.
import type { Sentence } from '../sentence.ts';
import { away } from './common.ts';

const of = (some: number, all: number) =>
  `${some} of ${all} ${all === 1 ? 'payment option' : 'payment options'}`;

export const options = {
  title: 'Payment options',
  place: 'Options',
  headline: {
    none: 'No payment option is known yet',
    unseen: (accounts: string) => `No payment option seen yet of ${accounts}`,
    unknown: (some: number, all: number) => `${of(some, all)} ${some === 1 ? 'is' : 'are'} unknown`,
    amiss: (some: number, all: number) => `${of(some, all)} can’t be used`,
    fine: (all: number) =>
      all === 1 ? 'The one payment option is active' : `All ${all} payment options are active`,
  },
  polled: <T>(account: string, last: T, next: T): Sentence<T> => [
    `${account}: last poll `,
    last,
    ', next ',
    next,
    '.',
  ],
  polledMore: (more: number) =>
    `${more} more ${more === 1 ? 'account' : 'accounts'}; those whose last poll failed stand first.`,
  form: {
    label: 'Search payment options',
    provider: 'Provider',
    from: 'Changes from',
    to: 'to',
  },
  noSuch: <T>(all: T): Sentence<T> => ['No payment option is like that now. ', all],
  all: 'All of them',
  now: 'Now, those that can’t be used first',
  page: (shown: number, all: number, page: number, pages: number) =>
    `${all} payment options, those that can’t be used first: ${shown} on page ${page} of ${pages}`,
  titles: {
    option: 'Option',
    state: 'State',
    smallest: 'Smallest',
    largest: 'Largest',
    daily: 'A day, per customer',
    dailyShort: 'A day',
    prefixes: 'Prefixes',
    seen: 'Seen',
  },
  state: {
    missing: 'no longer listed',
    active: 'active',
    inactive: 'inactive',
    notTold: 'not told',
    stale: (was: string) => `unknown, was ${was}`,
  },
  notTold: 'not told',
  yes: 'yes',
  no: 'no',
  history: {
    title: 'What changed',
    last: 'the last 30 days',
    from: (day: string) => `from ${day}`,
    to: (day: string) => `to ${day}`,
    between: (from: string, to: string) => `${from} to ${to}`,
    caption: (time: string) => `What changed, ${time}, the newest first`,
    away: `The changes can’t be read now: ${away}.`,
    none: (time: string) => `Nothing has changed, ${time}.`,
    most: (count: number) => `These are the newest ${count}: choose an earlier last day for older ones.`,
    titles: { at: 'When', option: 'Option', what: 'What', before: 'It was', after: 'It became' },
    fields: {
      present: 'listed by the service',
      active: 'active',
      min_amount: 'smallest amount',
      max_amount: 'largest amount',
      max_daily_amount: 'most a day, per customer',
      provider_name: 'provider’s name',
      method_name: 'method’s name',
      prefixes: 'prefixes',
    },
  },
  mistake: 'from and to are days, as 2026-05-04, in that order.',
};
