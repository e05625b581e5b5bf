// Imports the rows of a file into their table: first into a temporary table, then those that are missing.
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Schema } from '../postgres/connection.ts';
import { contradictionOf } from './contradiction.ts';
import { formatOf, type TableColumns, type TableName } from './tables.ts';

/** The first row that contradicts the file's rows, in words; and the number of rows that stay as they are. */
export interface Merged {
  readonly contradiction: string | null;
  readonly kept: number;
}

export interface MergeOptions {
  readonly schema: Schema;
  readonly columns: TableColumns;
  /** Whether the database has polled the account as far as the export, or further: then its own state stays. */
  readonly isAsFar: boolean;
  /** Whether it is as far because it imported this export before. */
  readonly wasTaken: boolean;
}

/** Whether a table's lines are read but not used. */
export function isPassedOver(name: TableName, { isAsFar, wasTaken }: MergeOptions): boolean {
  const { passedOver } = formatOf(name);
  return (passedOver === 'as far' && isAsFar) || (passedOver === 'taken before' && wasTaken);
}

const STAGE = 'pg_temp.imported';
const BETTER = `CASE WHEN $.outcome IN ('ok', 'partial') THEN 2 WHEN $.outcome = 'lost' THEN 0 ELSE 1 END`;

/** The temporary table for a file's rows, until the transaction ends or the next table begins. */
export interface Stage {
  /** Adds lines of the file, with numbers instead of names; each character is a byte. */
  write(lines: string): Promise<void>;
  /** Moves the rows into their table; returns the rows that stay. */
  merge(): Promise<Merged>;
}

export async function openStage(client: pg.Client, name: TableName, options: MergeOptions): Promise<Stage> {
  const { schema, columns } = options;
  const told = [...numbersOf(name), ...columns[name]!];
  await client.query(`DROP TABLE IF EXISTS ${STAGE}`);
  await client.query(
    `CREATE TEMPORARY TABLE imported ON COMMIT DROP AS SELECT ${told.join(', ')} FROM ${schema}.${name} WITH NO DATA`,
  );
  const stream = client.query(copyFrom(`COPY ${STAGE} (${told.join(', ')}) FROM STDIN`));
  const done = new Promise<void>((resolve, reject) => stream.on('finish', resolve).on('error', reject));
  done.catch(() => {}); // the next await reports it
  return {
    async write(lines) {
      if (stream.write(Buffer.from(lines, 'latin1'))) return;
      await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done]);
    },
    async merge() {
      stream.end();
      await done;
      await client.query(`ANALYZE ${STAGE}`);
      await client.query(insertionOf(name, told, options));
      if (name === 'poll') await client.query(improvementOf(told, schema));
      return await compare(client, name, told, options);
    },
  };
}

function insertionOf(name: TableName, told: readonly string[], { schema, isAsFar }: MergeOptions): string {
  const { differing, newer, taken = told.filter((column) => !keyOf(name).includes(column)) } = formatOf(name);
  const isTaken = differing === 'update' ? !isAsFar : newer !== undefined;
  const action = isTaken
    ? `(${keyOf(name).join(', ')}) DO UPDATE SET ${taken.map((column) => `${column} = excluded.${column}`).join(', ')}${newer ? ` WHERE ${newer}` : ''}`
    : 'DO NOTHING';
  return `INSERT INTO ${schema}.${name} (${told.join(', ')}) SELECT ${told.join(', ')} FROM ${STAGE} ON CONFLICT ${action}`;
}

/** Replaces a poll that failed in the database, when its slot has a better outcome in the export. */
function improvementOf(told: readonly string[], schema: Schema): string {
  const key = keyOf('poll');
  const taken = told.filter((column) => !key.includes(column)).map((column) => `${column} = s.${column}`);
  return `UPDATE ${schema}.poll t SET ${taken.join(', ')} FROM ${STAGE} s
    WHERE ${key.map((column) => `t.${column} = s.${column}`).join(' AND ')} AND t.outcome IS NOT NULL
      AND ${BETTER.replaceAll('$', 's')} > ${BETTER.replaceAll('$', 't')}`;
}

/** Finds rows of the file that are missing in the database, or differ there. */
async function compare(
  client: pg.Client,
  name: TableName,
  told: readonly string[],
  { schema }: MergeOptions,
): Promise<Merged> {
  const key = keyOf(name);
  const row = (of: string) => `(${told.map((column) => `${of}.${column}`).join(', ')})::text`;
  const isWorse =
    name === 'poll' ? ` AND ${BETTER.replaceAll('$', 's')} >= ${BETTER.replaceAll('$', 't')}` : '';
  // Both rows in one value, so that they belong together; as text, so that no digit is lost.
  const texts = (of: string) => `ARRAY[${told.map((column) => `${of}.${column}::text`).join(', ')}]`;
  const { rows } = await client.query<{ kept: number; pair: string | null }>(
    `SELECT count(*)::int AS kept, min(pair) AS pair FROM (
       SELECT to_json(ARRAY[${texts('s')}, ${texts('t')}])::text AS pair FROM ${STAGE} s
       LEFT JOIN ${schema}.${name} t ON ${key.map((column) => `t.${column} = s.${column}`).join(' AND ')}
       WHERE (t.${key[0]} IS NULL OR ${row('s')} <> ${row('t')})${isWorse}
       LIMIT 1000
     ) other`,
  );
  const { kept, pair } = rows[0]!;
  if (pair === null || formatOf(name).differing !== 'refuse') return { contradiction: null, kept };
  const [theirs, ours] = JSON.parse(pair) as [(string | null)[], (string | null)[]];
  const wallet = await walletOf(
    client,
    schema,
    theirs[told.indexOf('account_id')]!,
    theirs[told.indexOf('wallet_id')],
  );
  return { contradiction: contradictionOf(name, { columns: told, theirs, ours }, wallet), kept };
}

/** A wallet by its numbers in the database, such as `UGX/FEES`; `null` for a row that is of none. */
async function walletOf(
  client: pg.Client,
  schema: Schema,
  accountId: string | null,
  walletId: string | null | undefined,
): Promise<string | null> {
  if (walletId === undefined) return null;
  const { rows } = await client.query<{ name: string }>(
    `SELECT currency || '/' || wallet_type AS name FROM ${schema}.wallet WHERE account_id = $1 AND wallet_id = $2`,
    [accountId, walletId],
  );
  return rows[0]?.name ?? null;
}

/** The columns with numbers instead of names. */
function numbersOf(name: TableName): readonly string[] {
  const { of } = formatOf(name);
  if (of === 'nobody') return [];
  if (of === 'account') return ['account_id'];
  return ['account_id', of === 'wallet' ? 'wallet_id' : 'option_id'];
}

function keyOf(name: TableName): readonly string[] {
  const { columns, key } = formatOf(name);
  return [...numbersOf(name), ...columns.slice(0, key)];
}
