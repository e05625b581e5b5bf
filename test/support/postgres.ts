// A real Postgres for tests: one embedded server per run, a migrated template, a copy of it per call.
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { startEmbedded } from '../../src/store/embedded.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createPool, type Pool } from '../../src/store/pool.ts';

const TEMPLATE = 'floatwatch_template';

export interface TestDatabase extends AsyncDisposable {
  /** As superuser. */
  readonly url: string;
  /** Over it, with this project's own pool. */
  readonly pool: Pool;
}

/** A fresh database of this run's server with the schema `floatwatch` migrated. Dispose to drop it. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  await ensureTemplate(server);
  return await copyOf(server, TEMPLATE);
}

/** A fresh database with nothing in it. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return await copyOf(await testServer(), 'template1');
}

let starting: Promise<string> | undefined;

/** The address of this run's server, started by whichever test asks first and stopped by the global setup. */
function testServer(): Promise<string> {
  starting ??= startEmbedded({
    dataDir: inject('postgresDir'),
    port: 0,
    settings: { fsync: 'off', max_connections: '200' },
  }).then(({ url }) => url);
  return starting;
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
  return { release, [Symbol.asyncDispose]: () => client.end() };
}

async function copyOf(server: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = at(server, name);
  const pool = createPool({ url, onStatement: record });
  return {
    url,
    pool,
    [Symbol.asyncDispose]: async () => {
      await pool[Symbol.asyncDispose]();
      await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

const recorded = new Set<string>();

/** Notes each statement that the program sends, for the check at the end of the run (./engine-shapes.ts). */
function record(statement: string): void {
  if (recorded.has(statement)) return;
  recorded.add(statement);
  appendFileSync(join(inject('postgresDir'), 'statements.jsonl'), `${JSON.stringify(statement)}\n`);
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
