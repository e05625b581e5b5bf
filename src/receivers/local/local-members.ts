// Episodes that share a message, as far as this machine knows of them.
import {
  type Conclusion,
  type Members,
  NOTHING_SENT,
  type OutboxMessage,
} from '../../monitor/alerts/outbox.ts';

interface Concluded extends OutboxMessage {
  conclusion: Conclusion | null;
}

/** Takes this id off the ends of these episodes, because they were told; returns the ends. */
export function takeIds<T extends Concluded>(
  messages: readonly T[],
  id: string,
  episodes: readonly string[],
): T[] {
  const told = endsOf(messages, id).filter(({ episode }) => episodes.includes(episode));
  for (const end of told) end.conclusion = { kind: 'done', untaken: true };
  return told;
}

/** The episodes among a receiver's messages that share this id. The caller knows which are `lasting`. */
export function membersIn(messages: readonly Concluded[], id: string, lasting: readonly string[]): Members {
  const ends = endsOf(messages, id);
  const isOver = ({ kind, conclusion }: Concluded) => kind === 'resolve' && conclusion?.kind === 'done';
  const over = new Set(messages.filter(isOver).map(({ episode }) => episode));
  const begun = new Map<string, number>();
  for (const each of messages) {
    const isTold = each.kind === 'fire' && each.conclusion?.kind === 'done' && idOf(each) !== NOTHING_SENT;
    if (isTold && !over.has(each.episode))
      begun.set(each.alert, Math.max(each.createdAt, begun.get(each.alert) ?? 0));
  }
  const untold = ends.filter(({ alert, createdAt }) => (begun.get(alert) ?? 0) <= createdAt);
  return {
    lasting,
    ended: ends.map(({ episode }) => episode),
    untold: new Map(untold.map(({ episode, body }) => [episode, body])),
  };
}

/** Ends that the message of this id has still to tell: they bear the id until then. */
function endsOf<T extends Concluded>(messages: readonly T[], id: string): T[] {
  return messages.filter((each) => each.kind === 'resolve' && idOf(each) === id);
}

function idOf({ conclusion }: Concluded): string | undefined {
  return conclusion?.kind === 'done' ? conclusion.messageId : undefined;
}
