// What is let go of when too many messages wait on this machine. Pure.
import type { Conclusion, OutboxMessage } from '../../monitor/alerts/outbox.ts';

interface Waiting extends OutboxMessage {
  readonly attempts: number;
  readonly conclusion: Conclusion | null;
  readonly shared: boolean;
}

export const MAX_WAITING = 10_000; // while the receiver is away too; of more only what lasts

/** What came and went while nobody could be told of it, the oldest first, until few enough wait without it. */
export function tooMany<T extends Waiting>(messages: readonly T[]): T[] {
  const waiting = messages.filter(({ conclusion, shared }) => !shared && conclusion === null);
  const ended = new Set(waiting.filter(({ kind }) => kind === 'resolve').map(inEpisode));
  const untold = new Set<string>();
  for (const kept of waiting) {
    if (waiting.length - 2 * untold.size <= MAX_WAITING) break;
    if (kept.kind === 'fire' && kept.attempts === 0 && ended.has(inEpisode(kept)))
      untold.add(inEpisode(kept));
  }
  return waiting.filter((kept) => untold.has(inEpisode(kept)));
}

function inEpisode({ receiver, episode }: OutboxMessage): string {
  return `${receiver}/${episode}`;
}
