// How many messages are looked at together. What falls together is one message, and mustn't be one for each claim.
import type { ClaimedMessage } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';

/** In one claim. */
export const MAX_PER_CLAIM = 1_000;
const MAX_TOGETHER = 20_000;

export interface GatherOptions {
  readonly clock: Clock;
  /** How long what is claimed is nobody else's, in milliseconds: it is gathered for a quarter of that at most. */
  readonly leaseMs: number;
  /** What else is due. */
  claim(): Promise<readonly ClaimedMessage[]>;
  /** Those of them that may be told now. */
  heard(claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]>;
  /** Whether one may be told together with others. */
  takes(message: ClaimedMessage): boolean;
}

/** Of what was claimed, and what else is due, that which may be told now. Rejects when the queue does. */
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
