// Measures how fast alerts are decided, and how fast the past is played through them.
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCsvHistory } from '../src/cli/input/csv-history.ts';
import type { WalletRule } from '../src/conditions/rule.ts';
import { amountOf } from '../src/domain/money.ts';
import type { Observation } from '../src/domain/observation.ts';
import { UNKNOWN_BALANCE } from '../src/domain/wallet.ts';
import { createAlertEvaluator } from '../src/monitor/alerts/alert-evaluator.ts';
import { createSimulator } from '../src/monitor/alerts/simulation.ts';
import { createSchedule } from '../src/monitor/polling/schedule.ts';
import { type Measurement, median, wallMs } from './measure.ts';

const MINUTE = 60_000;
const MONTH = 30 * 24 * 60; // minutes
const START = Date.parse('2026-03-01T00:00:00Z');
const ROUNDS = 5;

export async function alerts(scale: number): Promise<Readonly<Record<string, Measurement>>> {
  const wallets = Math.round(100 * scale);
  return {
    evaluations_per_s: { value: await evaluationsPerSecond(wallets), unit: 'rule × wallet/s' },
    simulate_month_100_wallets_s: { value: await simulateMonth(wallets), unit: 's', target: 10 },
  };
}

/** Ten rules over every wallet, for two hours of minutes. */
async function evaluationsPerSecond(wallets: number): Promise<number> {
  const rules = Array.from({ length: 10 }, (_, i) => low(`Low${i}`, String(4_000_000 + i * 100_000)));
  const observations = Array.from({ length: 120 }, (_, minute) => observed(minute, wallets));
  const perRound = rules.length * wallets * observations.length;
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const account = {
      name: 'acme-ug',
      schedule: createSchedule('* * * * *', 'UTC'),
      staleAfter: 2,
      expect: [],
    };
    const clock = { now: () => START, monotonic: () => 0 };
    const watch = createAlertEvaluator({ accounts: [account], rules, builtin: false }, clock);
    taken.push(await wallMs(() => observations.forEach(watch.observe)));
  }
  return perRound / (median(taken) / 1_000);
}

/** Simulates a month from a CSV file, as an operator does it; a single run, as it takes seconds. */
async function simulateMonth(wallets: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-bench-'));
  try {
    const path = join(folder, 'month.csv');
    await writeMonth(path, wallets);
    const simulator = createSimulator([low('Low', '4000000')]);
    const ms = await wallMs(() => readCsvHistory(path, simulator.take, { fields: ['available'] }));
    const { observations } = simulator.finish();
    if (observations !== MONTH) throw new Error(`${observations} of ${MONTH} polls were simulated`);
    return ms / 1_000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writeMonth(path: string, wallets: number): Promise<void> {
  await using file = await open(path, 'w');
  await file.write('account,currency,wallet_type,slot,available,actual,uncleared,reserve\n');
  for (let minute = 0; minute < MONTH; minute++) {
    const slot = new Date(START + minute * MINUTE).toISOString();
    let lines = '';
    for (let i = 0; i < wallets; i++) {
      const amount = available(minute, i);
      lines += `acme-ug,UGX,WALLET_${i},${slot},${amount},${amount},0.00,0.00\n`;
    }
    await file.write(lines);
  }
}

/** Slow waves between 2 and 10 million, each wallet at its own pace. */
function available(minute: number, wallet: number): string {
  const wave = Math.sin((minute / 700) * (1 + wallet / 50) + wallet);
  return `${6_000_000 + Math.round(wave * 4_000_000)}.00`;
}

function observed(minute: number, wallets: number): Observation {
  const slot = START + minute * MINUTE;
  const nothing = amountOf('0.00');
  return {
    account: 'acme-ug',
    slot,
    outcome: 'ok',
    startedAt: slot,
    observedAt: slot,
    durationMs: 0,
    httpStatus: 200,
    envelopeCode: 200,
    detail: null,
    wallets: Array.from({ length: wallets }, (_, i) => {
      const amount = amountOf(available(minute, i));
      const balance = {
        ...UNKNOWN_BALANCE,
        available: amount,
        actual: amount,
        uncleared: nothing,
        reserve: nothing,
      };
      return { currency: 'UGX', walletType: `WALLET_${i}`, exposable: true, ...balance };
    }),
    unreadable: [],
  };
}

function low(name: string, threshold: string): WalletRule {
  return {
    name,
    severity: 'warning',
    wallets: { account: '*', currency: '*', walletType: '*' },
    condition: {
      kind: 'below',
      field: 'available',
      threshold: amountOf(threshold),
      clear: amountOf(threshold),
    },
    forMs: 2 * MINUTE,
    keepFiringForMs: 10 * MINUTE,
    labels: {},
    annotations: {},
  };
}
