// The texts of several pages, and of the frame around each.
import type { Sentence } from '../sentence.ts';

/** Pages don't know which of the two it is. */
export const away = 'the database is away, or took longer than a second';

export const common = {
  /** The document's language, for `lang`. */
  language: 'en',
  /** How amounts and dates are written, for `Intl`. */
  locale: 'en-GB',

  unknown: 'unknown',
  notKnown: 'not known',
  none: 'none',
  never: 'never',
  all: 'All',
  show: 'Show',
  account: 'Account',
  currency: 'Currency',
  was: <T>(amount: T): Sentence<T> => ['was ', amount],
  pastAway: 'The past can’t be read now: the database is away, or took too long.',
  databaseAway: `The past can’t be read now: ${away}. What is known now is on the page of wallets.`,
  linkToThis: 'Link to this',
  asJson: 'As JSON',
  statement: 'Statement',
  inUtc: 'In UTC',
  inZone: (timezone: string) => `In ${timezone}`,
  daysOf: (timezone: string) => `Days of ${timezone}.`,
  atAnInstant: 'At an instant',
  made: (version: string, time: string) => `Made by floatwatch ${version} at ${time}.`,

  noZone: (name: string, own: string) => `No time zone is called ${name}; these times are in ${own}.`,
  noAccount: (name: string, instead: string) => `No account is called ${name}; ${instead}`,
  noRule: (name: string, instead: string) => `No rule or built-in alert is called ${name}; ${instead}`,
  noWalletOfCurrency: (code: string, instead: string) => `No wallet has the currency ${code}; ${instead}`,
  noWalletOfType: (type: string, instead: string) => `No wallet has the type ${type}; ${instead}`,
  noOptionOfCurrency: (code: string, instead: string) =>
    `No payment option has the currency ${code}; ${instead}`,
  noOptionOfProvider: (code: string, instead: string) =>
    `No payment option has the provider code ${code}; ${instead}`,

  wallets: (count: number) => (count === 1 ? '1 wallet' : `${count} wallets`),
  accounts: 'accounts',

  /** Lengths of time, and distances from now. Scripts in browsers fill in parts such as `{min}`. */
  span: {
    milliseconds: (ms: number) => `${ms} ms`,
    seconds: (s: number | string) => `${s} s`,
    minutes: (min: number | string) => `${min} min`,
    hours: (h: number | string) => `${h} h`,
    hoursAndMinutes: (h: number | string, min: number | string) => `${h} h ${min} min`,
    days: (d: number | string) => `${d} d`,
    daysAndHours: (d: number | string, h: number | string) => `${d} d ${h} h`,
    over: (span: string) => `over ${span}`,
    ahead: (span: string) => `in ${span}`,
    ago: (span: string) => `${span} ago`,
    justNow: 'just now',
  },

  frame: {
    skip: 'Skip to content',
    pages: 'Pages',
    pagesOfTheList: 'Pages of the list',
    footer: (version: string) => `floatwatch ${version} · amounts are the service’s own, to the last digit`,
    metrics: 'Metrics',
    api: 'API',
    feed: 'Alerts',
    titleOf: (page: string) => `${page} · floatwatch`,
  },

  grafana: {
    overview: 'Overview in Grafana',
    wallet: 'This wallet in Grafana',
    options: 'Payment options in Grafana',
  },

  notFound: {
    title: 'Nothing here',
    heading: 'There is nothing here',
    why: 'The address may be mistyped, or it is about a wallet, an account or an alert that isn’t known any more.',
    wallets: 'All wallets',
    alerts: 'Alerts',
    accounts: 'Accounts',
  },
  runbook: 'Runbook',

  /** The other texts of scripts in browsers; the scripts fill in the parts in braces. */
  script: {
    noAnswer: 'No answer since {time}: these are the last figures.',
    threshold: 'threshold {amount}',
    empty: 'empty',
    expected: 'expected {amount}',
    between: '{low} to {high}',
    notSeen: 'not seen',
    lowest: 'lowest {amount}',
    highest: 'highest {amount}',
    cameIn: 'came in: +{amount}',
    inAGap: 'in a gap',
  },
};
