// Brings the database's schema up to date as soon as Postgres answers, perhaps long after our start.
import type { After } from '../../store/writer/timer.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export interface MigrationLoop {
  /** Resolves when the schema is up to date; otherwise never. */
  readonly ready: Promise<void>;
  /** Whether the schema is up to date. */
  done(): boolean;
  /** Why it isn't yet, in a sentence; `null` before the first attempt has ended, and when the schema is up to date. */
  reason(): string | null;
  /** The same, but never `null` before the schema is up to date. */
  notReady(): string | null;
}

export interface MigrationLoopOptions {
  /** Makes one attempt, which the signal breaks off; returns the names of the applied migrations. */
  readonly migrate: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly after: After;
  /** Ends the attempts. */
  readonly signal: AbortSignal;
  applied(names: readonly string[]): void;
  failed(error: Error): void;
}

/** Retries the migration with growing pauses until it succeeds. */
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
 * Returns the same methods, which reject until the schema is up to date: the tables don't exist before.
 *
 * Until then, what they would write goes to the spool, or waits.
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
