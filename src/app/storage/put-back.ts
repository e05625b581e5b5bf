// Puts back into the spool what the database refused while its clock was behind, once that clock is right. `storage.ts`
// starts it.
import type { Instant } from '../../domain/observation.ts';
import type { Spool } from '../../store/spool/spool.ts';
import { FUTURE_REASON } from '../../store/writer/write-batch.ts';
import type { Logger } from '../log/logger.ts';
import type { Postgres } from '../postgres.ts';
import type { World } from '../world.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';

const AT_A_TURN = 250; // records at a turn: everything else waits meanwhile

interface PutBackOptions {
  readonly postgres: Pick<Postgres, 'measureClockSkew'>;
  readonly spool: Pick<Spool, 'putBack'>;
  readonly world: Pick<World, 'clock' | 'after'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Called when the refused results wait in the spool, or couldn't be put back. */
  readonly onDone: () => void;
  /** Aborted before the spool is closed: nothing is put back from then on. */
  readonly signal: AbortSignal;
}

/**
 * Watches the database's clock. When it was behind and is right again, the results that it refused as ahead of it wait in
 * the spool again.
 */
export function watchDatabaseClock(options: PutBackOptions): DatabaseClock {
  return createDatabaseClock({
    measure: options.postgres.measureClockSkew,
    clock: options.world.clock,
    onSetRight: (since) => putBackRefused(options, since),
  });
}

/** Puts back what was set aside since the instant. Older results stay aside. Never throws. */
function putBackRefused({ spool, world, log, onDone, signal }: PutBackOptions, since: Instant): void {
  let polls = 0;
  turn();

  function turn(from?: number): void {
    if (signal.aborted) return;
    try {
      const put = spool.putBack({ reason: FUTURE_REASON, since, from, most: AT_A_TURN });
      polls += put.polls;
      const { next } = put;
      if (next !== null) return void world.after(0, () => turn(next));
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'what the database refused could not be put back');
    }
    if (polls > 0) {
      const news =
        "the database's clock was behind and is set right: what it refused waits to be stored again";
      log.warn({ polls }, news);
    }
    onDone();
  }
}
