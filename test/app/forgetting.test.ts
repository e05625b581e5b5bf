// What somebody wants forgotten is, unless a response has named it since.
import { expect, test } from 'vitest';
import { createForgetting, type ForgettingOptions } from '../../src/app/forgetting.ts';

const NOW = Date.parse('2026-03-02T04:00:00Z');
const MINUTE_MS = 60_000;

/** Whether a wallet that was last named then is forgotten, when somebody wanted that a minute ago. */
async function isForgotten({ namedAt }: { namedAt: number }): Promise<boolean> {
  const forgotten: string[] = [];
  const wallet = { currency: 'UGX', walletType: 'CLOSED' };
  const look = createForgetting({
    clock: { now: () => NOW },
    readForgotten: async () => [{ account: 'acme', ...wallet, forgottenAt: NOW - MINUTE_MS, mark: '1' }],
    board: {
      account: () => ({ wallets: [{ ...wallet, observedAt: namedAt }] }),
      forget: () => forgotten.push('board'),
    },
    alerting: { forget: () => forgotten.push('alerts') },
    log: { info() {}, debug() {} },
    recalled: Promise.resolve(),
  } as unknown as ForgettingOptions);
  await Promise.resolve(); // what was known before the start is known
  await look();
  return forgotten.length === 2;
}

test('one that a response has named since is left alone', async () => {
  expect(await isForgotten({ namedAt: NOW - 2 * MINUTE_MS })).toBe(true);
  expect(await isForgotten({ namedAt: NOW - 1_000 })).toBe(false);
  expect(await isForgotten({ namedAt: NOW + 30_000 })).toBe(false); // clocks differ a little
});

test('one that was last named while our clock was ahead, which is set right now, is forgotten', async () => {
  expect(await isForgotten({ namedAt: NOW + 50 * MINUTE_MS })).toBe(true);
});
