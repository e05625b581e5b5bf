// The limits of a payment option over time: what they are, and what those were that have changed lately. `monitor/alerts`
// keeps them for each option, `limit_changed` reads them.
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { LIMITS, sameAmount } from '../../domain/option-change.ts';
import type { PaymentOption } from '../../domain/payment-option.ts';

/** How long a changed limit is news, in milliseconds. Then it is how things are. */
export const NEWS_MS = 24 * 3_600_000;

type Limit = (typeof LIMITS)[number][1];

/** The limits as last told, and what those were before that have changed lately. */
export interface LimitMemory {
  readonly known: Readonly<Partial<Record<Limit, Amount>>>;
  readonly before: Readonly<Partial<Record<Limit, { readonly amount: Amount; readonly changedAt: Instant }>>>;
}

export const NO_LIMITS: LimitMemory = { known: {}, before: {} };

/** The same when the clock was set back by so many milliseconds: what is news stays so for its time, and no longer. */
export function limitsDatedBack({ known, before }: LimitMemory, ms: number): LimitMemory {
  const earlier: Partial<Record<Limit, { readonly amount: Amount; readonly changedAt: Instant }>> = {};
  for (const [, limit] of LIMITS) {
    const news = before[limit];
    if (news) earlier[limit] = { ...news, changedAt: news.changedAt - ms };
  }
  return { known, before: earlier };
}

/** Takes in the limits of a sample. One that isn't told is unknown, not changed; one that returns is news no more. */
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
