// A wallet's page: what it holds, its past, its alerts and its account's polls.
import type { Sentence } from '../sentence.ts';
import { away } from './common.ts';

export const wallet = {
  available: <T>(amount: T): Sentence<T> => ['Available ', amount],
  notKnownNow: 'What it holds now is not known',
  threshold: <T>(amount: T): Sentence<T> => [', threshold ', amount],
  seen: <T>(account: T, time: T): Sentence<T> => [account, ', seen ', time],
  lasts: (span: string) => `At the outflow to be expected that lasts ${span}`,
  atLeast: (percent: string, span: string) => `; in ${percent} of cases at least ${span}`,
  now: 'Now',
  whenLastSeen: 'When last seen',
  day: 'The last 24 hours',

  range: {
    mistake: {
      name: (names: string) => `range is ${names}; or say from and to.`,
      instants: 'from and to are instants, such as 2026-11-17T14:05 or 2026-11-17T11:05:00Z.',
      order: 'from must be before to.',
      ahead: 'That is still to come.',
      long: 'That is too long: at most 800 days.',
    },
    label: 'Range',
    earlier: 'Earlier',
    later: 'Later',
    closer: 'Closer',
    wider: 'Wider',
    fromTo: <T>(from: T, to: T): Sentence<T> => [from, ' to ', to],
  },

  history: {
    title: 'Available',
    chart: 'Available over time; the table below has the figures',
    nothing: 'Nothing was seen in this time, or its snapshots are kept no more.',
    unread: (parts: string) => `Can’t be read now: ${parts}.`,
    parts: { gaps: 'gaps', rises: 'top-ups', polls: 'polls' },
    figures: 'Figures',
    every: 'Every figure',
    oneOf: (step: number) => `One of every ${step} figures`,
    caption: <T>(which: string, at: T): Sentence<T> => [
      `${which}, the latest first; for one instant ask `,
      at,
    ],
    at: 'At',
    time: (timezone: string) => `Time (${timezone})`,
  },

  notes: {
    between: (lowest: string, highest: string) => `${lowest} to ${highest}`,
    dashed: (threshold: string) => `, dashed: the threshold, ${threshold}`,
    extremes: <T>(lowest: T, highest: T): Sentence<T> => ['Lowest ', lowest, ', highest ', highest, '.'],
    cameIn: <T>(rises: T, more: number | 'many'): Sentence<T> => [
      'Came in: ',
      rises,
      more === 0 ? '.' : ` and ${more} more.`,
    ],
    hatched: 'Hatched, because nothing was seen:',
    gap: <T>(span: T, since: T, lasts: boolean): Sentence<T> => [
      span,
      ' from ',
      since,
      lasts ? ', and lasting.' : '.',
    ],
    moreGaps: (more: number) => `and ${more} more ${more === 1 ? 'gap' : 'gaps'}`,
    notEmpty: 'It is not expected to be empty within 60 days',
    empty: <T>(time: T): Sentence<T> => ['Empty, as likely as not, on ', time],
    surely: <T>(percent: string, time: T): Sentence<T> => [
      `; in ${percent} of cases it lasts at least until `,
      time,
    ],
    ifNothing: ', if nothing comes in.',
    record: (held: number, of: number) =>
      of === 1
        ? `Its last forecast ${held === 1 ? 'held' : 'did not hold'}.`
        : `Of its last ${of} forecasts ${held} held.`,
    noRecord: (days: number) =>
      `It has no record yet: ${days === 1 ? '1 day is' : `${days} days are`} known.`,
  },

  polls: {
    title: 'Polls of the account',
    complete: (complete: number, slots: number, newest: boolean) =>
      newest
        ? `${complete} of the last ${slots} slots brought all wallets.`
        : `${complete} of ${slots} ${slots === 1 ? 'slot' : 'slots'} of this time brought all wallets.`,
    missed: (missed: number) => `${missed} ${missed === 1 ? 'slot' : 'slots'} went by without a poll.`,
    failure: <T>(time: T, how: T): Sentence<T> => [time, ': ', how],
    failures: <T>(polls: number, first: T, last: T, how: T): Sentence<T> => [
      `${polls} polls from `,
      first,
      ' to ',
      last,
      ': ',
      how,
    ],
    after: (span: string) => `after ${span}`,
  },

  alerts: {
    title: 'Alerts',
    began: <T>(phase: string, time: T): Sentence<T> => [`${phase}, began `, time],
    held: ', held while the wallet is unknown',
    before: 'Alerts before',
    away: `They can’t be read now: ${away}.`,
    none: 'None in this time.',
    most: (count: number) => `These are the newest ${count} of this time: choose an earlier one for others.`,
    stillFiring: 'still firing',
    lasted: (span: string) => `lasted ${span}`,
    at: <T>(value: T): Sentence<T> => ['at ', value],
  },
};
