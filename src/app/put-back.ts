// What the database refused while its clock was behind is brought to it again. `storage.ts` starts it.
import type { Instant } from '../domain/observation.ts';
import type { Spool } from '../store/spool/spool.ts';
import { FUTURE_REASON } from '../store/writer/write-batch.ts';
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import type { Logger } from './logger.ts';
import type { Postgres } from './postgres.ts';
import type { World } from './world.ts';

const AT_A_TURN = 250; // records: everything else waits meanwhile

interface PutBackOptions {
  readonly postgres: Pick<Postgres, 'measureClockSkew'>;
  readonly spool: Pick<Spool, 'putBack'>;
  readonly world: Pick<World, 'clock' | 'after'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Told when all that was refused waits in the spool. */
  readonly onDone: () => void;
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
function putBackRefused({ spool, world, log, onDone }: PutBackOptions, since: Instant): void {
  let polls = 0;
  turn();

  function turn(): void {
    try {
      const put = spool.putBack({ reason: FUTURE_REASON, since, most: AT_A_TURN });
      polls += put;
      if (put === AT_A_TURN) return void world.after(0, turn);
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'what the database refused could not be put back');
    }
    if (polls > 0) log.warn({ polls }, "the database's clock was behind: what it refused is stored now");
    onDone();
  }
}
