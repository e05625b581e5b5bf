// Gathers several claims, so that beginnings that come together become one message and not one for each claim.
import type { ClaimedMessage } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';

/** Messages in one claim. */
export const MAX_PER_CLAIM = 1_000;
const MAX_TOGETHER = 20_000;

export interface GatherOptions {
  readonly clock: Clock;
  /** How long a claimed message belongs to this replica alone, in milliseconds. Gathering takes a quarter of that at most. */
  readonly leaseMs: number;
  /** Claims what else is due. */
  claim(): Promise<readonly ClaimedMessage[]>;
  /** Those of the claimed messages that may be told now. */
  heard(claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]>;
  /** Whether a message may be told together with others. */
  takes(message: ClaimedMessage): boolean;
}

/** Returns the claimed messages, and others that are due, as far as they may be told now. Rejects when the queue does. */
export async function gather(
  claimed: readonly ClaimedMessage[],
  { clock, leaseMs, claim, heard, takes }: GatherOptions,
): Promise<readonly ClaimedMessage[]> {
  const endAt = clock.monotonic() + leaseMs / 4;
  const all: ClaimedMessage[] = [];
  for (let next = claimed; ; next = await claim()) {
    const now = await heard(next);
    all.push(...now);
    const isMore = next.length >= MAX_PER_CLAIM && all.length < MAX_TOGETHER && now.some(takes);
    if (!isMore || clock.monotonic() >= endAt) return all;
  }
}
