// What receivers call the messages that they were sent, on this machine: Postgres may be away when that is needed.
import type { OutboxMessage } from '../../monitor/alerts/outbox.ts';
import type { LaterWrites } from './later-writes.ts';
import { beyond } from './local-room.ts';

type EpisodeOf = Pick<OutboxMessage, 'receiver' | 'episode' | 'kind'>;

export interface MessageIds {
  /** Episodes of a receiver that share this id, as far as their ends haven't been told. */
  episodesOf(receiver: string, id: string): readonly string[];
  /** As {@link keepMessageId}, for many at once. */
  keepMessageIds(of: readonly EpisodeOf[], id: string | undefined): void;
  /** What the receiver calls the message of that episode; `null` if it has none, or isn't known here. */
  messageId(of: EpisodeOf): string | null;
  /** Remembers what the receiver calls it, until the end of the episode has been told. Doesn't throw. */
  keepMessageId(of: EpisodeOf, id: string | undefined): void;
  /**
   * As {@link keepMessageIds}, of a message that another replica has sent: it is known for the end alone. A change from here might
   * take back an end that the other has told.
   */
  keepIdOfOther(of: readonly EpisodeOf[], id: string): void;
}

const MAX_IDS = 10_000;

/** Those that are on the shelf, and those that come. */
export function createMessageIds(shelf: LaterWrites, kept: ReadonlyMap<string, string>): MessageIds {
  const own = createIds('message-id/', shelf, kept);
  const others = createIds('message-id-of-other/', shelf, kept); // apart: they take no room from one's own
  return {
    messageId: (of) => own.get(of) ?? (of.kind === 'resolve' ? others.get(of) : null),
    episodesOf: own.episodesOf,
    keepMessageId: (of, id) => keep([of], id),
    keepMessageIds: keep,
    keepIdOfOther: others.keep,
  };

  function keep(all: readonly EpisodeOf[], id: string | undefined): void {
    own.keep(all, id);
    others.keep(all, undefined); // what has ended is forgotten
  }
}

/** Those that are called so on the shelf. */
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
      // Ends that other replicas told of are not heard of here: the oldest go.
      for (const oldest of ids.size > MAX_IDS ? beyond(ids.keys(), MAX_IDS) : []) {
        ids.delete(oldest);
        changes.set(oldest, null);
      }
      shelf.saveLater(changes); // without, a successor sends a new message
    },
  };

  function nameOf({ receiver, episode }: Pick<EpisodeOf, 'receiver' | 'episode'>): string {
    return `${prefix}${receiver}/${episode}`;
  }
}
