// What stays of the answers of years.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { nameLabel } from '../../../src/upstream/records/label.ts';
import { readWallets } from '../../../src/upstream/wallet-service/wallets.ts';
import { envelope, opened, WALLET } from '../service.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The bytes that stay on the heap by what `work` returns, or leaves behind. */
function kept(work: () => unknown): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const result = work();
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  expect(result).toBeDefined();
  return bytes;
}

test('what is kept of an answer does not keep the answer', () => {
  const filler = 'x'.repeat(200_000);
  const readBig = (i: number) => {
    const names = {
      wallet_type: `MERCHANT_PAYOUT_${i}_LONG_ENOUGH_TO_BE_A_SLICE`,
      currency: 'US$ but longer than a word',
    };
    const amounts = { available_balance: `1234567890123456789.${i}` };
    const list = [
      { ...WALLET, ...names, ...amounts },
      { ...names, wallet_type: 'unreadable because of its amounts' },
    ];
    const data = opened(envelope(list, { message: filler + i }))?.data;
    return readWallets(data, { currency: null }, { onDeviation() {} });
  };
  readBig(0);
  const bytes = kept(() => Array.from({ length: 20 }, (_, i) => readBig(i)));
  expect(bytes).toBeLessThan(2 ** 20); // 20 answers are 4 MB
});

/** As a response has it: a string of its own each time. */
const fresh = (name: string) => Buffer.from(name).toString();

test('a name that all accounts share is kept once', () => {
  const name = 'N'.repeat(64);
  const bytes = kept(() => Array.from({ length: 50_000 }, () => nameLabel(fresh(name)).text));
  expect(bytes).toBeLessThan(2 ** 20); // 50,000 copies are 4 MB
});

// Once: the second time they would be known.
test('names that a service makes up do not fill the memory', { retry: 0 }, () => {
  const bytes = kept(() => {
    for (let i = 0; i < 100_000; i++) nameLabel(fresh(`${'N'.repeat(57)}_${i}`));
    return true;
  });
  expect(bytes).toBeLessThan(4 * 2 ** 20); // 100,000 are 15 MB
});
