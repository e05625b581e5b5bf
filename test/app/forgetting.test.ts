// What somebody wants forgotten is, unless a response has named it since.
import { expect, test } from 'vitest';
import { createForgetting, type ForgettingOptions } from '../../src/app/forgetting.ts';
import type { WalletId } from '../../src/domain/wallet.ts';
import { createForgottenReader, forgetWallet } from '../../src/store/alerts/forgotten-wallets.ts';
import { exceptOn } from '../support/except-on.ts';
import { ledgerOf, observation, recentSlot, wallet } from '../support/ledger.ts';
import { execute, heldTransaction, type TestDatabase, testDatabase } from '../support/postgres.ts';

const NOW = Date.parse('2026-03-02T04:00:00Z');
const MINUTE_MS = 60_000;

/** Whether a wallet that was last named then is forgotten, when somebody wanted that a minute ago. */
async function isForgotten({ namedAt }: { namedAt: number }): Promise<boolean> {
  const forgotten: string[] = [];
  const wallet = { currency: 'UGX', walletType: 'CLOSED' };
  const look = createForgetting({
    clock: { now: () => NOW },
    readForgotten: async () => [{ account: 'acme', ...wallet, forgottenAt: NOW - MINUTE_MS }],
    board: {
      account: () => ({ wallets: [{ ...wallet, observedAt: namedAt }] }),
      forget: () => forgotten.push('board'),
    },
    alerting: { forget: () => forgotten.push('alerts') },
    forgotten: { add() {} },
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

/** Looks at the database; `told` is what has been forgotten, each time that it was. */
async function lookingAt(db: TestDatabase) {
  const told: string[] = [];
  const look = createForgetting({
    clock: { now: () => Date.now() },
    readForgotten: createForgottenReader(db.pool, '"floatwatch"'),
    board: {
      account: () => undefined,
      forget: (_: string, { walletType }: WalletId) => told.push(walletType),
    },
    alerting: { forget() {} },
    forgotten: { add() {} },
    log: { info() {}, debug() {} },
    recalled: Promise.resolve(),
  } as unknown as ForgettingOptions);
  await Promise.resolve(); // what was known before the start is known
  const closed = { account: 'acme', currency: 'UGX', by: 'ops', reason: null, once: true };
  const forget = (walletType: string) => forgetWallet(db.pool, '"floatwatch"', { ...closed, walletType });
  return { look, told, forget };
}

const INSERT = 'INSERT INTO floatwatch.forgotten_wallet (account, currency, wallet_type, forgotten_by';

exceptOn('citus', 'its reference tables are written by one at a time')(
  'of two that are forgotten at once, the one that began first and is stored last is too, once',
  async () => {
    await using db = await testDatabase();
    const { look, told, forget } = await lookingAt(db);
    await using slow = await heldTransaction(db.url, `${INSERT}) VALUES ('acme', 'UGX', 'SLOW', 'ops')`);
    await forget('QUICK');
    await look();
    expect(told).toEqual(['QUICK']);
    await slow.commit();
    await look();
    await look();
    expect(told).toEqual(['QUICK', 'SLOW']);
  },
);

test('what was seen in a poll during which our clock was set ahead is no evidence that a wallet is named since', async () => {
  await using db = await testDatabase();
  const { look, told, forget } = await lookingAt(db);
  const of = (walletType: string) => ({ account: 'acme', wallets: [wallet('5.00', { walletType })] });
  const slot = recentSlot();
  const ledger = ledgerOf(db.pool);
  await ledger.complete([observation(slot, { ...of('CLOSED'), observedAt: Date.now() + 70 * MINUTE_MS })]);
  await ledger.complete([observation(slot - MINUTE_MS, { ...of('OPEN'), observedAt: Date.now() + 30_000 })]);
  await forget('CLOSED');
  await forget('OPEN');
  await look();
  expect(told).toEqual(['CLOSED']);
});

test('what is forgotten after the clock of the database was set back is, once', async () => {
  await using db = await testDatabase();
  const { look, told, forget } = await lookingAt(db);
  const ahead = `${INSERT}, forgotten_at) VALUES ('acme', 'UGX', 'AHEAD', 'ops', now() + interval '1 hour')`;
  await execute(db.url, ahead);
  await look();
  await forget('LATER');
  await look();
  await look();
  expect(told).toEqual(['AHEAD', 'LATER']);
});
