// When beginnings of one rule are so many at once that they are told as one. No I/O.
import type { Clock } from '../../monitor/clock.ts';

const GROUP_FROM = 5; // beginnings of one rule
export const TOGETHER_MS = 60_000; // within which they come

export interface Flood {
  /** Whether these beginnings fall together, with those of the rule that were let through before; else they are let through. */
  isOf(rule: string, keys: readonly string[]): boolean;
}

/** For one receiver. */
export function createFlood(clock: Clock): Flood {
  /** When beginnings were let through, by rule and then by key: the first few are told one by one. */
  const single = new Map<string, Map<string, number>>();
  return {
    isOf(rule, keys) {
      const now = clock.monotonic();
      const before = new Map([...(single.get(rule) ?? [])].filter(([, at]) => now - at < TOGETHER_MS));
      for (const key of keys) before.set(key, now);
      const isFlood = before.size >= GROUP_FROM;
      if (isFlood) single.delete(rule);
      else single.set(rule, before);
      return isFlood;
    },
  };
}
