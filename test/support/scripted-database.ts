// A database of given answers, for what is made of rows and asked for without one.
import type { Pool } from '../../src/store/postgres/pool.ts';

/** A question: its text in one line, and for how long it may take where that is said. */
interface Question {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly ms?: number;
}

/**
 * Answers each question by the next of these, an error by rejecting with it, and then by no rows. `asked` has the values of
 * the questions, `questions` all of them.
 */
export function scriptedDatabase(...answers: readonly (readonly object[] | Error)[]) {
  const asked: (readonly unknown[])[] = [];
  const questions: Question[] = [];
  const left = [...answers];
  const querying = (ms?: number) => ({
    async query(text: string, values: readonly unknown[] = []) {
      asked.push(values);
      questions.push({ text: text.replaceAll(/\s+/g, ' ').trim(), values, ...(ms !== undefined && { ms }) });
      const answer = left.shift() ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const transaction = async (work: (tx: unknown) => Promise<unknown>) => await work(querying());
  return { db: { ...querying(), patient: querying, transaction } as unknown as Pool, asked, questions };
}
