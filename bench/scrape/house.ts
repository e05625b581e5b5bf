// A board of wallets behind a real web server; the bench changes their balances.
import { setTimeout as sleep } from 'node:timers/promises';
import { amountOf } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import { UNKNOWN_BALANCE, type WalletBalance } from '../../src/domain/wallet.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { createWebServer } from '../../src/web/server.ts';

const PER_ACCOUNT = 10;

export type House = Awaited<ReturnType<typeof createHouse>>;

/** A house of this many wallets, ten to an account. */
export async function createHouse(wallets: number) {
  const names = Array.from({ length: wallets / PER_ACCOUNT }, (_, i) => `merchant-${i}`);
  const schedule = createSchedule('* * * * *', 'UTC');
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const board = createBoard(
    names.map((name) => ({ name, schedule, staleAfter: 2, expect: [] })),
    clock,
  );
  const metrics = createMetrics({
    board: () => board,
    clock,
    build: { version: '0.1.0', revision: 'bench', nodeVersion: process.version },
  });
  const fine = () => ({ ok: true, text: '' });
  const server = await createWebServer({
    listen: [{ host: '127.0.0.1', port: 0 }],
    externalUrl: 'http://localhost',
    operations: { scrape: metrics.scrape, healthy: fine, ready: fine },
  });
  let round = 0;
  let turn = 0;

  return {
    names,
    board,
    url: `http://${server.addresses[0]}`,
    close: () => server.close(0),
    text: async () => Buffer.concat((await metrics.scrape()).pieces),
    /** A poll of this share of the accounts, spread over all of them; every amount changes. */
    change(share: number) {
      round++;
      const step = Math.round(1 / share);
      for (let i = turn++ % step; i < names.length; i += step) observe(names[i]!, i);
    },
    /** A poll of every account, in a hundred parts over a second. */
    async changeOverASecond() {
      round++;
      for (let part = 0; part < 100; part++) {
        for (let i = part; i < names.length; i += 100) observe(names[i]!, i);
        await sleep(9);
      }
    },
  };

  function observe(account: string, index: number): void {
    const now = clock.now();
    const wallets: WalletBalance[] = Array.from({ length: PER_ACCOUNT }, (_, w) => {
      const whole = 1_000_000 + ((index * 7919 + w * 104_729 + round * 1_299_709) % 8_999_999);
      return {
        currency: ['UGX', 'KES', 'TZS', 'RWF', 'USD'][w % 5]!,
        walletType: w < 5 ? 'MERCHANT_PAYOUT' : 'MERCHANT_COLLECTION',
        ...UNKNOWN_BALANCE,
        available: amountOf(`${whole}.50`),
        actual: amountOf(`${whole + 12_500}.75`),
        uncleared: amountOf('12500.25'),
        reserve: amountOf('0.00'),
        exposable: true,
      };
    });
    const observation: Observation = {
      ...{
        account,
        slot: now,
        outcome: 'ok' as const,
        startedAt: now - 120,
        observedAt: now,
        durationMs: 120,
      },
      ...{ httpStatus: 200, envelopeCode: 200, detail: null, wallets, unreadable: [] },
    };
    board.observe(observation);
    metrics.events.observed(observation, 40);
  }
}
