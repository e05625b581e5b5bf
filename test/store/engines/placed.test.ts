// What is decided for each engine without asking one: where tables are placed, what a server must have, and what is advised.
import type { ClientBase } from 'pg';
import { describe, expect, test } from 'vitest';
import { adapt, ENGINES, statementsOf } from '../../../src/store/engines/engines.ts';
import { UNPACK_ALL } from '../../../src/store/engines/timescaledb.ts';

const { postgres, citus, timescaledb } = ENGINES;
const KINDS = ['reference', 'distributed', 'series', 'merged'] as const;
const oneLine = (sql: string) => sql.replaceAll(/\s+/g, ' ').trim();

/** A connection that answers the one question with these rows; `asked` has its values. */
function answering(...rows: readonly object[]) {
  const asked: unknown[] = [];
  const client = {
    async query(_: string, values: unknown) {
      asked.push(values);
      return { rows };
    },
  } as unknown as ClientBase;
  return { client, asked };
}

test('plain Postgres places no table and needs nothing', async () => {
  expect(KINDS.map((kind) => postgres.place(kind, 's.poll'))).toEqual(['', '', '', '']);
  const { client, asked } = answering();
  await postgres.check(client);
  expect([asked, postgres.prelude, postgres.adaptTable('CREATE')]).toEqual([[], '', 'CREATE']);
});

test('Citus copies tables that are joined everywhere, and places the others by account, with the first of them', () => {
  const of = (table: string) => KINDS.map((kind) => citus.place(kind, table));
  expect(of('floatwatch.poll')).toEqual([
    "SELECT create_reference_table('floatwatch.poll');",
    "SELECT create_distributed_table('floatwatch.poll', 'account_id', colocate_with => 'floatwatch.wallet');",
    "SELECT create_distributed_table('floatwatch.poll', 'account_id', colocate_with => 'floatwatch.wallet');",
    '',
  ]);
  expect(citus.place('distributed', 'floatwatch.wallet')).toContain("colocate_with => 'none'");
  expect(citus.prelude).toBe("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
});

test('TimescaleDB makes chunks of a week of a series, compresses them by wallet or by operation, and merges four', () => {
  const of = (kind: (typeof KINDS)[number], table: string) => oneLine(timescaledb.place(kind, table));
  expect([of('reference', 's.poll'), of('distributed', 's.poll'), timescaledb.prelude]).toEqual(['', '', '']);
  const series = (table: string, segments: string) =>
    `SELECT create_hypertable('${table}', 'slot', chunk_time_interval => interval '7 days', create_default_indexes => false); DO $do$ BEGIN IF current_setting('timescaledb.license', true) = 'timescale' THEN ALTER TABLE ${table} SET (timescaledb.compress, timescaledb.compress_segmentby = '${segments}', timescaledb.compress_orderby = 'slot'); PERFORM alter_job(add_compression_policy('${table}', interval '14 days'), next_start => now() + interval '1 day'); END IF; END $do$;`;
  expect(of('series', 's.snapshot')).toBe(series('s.snapshot', 'account_id, wallet_id'));
  expect(of('series', 's.poll')).toBe(series('s.poll', 'account_id, operation'));
  expect(of('merged', 's.poll')).toBe(
    "DO $do$ BEGIN IF current_setting('timescaledb.license', true) = 'timescale' THEN ALTER TABLE s.poll SET (timescaledb.compress_chunk_time_interval = '28 days'); END IF; END $do$;",
  );
  expect(oneLine(UNPACK_ALL)).toContain("set_config(name, '0', true)");
  expect(timescaledb.adaptTable('CREATE TABLE x (\n) PARTITION BY RANGE (slot);\n-- y')).toBe(
    'CREATE TABLE x (\n);\n-- y',
  );
});

describe.each([
  ['citus', citus],
  ['timescaledb', timescaledb],
] as const)('a server for %s', (name, engine) => {
  const checked = async (...rows: object[]) => {
    const { client, asked } = answering(...rows);
    const told = await engine.check(client).then(
      () => 'ready',
      (error: Error) => error.message,
    );
    expect(asked).toEqual([[name]]);
    return told;
  };

  test('is ready when the database has the extension', async () => {
    expect(await checked({ installed: true })).toBe('ready');
  });

  test('is told to make it, where it only is not in this database', async () => {
    expect(await checked({ installed: false })).toBe(
      `database.engine is ${name}, but the extension is not in this database: run CREATE EXTENSION ${name} as a superuser`,
    );
  });

  test('is told to install it, where there is none', async () => {
    expect(await checked()).toBe(
      `database.engine is ${name}, but this server does not have the extension ${name}: install it, or set database.engine: postgres`,
    );
  });
});

describe('the number of shards', () => {
  const advised = async (shards: number, nodes: number, made = false) => {
    const { client, asked } = answering({ shards, nodes, made });
    const advice = await citus.advice!(client, 'fw');
    expect(asked).toEqual([['fw.wallet']]);
    return advice;
  };

  test.each([
    [1, 1],
    [16, 1],
    [16, 4],
    [20, 5],
    [5, 5],
    [40, 10],
  ])('of %i on %i nodes is fine', async (shards, nodes) => {
    expect(await advised(shards, nodes)).toBeNull();
  });

  const SLOW = 'each claim and write asks all of them';
  test.each([
    [
      17,
      1,
      false,
      `17 shards on 1 node: ${SLOW}; better 8 (SET citus.shard_count = 8 for the role or the database first)`,
    ],
    [
      17,
      4,
      true,
      `17 shards on 4 nodes: ${SLOW}; better 8 (SELECT alter_distributed_table('fw.wallet', shard_count => 8, cascade_to_colocated => true))`,
    ],
    [
      21,
      5,
      false,
      `21 shards on 5 nodes: ${SLOW}; better 10 (SET citus.shard_count = 10 for the role or the database first)`,
    ],
    [
      4,
      5,
      false,
      '4 shards on 5 nodes: some nodes have none; better 10 (SET citus.shard_count = 10 for the role or the database first)',
    ],
  ])('of %i on %i nodes could be better', async (shards, nodes, made, advice) => {
    expect(await advised(shards, nodes, made)).toBe(advice);
  });
});

test.each([
  ['timescale', null],
  ['apache', 'TimescaleDB\'s licence here is "apache"'],
  [null, 'TimescaleDB\'s licence here is "apache"'],
])(
  'with the licence %s TimescaleDB compresses, or the person who migrates is told that it can’t',
  async (license, told) => {
    const { client } = answering({ license });
    const advice = await timescaledb.advice!(client, 'fw');
    if (told === null) expect(advice).toBeNull();
    else expect(advice).toContain(told);
  },
);

describe('the functions for partitions', () => {
  test('are of the schema that is configured, on each engine, and nobody else may call them', () => {
    for (const [name, engine] of Object.entries(ENGINES)) {
      const sql = adapt('-- engine: functions\n', engine, '"fw"');
      expect(sql, name).not.toContain('floatwatch.');
      for (const each of ['compress_next', 'make_partitions', 'drop_partitions']) {
        expect(sql, name).toContain(`CREATE OR REPLACE FUNCTION "fw".${each}(`);
        expect(sql, name).toMatch(new RegExp(`REVOKE ALL ON FUNCTION "fw"\\.${each}\\(.*\\) FROM PUBLIC;`));
      }
    }
  });

  test('tell the planner what belongs together on plain Postgres, and not on Citus', () => {
    expect(postgres.functions('"fw"')).toContain(
      'CREATE STATISTICS "fw".%I (dependencies) ON account_id, wallet_id FROM "fw".%I',
    );
    expect(citus.functions('"fw"')).not.toContain('STATISTICS');
  });
});

test.each([
  ['one a line', 'SELECT 1;\nSELECT 2;', ['SELECT 1;', 'SELECT 2;']],
  ['of several lines, with what stands before them', '-- why\nSELECT\n  1;\n', ['-- why\nSELECT\n  1;']],
  ['with a remark behind', 'SELECT 1; -- first\nSELECT 2;', ['SELECT 1; -- first', 'SELECT 2;']],
  ['but no semicolon in a remark', 'SELECT 1 -- not yet;\n;', ['SELECT 1 -- not yet;\n;']],
  [
    'whole where text is quoted',
    'DO $do$\nSELECT 1;\n$do$;\nSELECT 2;',
    ['DO $do$\nSELECT 1;\n$do$;', 'SELECT 2;'],
  ],
  [
    'also where it is quoted in one line',
    'DO $do$ SELECT 1; $do$;\nSELECT 2;',
    ['DO $do$ SELECT 1; $do$;', 'SELECT 2;'],
  ],
  ['only with their end', 'SELECT 1;\nSELECT 2', ['SELECT 1;']],
])('statements are split: %s', (_, sql, expected) => {
  expect(statementsOf(sql)).toEqual(expected);
});

test('a migration names tables by the schema that is configured, and only whole names', () => {
  const sql =
    'SELECT floatwatch.poll, afloatwatch.x;\n-- engine: reference account\n-- engine: other account';
  expect(adapt(sql, citus, '"fw"')).toBe(
    `SELECT "fw".poll, afloatwatch.x;\nSELECT create_reference_table('"fw".account');\n-- engine: other account`,
  );
});
