// Runs the polls of balances and of payment options: every request to the services.
import type { Scrubber } from '../config/scrub.ts';
import type { Instant, Observation, Polled } from '../domain/observation.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Board } from '../monitor/board/board.ts';
import { createMonitor } from '../monitor/polling/monitor.ts';
import type { Handover } from '../monitor/polling/scheduler.ts';
import { createPermitLines } from '../upstream/http/permits.ts';
import { createRests } from '../upstream/http/rest.ts';
import type { Alerting } from './alerts/alerting.ts';
import type { Configured } from './configured.ts';
import { both, type LogEvents } from './log/log-events.ts';
import type { Logger } from './log/logger.ts';
import type { PaymentOptionPolling } from './payment-options.ts';
import { createSources, type SourcesOptions } from './sources.ts';
import type { Storage } from './storage/storage.ts';
import type { World } from './world.ts';

const STOP_POLLS_MS = 2_000; // of the ten seconds in which we stop
const RETIRE_POLLS_MS = 3_600_000; // longer than any deadline

export interface PollingOptions {
  readonly world: World;
  readonly log: Logger;
  readonly logEvents: LogEvents;
  readonly scrub: Scrubber;
  readonly storage: Storage;
  readonly board: Board;
  readonly paymentOptions: PaymentOptionPolling;
  readonly metrics: Metrics;
  readonly alerting: Alerting;
}

export interface Polling {
  /**
   * Begins the polls whose slots are due, if there are any. Call it every second, except while it is idle. Never rejects,
   * and never throws.
   */
  tick(): Promise<unknown> | undefined;
  /** See `Scheduler.idleUntil`. */
  idleUntil(): Instant;
  /** See `Scheduler.restsUntil`. */
  restsUntil(account: string): Instant;
  /** The same of its payment options. */
  optionsRestUntil(account: string): Instant;
  /** When the last tick was, by the monotonic clock. */
  lastTick(): number;
  /** Polls each of these accounts once now, and keeps the results like any others. */
  pollNow(accounts: readonly string[]): Promise<readonly Observation[]>;
  /**
   * Takes the place of another polling, and continues its schedules. The other one begins no more polls; its polls end by
   * their own deadlines. A stop of this one stops the other one too.
   */
  succeed(last: Polling): void;
  /** Begins no more polls, and resolves when the running ones have ended by themselves, those of its predecessors too. */
  retire(): Promise<void>;
  /** Begins no more polls, and lets the running ones end, for two seconds. */
  stop(): Promise<void>;
  /** Returns how far its schedulers are; they begin nothing more. */
  handOver(): { readonly balances: Handover; readonly options: Handover };
}

/**
 * Returns a function that makes the polling of a configuration, and throws when it can't work. Nothing starts before the
 * first tick.
 */
export function pollingFactory(options: PollingOptions): (configured: Configured) => Polling {
  const { world, log, logEvents, scrub, storage, board, paymentOptions, metrics, alerting } = options;
  const { clock, random } = world;
  const { connect } = world.network;
  const failed = (error: Error) => log.error({ reason: error.message }, 'a tick failed');
  const attempt = (tick: () => Promise<unknown> | undefined) => {
    try {
      return tick()?.catch(failed);
    } catch (error) {
      failed(error as Error);
      return undefined;
    }
  };
  const onDeviation: SourcesOptions['onDeviation'] = (account, deviation, name) => {
    metrics.instruments.deviated(account, deviation);
    logEvents.deviated(account, deviation, name);
  };
  const noteOverflow = ({ account }: Polled) => {
    if (board.droppedWallets(account) > 0) logEvents.walletsDropped(account);
    const ignored = alerting.ignoredWallets(account);
    if (ignored > 0) logEvents.walletsIgnored(account, ignored);
  };
  // Both are kept over a reload, because the old polls may go on for a while beside the new ones.
  const rests = createRests(clock);
  const lines = createPermitLines();
  return ({ accounts }) => {
    const sources = createSources([...accounts.values()], {
      clock,
      random,
      connect,
      scrub,
      onDeviation,
      rests,
      lines,
    });
    const balances = createMonitor({
      accounts: sources.accounts,
      clock,
      ledger: storage.ledger,
      history: storage.results,
      events: both(metrics.events, logEvents),
      observers: [board.observe, alerting.observe, noteOverflow], // the board first, then what depends on it
      mayHaveWallets: board.mayHaveWallets,
    });
    const options = paymentOptions.schedule(sources.options);
    let predecessor: Polling | undefined;
    const end = async (graceMs: number) => {
      await Promise.all([balances.stop(graceMs), options.stop(graceMs)]);
      sources.close();
    };
    return {
      tick() {
        const begun = [attempt(balances.tick), attempt(options.tick)];
        return begun.some(Boolean) ? Promise.all(begun) : undefined;
      },
      idleUntil: () => Math.min(balances.idleUntil(), options.idleUntil()),
      restsUntil: balances.restsUntil,
      optionsRestUntil: options.restsUntil,
      lastTick: balances.lastTick,
      pollNow: balances.pollNow,
      handOver: () => ({ balances: balances.handOver(), options: options.handOver() }),
      succeed(last) {
        const from = last.handOver();
        balances.takeOver(from.balances);
        options.takeOver(from.options);
        predecessor = last;
        void last.retire().then(() => {
          predecessor = undefined;
        });
      },
      async retire() {
        await Promise.all([end(RETIRE_POLLS_MS), predecessor?.retire()]); // otherwise nobody would stop the predecessor any more
      },
      async stop() {
        await Promise.all([end(STOP_POLLS_MS), predecessor?.stop()]);
      },
    };
  };
}
