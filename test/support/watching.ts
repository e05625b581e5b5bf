import type { WalletRule } from '../../src/conditions/rule.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { Instant, Observation, Outcome } from '../../src/domain/observation.ts';
import type { WalletBalance } from '../../src/domain/wallet.ts';
import {
  type AlertEvaluatorOptions,
  createAlertEvaluator,
} from '../../src/monitor/alerts/alert-evaluator.ts';
import type { SelfReport } from '../../src/monitor/alerts/builtin.ts';
import type { BoardAccount } from '../../src/monitor/board/board-entry.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from './clock.ts';

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

/** A watch over `acme-ug` with PayoutFloatLow and no built-in alerts, unless told otherwise, and a clock moved by hand. */
export function watching(
  options: Partial<AlertEvaluatorOptions> = {},
  reports: () => readonly SelfReport[] = () => [],
  /** When the process begins. */
  begins = START,
) {
  const clock = handClock(begins);
  const all = { accounts: [account()], rules: [lowRule()], builtin: false, ...options };
  const watch = createAlertEvaluator(all, clock);
  return {
    clock,
    watch,
    options: all,
    /** Observes as the minute comes. */
    see(...args: Parameters<typeof polled>) {
      const ms = START + args[0] * MINUTE - clock.now();
      if (ms < 0) clock.step(ms);
      else clock.advance(ms);
      return watch.observe(polled(...args)).map(({ alert, transition }) => `${alert.rule} ${transition}`);
    },
    /** Lets the clock come to that minute, and looks at it. */
    wait(minute: number) {
      clock.advance(START + minute * MINUTE - clock.now());
      return watch.tick(reports()).map(({ alert, transition }) => `${alert.rule} ${transition}`);
    },
    alert: (rule = 'PayoutFloatLow') => watch.alerts().find((alert) => alert.rule === rule),
  };
}
