// Observations and ledgers for tests of the store.
import { type Amount, amountOf } from '../../src/domain/money.ts';
import type { Observation } from '../../src/domain/observation.ts';
import type { WalletBalance } from '../../src/domain/wallet.ts';
import type { LedgerOptions, PostgresLedger } from '../../src/store/ledger/ledger.ts';
import { createLedger, createPaymentOptionLedger } from '../../src/store/ledger/ledger.ts';
import type { Pool } from '../../src/store/postgres/pool.ts';

/** A whole minute not long ago. */
export function recentSlot(): number {
  const now = Date.now(); // asked once: between two looks a minute may begin
  return now - (now % 60_000) - 60_000;
}

export function wallet(available: string | null, more: Partial<WalletBalance> = {}): WalletBalance {
  const amount: Amount | null = available === null ? null : amountOf(available);
  return {
    currency: 'UGX',
    walletType: 'MERCHANT_PAYOUT',
    available: amount,
    actual: amount,
    uncleared: amountOf('0'),
    reserve: amountOf('0.00'),
    exposable: true,
    ...more,
  };
}

export function observation(slot: number, more: Partial<Observation> = {}): Observation {
  return {
    account: 'acme-ug',
    slot,
    outcome: 'ok',
    startedAt: slot + 100,
    observedAt: slot + 350,
    durationMs: 250,
    httpStatus: 200,
    envelopeCode: 200,
    detail: null,
    wallets: [wallet('1250000.50')],
    unreadable: [],
    ...more,
  };
}

export function failure(slot: number, more: Partial<Observation> = {}): Observation {
  const none = { httpStatus: null, envelopeCode: null, wallets: [] };
  return observation(slot, { outcome: 'connect', detail: 'connection refused', ...none, ...more });
}

/** As {@link ledgerOf}, of payment options. */
export function optionLedgerOf(pool: Pool, replica = 'a', more: Partial<LedgerOptions> = {}) {
  return createPaymentOptionLedger(optionsOf(pool, replica, more));
}

/** A ledger of a replica whose knowledge lasts five minutes. */
export function ledgerOf(pool: Pool, replica = 'a', more: Partial<LedgerOptions> = {}): PostgresLedger {
  return createLedger(optionsOf(pool, replica, more));
}

function optionsOf(pool: Pool, replica: string, more: Partial<LedgerOptions>): LedgerOptions {
  return {
    pool,
    schema: '"floatwatch"',
    replica,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    staleAt: (_, slot) => slot + 300_000,
    ...more,
  };
}
