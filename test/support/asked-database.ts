// A database that answers each statement by what it is about.
import type { Pool } from '../../src/store/postgres/pool.ts';

type Values = readonly unknown[];
type Answer = readonly object[] | ((values: Values) => readonly object[]);

/** What the first pattern that fits a statement is called, and its answer; without a pattern there are no rows. */
export type Answers = Readonly<Record<string, readonly [pattern: RegExp, answer?: Answer]>>;

/** `asked` has the name and the values of each statement that one of the patterns fits, in order. */
export function askedDatabase(answers: Answers) {
  const asked: (readonly [name: string, ...values: Values])[] = [];
  const db = {
    async query(text: string, values: Values = []): Promise<readonly object[]> {
      const found = Object.entries(answers).find(([, [pattern]]) =>
        pattern.test(text.replaceAll(/\s+/g, ' ')),
      );
      if (!found) return [];
      const [name, [, answer = []]] = found;
      asked.push([name, ...values]);
      return typeof answer === 'function' ? answer(values) : answer;
    },
    transaction: async <T>(work: (tx: unknown) => Promise<T>): Promise<T> => await work(db),
  };
  const of = (name: string) => asked.filter(([each]) => each === name).map(([, ...values]) => values);
  return { pool: db as unknown as Pool, asked, of };
}
