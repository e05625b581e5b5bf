// The page of the plan: what to send, from where, by when.
import type { TopUpOutcome } from '../../../domain/forecast/top-up-outcome.ts';
import { sureWords, topUpWords, UNPLANNED_WORDS } from '../../../monitor/forecast/plan-words.ts';
import type { Sentence } from '../sentence.ts';
import { common } from './common.ts';

const { wallets } = common;

export const plan = {
  title: 'What to do',

  headline: {
    unknown: (some: number, all: number) =>
      `No plan for ${some} of ${wallets(all)}: what ${some === 1 ? 'it holds is' : 'they hold is'} not known`,
    late: (some: number, all: number) => `${some} of ${wallets(all)} may run out before money can be there`,
    send: (some: number, all: number) => `${some} of ${wallets(all)} ${some === 1 ? 'needs' : 'need'} money`,
    enough: (all: number) => (all === 1 ? 'The one wallet has enough' : `All ${all} wallets have enough`),
    unplanned: (some: number) => `${some === 1 ? '1 wallet has' : `${some} wallets have`} no plan yet`,
    none: 'No wallet is like that',
    empty: 'There is nothing to plan yet',
  },
  emptyWay: <T>(accounts: T): Sentence<T> => [
    'Wallets are planned once they have been seen, and have a week of history. ',
    accounts,
    ' tell when they are polled next.',
  ],
  noneWay: <T>(all: T): Sentence<T> => ['No wallet from which money goes out is like that. ', all],
  allWallets: 'The plan of all wallets',
  noView: (name: string, instead: string) => `No view is called ${name}; ${instead}`,
  accounts: 'Accounts',
  first: <T>(time: T): Sentence<T> => ['The first request is due ', time, '.'],
  readOnly: 'floatwatch moves no money and places no order.',

  form: {
    label: 'Plan for something else',
    submit: 'Plan',
    date: 'To last until',
    cover: 'Or cover',
    confidence: 'How sure',
    type: 'Type',
    asConfigured: 'as configured',
    days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
    share: (percent: string) => `${percent} %`,
  },
  asked: {
    until: (day: string) => `to last until ${day} is over`,
    cover: (span: string) => `to last ${span} after the money is there`,
    confidence: (percent: string) => `${percent} % sure`,
    lead: (parts: readonly string[]) => `Planned ${parts.join(', ')}.`,
  },

  mistake: {
    both: 'Ask for a date or for a cover, not for both.',
    cover: 'cover is a duration, such as 7d, of a year at the most.',
    date: 'date is a day, such as 2026-12-31, that isn’t over and is within a year.',
    confidence: (text: string) => `confidence is ${text}.`,
  },

  caption: (shown: number, all: number, page: number, pages: number) =>
    pages > 1
      ? `${all} wallets that need money, the most urgent first: ${shown} on page ${page} of ${pages}`
      : 'Wallets that need money, the most urgent first',
  send: <T>(amount: T): Sentence<T> => ['Send ', amount],
  by: <T>(time: T): Sentence<T> => [' by ', time],
  late: <T>(requested: T, arrives: T): Sentence<T> => [
    ' at once: requested ',
    requested,
    ', it would be there ',
    arrives,
    ', which may be too late',
  ],
  noHurry: ' within 60 days',
  from: <T>(wallet: T): Sentence<T> => ['From ', wallet],
  nowhere: 'The account has no wallet from which it could come: deposit it.',
  sourceUnknown: ', whose balance is not known',
  lacks: <T>(amount: T): Sentence<T> => [', which lacks ', amount, ': deposit that first'],
  has: ', which has it',
  lasts: 'Lasts until, without it',
  thenLasts: 'Then lasts until',
  sure: 'How sure',
  sureWords,
  beyond: 'beyond 60 days',
  coming: <T>(amount: T): Sentence<T> => [
    amount,
    ' was requested and is on its way: this comes on top of it.',
  ],
  comingEnough: <T>(amount: T): Sentence<T> => [amount, ' was requested and is on its way.'],
  assumed: <T>(amount: T): Sentence<T> => [
    amount,
    ' counts as requested: ask for it if nobody has. This comes on top of it.',
  ],
  assumedEnough: <T>(amount: T): Sentence<T> => [amount, ' counts as requested: ask for it if nobody has.'],
  expired: <T>(amount: T, time: T): Sentence<T> => [
    amount,
    ' was requested ',
    time,
    ' and has not arrived: ask after it.',
  ],

  reckoning: {
    summary: 'How it was reckoned',
    has: 'What it has',
    most: <T>(arrives: T, percent: string): Sentence<T> => [
      'What goes out until money can be there, ',
      arrives,
      `, at the most in ${percent} % of cases`,
    ],
    expected: (span: string) => `What is expected to go out in the ${span} after that`,
    until: <T>(until: T, percent: string): Sentence<T> => [
      'What goes out until ',
      until,
      `, at the most in ${percent} % of cases`,
    ],
    coming: 'What is on its way',
    lacking: 'So it lacks',
    enough: 'So it has left over',
    rounding: (step: string, minimum: string | null) =>
      minimum === null ? `Rounded up to whole ${step}` : `Rounded up to whole ${step}, at least ${minimum}`,
    window: <T>(time: T): Sentence<T> => ['It can be requested ', time, ' at the soonest.'],
    record: (held: number, of: number) =>
      of === 1
        ? `The wallet’s last forecast ${held === 1 ? 'held' : 'did not hold'}, at the account’s own confidence.`
        : `Of the wallet’s last ${of} forecasts ${held} held, at the account’s own confidence.`,
    noRecord: 'The wallet has no record of forecasts yet.',
    lastTopUp: (topUp: TopUpOutcome, timezone: string) => {
      const words = topUpWords(topUp, timezone);
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    },
    more: <T>(link: T): Sentence<T> => ['The past it rests on: ', link, '.'],
    history: 'the wallet’s page',
  },

  deposits: {
    title: 'To be deposited',
    item: <T>(amount: T, source: T, time: T): Sentence<T> => [amount, ' into ', source, ', ', time],
    by: <T>(time: T): Sentence<T> => ['by ', time],
    atOnce: 'at once',
    noHurry: 'within 60 days',
    nowhere: 'wallets without a source of their own',
    more: (hidden: number) =>
      `${hidden} more ${hidden === 1 ? 'source' : 'sources'}; the CSV has what each wallet lacks.`,
  },
  totals: {
    label: 'To send, by currency',
    to: (count: number) => `to ${wallets(count)}`,
  },
  enough: {
    title: 'Enough',
    until: <T>(wallet: T, time: T | undefined): Sentence<T> =>
      time === undefined ? [wallet, ' lasts for more than 60 days'] : [wallet, ' lasts until ', time],
    more: (hidden: number) =>
      `${hidden} more ${hidden === 1 ? 'wallet has' : 'wallets have'} enough; the CSV has all of them.`,
  },
  unplanned: {
    title: 'Without a plan',
    more: (hidden: number) =>
      `${hidden} more ${hidden === 1 ? 'wallet is' : 'wallets are'} without a plan; the CSV has all of them.`,
    why: UNPLANNED_WORDS,
  },
  list: {
    asList: 'As a list to print',
    asCards: 'As cards',
    csv: 'CSV',
    titles: {
      wallet: 'Wallet',
      send: 'Send',
      by: 'Request by',
      from: 'From',
      lacks: 'To be deposited',
      thenLasts: 'Then lasts until',
      sure: 'Sure',
    },
    atOnce: 'at once',
  },
  line: {
    nothing: 'Enough: nothing is to be sent.',
    unplanned: (why: string) => `No plan: ${why}.`,
    link: 'What to do',
  },
};
