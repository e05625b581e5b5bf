// A real Postgres for tests: one embedded server per run, a migrated template, a copy of it per call.
// Or a server with another engine: FLOATWATCH_TEST_ENGINE and FLOATWATCH_TEST_SERVER (a superuser's URL), and for Citus
// FLOATWATCH_TEST_WORKERS (URLs divided by commas). `npm run test:engines` sets them (test/engines/).
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { startEmbedded } from '../../src/store/embedded/embedded.ts';
import type { EngineName } from '../../src/store/engines/engines.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { createPool, type Pool } from '../../src/store/postgres/pool.ts';
import { REFUSED } from '../hours/refusal.ts';
import { eventually } from './eventually.ts';

const TEMPLATE = 'floatwatch_template';
/** Copies files instead of pages, which is quicker here. A server that is named may be a Postgres 14, which has no choice. */
const STRATEGY = process.env['FLOATWATCH_TEST_SERVER'] === undefined ? 'STRATEGY file_copy' : '';

/** What the tests of this run keep their tables on. */
export const ENGINE = (process.env['FLOATWATCH_TEST_ENGINE'] ?? 'postgres') as EngineName;

/** What this run's engine calls the part of a series with this month's rows, for `toEqual` and its like. */
export const partOf = (series: 'poll' | 'snapshot', month: string): unknown =>
  ENGINE === 'timescaledb' ? expect.stringMatching(/_hyper_\d+_\d+_chunk$/) : `${series}_${month}`;

export interface TestDatabase extends AsyncDisposable {
  /** As superuser. */
  readonly url: string;
  /** Over it, with this project's own pool. */
  readonly pool: Pool;
}

/** A fresh database of this run's server with the schema `floatwatch` migrated. Dispose to drop it. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  if (ENGINE !== 'postgres') return await madeOf(ENGINE, server);
  await ensureTemplate(server);
  return await copyOf(server, `${TEMPLATE} ${STRATEGY}`, 'postgres');
}

/** A fresh database with nothing in it. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const database = await copyOf(server, 'template0', ENGINE);
  await extend(server, database.url, ENGINE);
  return database;
}

/** Where a server of another engine is, beside this run's: for tests that move between engines. */
const BESIDE: Readonly<Partial<Record<EngineName, string | undefined>>> = {
  timescaledb: process.env['FLOATWATCH_TEST_TIMESCALEDB'],
  citus: process.env['FLOATWATCH_TEST_CITUS'],
};

/** The engines that {@link databaseOn} has a server of. */
export const ENGINES_BESIDE = (['postgres', 'timescaledb', 'citus'] as const).filter(
  (engine) => engine === 'postgres' || BESIDE[engine] !== undefined,
);

/** As {@link testDatabase}, on plain Postgres or on a server that is named beside it. */
export async function databaseOn(engine: EngineName): Promise<TestDatabase> {
  return await madeOf(engine, BESIDE[engine] ?? (await embeddedServer()));
}

const WORKERS = (process.env['FLOATWATCH_TEST_WORKERS'] ?? '').split(',').filter((url) => url !== '');
const workersOf = (engine: EngineName) => (engine === 'citus' ? WORKERS : []);

/** The engine's extension, in the database of every node; Citus' nodes know each other. */
async function extend(server: string, url: string, engine: EngineName): Promise<void> {
  if (engine === 'postgres') return;
  const { pathname } = new URL(url);
  const workers = workersOf(engine);
  for (const node of [server, ...workers]) {
    await execute(at(node, pathname.slice(1)), `CREATE EXTENSION IF NOT EXISTS ${engine}`);
  }
  if (workers.length === 0) return;
  const { hostname, port } = new URL(server);
  await execute(url, 'SELECT citus_set_coordinator_host($1, $2::int)', [hostname, port]);
  for (const worker of workers.map((each) => new URL(each))) {
    const add = () => execute(url, 'SELECT citus_add_node($1, $2::int)', [worker.hostname, worker.port]);
    await eventually(add); // a worker on a busy machine may drop the coordinator's connection
  }
  await execute(server, `ALTER DATABASE ${pathname.slice(1)} SET citus.shard_count = 4`);
}

let starting: Promise<string> | undefined;

/** The address of this run's server, started by whichever test asks first and stopped by the global setup. */
function testServer(): Promise<string> {
  starting ??= start();
  return starting;

  async function start(): Promise<string> {
    return process.env['FLOATWATCH_TEST_SERVER'] ?? (await embeddedServer());
  }
}

let embedding: Promise<string> | undefined;

function embeddedServer(): Promise<string> {
  if (inject('postgresDir') === undefined) throw new Error(REFUSED); // no global setup would stop it
  const settings = { fsync: 'off', max_connections: '200' };
  embedding ??= startEmbedded({ dataDir: inject('postgresDir'), port: 0, settings }).then(({ url }) => url);
  return embedding;
}

/** Takes away all that was polled, its accounts and wallets, and what was made of it by hour and day. */
export async function withoutHistory({ url }: TestDatabase): Promise<void> {
  const polled = ['poll', 'snapshot', 'wallet', 'account'];
  const made = ['balance_hourly', 'balance_daily', 'outflow_daily', 'rollup_late'];
  await execute(url, `TRUNCATE ${[...polled, ...made].map((table) => `floatwatch.${table}`).join(', ')}`);
}

/** Waits for all, and returns the SQLSTATE of each that rejects: `40P01` is a deadlock; on a slow machine one may only wait too long. */
export async function refusals(work: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(work);
  return settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
}

/** Runs one statement (or several without parameters) on a connection of its own. */
export async function execute(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Another client that stays in a transaction after a statement, with the locks that it took. */
export async function heldTransaction(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement);
  const release = async () => {
    await client.query('ROLLBACK');
  };
  const commit = async () => {
    await client.query('COMMIT');
  };
  return { release, commit, [Symbol.asyncDispose]: () => client.end() };
}

/** Another engine keeps workers in its databases, so that none can be a template. */
async function madeOf(engine: EngineName, server: string): Promise<TestDatabase> {
  const database = await copyOf(server, 'template0', engine);
  await extend(server, database.url, engine);
  await migrate({ url: database.url, schema: 'floatwatch', engine });
  return database;
}

async function copyOf(server: string, template: string, engine: EngineName): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  for (const node of [server, ...workersOf(engine)])
    await execute(node, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = at(server, name);
  const pool = createPool({ url, onStatement: record });
  return {
    url,
    pool,
    [Symbol.asyncDispose]: async () => {
      await pool[Symbol.asyncDispose]();
      for (const node of [server, ...workersOf(engine)]) await drop(node, name);
    },
  };
}

/** An engine's own worker, ended by a test, may be back between what is asked first and what is done: then again. */
async function drop(node: string, name: string): Promise<void> {
  await eventually(() => execute(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

const recorded = new Set<string>();

/** Notes each statement that the program sends, for the check at the end of the run (./engine-shapes.ts). */
function record(statement: string): void {
  if (recorded.has(statement)) return;
  recorded.add(statement);
  appendFileSync(inject('statements'), `${JSON.stringify(statement)}\n`);
}

let template: Promise<void> | undefined;

function ensureTemplate(server: string): Promise<void> {
  template ??= make();
  return template;

  async function make(): Promise<void> {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query('SELECT pg_advisory_lock(1)'); // other test files ask at the same time
      const { rowCount } = await client.query(
        'SELECT FROM pg_database WHERE datname = $1 AND datistemplate',
        [TEMPLATE],
      );
      if (rowCount) return;
      await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
      await client.query(`CREATE DATABASE ${TEMPLATE}`);
      await migrate({ url: at(server, TEMPLATE), schema: 'floatwatch', engine: 'postgres' });
      await client.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true`);
    } finally {
      await client.end();
    }
  }
}

function at(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
