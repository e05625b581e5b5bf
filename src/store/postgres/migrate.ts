// Brings a database's schema up to the files of migrations/. Each file is applied once, as a whole, and never changes.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationBuilder } from 'node-pg-migrate';
import type pg from 'pg';
import type { Engine } from '../engines/engine.ts';
import type { EngineName } from '../engines/engines.ts';
import { adapt, ENGINES, statementsOf } from '../engines/engines.ts';
import { breakOff } from './cancel.ts';
import { WITHOUT_LIMITS } from './client.ts';
import {
  BEGIN,
  Client,
  type Connection,
  clientConfig,
  connectionTrouble,
  quoteSchema,
  type Schema,
} from './connection.ts';
import { markAsDemo, refuseForeignSchema, type SchemaOwner } from './demo-mark.ts';
import { grantReader } from './grants.ts';
import { makePartitionsAhead } from './partitions.ts';
import { classifyFailure } from './sqlstate.ts';

const FILES = fileURLToPath(new URL('../../../migrations', import.meta.url));
const APPLIED = 'migration'; // the table with the names and times of migrations
const LOCK = 4217000; // our own number, from ISO 4217
const LOCK_WAIT = '60s';
const LACKS_RIGHT = '42501';

export interface MigrateOptions extends SchemaOwner {
  readonly engine: EngineName;
  /** Called with each file's name before the file is applied. */
  readonly onProgress?: (name: string) => void;
  /** Stops the migration: it rejects, with nothing applied. */
  readonly signal?: AbortSignal;
  /** Called with a sentence when the server is set up badly. */
  readonly onAdvice?: (advice: string) => void;
  /** Where the files are. @default the program's own */
  readonly directory?: string;
}

export interface MigrationStatus {
  readonly name: string;
  readonly appliedAt: Date | null;
}

/**
 * Applies the missing migrations, all or none, and returns their names.
 *
 * One transaction holds the lock, so any number of processes may run this at once, through PgBouncer too. Rejects
 * with one clear sentence when the database is newer than this program, when a file was changed after it was applied,
 * when the engine's extension is missing, or when the role lacks the right.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  return await withClient(options, async (client) => {
    const { onAdvice } = options;
    await refuseForeignSchema(client, options);
    const files = await readFiles(options.directory ?? FILES);
    const applied = await readApplied(client, options);
    refuseOtherEngine(applied, options.engine);
    const engine: Engine = ENGINES[options.engine];
    const missing = pending(applied, files);
    if (missing.length > 0) await engine.check(client);
    const advice = onAdvice && (await engine.advice?.(client, quoteSchema(options.schema)));
    if (advice) onAdvice(advice);
    if (missing.length === 0) return [];
    try {
      return await apply(client, options, files);
    } catch (cause) {
      if (classifyFailure(cause).sqlstate !== LACKS_RIGHT) throw cause;
      throw new Error(
        `${notUpToDate(missing)}, and our role may not change that (${(cause as Error).message}): run "floatwatch migrate" as the owner of the schema, and then config/grants.sql`,
        { cause },
      );
    }
  });
}

/** Applies the missing files in one transaction, unless another process does so first. */
async function apply(
  client: pg.Client,
  options: MigrateOptions,
  files: readonly MigrationFile[],
): Promise<string[]> {
  const engine: Engine = ENGINES[options.engine];
  const schema = quoteSchema(options.schema);
  await client.query(`${BEGIN}; ${WITHOUT_LIMITS}; SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
  // A read of a table refreshes the connection's view of the catalog: else it misses what was made while it waited.
  await client.query(`SELECT pg_advisory_xact_lock(${LOCK}); SELECT FROM pg_catalog.pg_namespace LIMIT 0`);
  // Another process may have been faster; then there is nothing to commit.
  const meanwhile = await readApplied(client, options);
  refuseOtherEngine(meanwhile, options.engine);
  if (pending(meanwhile, files).length === 0) return [];
  if (engine.prelude) await client.query(engine.prelude);
  await makeSchema(client, schema);
  if (options.demo) await markAsDemo(client, options);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${schema}.migration_digest (
       name text PRIMARY KEY, sha256 text NOT NULL, engine text NOT NULL)`,
  );
  const { runner } = await import('node-pg-migrate'); // large, and rarely needed
  const done = await runner({
    dbClient: client,
    dir: options.directory ?? FILES,
    direction: 'up',
    migrationsTable: APPLIED,
    migrationsSchema: options.schema,
    noLock: true, // its own lock belongs to the session, and PgBouncer would leave it behind
    singleTransaction: false, // our transaction spans all of it
    logger: { info() {}, warn() {}, error() {} },
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: async (paths) => paths.map(unit) }],
  });
  const db = {
    query: async (text: string, values?: readonly unknown[]) =>
      (await client.query(text, values as unknown[])).rows,
  };
  await makePartitionsAhead(db, schema);
  await grantReader(client, options.schema, options.engine);
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}: no migration was applied`);
  return done.map(({ name }) => name);

  function unit(path: string) {
    const file = files.find(({ name }) => path.endsWith(`${name}.sql`))!;
    const up = (pgm: MigrationBuilder) => {
      options.onProgress?.(file.name);
      pgm.noTransaction();
      for (const statement of statementsOf(adapt(file.sql, engine, schema))) pgm.sql(statement);
      pgm.sql(
        `INSERT INTO ${schema}.migration_digest VALUES ('${file.name}', '${file.sha256}', '${options.engine}')`,
      );
    };
    return { id: path, filePaths: [path], actions: { up, down: false as const } };
  }
}

/** Checks first: a role that owns the schema, but may create none, may not even use IF NOT EXISTS. */
async function makeSchema(client: pg.ClientBase, schema: Schema): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regnamespace($1) IS NOT NULL AS there', [
    schema,
  ]);
  if (!rows[0]?.there) await client.query(`CREATE SCHEMA ${schema}`);
}

/** Lists each migration and when it was applied. Checks what `migrate` checks, and changes nothing. */
export async function migrationStatus(
  options: SchemaOwner & { readonly directory?: string },
): Promise<MigrationStatus[]> {
  return await withClient(options, async (client) => {
    await refuseForeignSchema(client, options);
    const files = await readFiles(options.directory ?? FILES);
    const applied = await readApplied(client, options);
    pending(applied, files);
    return files.map(({ name }) => ({ name, appliedAt: applied.get(name)?.at ?? null }));
  });
}

/** For readers: rejects with a sentence when the schema is not the one of this version. Changes nothing. */
export async function requireMigrated(options: SchemaOwner): Promise<void> {
  const missing = (await migrationStatus(options)).filter(({ appliedAt }) => appliedAt === null);
  if (missing.length > 0) throw new Error(`${notUpToDate(missing)}: run "floatwatch migrate"`);
}

function notUpToDate(missing: readonly { readonly name: string }[]): string {
  return `the database is not up to date (it lacks ${missing.map(({ name }) => name).join(', ')})`;
}

interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

async function readFiles(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name: name.slice(0, -4), sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

type Applied = Map<string, { readonly at: Date; readonly sha256: string; readonly engine: string }>;

async function readApplied(client: pg.ClientBase, { schema }: Connection): Promise<Applied> {
  const table = `${quoteSchema(schema)}.${APPLIED}`;
  const { rows: found } = await client.query<{ there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AND to_regclass($2) IS NOT NULL AS there',
    [table, `${table}_digest`],
  );
  if (!found[0]?.there) return new Map();
  const { rows } = await client.query<{ name: string; at: Date; sha256: string; engine: string }>(
    `SELECT name, run_on AS at, sha256, engine FROM ${table} JOIN ${table}_digest USING (name) ORDER BY name`,
  );
  return new Map(rows.map(({ name, ...row }) => [name, row]));
}

/** The tables are made for one engine: those that another engine adds would not be distributed, compressed or dropped. */
function refuseOtherEngine(applied: Applied, engine: EngineName): void {
  const other = [...applied.values()].find((each) => each.engine !== engine)?.engine;
  if (other === undefined) return;
  throw new Error(
    `database.engine is ${engine}, but the tables in this database were made for ${other}: set database.engine: ${other}, or use another database`,
  );
}

function pending(applied: Applied, files: readonly MigrationFile[]): MigrationFile[] {
  const names = new Set(files.map(({ name }) => name));
  const newer = [...applied.keys()].filter((name) => !names.has(name));
  if (newer.length > 0) {
    throw new Error(
      `the database has been migrated by a newer floatwatch (it has ${newer.join(', ')}): use that version, or restore a backup`,
    );
  }
  for (const { name, sha256 } of files) {
    const was = applied.get(name)?.sha256;
    if (was !== undefined && was !== sha256) {
      throw new Error(
        `migration ${name} was changed after it was applied: restore the file, and put the change in a new one`,
      );
    }
  }
  return files.filter(({ name }) => !applied.has(name));
}

async function withClient<T>(
  { signal, ...options }: Connection & { readonly signal?: AbortSignal },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const config = clientConfig(options);
  const client = new Client(config);
  client.on('error', () => {}); // the query that runs rejects
  await client.connect().catch((cause: Error & { code?: string }) => {
    const { host, port } = client;
    throw new Error(`Postgres at ${host}:${port} can't be used: ${connectionTrouble(cause)}`, { cause });
  });
  const end = () => void breakOff({ client, config });
  signal?.addEventListener('abort', end);
  try {
    signal?.throwIfAborted();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', end);
    await client.end().catch(() => {});
  }
}
