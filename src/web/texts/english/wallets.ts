// The page of wallets: search, orders, totals.
import type { Sentence } from '../sentence.ts';
import { common } from './common.ts';

export const wallets = {
  place: 'Wallets',
  label: 'Wallets',
  form: {
    label: 'Search wallets',
    search: 'Search',
    type: 'Type',
    state: 'State',
    order: 'Order',
  },
  orders: {
    urgency: 'Most urgent',
    share: 'Least of the threshold',
    lasts: 'Lasts the shortest',
    name: 'Name',
    amount: 'Smallest amount',
  },
  levels: {
    firing: 'Alert firing',
    unknown: 'Unknown',
    pending: 'Alert pending',
    fine: 'Fine',
  },
  caption: {
    all: 'Wallets',
    some: (found: number, all: number) => `${found} of ${common.wallets(all)}`,
    worstFirst: 'the worst first',
    ordered: (what: string, order: string) => `${what}, ${order}`,
    page: (caption: string, rows: number, page: number, pages: number) =>
      `${caption}: ${rows} on page ${page} of ${pages}`,
  },
  titles: {
    wallet: 'Wallet',
    available: 'Available',
    threshold: 'Threshold',
    lasts: 'Lasts',
    day: '24 hours',
    state: 'State',
    seen: 'Seen',
  },
  none: <T>(accounts: T): Sentence<T> => [
    'No wallet has been seen yet. The first poll brings them; ',
    accounts,
    ' tells when it is due.',
  ],
  noSuch: 'No wallet is like that.',
  noState: (name: string, instead: string) => `No state is called ${name}; ${instead}`,
  noOrder: (name: string, instead: string) => `No order is called ${name}; ${instead}`,
  allOf: (count: number) => (count === 1 ? 'The one wallet' : `All ${count} wallets`),
  totals: 'Totals by currency',
  total: (wallets: string, unknown: number) => `in ${wallets}${unknown > 0 ? `, ${unknown} unknown` : ''}`,
  lastPoll: <T>(time: T): Sentence<T> => ['Last poll ', time],
  noPoll: 'No poll has finished yet',
  nextPoll: <T>(time: T): Sentence<T> => [', next ', time],
  problems: 'Accounts that can’t be read',
  moreProblems: (hidden: number) =>
    `${hidden} more ${hidden === 1 ? 'account is' : 'accounts are'} not shown; the API has all of them.`,
  inARow: <T>(polls: number, good: T): Sentence<T> => [
    `${polls} ${polls === 1 ? 'poll' : 'polls'} in a row, last good one `,
    good,
  ],
  chart: (words: string) => `Available over 24 hours: ${words}`,
  noHistory: 'no history',
  unread: 'can’t be read now',
  held: (rule: string) => `${rule}, held`,
};
