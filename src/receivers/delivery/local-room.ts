// What is let go of of the messages that wait on this machine, since it needn't be told, or too many wait. Pure.
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

/** Changes of what ends by these new ones: a change may have to wait for longer than the end, which says more. */
export function overtaken<T extends OutboxMessage>(
  messages: Iterable<T>,
  added: readonly OutboxMessage[],
): T[] {
  return among(messages, added, ({ kind }) => kind === 'update');
}

/** Beginnings and changes of the episodes whose ends are among `of`. */
export function restOf<T extends OutboxMessage>(messages: Iterable<T>, of: readonly OutboxMessage[]): T[] {
  return among(messages, of, ({ kind }) => kind !== 'resolve');
}

/** Of the episodes that end by some of these, what is asked for. */
function among<T extends OutboxMessage>(
  messages: Iterable<T>,
  some: readonly OutboxMessage[],
  is: (message: T) => boolean,
): T[] {
  const ended = new Set(some.filter(({ kind }) => kind === 'resolve').map(inEpisode));
  return ended.size === 0 ? [] : [...messages].filter((kept) => is(kept) && ended.has(inEpisode(kept)));
}

function inEpisode({ receiver, episode }: OutboxMessage): string {
  return `${receiver}/${episode}`;
}
