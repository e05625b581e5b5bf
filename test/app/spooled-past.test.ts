// What rules look back on and still waits on this machine's disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withSpooled } from '../../src/app/storage/spooled-past.ts';
import { type Amount, amountOf, compareAmounts } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import type { PastValue } from '../../src/monitor/alerts/ports.ts';
import { openSpool } from '../../src/store/spool/spool.ts';
import { type After, later } from '../../src/store/writer/timer.ts';
import { observation, wallet } from '../support/ledger.ts';
import { optionPoll } from '../support/options.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const MINUTE = 60_000;

function spool() {
  const folder = mkdtempSync(join(tmpdir(), 'floatwatch-spool-'));
  const opened = openSpool(folder, { now: () => START, onTrouble() {}, reserveBytes: 0 });
  onTestFinished(() => {
    opened[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  return opened;
}

const poll = (minute: number, available: string | null, account = 'acme-ug') =>
  observation(START + minute * MINUTE, { account, wallets: [wallet(available)] });
const nothing = async () => [];
const lookback = { extreme: 'max', field: 'available', since: START } as const;

test('what cannot become the extreme any more is left out, as Postgres does: the newest first, since so long', async () => {
  const waiting = spool();
  const values = ['9', '3', null, '7', '7', '5', '6.5', '-1'];
  waiting.append([
    poll(-1, '100'),
    ...values.map((value, minute) => poll(minute, value)),
    poll(3, '50', 'other'),
  ]);
  const read = withSpooled(nothing, waiting, later);
  const found = async (extreme: 'max' | 'min') =>
    (await read(['acme-ug'], { ...lookback, extreme })).map(({ slot, amount }) => [
      (slot - START) / MINUTE,
      amount,
    ]);
  expect(await found('max')).toEqual([[7, '-1'], [6, '6.5'], [4, '7'], [0, '9']]); // biome-ignore format: one line
  expect(await found('min')).toEqual([[7, '-1']]);
});

test('a long queue is read in parts, and the loop has its turns in between', async () => {
  const waiting = spool();
  const wallets = Array.from({ length: 50 }, (_, i) => wallet('123456789.00', { walletType: `TYPE_${i}` }));
  waiting.append(Array.from({ length: 2_000 }, (_, i) => observation(START + i * MINUTE, { wallets })));
  let turns = 0;
  const ticking = setInterval(() => turns++, 0);
  const found = await withSpooled(nothing, waiting, later)(['acme-ug'], lookback);
  clearInterval(ticking);
  expect(found).toHaveLength(50);
  expect(turns).toBeGreaterThan(20);
});

test('with what Postgres has, and without what is about payment options', async () => {
  const waiting = spool();
  waiting.append([optionPoll(START, []), poll(1, '8')]);
  const old = {
    account: 'acme-ug',
    currency: 'UGX',
    walletType: 'MERCHANT_PAYOUT',
    slot: START - 1,
    amount: amountOf('12'),
  };
  const found = await withSpooled(async () => [old], waiting, later)(['acme-ug'], lookback);
  const amounts = found.map(({ amount }) => amount).toSorted((a: Amount, b: Amount) => compareAmounts(b, a));
  expect(amounts).toEqual(['12', '8']);
});

test('what is drained to Postgres while the past is read is found, wherever it is by then', async () => {
  const waiting = spool();
  waiting.append(Array.from({ length: 60 }, (_, minute) => poll(minute, `${60 - minute}`)));
  const stored: PastValue[] = [];
  const drain = (most: number) => {
    for (const { id, result } of waiting.oldest(most)) {
      const [{ currency, walletType, available } = wallet('0')] = (result as Observation).wallets;
      const { account, slot } = result;
      stored.push({ account, currency, walletType, slot, amount: available! });
      waiting.remove([id]);
    }
  };
  const inPostgres = async () => {
    const read = [...stored];
    drain(30);
    return read;
  };
  const afterDraining: After = (ms, run) => {
    drain(5);
    return later(ms, run);
  };
  const found = await withSpooled(inPostgres, waiting, afterDraining)(['acme-ug'], lookback);
  const slots = new Set(found.map(({ slot }) => (slot - START) / MINUTE));
  expect([...slots].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, minute) => minute));
});
