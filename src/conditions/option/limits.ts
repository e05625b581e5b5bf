// Remembers the limits of a payment option: the present ones, and the earlier ones of those that changed lately.
// `monitor/alerts` keeps them for each option, `limit_changed` reads them.
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { LIMITS, sameAmount } from '../../domain/option-change.ts';
import type { PaymentOption } from '../../domain/payment-option.ts';

/** How long a changed limit is news, in milliseconds. After that it is normal. */
export const NEWS_MS = 24 * 3_600_000;

type Limit = (typeof LIMITS)[number][1];

/** What a limit was, and when it changed. */
interface News {
  readonly amount: Amount;
  readonly changedAt: Instant;
}

/** The limits as last sent, and the earlier ones of those that changed lately. */
export interface LimitMemory {
  readonly known: Readonly<Partial<Record<Limit, Amount>>>;
  readonly before: Readonly<Partial<Record<Limit, News>>>;
}

export const NO_LIMITS: LimitMemory = { known: {}, before: {} };

/** The memory after the clock was set back by `ms`: news stays news for its time, and no longer. */
export function limitsDatedBack(memory: LimitMemory, ms: number): LimitMemory {
  return withNews(memory, (news) => ({ ...news, changedAt: news.changedAt - ms }));
}

/** The memory at an instant, without changes that are no longer news. */
export function limitsAt(memory: LimitMemory, at: Instant): LimitMemory {
  return withNews(memory, (news) => (at - news.changedAt < NEWS_MS ? news : undefined));
}

/** Takes in the limits of a sample. One that wasn't sent is unknown, not changed; one that changed back is no longer news. */
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
    if (before[limit] && sameAmount(before[limit].amount, now)) delete before[limit];
    known[limit] = now;
  }
  return limitsAt({ known, before }, at);
}

/** Returns the same object when nothing is news. */
function withNews(memory: LimitMemory, of: (news: News) => News | undefined): LimitMemory {
  if (Object.keys(memory.before).length === 0) return memory;
  const before: Partial<Record<Limit, News>> = {};
  for (const [, limit] of LIMITS) {
    const news = memory.before[limit] && of(memory.before[limit]);
    if (news) before[limit] = news;
  }
  return { known: memory.known, before };
}
