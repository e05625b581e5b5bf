// The database's schema is brought up to date as soon as Postgres answers, which may be long after our start.
import type { After } from '../../store/writer/timer.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export interface MigrationLoop {
  /** Resolves when the schema is up to date; never, if it never is. */
  readonly ready: Promise<void>;
  /** Whether it is. */
  done(): boolean;
  /** Why not yet, in a sentence; `null` before the first attempt has ended, and afterwards. */
  reason(): string | null;
  /** The same, but never `null` before it is up to date. */
  notReady(): string | null;
}

export interface MigrationLoopOptions {
  /** One attempt, which the signal breaks off; returns the names of what was applied. */
  readonly migrate: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly after: After;
  /** Ends the attempts. */
  readonly signal: AbortSignal;
  applied(names: readonly string[]): void;
  failed(error: Error): void;
}

/** Migrates, again and again with growing pauses, until it succeeds. */
export function migrateEventually({
  migrate,
  after,
  signal,
  applied,
  failed,
}: MigrationLoopOptions): MigrationLoop {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  let done = false;
  let reason: string | null = null;
  let forget = () => {};
  signal.addEventListener('abort', () => forget(), { once: true });
  void attempt(FIRST_RETRY_MS);
  return { ready, done: () => done, reason: () => reason, notReady };

  function notReady(): string | null {
    return done ? null : (reason ?? 'the database is not migrated yet');
  }

  async function attempt(pauseMs: number): Promise<void> {
    try {
      applied(await migrate(signal));
      done = true;
      reason = null;
      resolve();
    } catch (error) {
      if (signal.aborted) return;
      reason = (error as Error).message;
      failed(error as Error);
      forget = after(pauseMs, () => void attempt(Math.min(pauseMs * 2, MAX_RETRY_MS)));
    }
  }
}

/**
 * The same methods, which reject until the schema is up to date: nobody writes to tables that don't exist yet.
 *
 * What would be written meanwhile goes to the spool, or waits.
 */
export function whenMigrated<Methods extends object>(methods: Methods, migration: MigrationLoop): Methods {
  type Method = (...args: unknown[]) => Promise<unknown>;
  const guarded = (Object.entries(methods) as [string, Method][]).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      const reason = migration.notReady();
      if (reason !== null) throw new Error(reason);
      return await method(...args);
    },
  ]);
  return Object.fromEntries(guarded) as Methods;
}
