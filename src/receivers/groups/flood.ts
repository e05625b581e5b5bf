// Decides when so many alerts of one rule begin at once that they are told in one message. No I/O.
import type { Clock } from '../../monitor/clock.ts';

const GROUP_FROM = 5; // beginnings of one rule
export const TOGETHER_MS = 60_000; // within which they come

export interface Flood {
  /**
   * Whether these beginnings, with those of the rule let through in the last minute, are enough for a group. If not, they are
   * let through.
   */
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
