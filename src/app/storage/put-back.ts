// What the database refused while its clock was behind waits for it again once that is set right. `storage.ts` starts it.
import type { Instant } from '../../domain/observation.ts';
import type { Spool } from '../../store/spool/spool.ts';
import { FUTURE_REASON } from '../../store/writer/write-batch.ts';
import type { Logger } from '../log/logger.ts';
import type { Postgres } from '../postgres.ts';
import type { World } from '../world.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';

const AT_A_TURN = 250; // records: everything else waits meanwhile

interface PutBackOptions {
  readonly postgres: Pick<Postgres, 'measureClockSkew'>;
  readonly spool: Pick<Spool, 'putBack'>;
  readonly world: Pick<World, 'clock' | 'after'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Told when all that was refused waits in the spool. */
  readonly onDone: () => void;
  /** Aborted before the spool is closed: nothing is put back from then on. */
  readonly signal: AbortSignal;
}

/** The database's clock; where that was behind and is set right, what was set aside as lying ahead of it waits again. */
export function watchDatabaseClock(options: PutBackOptions): DatabaseClock {
  return createDatabaseClock({
    measure: options.postgres.measureClockSkew,
    clock: options.world.clock,
    onSetRight: (since) => putBackRefused(options, since),
  });
}

/** What was set aside before the instant stays there. Never throws. */
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
