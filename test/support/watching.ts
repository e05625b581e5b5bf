import { amountOf } from '../../src/domain/money.ts';
import type { Instant, Observation, Outcome } from '../../src/domain/observation.ts';
import type { WalletRule } from '../../src/domain/rule.ts';
import type { WalletBalance } from '../../src/domain/wallet.ts';
import type { BoardAccount } from '../../src/monitor/board.ts';
import { createSchedule } from '../../src/monitor/schedule.ts';

export const MINUTE = 60_000;
/** A whole minute: the first slot of most stories. */
export const START = Date.parse('2026-03-02T12:00:00Z');

/** A payout wallet in UGX with this much available, and nothing else in it. */
export function payout(available: string, walletType = 'MERCHANT_PAYOUT'): WalletBalance {
  const amount = amountOf(available);
  const nothing = amountOf('0');
  return {
    currency: 'UGX',
    walletType,
    available: amount,
    actual: amount,
    uncleared: nothing,
    reserve: nothing,
    exposable: true,
  };
}

/** A poll of `acme-ug` in the slot so many minutes after {@link START}. */
export function polled(
  minute: number,
  wallets: readonly WalletBalance[] | Outcome,
  change: Partial<Observation> = {},
): Observation {
  const slot: Instant = START + minute * MINUTE;
  const failed = typeof wallets === 'string';
  return {
    account: 'acme-ug',
    slot,
    outcome: failed ? wallets : 'ok',
    startedAt: slot,
    observedAt: slot + 300,
    durationMs: 300,
    httpStatus: failed ? null : 200,
    envelopeCode: failed ? null : 200,
    detail: null,
    wallets: failed ? [] : wallets,
    unreadable: [],
    ...change,
  };
}

export function account(name = 'acme-ug', change: Partial<BoardAccount> = {}): BoardAccount {
  return { name, schedule: createSchedule('* * * * *', 'UTC'), staleAfter: 2, expect: [], ...change };
}

/** PayoutFloatLow: available below 5,000,000, unless told otherwise. */
export function lowRule(change: Partial<WalletRule> = {}): WalletRule {
  return {
    name: 'PayoutFloatLow',
    severity: 'warning',
    wallets: { account: '*', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' },
    condition: {
      kind: 'below',
      field: 'available',
      threshold: amountOf('5000000'),
      clear: amountOf('5000000'),
    },
    forMs: 0,
    keepFiringForMs: 0,
    labels: {},
    annotations: {},
    ...change,
  };
}
