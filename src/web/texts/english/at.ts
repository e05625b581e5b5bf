// The page of an instant: what every wallet held, or why that wasn't known.
import { OUTCOME_WORDS } from '../../outcome-words.ts';
import type { Sentence } from '../sentence.ts';
import { away, common } from './common.ts';

export const at = {
  place: 'At',
  title: 'At an instant',
  heading: 'What wallets held at an instant',
  lead: <T>(time: T): Sentence<T> => ['At ', time],
  form: {
    label: 'Choose an instant',
    time: 'Time',
    zone: 'Clock of',
    ofTheAccount: 'the account',
  },
  mistake: {
    zone: 'zone is a time zone by its IANA name, such as Africa/Kampala, or UTC.',
    time: 'time is an instant, such as 2026-11-17T14:05 or 2026-11-17T11:05:00Z.',
    ahead: 'That instant is still to come: nobody knows yet what wallets will hold.',
  },
  nothing: 'No wallet has been seen yet, or none of that account.',
  away: `The past can’t be read now: ${away}.`,
  known: (all: number) => (all === 1 ? 'The one wallet was known' : `All ${all} wallets were known`),
  unknown: (some: number, all: number) =>
    `${some} of ${common.wallets(all)} ${some === 1 ? 'was' : 'were'} not known`,
  titles: { wallet: 'Wallet', known: 'Known' },
  page: (caption: string, shown: number, page: number, pages: number) =>
    `${caption}: ${shown} on page ${page} of ${pages}`,
  clocks: (zone: string, timezone: string) =>
    zone === timezone ? `Times in ${zone}.` : `Times by clocks that show ${zone} (${timezone}).`,
  atThatSecond: 'seen at that second',
  before: (span: string) => `seen ${span} before`,
  link: 'Link to this instant',
  why: {
    missing: 'The last answer before then didn’t name it.',
    unreadable: 'What was available in it could not be read.',
    notYet: 'It had not been seen by then, or its snapshots are kept no more.',
    nothingPolled: 'Nothing had been polled by then, or is kept that long.',
    noPoll: 'No poll had ended since it was seen.',
    untold: 'For how long it held is not known: it was imported, or its polls are kept no more.',
    failed: (how: string) => `The last poll before then failed: ${how}`,
  },
  /** Why an account wasn't seen. */
  reason: {
    notRunning: 'No poll took place: floatwatch was not running, or its machine slept.',
    failed: (count: number, how: string) =>
      `${count === 1 ? 'One poll failed' : `${count} polls failed`}: ${how}`,
    others: (how: string, failed: number, most: number) =>
      `${failed} polls failed, ${most} of them so: ${how}`,
  },
  /** How a poll ended. */
  outcomes: OUTCOME_WORDS,
};
