import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adapt, ENGINES, statementsOf } from '../../../src/store/engines/engines.ts';
import { flawsOf, flawsOfMigration } from '../../support/engine-shapes.ts';

const directory = join(import.meta.dirname, '../../../migrations');
const migrations = readdirSync(directory).map(
  (name) => [name, readFileSync(join(directory, name), 'utf8')] as const,
);

// The statements that the program sends during the tests are checked at the end of the run (postgres-setup.ts).
describe('the check refuses', () => {
  test.each([
    ['UPDATE s.poll SET claim = gen_random_uuid() WHERE account_id = 1', 'a volatile function'],
    ['UPDATE s.poll p SET claimed_at = clock_timestamp() WHERE p.account_id = 1', 'a volatile function'],
    [
      'INSERT INTO "s".poll (a) SELECT 1 ON CONFLICT (account_id, slot) DO NOTHING',
      'ON CONFLICT with a target',
    ],
    ['INSERT INTO s.snapshot SELECT 1 ON CONFLICT (a) DO UPDATE SET b = 1', 'ON CONFLICT with a target'],
    [
      "UPDATE s.wallet w SET rolled_to = date_trunc('hour', $1, a.timezone) FROM s.account a WHERE w.account_id = $2",
      'a column handed to a function',
    ],
    [
      'UPDATE s.payment_option o SET prefixes = u.prefixes::text[] FROM x u WHERE o.account_id = 1',
      'a column handed to a function',
    ],
    ['DELETE FROM s.wallet w WHERE (w.seen AT TIME ZONE w.zone) < $1', 'a column handed to a function'],
    ['UPDATE s.poll p SET a = 1 WHERE p.account_id = 1 RETURNING p.slot <= now()', 'in RETURNING'],
    ['UPDATE s.wallet w SET a = 1 WHERE account_id = 1 RETURNING w.seen::text', 'in RETURNING'],
    [
      'INSERT INTO s.account (name) SELECT u.name FROM unnest($1::text[]) u(name) WHERE NOT EXISTS (SELECT FROM s.account a WHERE a.name = u.name)',
      'a correlated subquery over unnest',
    ], // G1
    [
      'UPDATE s.payment_option o SET active = u.active, prefixes = (string_to_array(u.prefixes, chr(31)))[2:] FROM x u WHERE o.account_id = 1',
      'a subscript at the top of SET',
    ], // G2
    ['SELECT * FROM s.poll WHERE account_id = 1 FOR UPDATE SKIP LOCKED', 'a row lock'],
    ['SELECT pg_advisory_lock(1)', 'a session lock'],
    ["SET statement_timeout = '1s'", 'SET for the session'],
    ['BEGIN; SET lock_timeout = 1', 'SET for the session'],
    ['LISTEN polls', 'LISTEN'],
    ['CREATE TEMP TABLE x ()', 'a temporary table'],
    ['SELECT * FROM account', 'a table without its schema'],
    ['SELECT count(*) FROM s.poll', 'a series without its account_id'],
    [
      'SELECT * FROM s.snapshot s JOIN s.account a ON a.account_id = s.account_id WHERE a.name = $1',
      'accounts by their names only',
    ],
    [
      'SELECT * FROM s.balances_daily WHERE account = ANY($1::text[]) AND day > $2',
      'accounts by their names',
    ],
    ['SELECT hour FROM s.balances_hourly WHERE account = $1', 'accounts by their names'],
    ["SELECT * FROM s.payment_options o WHERE o.account IN ('a', 'b')", 'accounts by their names'],
    [
      "SELECT e.rule FROM s.alert_episode e JOIN s.account a ON a.account_id = e.account_id WHERE ($1::text[] = '{}' OR a.name = ANY($1::text[]))",
      'accounts by their names',
    ],
    [
      "SELECT * FROM s.wallet w WHERE ($1::int[] = '{}' OR w.account_id = ANY($1::int[]))",
      'an account_id in an alternative',
    ],
    ['DELETE FROM s.plan WHERE (account_id = $1 OR $1 IS NULL)', 'an account_id in an alternative'],
    ["SELECT time_bucket('1 hour', slot) FROM s.poll WHERE account_id = 1", 'a generated date bucket'],
  ])('G1 G2 %s', (statement, flaw) => {
    expect(flawsOf(statement)).toEqual([expect.stringContaining(flaw)]);
  });

  test.each([
    'SELECT * FROM s.balances_daily WHERE account_id = $1 AND day > $2',
    'SELECT * FROM s.balances_daily WHERE account = $1 AND account_id = ANY($2::int[])',
    'SELECT * FROM s.snapshot WHERE account_id = 7',
    'SELECT a.name FROM s.wallet w JOIN s.account a ON a.account_id = w.account_id WHERE w.currency = $1',
    'SELECT account_id, name FROM s.account WHERE name = ANY($1::text[])',
    'SELECT * FROM s.forgotten_wallets WHERE account = $1',
    'SELECT state FROM s.balances_latest WHERE account = $1',
    'SELECT * FROM s.plan WHERE account_id = ($1::int[])[1]',
  ])('but not %s', (statement) => {
    expect(flawsOf(statement)).toEqual([]);
  });

  test('G3 a lateral with LIMIT beside generate_series, which Citus can not push down', () => {
    const of = (from: string) =>
      `SELECT * FROM ${from} CROSS JOIN LATERAL (
         SELECT FROM s.snapshot s WHERE s.account_id = w.account_id AND s.slot <= w.until ORDER BY s.slot DESC LIMIT 1) s`;
    expect(flawsOf(of('s.wallet w CROSS JOIN generate_series(1, 9) AS t(until)'))).toEqual([
      expect.stringContaining('a LIMIT in a lateral beside generate_series'),
    ]);
    expect(flawsOf(of('(SELECT w.account_id, generate_series(1, 9) AS until FROM s.wallet w) w'))).toEqual(
      [],
    );
  });

  test.each([
    ["CREATE FUNCTION floatwatch.f(a int) RETURNS int LANGUAGE sql AS 'SELECT a'", 'a function in SQL'],
    ['CREATE TRIGGER t AFTER INSERT ON floatwatch.poll', 'a trigger'],
    ['CREATE TABLE floatwatch.x (account_id int REFERENCES y) PARTITION BY RANGE (slot);', 'a foreign key'],
    [
      'CREATE TABLE floatwatch.x (account_id int PRIMARY KEY (account_id)) PARTITION BY RANGE (slot);',
      'a key',
    ],
  ])('in a migration: %s', (sql, flaw) => {
    expect(flawsOfMigration(sql)).toEqual([expect.stringContaining(flaw)]);
  });
});

describe.each(migrations)('%s', (_, sql) => {
  test('has no shape that an engine refuses', () => {
    expect(flawsOfMigration(sql)).toEqual([]);
  });

  test('names every table and view by its schema, so that another one can be put in', () => {
    const text = sql.replace(/--.*$/gm, '');
    expect(text.match(/\b(?:TABLE|VIEW|SEQUENCE|FUNCTION)\s+(?!floatwatch\.|IF\b)\w+/g) ?? []).toEqual([]);
  });
});

test.each(migrations)('%s is sent statement by statement, and nothing of it is left out', (_, sql) => {
  for (const engine of Object.values(ENGINES)) {
    const text = adapt(sql, engine, '"fw"');
    const statements = statementsOf(text);
    expect(statements.join('\n').trim()).toBe(text.replace(/(^|;)\s*(--.*\s*)*$/, '$1').trim());
    for (const each of statements) {
      const code = each.replaceAll(/--.*$/gm, '').replaceAll(/\$(\w+)\$.*?\$\1\$/gs, '');
      expect(code.match(/;/g), each).toHaveLength(1);
    }
  }
});

describe('the tables are made', () => {
  const ledger = migrations.find(([name]) => name === '0001_ledger.sql')![1];
  const made = (engine: keyof typeof ENGINES) => adapt(ledger, ENGINES[engine], '"fw"');

  test('on plain Postgres as they are written, in the schema that is configured', () => {
    expect(made('postgres')).toContain(') PARTITION BY RANGE (slot);');
    expect(made('postgres')).not.toMatch(/create_|floatwatch\./);
  });

  test('on Citus distributed by account, colocated, before any partition is made', () => {
    const sql = made('citus');
    const placed = [...sql.matchAll(/^SELECT (create_\w+)\('"fw"\.(\w+)'(.*)\);$/gm)].map(
      ([, how, what, more]) => [how, what, more],
    );
    const colocated = `, 'account_id', colocate_with => '"fw".wallet'`;
    expect(placed).toEqual([
      ['create_reference_table', 'account', ''],
      ['create_distributed_table', 'wallet', ", 'account_id', colocate_with => 'none'"],
      ['create_distributed_table', 'poll', colocated],
      ['create_distributed_table', 'snapshot', colocated],
      ['create_distributed_table', 'snapshot_conflict', colocated],
    ]);
    expect(sql).toContain(') PARTITION BY RANGE (slot);');
  });

  test('G8 on Citus with identity columns: a sequence of the same transaction is not to be had on workers', () => {
    const all = migrations.map(([, sql]) => adapt(sql, ENGINES.citus, '"fw"')).join('\n');
    expect(all).not.toMatch(/CREATE SEQUENCE|DEFAULT nextval/);
    expect(
      [
        ...all.matchAll(/(\w+) +integer.* GENERATED BY DEFAULT AS IDENTITY \(SEQUENCE NAME "fw"\.(\w+)\)/g),
      ].map(([, column, name]) => `${column} ${name}`),
    ).toEqual(['account_id account_id_seq', 'wallet_id wallet_id_seq', 'option_id payment_option_id_seq']);
    expect(migrations.map(([, sql]) => adapt(sql, ENGINES.postgres, '"fw"')).join()).toContain(
      'CREATE SEQUENCE',
    );
  });

  test('on TimescaleDB as hypertables, compressed when they are old', () => {
    const sql = made('timescaledb');
    expect(sql).not.toContain('PARTITION BY RANGE');
    expect([...sql.matchAll(/create_hypertable\('"fw"\.(\w+)', 'slot'/g)].map(([, table]) => table)).toEqual([
      'poll',
      'snapshot',
    ]);
    expect(sql.match(/add_compression_policy/g)).toHaveLength(2);
  });
});
