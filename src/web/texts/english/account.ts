// An account's page.
import type { Sentence } from '../sentence.ts';

export const account = {
  inARow: <T>(polls: number, good: T): Sentence<T> => [
    `${polls} ${polls === 1 ? 'poll' : 'polls'} in a row; last good one `,
    good,
    '.',
  ],
  polled: <T>(last: T, next: T): Sentence<T> => ['Last poll ', last, ', next ', next],
  schedule: <T>(words: string, expression: T, timezone: string): Sentence<T> => [
    `. ${words} (`,
    expression,
    `, ${timezone})`,
  ],
  alerts: 'Its alerts',
  more: <T>(hidden: number, all: T): Sentence<T> => [`${hidden} more: `, all, '.'],
  all: 'all wallets of the account',
};
