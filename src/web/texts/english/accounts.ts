// The pages of accounts: how they are polled, and when they weren't seen.
import type { Sentence } from '../sentence.ts';
import { away } from './common.ts';

export const accounts = {
  place: 'Accounts',
  headline: {
    unread: (some: number, all: number) =>
      all === 1
        ? 'The one account can’t be read'
        : `${some} of ${all} accounts can’t be read: ${some === 1 ? 'its' : 'their'} last poll failed`,
    unpolled: (some: number) =>
      some === 1 ? '1 account has not been polled yet' : `${some} accounts have not been polled yet`,
    read: (all: number) =>
      all === 1
        ? 'The one account was read by its last poll'
        : `All ${all} accounts were read by their last poll`,
    none: 'No account is configured',
  },
  caption: (shown: number, all: number, page: number, pages: number) =>
    pages > 1
      ? `${all} accounts, those that can’t be read first: ${shown} on page ${page} of ${pages}`
      : 'Accounts, those that can’t be read first',
  titles: {
    account: 'Account',
    schedule: 'Schedule',
    last: 'Last poll',
    took: 'Took',
    next: 'Next',
    seen: 'Seen in 30 days',
  },
  neverPolled: 'No poll has finished yet.',
  failures: (count: number) => `${count} failures in a row.`,
  schedule: (expression: string, timezone: string) => `${expression} (${timezone})`,

  coverage: {
    title: (days: number) => `Seen in the last ${days} days`,
    label: 'Coverage by day',
    away: `Coverage can’t be read now: ${away}.`,
    waiting: 'not read yet',
    unpolled: 'Nothing has been polled yet.',
    noGap: (days: number) => `No gap in these ${days} days.`,
    whole: 'no gap',
    gaps: (count: number, span: string) =>
      `not seen for ${span} in ${count === 1 ? '1 gap' : `${count} gaps`}`,
    of: (account: string, days: number, words: string) => `${account}, the last ${days} days: ${words}`,
    more: <T>(hidden: number, view: T): Sentence<T> => [
      `${hidden} more ${hidden === 1 ? 'gap' : 'gaps'}: the view `,
      view,
      ' has all of them.',
    ],
    legend: {
      whole: 'seen all day',
      short: 'short gaps',
      long: 'long gaps',
      none: 'not polled yet',
    },
    day: {
      unpolled: (day: string) => `${day}: not polled yet`,
      whole: (day: string) => `${day}: seen all the time`,
      blind: (day: string, span: string) => `${day}: not seen for ${span}`,
    },
    gap: <T>(span: T, since: T, until: T): Sentence<T> => [span, ' from ', since, ' to ', until],
    lasting: <T>(span: T, since: T): Sentence<T> => [span, ' and lasting, since ', since],
  },
};
