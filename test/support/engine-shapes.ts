// Shapes of statements that Citus, TimescaleDB or PgBouncer refuse or break silently (docs/adr/0007).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERIES = '(?:poll|snapshot)';
const TABLES =
  '(?:account|wallet|poll|snapshot|snapshot_conflict|chore|relay|balance_hourly|balance_daily|outflow_daily|rollup_late|alert\\w*|payment_option\\w*)';

const FLAWS: readonly (readonly [flaw: string, shape: RegExp])[] = [
  [
    'a volatile function in UPDATE … SET (Citus refuses it: pass a parameter)',
    /\bUPDATE\b[^;]*\bSET\b[^;]*?\b(gen_random_uuid|clock_timestamp|random|nextval|timeofday)\s*\(/i,
  ],
  [
    'a column handed to a function that is not immutable, in UPDATE or DELETE (Citus refuses it: ask first, pass the answer)',
    /^ ?(UPDATE|DELETE)\b[^;]*(\b(date_trunc|to_char|extract)\s*\([^()]*\b[a-z]+\.[a-z]|\b[a-z]+\.\w+::\w+\[\]|\bAT TIME ZONE\b)/i,
  ],
  [
    'now() or a cast in RETURNING (Citus refuses what isn’t immutable)',
    /^ ?(INSERT|UPDATE|DELETE)\b[^;]*\bRETURNING\b[^;]*(\bnow\(\)|::)/i,
  ],
  [
    'ON CONFLICT with a target or DO UPDATE on a series',
    new RegExp(`INSERT INTO [^ ;]*\\.${SERIES}\\b[^;]*ON CONFLICT (?!DO NOTHING)`, 'i'),
  ],
  ['a row lock on a series', new RegExp(`\\.${SERIES}\\b[^;]*\\bFOR (NO KEY )?(UPDATE|SHARE)\\b`, 'i')],
  ['a session lock (PgBouncer: pg_advisory_xact_lock)', /\bpg_(try_)?advisory_(lock|unlock)/i],
  ['SET for the session (PgBouncer: SET LOCAL)', /^\s*SET (?!LOCAL)|;\s*SET (?!LOCAL)/i],
  ['LISTEN, NOTIFY or PREPARE (PgBouncer)', /^\s*(LISTEN|NOTIFY|PREPARE|DEALLOCATE)\b/i],
  ['a temporary table (PgBouncer)', /\bCREATE (LOCAL |GLOBAL )?TEMP/i],
  [
    'a table without its schema (search_path)',
    new RegExp(`\\b(FROM|JOIN|INTO|UPDATE)\\s+${TABLES}\\b(?!\\s*\\()`, 'i'),
  ],
  [
    'a correlated subquery over unnest on its way into a reference table (Citus refuses it: LEFT JOIN)',
    /INSERT INTO [^ ;]*\.account\b[^;]*\bNOT EXISTS\b/i,
  ],
  [
    'a subscript at the top of SET (Citus crashes: coalesce)',
    /\bUPDATE\b[^;]*\bSET\b[^;]*= \(\w+\([^;]*?\)\)\[/i,
  ],
  [
    'a LIMIT in a lateral beside generate_series (Citus can’t push it down: the series goes into a select list)',
    /\b(FROM|JOIN) generate_series\([^;]*\bLATERAL \([^;]*\bLIMIT\b/i,
  ],
  ['a generated date bucket of one engine only (use date_bin)', /\btime_bucket\s*\(/i],
];

/** Tables that Citus distributes by account, and the views that read one, as the migrations say. */
const DISTRIBUTED = distributed();
const ASKS_DISTRIBUTED = new RegExp(
  `\\b(?:FROM|JOIN|UPDATE|USING) (?:ONLY )?[^ ]*\\.(?:${DISTRIBUTED.join('|')})\\b`,
  'i',
);
const GIVEN = String.raw`(?:ANY ?)?\(*(?:\$\d|'|-?\d)`;
const NAMES_ACCOUNTS = new RegExp(String.raw`\b(?:account|\w+\.name|(?<!\.)name) (?:=|IN) ?${GIVEN}`, 'i');
const NUMBERS_ACCOUNTS = new RegExp(String.raw`\baccount_id (?:=|IN) ?${GIVEN}`, 'i');

const ALTERNATIVE = /\bOR \(*(?:\w+\.)?account_id =|\baccount_id = (?:ANY ?)?\(*\$\d+[^ ]* OR\b/i;

/**
 * What is asked by names all the same. No condition reaches the laterals of `balances_latest`. Requests for top-ups are in a
 * table that every node has, and are read of all accounts. And what tests ask themselves, without quotes around the schema.
 */
const BY_NAME = /\.(?:balances_latest|top_up_request)\b| floatwatch\./;

function distributed(): string[] {
  const directory = join(import.meta.dirname, '../../migrations');
  const sql = readdirSync(directory)
    .sort()
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join('\n');
  const tables = [...sql.matchAll(/^-- engine: (?:distributed|series) (\w+)$/gm)].map(([, table]) => table!);
  const reads = new RegExp(`\\bfloatwatch\\.(?:${tables.join('|')})\\b`);
  const views = [...sql.matchAll(/\bVIEW floatwatch\.(\w+) AS\b([^;]*);/g)]
    .filter(([, , text]) => reads.test(text!))
    .map(([, view]) => view!);
  return [...new Set([...tables, ...views])];
}

/** What is wrong with a statement, in words; empty when it runs on all. */
export function flawsOf(statement: string): string[] {
  const text = statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ');
  const flaws = FLAWS.filter(([, shape]) => shape.test(text)).map(([flaw]) => flaw);
  const touchesSeries = new RegExp(`\\b(FROM|JOIN|UPDATE) [^ ]*\\.${SERIES}\\b`, 'i').test(text);
  if (touchesSeries && !/\baccount_id\b/.test(text))
    flaws.push('a series without its account_id (every shard is asked)');
  if (ASKS_DISTRIBUTED.test(text)) {
    if (NAMES_ACCOUNTS.test(text) && !NUMBERS_ACCOUNTS.test(text) && !BY_NAME.test(text))
      flaws.push('accounts by their names only (every shard is asked: look up their account_id first)');
    if (ALTERNATIVE.test(text))
      flaws.push('an account_id in an alternative (every shard is asked: two statements)');
  }
  return flaws;
}

/** The same for the text of a migration. */
export function flawsOfMigration(sql: string): string[] {
  const text = sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ');
  const flaws: string[] = [];
  if (/\bLANGUAGE\s+sql\b/i.test(text))
    flaws.push('a function in SQL (Citus refuses it with a parameter: PL/pgSQL)');
  if (/\bCREATE (OR REPLACE )?TRIGGER\b/i.test(text)) flaws.push('a trigger');
  for (const table of text
    .split(';')
    .filter((statement) => /\) PARTITION BY RANGE \(slot\)$/.test(statement))) {
    if (/\bREFERENCES\b/i.test(table)) flaws.push('a foreign key from a series');
    const keys = [...table.matchAll(/(?:PRIMARY KEY|UNIQUE) \(([^)]*)\)/g)].map(
      ([, columns]) => columns ?? '',
    );
    if (keys.some((columns) => !/\baccount_id\b/.test(columns) || !/\bslot\b/.test(columns))) {
      flaws.push('a key of a series without account_id and slot');
    }
  }
  return flaws;
}
