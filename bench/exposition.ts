// Measures what every scrape carries: series and bytes of a wallet, in all and by metric. Each account has ten wallets,
// two of them for payouts with a rule about each; every wallet is fresh, and nothing fires.
import type { WalletRule } from '../src/conditions/rule.ts';
import { amountOf } from '../src/domain/money.ts';
import type { Observation } from '../src/domain/observation.ts';
import { UNKNOWN_BALANCE } from '../src/domain/wallet.ts';
import { createMetrics } from '../src/metrics/metrics.ts';
import { createAlertEvaluator } from '../src/monitor/alerts/alert-evaluator.ts';
import { createBoard } from '../src/monitor/board/board.ts';
import { createSchedule } from '../src/monitor/polling/schedule.ts';
import type { Measurement } from './measure.ts';

const ACCOUNTS = 1_000;
const CURRENCIES = ['UGX', 'KES'];
const KINDS = ['PAYOUT', 'COLLECTION', 'SERVICE', 'REFUND', 'SETTLEMENT'];
const WALLETS = CURRENCIES.length * KINDS.length; // per account
const AT_LEAST = amountOf('500000');
const LOW: WalletRule = {
  ...{ name: 'Low', severity: 'critical', forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} },
  wallets: { account: '*', currency: '*', walletType: 'MERCHANT_PAYOUT' },
  condition: { kind: 'below', field: 'available', threshold: AT_LEAST, clear: AT_LEAST },
};

/** The group `exposition`: 10,000 wallets times `scale`. */
export async function exposition(scale: number): Promise<Record<string, Measurement>> {
  const accounts = Math.round(ACCOUNTS * scale);
  const usual = await weigh(accounts, { planned: false });
  const planned = await weigh(accounts, { planned: true });
  const everything = await weigh(accounts, { planned: true, derived: true });
  const each = [...planned.byMetric].filter(([, { series }]) => series >= 0.05);
  return {
    series_per_wallet: { value: usual.series, unit: 'series', target: 10 },
    bytes_per_wallet: { value: usual.bytes, unit: 'bytes', target: 1_000 },
    series_per_wallet_with_plan: { value: planned.series, unit: 'series', target: 14 },
    bytes_per_wallet_with_plan: { value: planned.bytes, unit: 'bytes' },
    series_per_wallet_with_all: { value: everything.series, unit: 'series' },
    bytes_per_wallet_with_all: { value: everything.bytes, unit: 'bytes' },
    ...Object.fromEntries(
      each.flatMap(([name, { series, bytes }]) => [
        [`series_of.${name}`, { value: series, unit: 'series' }],
        [`bytes_of.${name}`, { value: bytes, unit: 'bytes' }],
      ]),
    ),
  };
}

interface Weight {
  series: number;
  bytes: number;
}

/**
 * The weight of a wallet: the whole exposition divided by the number of wallets. `planned`: each wallet has a runway and
 * a plan; `derived`: with `metrics.derived`.
 */
async function weigh(
  accounts: number,
  { planned, derived = false }: { readonly planned: boolean; readonly derived?: boolean },
): Promise<Weight & { readonly byMetric: ReadonlyMap<string, Weight> }> {
  const names = Array.from({ length: accounts }, (_, i) => `m${String(i).padStart(5, '0')}`);
  const schedule = createSchedule('*/10 * * * * *', 'UTC');
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const watched = names.map((name) => ({ name, schedule, staleAfter: 2, expect: [] }));
  const board = createBoard(watched, clock);
  const evaluator = createAlertEvaluator({ accounts: watched, rules: [LOW], builtin: true }, clock);
  const metrics = createMetrics({
    ...{ board: () => board, clock, alerts: evaluator },
    derived: () => ({ difference: derived, inactive: derived }),
    build: { version: '0.0.0', revision: 'bench', nodeVersion: process.version },
    ...(planned && {
      runway: () => ['0.5', '0.95'].map((confidence) => ({ confidence, seconds: 1_234_567 })),
      topUp: () => ({ needed: amountOf('12340000'), by: clock.now() }),
    }),
  });
  for (const [i, name] of names.entries()) {
    const observation = observed(name, i, schedule.current(clock.now())!);
    board.observe(observation);
    evaluator.observe(observation);
    metrics.events.observed(observation, 40);
  }
  const text = Buffer.concat((await metrics.scrape()).pieces).toString();

  const wallets = accounts * WALLETS;
  const byMetric = new Map<string, Weight>();
  for (const line of text.split('\n')) {
    const name = /^[a-z_]+/.exec(line)?.[0];
    if (name === undefined) continue; // a header
    const weight = byMetric.get(name) ?? { series: 0, bytes: 0 };
    byMetric.set(name, weight);
    weight.series += 1 / wallets;
    weight.bytes += (line.length + 1) / wallets;
  }
  const series = [...byMetric.values()].reduce((sum, weight) => sum + weight.series, 0);
  return { series, bytes: text.length / wallets, byMetric };
}

/** A poll of a service that keeps money to the cent: between one and three million in each wallet. */
function observed(account: string, index: number, slot: number): Observation {
  const wallets = Array.from({ length: WALLETS }, (_, i) => ({
    currency: CURRENCIES[i % CURRENCIES.length]!,
    walletType: `MERCHANT_${KINDS[Math.floor(i / CURRENCIES.length)]}`,
    ...UNKNOWN_BALANCE,
    available: amountOf(`${1_000_000 + index * 100 + i * 7}.25`),
    actual: amountOf(`${2_000_000 + index}.5`),
    uncleared: amountOf(i % 3 === 0 ? '12345' : '7'),
    reserve: amountOf(String(i * 10)),
    exposable: true,
  }));
  return {
    ...{ account, slot, outcome: 'ok', startedAt: slot, observedAt: slot + 123, durationMs: 123 },
    ...{ httpStatus: 200, envelopeCode: 200, detail: null, wallets, unreadable: [] },
  };
}
