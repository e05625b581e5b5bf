// Decides when within its interval an account is polled. The scheduler uses it.
import type { Instant } from '../../domain/observation.ts';
import type { Schedule } from './schedule.ts';

const SHARE = 10; // an account starts within the first tenth of its interval,
const MAX_MS = 10_000; // and within ten seconds

/** Spreads the accounts of a schedule over the start of the interval; each is always at the same place. */
export function jitter(account: string, slot: Instant, schedule: Schedule): number {
  const interval = (schedule.next(slot) ?? slot) - slot;
  let hash = 0x811c9dc5; // FNV-1a
  for (const byte of Buffer.from(account)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % Math.max(1, Math.min(Math.floor(interval / SHARE), MAX_MS));
}
