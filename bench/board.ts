// Measures what a wallet costs on the board, in bytes of heap.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createBoard } from '../src/monitor/board/board.ts';
import { createSchedule } from '../src/monitor/polling/schedule.ts';
import { readJson } from '../src/upstream/http/json.ts';
import { readWallets } from '../src/upstream/wallet-service/wallets.ts';
import type { Measurement } from './measure.ts';

const ACCOUNTS = 1_000;
const WALLETS = 50;

export async function board(scale: number): Promise<Record<string, Measurement>> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const count = Math.round(ACCOUNTS * scale);
  const schedule = createSchedule('* * * * *', 'UTC');
  const accounts = Array.from({ length: count }, (_, i) => ({
    name: `account-${i}`,
    schedule,
    staleAfter: 2,
    expect: [],
  }));
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  collect();
  const before = process.memoryUsage().heapUsed;
  const known = createBoard(accounts, clock);
  const slot = schedule.current(Date.now())!;
  for (const { name } of accounts) {
    // As wallets come in: read from a response's own text, which they must not keep alive.
    const reading = readJson(body(name));
    if (!('value' in reading)) throw new Error('the body of the bench is not JSON');
    const { records } = readWallets(reading.value, { currency: null }, { onDeviation() {} })!;
    const times = { slot, startedAt: slot, observedAt: slot + 100, durationMs: 100 };
    const fine = { outcome: 'ok', httpStatus: 200, envelopeCode: 200, detail: null, unreadable: [] } as const;
    known.observe({ account: name, ...times, ...fine, wallets: records });
  }
  collect();
  const after = process.memoryUsage().heapUsed;
  if (known.account('account-0')?.wallets.length !== WALLETS)
    throw new Error('wallets are missing from the board');
  return {
    bytes_per_wallet: { value: (after - before) / (count * WALLETS), unit: 'bytes', target: 512 },
  };
}

function body(account: string): string {
  const wallets = Array.from({ length: WALLETS }, (_, i) => {
    const amount = `${account.length}${i}234567890123.${i}5`;
    return `{"currency":"C${10 + i}","wallet_type":"MERCHANT_PAYOUT","available_balance":${amount},"actual_balance":${amount},"uncleared_balance":0.00,"reserve_balance":0.00}`;
  });
  return `{"merchant_wallets":[${wallets.join(',')}]}`;
}
