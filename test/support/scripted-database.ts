// A database of given answers, for what is made of rows and asked for without one.
import type { Pool } from '../../src/store/postgres/pool.ts';

/** Answers each question by the next of these, then by no rows; `asked` has the values of the questions. */
export function scriptedDatabase(...answers: readonly (readonly object[])[]) {
  const asked: (readonly unknown[])[] = [];
  const left = [...answers];
  const query = async (_text: string, values: readonly unknown[] = []) => {
    asked.push(values);
    return left.shift() ?? [];
  };
  const patient = (ms: number) => {
    asked.push([ms]);
    return { query };
  };
  return { db: { query, patient } as unknown as Pool, asked };
}
