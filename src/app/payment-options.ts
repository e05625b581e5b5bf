// Runs the payment options: polls on their own schedules, and a board. They are stored and told like balances.
import type { Instant } from '../domain/observation.ts';
import type { OptionObservation } from '../domain/payment-option.ts';
import {
  createPaymentOptionBoard,
  type PaymentOptionBoard,
  pollsOf,
} from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import { createPoll, optionReadings } from '../monitor/polling/poll.ts';
import { createScheduler, type Scheduler } from '../monitor/polling/scheduler.ts';
import type { OptionLedger, ResultStore } from '../monitor/storage/ports.ts';
import { type Configured, optionAccounts } from './configured.ts';
import type { Logger } from './log/logger.ts';
import { createPollLog } from './log/poll-log.ts';
import type { MonitoredOptions } from './sources.ts';

export interface PaymentOptionPollingOptions {
  /** The configuration in force. */
  readonly configured: () => Configured;
  readonly ledger: OptionLedger;
  readonly results: ResultStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** Until when an account isn't asked because its keys are refused. */
  restsUntil(account: string): Instant;
  /** Receives each observation, of this replica or another, after the board has. Must not wait. */
  observe(observation: OptionObservation): void;
}

export interface PaymentOptionPolling {
  readonly board: PaymentOptionBoard;
  /** Makes a scheduler of polls over these sources, not started yet. */
  schedule(accounts: readonly MonitoredOptions[]): Scheduler<OptionObservation>;
  /**
   * Fills the board with what the database knows of these accounts, and knew of them before an instant. Returns what the
   * last good polls saw, or named. Rejects when Postgres is away.
   */
  resume(accounts: readonly string[], before: Instant): Promise<readonly OptionObservation[]>;
}

export function createPaymentOptionPolling(options: PaymentOptionPollingOptions): PaymentOptionPolling {
  const { ledger, results, clock, log } = options;
  const board = createPaymentOptionBoard(optionAccounts(options.configured()), clock, options.restsUntil);
  // The polls of balances already tell that the ledger is away.
  const events = { ...createPollLog<OptionObservation>(log), ledgerFailed() {} };

  return {
    board,

    schedule: (accounts) =>
      createScheduler({
        accounts,
        clock,
        claims: ledger,
        history: results,
        events,
        poll: createPoll(optionReadings, clock, board.mayHaveOptions),
        observers: [board.observe, options.observe],
      }),

    async resume(accounts, before) {
      const latest = await ledger.latest(accounts);
      // Polls that were stored since then don't name the options that vanished meanwhile.
      const newer = latest.filter(({ seen }) => seen.observedAt >= before).map(({ seen }) => seen.account);
      const earlier = newer.length > 0 ? await ledger.latest(newer, before) : [];
      const all = [...earlier, ...latest];
      board.remember(accounts, all);
      return all.flatMap(pollsOf);
    },
  };
}
