// What a configuration sets to work, and a reload sets to work anew: requests, their schedules, and who is told.

import type { Config } from '../config/resolve.ts';
import type { Scrubber } from '../config/scrub.ts';
import type { Alert } from '../domain/alert.ts';
import type { Observation } from '../domain/observation.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { SelfReport } from '../monitor/alerts/builtin.ts';
import type { Board } from '../monitor/board/board.ts';
import type { Clock } from '../monitor/clock.ts';
import { createMonitor } from '../monitor/polling/monitor.ts';
import { both, type LogEvents } from './log-events.ts';
import type { Logger } from './logger.ts';
import type { PaymentOptionPolling } from './payment-options.ts';
import { createReceivers } from './receivers.ts';
import { createSources, type ScheduledAccount } from './sources.ts';
import type { Storage } from './storage.ts';

const STOP_POLLS_MS = 2_000; // of the ten seconds in which we stop

export interface ReloadableOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly scrub: Scrubber;
  readonly log: Logger;
  readonly tell: LogEvents;
  readonly board: Board;
  readonly keeping: Storage;
  readonly options: PaymentOptionPolling;
  readonly metrics: Metrics;
  readonly alerts: () => readonly Alert[];
  /** Hears of every observation, our own and other replicas'. */
  readonly observe: (observation: Observation) => void;
}

export interface Reloadable {
  /** Begins the slots that are due; to be called every second. */
  tick(): Promise<void>;
  /** By the monotonic clock. */
  lastTick(): number;
  /** One poll now of each account, kept like any other. */
  pollNow(accounts: readonly string[]): Promise<readonly Observation[]>;
  /** These alerts have fired or ended: everyone is told at once. Never waits. */
  tell(alerts: readonly Alert[]): void;
  clockSkew(): (readonly [receiver: string, seconds: number])[];
  /** How delivery stands, for the alerts about ourselves. */
  reports(): readonly SelfReport[];
  /** Lets what is under way end, for two seconds; resolves no alert. */
  stop(): Promise<void>;
}

/** Starts nothing before the first tick. Throws what can't work as configured. */
export function createReloadable(
  config: Config,
  accounts: ReadonlyMap<string, ScheduledAccount>,
  { clock, random, scrub, log, tell, board, keeping, options, metrics, ...told }: ReloadableOptions,
): Reloadable {
  const sources = createSources([...accounts.values()], { clock, random, scrub, onDeviation: tell.deviated });
  const events = both(metrics.events, tell);
  const { ledger, history, outbox, shelf } = keeping;
  const { observe } = told;
  const optionRounds = options.rounds(sources.options);
  const monitor = createMonitor({
    accounts: sources.accounts,
    ...{ clock, ledger, history, events, observe },
    hasWallets: board.hasWallets,
  });
  const receivers = createReceivers(config, {
    ...{ clock, random, outbox, shelf, scrub, alerts: told.alerts },
    onTrouble: (receiver, error) =>
      log.error({ receiver, reason: (error as Error).message }, 'a notification is kept in memory only'),
    onDelivery(receiver, outcome, detail) {
      metrics.notified(receiver, outcome === 'ok' ? 'delivered' : 'failed');
      if (outcome !== 'ok') log.warn({ receiver, outcome, detail }, 'a notification was not accepted');
    },
  });
  return {
    async tick() {
      const failed = (error: Error) => log.error({ reason: error.message }, 'a tick failed');
      await Promise.all([monitor.tick().catch(failed), optionRounds.tick().catch(failed)]);
    },
    lastTick: monitor.lastTick,
    pollNow: monitor.pollNow,
    tell: receivers.tell,
    clockSkew: receivers.clockSkew,
    reports: receivers.reports,
    async stop() {
      await Promise.all([monitor.stop(STOP_POLLS_MS), optionRounds.stop(STOP_POLLS_MS)]);
      sources.close();
      await receivers.stop();
    },
  };
}
