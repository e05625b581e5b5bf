// Decides which of the messages that wait on this machine are dropped: those that no longer need to be told, and the oldest
// when too many wait. Pure.
import { ascending } from '../../domain/order.ts';
import type { Conclusion, OutboxMessage } from '../../monitor/alerts/outbox.ts';

interface Waiting extends OutboxMessage {
  readonly attempts: number;
  readonly conclusion: Conclusion | null;
  readonly shared: boolean;
}

export const MAX_WAITING = 10_000; // while the receiver is away too; beyond this, only alerts that last keep their messages

/**
 * Decides which names on the shelf must go so that at most `most` are left. Receivers with the most names lose their oldest: a
 * receiver with hundreds of recipients takes no room from the others.
 */
export function beyond(names: Iterable<string>, most: number): string[] {
  const ofReceivers = [...Map.groupBy(names, receiverIn).values()];
  const share = shareOf(ofReceivers, most);
  return ofReceivers.flatMap((own) => own.slice(0, Math.max(0, own.length - share)));
}

/**
 * Messages about alerts that began and ended while nobody could be told, oldest first, until few enough wait without them.
 * Receivers share the room.
 */
export function tooMany<T extends Waiting>(messages: readonly T[]): T[] {
  const waiting = messages.filter(({ conclusion, shared }) => !shared && conclusion === null);
  const ofReceivers = [...Map.groupBy(waiting, ({ receiver }) => receiver.split('/', 1)[0]!).values()];
  const share = shareOf(ofReceivers, MAX_WAITING);
  return ofReceivers.flatMap((own) => cameAndWent(own, share));
}

/** How many each may keep so that all together keep at most `most`. Where some need less, the others may keep more. */
function shareOf(all: readonly { readonly length: number }[], most: number): number {
  let [left, others] = [most, all.length];
  for (const length of all.map((each) => each.length).sort(ascending)) {
    if (length * others > left) return Math.floor(left / others);
    left -= length;
    others--;
  }
  return most;
}

function cameAndWent<T extends Waiting>(waiting: readonly T[], most: number): T[] {
  const ended = new Set(waiting.filter(({ kind }) => kind === 'resolve').map(inEpisode));
  const untold = new Set<string>();
  for (const kept of waiting) {
    if (waiting.length - 2 * untold.size <= most) break;
    if (kept.kind === 'fire' && kept.attempts === 0 && ended.has(inEpisode(kept)))
      untold.add(inEpisode(kept));
  }
  return waiting.filter((kept) => untold.has(inEpisode(kept)));
}

/** Updates of episodes that end by these new messages. An update may have to wait longer than the end, which says more. */
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

/** Messages of the episodes that end by `some`, as far as `is` asks for them. */
function among<T extends OutboxMessage>(
  messages: Iterable<T>,
  some: readonly OutboxMessage[],
  is: (message: T) => boolean,
): T[] {
  const ended = new Set(some.filter(({ kind }) => kind === 'resolve').map(inEpisode));
  return ended.size === 0 ? [] : [...messages].filter((kept) => is(kept) && ended.has(inEpisode(kept)));
}

/** The receiver's own name, without the recipient, in the name of an entry: `told/mail/ops@example.com/…`. */
function receiverIn(name: string): string {
  const from = name.indexOf('/') + 1;
  return name.slice(from, name.indexOf('/', from)); // no receiver's name has a slash
}

function inEpisode({ receiver, episode }: OutboxMessage): string {
  return `${receiver}/${episode}`;
}
