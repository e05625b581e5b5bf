// The limits of a payment option over time: what they are, and what those were that have changed lately. `monitor/alerts`
// keeps them for each option, `limit_changed` reads them.
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { LIMITS, sameAmount } from '../../domain/option-change.ts';
import type { PaymentOption } from '../../domain/payment-option.ts';

/** How long a changed limit is news, in milliseconds. Then it is how things are. */
export const NEWS_MS = 24 * 3_600_000;

type Limit = (typeof LIMITS)[number][1];

/** What a limit was, and when it changed. */
interface News {
  readonly amount: Amount;
  readonly changedAt: Instant;
}

/** The limits as last told, and what those were before that have changed lately. */
export interface LimitMemory {
  readonly known: Readonly<Partial<Record<Limit, Amount>>>;
  readonly before: Readonly<Partial<Record<Limit, News>>>;
}

export const NO_LIMITS: LimitMemory = { known: {}, before: {} };

/** The same when the clock was set back by so many milliseconds: what is news stays so for its time, and no longer. */
export function limitsDatedBack(memory: LimitMemory, ms: number): LimitMemory {
  return withNews(memory, (news) => ({ ...news, changedAt: news.changedAt - ms }));
}

/** The same at an instant: what has been news for its time is news no more, whatever is told of it. */
export function limitsAt(memory: LimitMemory, at: Instant): LimitMemory {
  return withNews(memory, (news) => (at - news.changedAt < NEWS_MS ? news : undefined));
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
    if (before[limit] && sameAmount(before[limit].amount, now)) delete before[limit];
    known[limit] = now;
  }
  return limitsAt({ known, before }, at);
}

/** The very same where nothing is news. */
function withNews(memory: LimitMemory, of: (news: News) => News | undefined): LimitMemory {
  if (Object.keys(memory.before).length === 0) return memory;
  const before: Partial<Record<Limit, News>> = {};
  for (const [, limit] of LIMITS) {
    const news = memory.before[limit] && of(memory.before[limit]);
    if (news) before[limit] = news;
  }
  return { known: memory.known, before };
}
