// Reads real daily withdrawals: a CSV with one row per day and one column per wallet; an empty cell is unknown.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Day, dayOf } from '../../src/domain/forecast/day.ts';
import { MissingData } from '../measure.ts';

export interface Series {
  readonly name: string;
  readonly first: Day;
  readonly days: readonly (number | undefined)[];
}

/** Beside the checkout and not in it: nobody has said under which licence these sets may be passed on. */
const HOME = join(import.meta.dirname, '../../../shared/data');

export const SETS = ['nn5', 'atm'] as const;

/** The file of a set; throws a message that says what to do when it isn't there. */
export function fileOf(set: (typeof SETS)[number]): string {
  const file = join(HOME, set, 'withdrawals.csv');
  if (existsSync(file)) return file;
  throw new MissingData(
    `no ${file}: foresight is measured on real withdrawals, which aren't part of this repository; name any CSV with a row a day (date,wallet,…) by --data FILE`,
  );
}

/** Reads the CSV. Throws {@link MissingData} with the line that is wrong. */
export function readSeries(file: string): readonly Series[] {
  if (!existsSync(file)) throw new MissingData(`there is no file ${file}`);
  const [head = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  const names = head.split(',').slice(1);
  const cells = rows.map((row) => row.split(','));
  const first = dayOf(cells[0]?.[0] ?? '');
  cells.forEach((row, i) => {
    const day = dayOf(row[0]!);
    const at = `${file}:${i + 2}`;
    if (first === undefined || day !== first + i)
      throw new MissingData(`${at}: dates are to be YYYY-MM-DD, a day after the one before`);
    if (row.length !== names.length + 1)
      throw new MissingData(`${at}: ${row.length} cells, the head has ${names.length + 1}`);
    if (row.slice(1).some((cell) => !(Number(cell) >= 0)))
      throw new MissingData(`${at}: an amount is a number, or empty`);
  });
  if (first === undefined || names.length === 0) throw new MissingData(`${file}: no days with wallets in it`);
  return names.map((name, i) => ({
    name,
    first,
    days: cells.map((row) => (row[i + 1] === '' ? undefined : Number(row[i + 1]))),
  }));
}

/** The mean of the known days among the 28 days before `day`. */
export function monthsMean(days: readonly (number | undefined)[], day: number): number {
  const known = days.slice(Math.max(0, day - 28), day).filter((each) => each !== undefined);
  return known.reduce((sum, each) => sum + each, 0) / known.length;
}
