// A restart goes on where the last process stopped: with what this machine remembers, and with what the database knows.
import type { AlertEvaluator } from '../monitor/alerts/alert-evaluator.ts';
import { windowBackfills } from '../monitor/alerts/window-backfill.ts';
import type { Board } from '../monitor/board/board.ts';
import type { Clock } from '../monitor/clock.ts';
import type { Alerting } from './alerting.ts';
import type { Configured } from './configured.ts';
import type { Logger } from './logger.ts';
import type { PaymentOptionPolling } from './payment-options.ts';
import type { Storage } from './storage.ts';

export interface RecallOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly configured: () => Configured;
  readonly storage: Storage;
  readonly board: Board;
  readonly evaluator: AlertEvaluator;
  readonly alerting: Alerting;
  readonly paymentOptions: PaymentOptionPolling;
}

/**
 * Takes in what this machine remembers at once, and what the database knows as soon as it answers, which may be long
 * after the first polls. Never rejects.
 */
export async function recall(options: RecallOptions): Promise<void> {
  const { log, configured, storage, board, alerting, paymentOptions } = options;
  const names = () => [...configured().accounts.keys()];
  const { states, complete } = await storage.alertMemory.recall(names());
  alerting.resume(states, []);
  try {
    await storage.migrated;
    const observations = await storage.ledger.latest(names());
    for (const observation of observations) board.observe(observation);
    await backfillWindows(options);
    const known = complete ? [] : (await storage.alertMemory.recall(names())).states;
    alerting.resume(known, observations, await paymentOptions.resume());
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'what was known before could not be read');
  }
  alerting.tellAll();
}

/**
 * Brings rules that look back what they would have seen. Without it they see only what comes, and hold until that is
 * enough. Never rejects.
 */
export async function backfillWindows({
  clock,
  log,
  configured,
  storage,
  evaluator,
}: Pick<RecallOptions, 'clock' | 'log' | 'configured' | 'storage' | 'evaluator'>): Promise<void> {
  const { config, accounts } = configured();
  try {
    for (const lookback of windowBackfills(config.alerts.rules, clock.now())) {
      evaluator.lookBack(lookback, await storage.readPast([...accounts.keys()], lookback));
    }
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'what rules look back on could not be read');
  }
}
