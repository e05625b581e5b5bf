// What one look at a payment option says of a condition. Pure; exact decimals throughout.
import type { Evaluation } from './alert.ts';
import { formatDuration } from './duration.ts';
import { type Amount, compareAmounts } from './money.ts';
import type { Instant } from './observation.ts';
import { LIMITS, sameAmount } from './option-change.ts';
import type { PaymentOption } from './payment-option.ts';
import type { OptionCondition } from './rule.ts';

/** How long a changed limit is news. Then it is how things are. */
export const NEWS_MS = 24 * 3_600_000;

/** What one finished poll told of one payment option. */
export type PaymentOptionSample =
  | { readonly kind: 'seen'; readonly option: PaymentOption }
  | { readonly kind: 'unreadable' } // named by the response, but not to be believed
  | { readonly kind: 'missing' } // a good response doesn't name it
  | { readonly kind: 'failed' }; // no good response

type Limit = (typeof LIMITS)[number][1];

/** The limits as last told, and what those were before that have changed lately. */
export interface LimitMemory {
  readonly known: Readonly<Partial<Record<Limit, Amount>>>;
  readonly before: Readonly<Partial<Record<Limit, { readonly amount: Amount; readonly changedAt: Instant }>>>;
}

export const NO_LIMITS: LimitMemory = { known: {}, before: {} };

const UNKNOWN: Evaluation = { verdict: 'unknown', value: null, threshold: null };

/** Takes in the limits of a look. One that isn't told is unknown, not changed; one that returns is news no more. */
export function learnLimits(memory: LimitMemory, option: PaymentOption, at: Instant): LimitMemory {
  const known = { ...memory.known };
  const before = { ...memory.before };
  for (const [, limit] of LIMITS) {
    const now = option[limit];
    if (now === null) continue;
    const last = known[limit];
    if (last !== undefined && !sameAmount(last, now)) {
      before[limit] = { amount: before[limit]?.amount ?? last, changedAt: at };
    }
    const news = before[limit];
    if (news && (sameAmount(news.amount, now) || at - news.changedAt >= NEWS_MS)) delete before[limit];
    known[limit] = now;
  }
  return { known, before };
}

/** Judges each condition but `wallet_below_min`, which is about a wallet. `memory` has learned from this look. */
export function evaluatePaymentOption(
  condition: Exclude<OptionCondition, { kind: 'wallet_below_min' }>,
  sight: PaymentOptionSample,
  memory: LimitMemory,
): Evaluation {
  switch (condition.kind) {
    case 'inactive_for': {
      if (sight.kind !== 'seen' || sight.option.active === null) return UNKNOWN;
      const { active } = sight.option;
      const threshold = formatDuration(condition.ms);
      return { verdict: active ? 'clear' : 'met', value: active ? 'active' : 'inactive', threshold };
    }
    case 'vanished':
      if (sight.kind === 'failed') return UNKNOWN;
      return { verdict: sight.kind === 'missing' ? 'met' : 'clear', value: null, threshold: null };
    case 'limit_changed': {
      if (sight.kind !== 'seen') return UNKNOWN;
      const changes = LIMITS.flatMap(([field, limit]) => {
        const news = memory.before[limit];
        return news ? [`${field} ${news.amount} → ${memory.known[limit]}`] : [];
      });
      const value = changes.length === 0 ? null : changes.join(', ');
      return { verdict: value === null ? 'clear' : 'met', value, threshold: null };
    }
  }
}

/**
 * Judges `wallet_below_min`: what a payout wallet holds against the smallest payout of any active option.
 *
 * Whatever isn't told might be the option that still works: with an unknown one among `payouts` the answer is either
 * clear or unknown. Without any active option there is nothing to compare with: unknown.
 */
export function evaluateBelowMin(
  available: Amount | null,
  payouts: readonly PaymentOption[],
  hasUnreadable: boolean,
): Evaluation {
  if (available === null) return UNKNOWN;
  const active = payouts.filter((option) => option.active === true);
  const minima = active.flatMap(({ min }) => (min === null ? [] : [min]));
  const [first, ...others] = minima;
  if (first === undefined) return UNKNOWN;
  const smallest = others.reduce((least, min) => (compareAmounts(min, least) < 0 ? min : least), first);
  const judgement = { value: available, threshold: smallest };
  if (compareAmounts(available, smallest) >= 0) return { verdict: 'clear', ...judgement };
  const uncertain =
    hasUnreadable || minima.length < active.length || payouts.some((option) => option.active === null);
  return uncertain ? UNKNOWN : { verdict: 'met', ...judgement };
}
