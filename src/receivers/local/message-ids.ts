// Keeps the ids that receivers gave to messages on this machine: Postgres may be away when one is needed.
import type { OutboxMessage } from '../../monitor/alerts/outbox.ts';
import type { LaterWrites } from './later-writes.ts';
import { beyond } from './local-room.ts';

type EpisodeOf = Pick<OutboxMessage, 'receiver' | 'episode' | 'kind'>;

export interface MessageIds {
  /** Episodes of a receiver that share this id and whose ends have not been told. */
  episodesOf(receiver: string, id: string): readonly string[];
  /** As {@link keepMessageId}, for many at once. */
  keepMessageIds(of: readonly EpisodeOf[], id: string | undefined): void;
  /** The receiver's id for the message of that episode; `null` if there is none, or this machine doesn't know it. */
  messageId(of: EpisodeOf): string | null;
  /** Remembers the receiver's id until the end of the episode has been told. Doesn't throw. */
  keepMessageId(of: EpisodeOf, id: string | undefined): void;
  /**
   * As {@link keepMessageIds}, for a message that another replica has sent. The id is used for the end alone: an update from
   * here might take back an end that the other replica has told.
   */
  keepIdOfOther(of: readonly EpisodeOf[], id: string): void;
}

const MAX_IDS = 10_000;

/** Ids that are on the shelf, and those that come. */
export function createMessageIds(shelf: LaterWrites, kept: ReadonlyMap<string, string>): MessageIds {
  const own = createIds('message-id/', shelf, kept);
  const others = createIds('message-id-of-other/', shelf, kept); // kept apart, so that they take no room from this machine's own
  return {
    messageId: (of) => own.get(of) ?? (of.kind === 'resolve' ? others.get(of) : null),
    episodesOf: own.episodesOf,
    keepMessageId: (of, id) => keep([of], id),
    keepMessageIds: keep,
    keepIdOfOther: others.keep,
  };

  function keep(all: readonly EpisodeOf[], id: string | undefined): void {
    own.keep(all, id);
    others.keep(all, undefined); // forgets those that have ended
  }
}

/** Ids whose names on the shelf begin with this prefix. */
function createIds(prefix: string, shelf: LaterWrites, kept: ReadonlyMap<string, string>) {
  const ids = new Map([...kept].filter(([name]) => name.startsWith(prefix)));
  return {
    get: (of: EpisodeOf): string | null => ids.get(nameOf(of)) ?? null,

    episodesOf(receiver: string, id: string): readonly string[] {
      const start = nameOf({ receiver, episode: '' });
      return [...ids].flatMap(([name, kept]) =>
        kept === id && name.startsWith(start) ? [name.slice(start.length)] : [],
      );
    },

    keep(all: readonly EpisodeOf[], id: string | undefined): void {
      const changes = new Map<string, string | null>();
      for (const of of all) {
        const name = nameOf(of);
        if (of.kind === 'resolve' ? !ids.delete(name) : id === undefined) continue;
        if (of.kind !== 'resolve' && id !== undefined) ids.set(name, id);
        changes.set(name, ids.get(name) ?? null);
      }
      if (changes.size === 0) return;
      // This machine doesn't hear of ends that other replicas told, so the oldest ids go.
      for (const oldest of ids.size > MAX_IDS ? beyond(ids.keys(), MAX_IDS) : []) {
        ids.delete(oldest);
        changes.set(oldest, null);
      }
      shelf.saveLater(changes); // if this write fails, a successor sends a new message
    },
  };

  function nameOf({ receiver, episode }: Pick<EpisodeOf, 'receiver' | 'episode'>): string {
    return `${prefix}${receiver}/${episode}`;
  }
}
