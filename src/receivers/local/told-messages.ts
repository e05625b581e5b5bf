// Remembers on this machine which beginnings and ends receivers were told of. A successor is told of all alerts as they stand,
// and Postgres, which knows what was sent, may be away by then.
import type { OutboxMessage } from '../../monitor/alerts/outbox.ts';
import type { LaterWrites } from './later-writes.ts';
import { beyond } from './local-room.ts';

type MessageOf = Pick<OutboxMessage, 'receiver' | 'episode' | 'kind'>;

export interface ToldMessages {
  /** Whether the receiver was told of that message, or of the end of its episode, as far as is remembered. */
  has(message: MessageOf): boolean;
  /** Remembers that the receiver was told of these. Doesn't throw. */
  note(messages: readonly MessageOf[]): void;
}

const PREFIX = 'told/';
const MAX_TOLD = 10_000;

/** Messages that are on the shelf, and those that come. */
export function createToldMessages(
  shelf: LaterWrites,
  kept: ReadonlyMap<string, string>,
  now: () => number,
): ToldMessages {
  const onShelf = [...kept].filter(([name]) => name.startsWith(PREFIX));
  const told = new Set(onShelf.sort(([, a], [, b]) => Number(a) - Number(b)).map(([name]) => name));
  return {
    has: (message) => told.has(nameOf(message)) || told.has(nameOf({ ...message, kind: 'resolve' })),

    note(messages) {
      const changes = new Map<string, string | null>();
      for (const message of messages) {
        if (message.kind === 'update' || message.episode === '') continue; // 0.1.0 had no episodes
        const begun = nameOf({ ...message, kind: 'fire' });
        if (message.kind === 'resolve' && told.delete(begun)) changes.set(begun, null);
        told.add(nameOf(message));
        changes.set(nameOf(message), String(now()));
      }
      for (const oldest of told.size > MAX_TOLD ? beyond(told, MAX_TOLD) : []) {
        told.delete(oldest);
        changes.set(oldest, null);
      }
      shelf.saveLater(changes);
    },
  };
}

function nameOf({ receiver, episode, kind }: MessageOf): string {
  return `${PREFIX}${receiver}/${episode}/${kind}`;
}
