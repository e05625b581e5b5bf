// The page of the statement of business days.
import type { Sentence } from '../sentence.ts';

export const statement = {
  place: 'Statement',
  form: {
    label: 'Choose days',
    from: 'First day',
    to: 'Last day',
    accounts: 'Accounts',
    currencies: 'Currencies',
    types: 'Types',
  },
  mistake: {
    days: 'from and to are days, as 2026-05-04, in that order.',
    most: (days: number) => `At most ${days} days at once.`,
    names: 'No wallet of that account, currency and type was ever seen.',
    after: 'after is what the page before gave as next.',
  },
  lead: <T>(from: T, to: T): Sentence<T> => ['Business days ', from, ' to ', to],
  account: <T>(names: T, count: number): Sentence<T> => [count === 1 ? ', account ' : ', accounts ', names],
  currency: <T>(names: T, count: number): Sentence<T> => [
    count === 1 ? ', currency ' : ', currencies ',
    names,
  ],
  type: <T>(names: T, count: number): Sentence<T> => [count === 1 ? ', type ' : ', types ', names],
  csv: 'CSV',
  more: <T>(next: T): Sentence<T> => ['There are more wallets: ', next, '. The CSV has all of them.'],
  next: 'the next ones',
  nothing: <T>(command: T): Sentence<T> => [
    'Nothing was seen on these days. The first days of a new account come with its first polls; older history comes with ',
    command,
    '.',
  ],
  of: (account: string, timezone: string | undefined) =>
    timezone === undefined
      ? `${account}, not configured here: days of its own time zone`
      : `${account}, days of ${timezone}`,
  label: (wallet: string) => `Statement of ${wallet}`,
  caption: (wallet: string) => `Available of ${wallet}, by day`,
  titles: {
    day: 'Day',
    opening: 'Opening',
    closing: 'Closing',
    lowest: 'Lowest',
    highest: 'Highest',
    net: 'Net',
    inflow: 'Top-ups',
    outflow: 'Outflow',
    samples: 'Samples',
  },
  together: 'Together',
  coverage: {
    title: 'Coverage',
    most: (accounts: number) => `Coverage is shown for up to ${accounts} accounts: choose one.`,
    away: <T>(account: T): Sentence<T> => [account, ': coverage can’t be read now.'],
    noGap: <T>(account: T, late: T): Sentence<T> => [account, ': no gap', late, '.'],
    gaps: <T>(account: T, span: string, count: number, late: T): Sentence<T> => [
      account,
      `: not seen for ${span} in ${count} ${count === 1 ? 'gap' : 'gaps'}`,
      late,
      '.',
    ],
    since: <T>(time: T): Sentence<T> => ['; polls are known since ', time],
    how: 'Between two snapshots nothing is seen: lowest and highest are of what was seen. Samples are the snapshots of the day. Top-ups are the sum of what available rose by from one to the next, outflow of what it fell by; in the last line also from day to day.',
  },
};
