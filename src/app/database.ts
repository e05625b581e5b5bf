// The database as the program finds it: an address, or a Postgres of our own; migrated as soon as it answers.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config/resolve.ts';
import { type Embedded, startEmbedded } from '../store/embedded/embedded.ts';
import type { Connection } from '../store/postgres/connection.ts';
import { migrate } from '../store/postgres/migrate.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export interface Database extends AsyncDisposable {
  readonly connection: Connection;
  /** How people reach it with psql, without a password; `null` where the address is their own secret. */
  readonly psql: string | null;
}

/**
 * Finds the configured database, or starts the embedded one under `data_dir`, unless it is on its way already.
 *
 * An address is not tried: Postgres may be away for now. Rejects when the embedded one can't be started.
 */
export async function openDatabase(
  config: Pick<Config, 'database' | 'data_dir'>,
  say: (message: string) => void,
  begun?: Promise<Embedded>,
): Promise<Database> {
  const { url, schema, embedded_port: port } = config.database;
  if (url) {
    return { connection: { url: url.reveal(), schema }, psql: null, async [Symbol.asyncDispose]() {} };
  }
  const dataDir = join(config.data_dir, 'postgres');
  const server = await (begun ?? startEmbedded({ dataDir, port, onProgress: say }));
  const address = new URL(server.url);
  address.password = '';
  return {
    connection: { url: server.url, schema },
    psql: `PGPASSWORD=$(cat ${join(dataDir, 'password')}) psql ${address}`,
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

export interface MigrationLoop {
  /** Whether the schema is ours to use. */
  done(): boolean;
  /** Resolves when it is; never, if it never is. */
  readonly ready: Promise<void>;
  /** Why not yet, in a sentence; `null` before the first attempt has ended, and afterwards. */
  reason(): string | null;
}

/** Migrates, again and again with growing pauses until it succeeds: Postgres may come later than we do. */
export function migrateEventually(
  options: Connection & Pick<Config['database'], 'engine'>,
  events: {
    readonly signal: AbortSignal;
    applied(names: readonly string[]): void;
    failed(error: Error): void;
  },
): MigrationLoop {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  let done = false;
  let reason: string | null = null;
  void attempt(FIRST_RETRY_MS);
  return { done: () => done, ready, reason: () => reason };

  async function attempt(pauseMs: number): Promise<void> {
    try {
      events.applied(await migrate(options));
      done = true;
      reason = null;
      resolve();
    } catch (error) {
      if (events.signal.aborted) return;
      reason = (error as Error).message;
      events.failed(error as Error);
      const interrupted = await setTimeout(pauseMs, false, { signal: events.signal, ref: false }).catch(
        () => true,
      );
      if (!interrupted) await attempt(Math.min(pauseMs * 2, MAX_RETRY_MS));
    }
  }
}
