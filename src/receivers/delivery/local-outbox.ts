// Messages that wait on this machine, until Postgres has them or, while it is away, until they are sent.
import type { Outbox, OutboxMessage, Settled } from '../../monitor/alerts/outbox.ts';
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';
import type { Clock } from '../../monitor/clock.ts';

/** A message as it lies on the shelf. */
interface Lying extends OutboxMessage {
  attempts: number;
  notBefore: number;
  deadAt: number | null;
}

type EpisodeOf = Pick<OutboxMessage, 'receiver' | 'episode' | 'kind'>;

export interface LocalOutbox extends Outbox {
  /** Takes in messages; durable when it returns. What was just sent from here isn't taken in again. Throws when the shelf does. */
  put(messages: readonly OutboxMessage[]): void;
  /** What hasn't been sent or given up yet, oldest first. */
  all(receiver: string): readonly OutboxMessage[];
  /** Forgets a message: Postgres has it. */
  drop(message: OutboxMessage): void;
  /** What the receiver calls the message of that episode; `null` if it has none, or isn't known here. */
  messageId(of: EpisodeOf): string | null;
  /** Remembers what the receiver calls it, until the end of the episode has been told. Doesn't throw. */
  keepMessageId(of: EpisodeOf, id: string | undefined): void;
}

const PREFIX = 'outbox/';
const ID_PREFIX = 'message-id/';
const DAY_MS = 86_400_000;
const MAX_SENT = 10_000;
const MAX_MESSAGE_IDS = 10_000;

/** An outbox for this process alone, on a shelf that it shares with others. */
export function createLocalOutbox(shelf: KeyValueStore, clock: Clock): LocalOutbox {
  const messages = new Map<string, Lying>();
  const messageIds = new Map<string, string>();
  for (const [name, text] of shelf.loadStates()) {
    if (name.startsWith(PREFIX)) messages.set(name, JSON.parse(text) as Lying);
    if (name.startsWith(ID_PREFIX)) messageIds.set(name, text);
  }
  /** Names of the latest messages that were sent from here, and so are not known to Postgres. */
  const sent = new Set<string>();

  const outbox: LocalOutbox = {
    put(added) {
      const changes = new Map<string, string>();
      for (const message of added) {
        if (!isNew(message)) continue;
        const lying = { ...message, attempts: 0, notBefore: 0, deadAt: null };
        messages.set(nameOf(message), lying);
        changes.set(nameOf(message), JSON.stringify(lying));
      }
      if (changes.size > 0) shelf.saveStates(changes);
    },

    all: waiting,

    drop(message) {
      messages.delete(nameOf(message));
      shelf.saveStates(new Map([[nameOf(message), null]]));
    },

    messageId: (of) => messageIds.get(idNameOf(of)) ?? null,

    keepMessageId(of, id) {
      const name = idNameOf(of);
      if (of.kind === 'resolve' ? !messageIds.delete(name) : id === undefined) return;
      if (of.kind !== 'resolve' && id !== undefined) messageIds.set(name, id);
      const changes = new Map<string, string | null>([[name, messageIds.get(name) ?? null]]);
      // Ends that other replicas told of are not heard of here: the oldest go.
      for (const oldest of messageIds.keys()) {
        if (messageIds.size <= MAX_MESSAGE_IDS) break;
        messageIds.delete(oldest);
        changes.set(oldest, null);
      }
      try {
        shelf.saveStates(changes);
      } catch {
        // Known until this process ends; after that the receiver is sent a new message.
      }
    },

    async add(added) {
      outbox.put(added);
    },

    async claim(receiver, most, leaseMs) {
      const now = clock.now();
      const first = new Map<string, Lying>();
      for (const lying of waiting(receiver)) if (!first.has(lying.alert)) first.set(lying.alert, lying);
      const due = [...first.values()].filter(({ notBefore }) => notBefore <= now);
      const news = due.filter(({ kind }) => kind !== 'update');
      const updates = due.filter(({ kind }) => kind === 'update');
      return [...news, ...updates].slice(0, most).map((lying) => {
        lying.notBefore = now + leaseMs;
        return { ...lying, messageId: outbox.messageId(lying) };
      });
    },

    async settle(message, settled) {
      const lying = messages.get(nameOf(message));
      if (!lying) return;
      const replaced = lying.body !== message.body;
      if (settled.kind === 'done' && !replaced) {
        sent.add(nameOf(message));
        if (sent.size > MAX_SENT) sent.delete(sent.values().next().value!);
        return outbox.drop(message);
      }
      apply(lying, settled.kind === 'done' ? { kind: 'release' } : settled, clock.now());
      shelf.saveStates(new Map([[nameOf(message), JSON.stringify(lying)]]));
    },

    async count(receiver) {
      const since = clock.now() - DAY_MS;
      const dead = [...messages.values()].filter(
        (each) => each.receiver === receiver && (each.deadAt ?? 0) > since,
      );
      return { waiting: waiting(receiver).length, dead: dead.length };
    },
  };
  return outbox;

  function waiting(receiver: string): Lying[] {
    return [...messages.values()]
      .filter((each) => each.receiver === receiver && each.deadAt === null)
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  function isNew(message: OutboxMessage): boolean {
    const known = messages.get(nameOf(message));
    if (message.kind === 'update') return known?.body !== message.body;
    return !sent.has(nameOf(message)) && (!known || known.deadAt !== null);
  }
}

function apply(lying: Lying, settled: Exclude<Settled, { kind: 'done' }>, now: number): void {
  if (settled.kind === 'release') lying.notBefore = now;
  else {
    lying.attempts++;
    if (settled.kind === 'dead') lying.deadAt = now;
    else lying.notBefore = now + settled.afterMs;
  }
}

function nameOf({ receiver, key }: OutboxMessage): string {
  return `${PREFIX}${receiver}/${key}`;
}

function idNameOf({ receiver, episode }: EpisodeOf): string {
  return `${ID_PREFIX}${receiver}/${episode}`;
}
