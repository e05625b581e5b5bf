// Measures what a watched wallet costs in all: on the board, its alerts, its labels, its lines in a scrape, its outlook.
import type { WalletRule } from '../src/conditions/rule.ts';
import { amountOf } from '../src/domain/money.ts';
import { createMetrics } from '../src/metrics/metrics.ts';
import { createAlertEvaluator } from '../src/monitor/alerts/alert-evaluator.ts';
import { createBoard } from '../src/monitor/board/board.ts';
import { forecastAccount } from '../src/monitor/forecast/aims.ts';
import { createRunways } from '../src/monitor/forecast/runways.ts';
import { createSchedule } from '../src/monitor/polling/schedule.ts';
import type { OutflowHistory, WalletOutflow } from '../src/monitor/storage/ports.ts';
import { readJson } from '../src/upstream/http/json.ts';
import { readWallets } from '../src/upstream/wallet-service/wallets.ts';
import { balances, WALLETS } from './load/service.ts';
import { type Measurement, usedBytes } from './measure.ts';

const ACCOUNTS = 500;
const SWEEPS = 4; // so that all that is kept for the next one is there
const PAST_DAYS = 60;

/** Bytes of a wallet on the heap and beside it; 5,000 wallets times `scale`, ten per account. */
export async function watch(scale: number): Promise<Record<string, Measurement>> {
  const names = Array.from({ length: Math.round(ACCOUNTS * scale) }, (_, i) => `account-${i}`);
  const perWallet = (bytes: number) => bytes / (names.length * WALLETS);
  const schedule = createSchedule('* * * * *', 'UTC');
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const accounts = names.map((name) => ({ name, schedule, staleAfter: 2, expect: [] }));
  const before = await usedBytes();

  const board = createBoard(accounts, clock);
  const runways = createRunways({
    history: past,
    clock,
    onFailure(error) {
      throw error;
    },
  });
  const evaluator = createAlertEvaluator(
    { accounts, rules: [LOW], externalUrl: 'http://localhost:14217' },
    clock,
  );
  const metrics = createMetrics({
    board: () => board,
    clock,
    alerts: evaluator,
    runway: runways.exposed,
    build: { version: '0.0.0', revision: 'bench', nodeVersion: process.version },
  });
  const sweepOnce = async (turn: number) => {
    for (const [i, name] of names.entries()) {
      const observation = observed(name, balances(i, turn));
      board.observe(observation);
      evaluator.observe(observation);
      metrics.events.observed(observation, 0);
    }
    (await metrics.scrape()).release();
  };
  for (let turn = 0; turn < SWEEPS; turn++) await sweepOnce(turn);
  const watched = await usedBytes();
  const aim = { topUpLeadMs: 86_400_000, confidence: 0.95 };
  await runways.refresh(accounts.map((account) => forecastAccount({ ...account, ...aim }, [])));
  const foretold = await usedBytes();
  if (runways.confidences(board.account(names[0]!)!.wallets[0]!).length === 0)
    throw new Error('the bench has no outlooks');
  await sweepOnce(SWEEPS);
  const all = await usedBytes();
  return {
    bytes_per_wallet: { value: perWallet(all - before), unit: 'bytes', target: 2_048 },
    without_outlook_bytes_per_wallet: { value: perWallet(watched - before), unit: 'bytes' },
    outlook_bytes_per_wallet: { value: perWallet(foretold - watched), unit: 'bytes', target: 900 },
  };
}

const LOW: WalletRule = {
  ...{ name: 'Low', severity: 'critical', forMs: 0, keepFiringForMs: 0, labels: {} },
  wallets: { account: '*', currency: '*', walletType: 'MERCHANT_PAYOUT' },
  condition: { kind: 'below', field: 'available', threshold: amountOf('500000'), clear: amountOf('500000') },
  annotations: { summary: '{{wallet}} holds {{value}}' },
};

/** A poll as it comes in: read from an answer's own text, which it must not keep alive. */
function observed(account: string, body: string) {
  const reading = readJson(body);
  if (!('value' in reading)) throw new Error('the body of the bench is not JSON');
  const data = (reading.value as ReadonlyMap<string, typeof reading.value>).get('data')!;
  const { records } = readWallets(data, { currency: null }, { onDeviation() {} })!;
  const now = Date.now();
  const times = { slot: now, startedAt: now, observedAt: now, durationMs: 100 };
  const fine = { outcome: 'ok', httpStatus: 200, envelopeCode: 200, detail: null, unreadable: [] } as const;
  return { account, ...times, ...fine, wallets: records };
}

/** Two months of hours for every wallet, each with its own figures. */
const past: OutflowHistory = {
  withPast: async (accounts) => accounts,
  read: async (accounts) =>
    accounts.flatMap(({ name }) =>
      readNames(name).map((wallet, i): WalletOutflow => {
        const hours = Float64Array.from(
          { length: 24 * PAST_DAYS },
          (_, hour) => 1_000 * (1 + Math.sin(hour + i)) + (hour % (7 + i)),
        );
        return { account: name, ...wallet, hours };
      }),
    ),
};

function readNames(account: string) {
  return observed(account, balances(0, 0)).wallets.map(({ currency, walletType }) => ({
    currency,
    walletType,
  }));
}
