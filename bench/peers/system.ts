// What `peers.ts` knows of each compared system, and what the systems share: their programs, a Postgres, a port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, openSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Embedded, startEmbedded } from '../../src/store/embedded/embedded.ts';

/** The same work for all: accounts of a local service, polled every ten seconds, stored and exposed. */
export interface Work {
  readonly accounts: number;
  /** Account N is below `/aN`. */
  readonly service: string;
  /** An empty folder for this system alone. */
  readonly room: string;
}

export interface System {
  /** The programs that must be there. */
  readonly programs: readonly string[];
  start(work: Work): Promise<Peer>;
}

export interface Peer extends AsyncDisposable {
  readonly pid: number;
  /** The process that stores. */
  readonly storePid: number;
  /** The page that Prometheus would scrape; absent where the scrape is the poll itself. */
  readonly metrics?: string;
  /** Balances stored so far. */
  stored(): Promise<number>;
  /** Bytes that they take on disk. */
  size(): Promise<number>;
  /** What is kept of the amount with the most digits. */
  kept(): Promise<string>;
}

/** The path of a program: from a variable such as FLOATWATCH_BENCH_JSON_EXPORTER, or on `PATH`. */
export function findProgram(name: string): string | undefined {
  const named = process.env[`FLOATWATCH_BENCH_${name.toUpperCase()}`];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts a program that was found; its output goes to a file beside its settings. */
export function startProgram(name: string, args: readonly string[], room: string): Program {
  const log = openSync(join(room, `${name}.log`), 'a');
  const child: ChildProcess = spawn(findProgram(name)!, args, { cwd: room, stdio: ['ignore', log, log] });
  return {
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await Promise.race([once(child, 'exit'), setTimeout(10_000)]);
      child.kill('SIGKILL');
    },
  };
}

export interface Program extends AsyncDisposable {
  readonly pid: number;
}

export interface Database extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** The first column of the first row. */
  ask(sql: string): Promise<string>;
  /** Bytes of all tables and their indexes. */
  size(): Promise<number>;
}

/** An empty Postgres with the usual settings. */
export async function startDatabase(room: string): Promise<Database> {
  const server: Embedded = await startEmbedded({ dataDir: join(room, 'postgres'), port: 0 });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const ask = async (sql: string): Promise<string> => {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return String(rows[0]?.[0] ?? '');
  };
  return {
    url: server.url,
    pid: server.pid,
    ask,
    async size() {
      await client.query('CHECKPOINT');
      return Number(
        await ask(
          `SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE relkind IN ('r', 'm') AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
        ),
      );
    },
    async [Symbol.asyncDispose]() {
      await client.end();
      await server.stop();
    },
  };
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The name that every system has for account N. */
export function accountName(n: number): string {
  return `m${String(n).padStart(5, '0')}`;
}

/** The keys of account N, by the headers that carry them. */
export function keysOf(n: number): { readonly 'public-key': string; readonly 'secret-key': string } {
  return { 'public-key': `p${n}aaaaaaaaaaaa`, 'secret-key': `s${n}bbbbbbbbbbbb` };
}

export const AMOUNTS = ['available_balance', 'actual_balance', 'uncleared_balance', 'reserve_balance'];
