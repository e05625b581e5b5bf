// Payment options as the program runs them: polls on schedules of their own, a board, and results that wait for
// Postgres.
import type { OptionObservation } from '../domain/payment-option.ts';
import { createPaymentOptionBoard, type PaymentOptionBoard } from '../monitor/board/payment-option-board.ts';
import type { Clock } from '../monitor/clock.ts';
import { pollOptions } from '../monitor/polling/poll.ts';
import type { PollEvents } from '../monitor/polling/ports.ts';
import { createScheduler, type Scheduler } from '../monitor/polling/scheduler.ts';
import type { OptionLedger } from '../monitor/storage/ports.ts';
import { createPaymentOptionWriter } from '../store/writer/payment-option-writer.ts';
import { type Configured, optionAccounts } from './configured.ts';
import type { Logger } from './logger.ts';
import type { MonitoredOptions } from './sources.ts';

export interface PaymentOptionPollingOptions {
  /** The configuration in force. */
  readonly configured: () => Configured;
  readonly ledger: OptionLedger;
  readonly clock: Clock;
  readonly log: Logger;
  /** Takes in what was seen, by us and by other replicas, after the board has. Must not wait. */
  observe(observation: OptionObservation): void;
}

export interface PaymentOptionPolling {
  readonly board: PaymentOptionBoard;
  /** A scheduler of polls over these sources, not started yet. */
  schedule(accounts: readonly MonitoredOptions[]): Scheduler<OptionObservation>;
  /** Goes on from what the database knows; returns what the last good polls saw. Rejects when Postgres is away. */
  resume(): Promise<readonly OptionObservation[]>;
  /** Brings what waits to Postgres, if that is due. Call it about once a second. Never rejects. */
  flush(): Promise<void>;
}

export function createPaymentOptionPolling(options: PaymentOptionPollingOptions): PaymentOptionPolling {
  const { ledger, clock, log } = options;
  const board = createPaymentOptionBoard(optionAccounts(options.configured()), clock);
  const events = logEventsOf(log);
  const writer = createPaymentOptionWriter({
    ledger,
    clock,
    onAway: (error) =>
      log.warn({ reason: (error as Error).message }, 'payment options wait in memory for the database'),
    onRefused: ({ account, slot }, error) =>
      log.error(
        { account, slot, reason: (error as Error).message },
        'a result of payment options is lost: Postgres will never take it',
      ),
  });

  return {
    board,
    flush: writer.flush,

    schedule: (accounts) =>
      createScheduler({
        accounts,
        clock,
        claims: ledger,
        events,
        poll({ account: { name, source, deadlineMs }, ...turn }) {
          const hadOptions = board.account(name)?.options.some(({ state }) => state !== 'missing') ?? false;
          return pollOptions({ ...turn, account: name, source, deadlineMs, hadOptions }, clock);
        },
        observe(observation) {
          board.observe(observation);
          options.observe(observation);
        },
        keep: writer.keep,
      }),

    async resume() {
      const latest = await ledger.latest(board.accounts);
      for (const { seen, lost } of latest) {
        board.observe(seen);
        board.remember(seen.account, lost);
      }
      return latest.map(({ seen }) => seen);
    },
  };
}

/** What the log says of it: changes, not repetitions. That the ledger is away is told of balances. */
function logEventsOf(log: Logger): PollEvents<OptionObservation> {
  const last = new Map<string, OptionObservation['outcome']>();
  return {
    observed({ account, slot, outcome, detail, durationMs, options }) {
      const facts = { account, slot: new Date(slot).toISOString(), outcome, duration_ms: durationMs };
      if (outcome === last.get(account)) log.debug({ ...facts, options: options.length }, 'polled options');
      else if (outcome === 'ok')
        log.info({ ...facts, options: options.length }, 'payment options are being read');
      else log.warn({ ...facts, detail }, 'payment options could not be read as they should be');
      last.set(account, outcome);
    },
    missed(account, slots) {
      log.warn({ account, slots }, 'slots of payment options went by without a poll');
    },
    ledgerFailed() {},
  };
}
