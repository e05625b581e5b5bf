// A small house of wallets for the metrics' tests: a board with a hand-moved clock, and observations to feed it.
import { amountOf } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import type { WalletBalance } from '../../src/domain/wallet.ts';
import { createMetrics, type MetricsOptions } from '../../src/metrics/metrics.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { type HandClock, handClock } from '../support/clock.ts';
import { readExposition } from '../support/exposition.ts';

/** A Saturday, on the minute. */
export const NOON = Date.UTC(2026, 10, 21, 12);
export const MINUTE = 60_000;

export interface House {
  readonly clock: HandClock;
  readonly board: ReturnType<typeof createBoard>;
  readonly metrics: ReturnType<typeof createMetrics>;
  observe(account: string, wallets: readonly WalletBalance[], change?: Partial<Observation>): void;
  scrape(accept?: string, encoding?: string): Promise<string>;
  read(): Promise<ReturnType<typeof readExposition>>;
}

export function wallet(
  currency: string,
  walletType: string,
  available: string,
  more: Partial<WalletBalance> = {},
): WalletBalance {
  const zero = amountOf('0.00');
  return {
    ...{
      currency,
      walletType,
      available: amountOf(available),
      actual: amountOf(available),
      uncleared: zero,
      reserve: zero,
    },
    ...{ exposable: true, ...more },
  };
}

export function createHouse(accounts: readonly string[], options: Partial<MetricsOptions> = {}): House {
  const clock = handClock(NOON);
  const schedule = createSchedule('* * * * *', 'UTC');
  const board = createBoard(
    accounts.map((name) => ({ name, schedule, staleAfter: 2, expect: [] })),
    clock,
  );
  const build = { version: '0.1.0', revision: 'abc', nodeVersion: 'v24' };
  const metrics = createMetrics({ board: () => board, clock, build, ...options });
  return {
    clock,
    board,
    metrics,
    observe(account, wallets, change = {}) {
      const now = clock.now();
      const observation: Observation = {
        ...{
          account,
          slot: now - (now % MINUTE),
          outcome: 'ok',
          startedAt: now,
          observedAt: now,
          durationMs: 250,
        },
        ...{ httpStatus: 200, envelopeCode: 200, detail: null, wallets, unreadable: [], ...change },
      };
      board.observe(observation);
      metrics.events.observed(observation, 100);
    },
    async scrape(accept, encoding) {
      const { pieces, release } = await metrics.scrape(accept, encoding);
      const text = Buffer.concat(pieces).toString();
      release();
      return text;
    },
    async read() {
      return readExposition(await this.scrape(), 'text');
    },
  };
}
