// What receivers call the messages that they were sent, on this machine: Postgres may be away when that is needed.
import type { OutboxMessage } from '../../monitor/alerts/outbox.ts';
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';

type EpisodeOf = Pick<OutboxMessage, 'receiver' | 'episode' | 'kind'>;

export interface MessageIds {
  /** What the receiver calls the message of that episode; `null` if it has none, or isn't known here. */
  messageId(of: EpisodeOf): string | null;
  /** Remembers what the receiver calls it, until the end of the episode has been told. Doesn't throw. */
  keepMessageId(of: EpisodeOf, id: string | undefined): void;
}

const PREFIX = 'message-id/';
const MAX_IDS = 10_000;

/** Those that are on the shelf, and those that come. */
export function createMessageIds(shelf: KeyValueStore, kept: ReadonlyMap<string, string>): MessageIds {
  const ids = new Map([...kept].filter(([name]) => name.startsWith(PREFIX)));
  return {
    messageId: (of) => ids.get(nameOf(of)) ?? null,

    keepMessageId(of, id) {
      const name = nameOf(of);
      if (of.kind === 'resolve' ? !ids.delete(name) : id === undefined) return;
      if (of.kind !== 'resolve' && id !== undefined) ids.set(name, id);
      const changes = new Map<string, string | null>([[name, ids.get(name) ?? null]]);
      // Ends that other replicas told of are not heard of here: the oldest go.
      for (const oldest of ids.keys()) {
        if (ids.size <= MAX_IDS) break;
        ids.delete(oldest);
        changes.set(oldest, null);
      }
      try {
        shelf.saveStates(changes);
      } catch {
        // Known until this process ends; after that the receiver is sent a new message.
      }
    },
  };
}

function nameOf({ receiver, episode }: EpisodeOf): string {
  return `${PREFIX}${receiver}/${episode}`;
}
