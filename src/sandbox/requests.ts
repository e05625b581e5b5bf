// Counts requests per merchant, so that a test can show that nothing is polled twice. Used by `server.ts`.
import type { SandboxOperation } from './service.ts';

interface RequestCount {
  readonly balances: number;
  readonly options: number;
  /** How many of both a fault answered. */
  readonly spoilt: number;
  /** The most requests that were being answered at the same time. */
  readonly mostAtOnce: number;
}

export interface RequestCounts {
  /** Counts a request; call the returned function when it has been answered or its connection is gone. */
  begin(merchant: string, operation: SandboxOperation, spoilt: boolean): () => void;
  /** Requests with refused keys are counted under the empty name. */
  of(merchant: string): RequestCount;
}

export function createRequestCounts(): RequestCounts {
  const counts = new Map<string, { -readonly [Key in keyof RequestCount]: number } & { now: number }>();
  const of = (merchant: string) => {
    const found = counts.get(merchant) ?? { balances: 0, options: 0, spoilt: 0, mostAtOnce: 0, now: 0 };
    counts.set(merchant, found);
    return found;
  };
  return {
    begin(merchant, operation, spoilt) {
      const count = of(merchant);
      count[operation]++;
      if (spoilt) count.spoilt++;
      count.mostAtOnce = Math.max(count.mostAtOnce, ++count.now);
      return () => void count.now--;
    },
    of(merchant) {
      const { balances, options, spoilt, mostAtOnce } = of(merchant);
      return { balances, options, spoilt, mostAtOnce };
    },
  };
}
