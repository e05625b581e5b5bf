// The page of alerts: what fires, what pends, and past episodes.
import { away } from './common.ts';

export const alerts = {
  place: 'Alerts',
  headline: (firing: number, pending: number) =>
    `${firing} ${firing === 1 ? 'alert' : 'alerts'} firing, ${pending} pending`,
  judged: (count: number) => `${count} ${count === 1 ? 'is' : 'are'} judged with each poll.`,
  now: 'Now',
  mistake: 'from and to are days, as 2026-05-04, in that order.',
  form: {
    label: 'Search past alerts',
    rule: 'Rule',
    from: 'First day',
    to: 'Last day',
  },
  past: 'Past alerts',
  feed: 'Feed of alerts',
  before: 'Before, the newest first',
  away: `The past can’t be read now: ${away}.`,
  none: 'No alert has ended yet, or none is like that.',
  page: (shown: number, all: number, page: number, pages: number) =>
    `${all} firing and pending, ${shown} of them on page ${page} of ${pages}`,
  most: (count: number) => `These are the newest ${count}: choose a last day to see older ones.`,
  titles: {
    alert: 'Alert',
    about: 'About',
    value: 'Value',
    threshold: 'Threshold',
    since: 'Since',
    fired: 'Fired',
    lasted: 'Lasted',
  },
  phases: { firing: 'firing', pending: 'pending', inactive: 'inactive' },
  phase: (severity: string, phase: string, held: boolean) => `${severity}, ${phase}${held ? ', held' : ''}`,
  stillFiring: 'still firing',
  floatwatch: 'floatwatch',
  atom: {
    title: 'Alerts of floatwatch',
    entry: (rule: string, about: string, lasts: boolean) =>
      `${rule}: ${about} (${lasts ? 'firing' : 'over'})`,
    about: (rule: string, about: string) => `${rule} about ${about}`,
    summary: (what: string, fired: string, over: string | null, seen: string) =>
      `${what}; fired at ${fired}, ${over === null ? 'firing' : `over at ${over}`}${seen}`,
    value: (value: string, threshold: string | null) =>
      `; value ${value}${threshold === null ? '' : `, against ${threshold}`}`,
  },
};
