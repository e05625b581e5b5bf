// A message as it is kept on this machine. Pure.
import type {
  ClaimedMessage,
  ConcludedMessage,
  Conclusion,
  OutboxMessage,
  Settled,
} from '../../monitor/alerts/outbox.ts';

/** A message on the shelf. */
export interface SavedMessage extends OutboxMessage {
  attempts: number;
  /** What became of it here. */
  conclusion: Conclusion | null;
  /** When that happened. */
  concludedAt: number;
}

export interface KeptMessage extends SavedMessage {
  /** By the monotonic clock. */
  notBefore: number;
  shared: boolean;
}

/** The form of 0.1.0. */
interface Former {
  readonly deadAt?: number | null;
}

/** Begins the name of a message's record on the shelf. */
export const KEPT_MESSAGE = 'outbox/';

/** The name of a message on the shelf. */
export function nameOf({ receiver, key }: OutboxMessage): string {
  return `${KEPT_MESSAGE}${receiver}/${key}`;
}

/** Messages as the shelf stores them, by their names there. */
export function textsOf(messages: readonly KeptMessage[]): ReadonlyMap<string, string> {
  return new Map(
    messages.map((kept) => {
      const { notBefore: _, shared: __, ...saved } = kept;
      return [nameOf(kept), JSON.stringify(saved satisfies SavedMessage)];
    }),
  );
}

/** The messages on a shelf, oldest first. They are due at once, and count as unknown to Postgres. */
export function messagesOn(shelf: ReadonlyMap<string, string>): KeptMessage[] {
  const found = [...shelf].filter(([name]) => name.startsWith(KEPT_MESSAGE));
  const saved = found.map(([, text]) => JSON.parse(text) as SavedMessage & Former);
  return saved
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ deadAt = null, ...each }) => {
      const { conclusion = null, concludedAt = 0 } = each;
      return {
        ...{ ...each, notBefore: Number.NEGATIVE_INFINITY, shared: false },
        conclusion: deadAt === null ? conclusion : { kind: 'dead', detail: '' },
        concludedAt: deadAt ?? concludedAt,
      };
    });
}

/** A message that has just come. */
export function keptAnew(message: OutboxMessage): KeptMessage {
  const fresh = { attempts: 0, conclusion: null, concludedAt: 0, shared: false };
  return { ...message, ...fresh, notBefore: Number.NEGATIVE_INFINITY };
}

/** Notes how often these have been tried; returns them. */
export function triedSoOften(messages: readonly KeptMessage[], attempts: number): readonly KeptMessage[] {
  for (const kept of messages) kept.attempts = attempts;
  return messages;
}

/** A message that Postgres gave, and whose outcome Postgres could not be told; `undefined` if it has not ended. */
export function stranger(message: ClaimedMessage, settled: Settled): KeptMessage | undefined {
  if (settled.kind !== 'done' && settled.kind !== 'dead') return undefined;
  const { messageId: _, ...rest } = message;
  return { ...rest, conclusion: null, concludedAt: 0, notBefore: 0, shared: true };
}

/** Sorts updates behind beginnings and ends. */
export function updatesLast(a: OutboxMessage, b: OutboxMessage): number {
  return Number(a.kind === 'update') - Number(b.kind === 'update');
}

/**
 * Whether two messages with one name say the same. Only an update replaces another: a beginning or an end stays the same,
 * whichever replica wrote it.
 */
export function saysTheSame({ kind, body }: OutboxMessage, other: OutboxMessage): boolean {
  return kind !== 'update' || body === other.body;
}

export function isWaiting({ conclusion }: KeptMessage): boolean {
  return conclusion === null;
}

export function isConcluded(kept: KeptMessage): kept is KeptMessage & ConcludedMessage {
  return kept.conclusion !== null;
}
