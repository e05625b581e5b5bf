// Runs what the process does: each second while there is anything to do, and every few seconds otherwise.
import { createStandstillDetector } from '../monitor/clock.ts';
import { everySecond } from './every.ts';
import type { Polling } from './polling.ts';
import { type RecallOptions, recallDecided } from './recall.ts';

export interface TicksOptions extends RecallOptions {
  /** The polling in force. */
  readonly polling: () => Pick<Polling, 'tick' | 'idleUntil'>;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

export interface Ticks {
  /** Ticks now, and from now on. Call it again after a reload, so that a new account needn't wait. */
  start(): void;
  end(): void;
}

/** Makes ticks that start later. It notices a standstill before the start too. */
export function createTicks(options: TicksOptions): Ticks {
  const { clock, after, storage, evaluator, alerting, polling, signal } = options;
  const hasStoodStill = createStandstillDetector(clock);
  let end = () => {};

  return {
    start() {
      end();
      end = everySecond(after, clock, tick);
    },
    end: () => end(),
  };

  function tick() {
    // Before any poll begins. Polls that end earlier are of slots from before the standstill; rules that look back lack
    // nothing up to them.
    if (hasStoodStill()) {
      evaluator.awaitPolls();
      alerting.takeOver([]); // others may have taken these over
      void recallDecided(options, signal);
    }
    void polling().tick();
    alerting.tick();
    return storage.alertMemory.waiting() > 0 ? clock.now() : polling().idleUntil();
  }
}
