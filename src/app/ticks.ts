// What the process does each second while there is anything to do, and every few seconds while there is not.
import { createStandstillDetector } from '../monitor/clock.ts';
import { everySecond } from './every.ts';
import type { Polling } from './polling.ts';
import { type RecallOptions, recallDecided } from './recall.ts';

export interface TicksOptions extends RecallOptions {
  /** The one in force. */
  readonly polling: () => Pick<Polling, 'tick' | 'idleUntil'>;
  /** Given when the process stops. */
  readonly signal: AbortSignal;
}

export interface Ticks {
  /** Ticks now, and from now on; after a reload once more, for an account that is new needn't wait. */
  start(): void;
  end(): void;
}

/** None before it is started; a standstill is noticed that comes before. */
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
    // Before any poll begins: what ends sooner is of slots from before the standstill, up to which rules that look back lack nothing.
    if (hasStoodStill()) {
      evaluator.awaitPolls();
      void recallDecided(options, signal);
    }
    void polling().tick();
    alerting.tick();
    return storage.alertMemory.waiting() > 0 ? clock.now() : polling().idleUntil();
  }
}
