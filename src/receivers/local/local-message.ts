// A message as it is kept on this machine. Pure.
import type {
  ClaimedMessage,
  ConcludedMessage,
  Conclusion,
  OutboxMessage,
  Settled,
} from '../../monitor/alerts/outbox.ts';

/** As it lies on the shelf. */
export interface SavedMessage extends OutboxMessage {
  attempts: number;
  /** What came of it here. */
  conclusion: Conclusion | null;
  /** When that was. */
  concludedAt: number;
}

export interface KeptMessage extends SavedMessage {
  /** By the monotonic clock. */
  notBefore: number;
  shared: boolean;
}

/** As 0.1.0 left it. */
interface Former {
  readonly deadAt?: number | null;
}

const PREFIX = 'outbox/';

/** What it is called on the shelf. */
export function nameOf({ receiver, key }: OutboxMessage): string {
  return `${PREFIX}${receiver}/${key}`;
}

/** As they lie on the shelf, by their names there. */
export function textsOf(messages: readonly KeptMessage[]): ReadonlyMap<string, string> {
  return new Map(
    messages.map((kept) => {
      const { notBefore: _, shared: __, ...saved } = kept;
      return [nameOf(kept), JSON.stringify(saved satisfies SavedMessage)];
    }),
  );
}

/** Those that are on a shelf, the oldest first; due at once, and not known to Postgres. */
export function messagesOn(shelf: ReadonlyMap<string, string>): KeptMessage[] {
  const found = [...shelf].filter(([name]) => name.startsWith(PREFIX));
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

/** One that comes. */
export function keptAnew(message: OutboxMessage): KeptMessage {
  const fresh = { attempts: 0, conclusion: null, concludedAt: 0, shared: false };
  return { ...message, ...fresh, notBefore: Number.NEGATIVE_INFINITY };
}

/** Notes how often they have been tried; returns them. */
export function triedSoOften(messages: readonly KeptMessage[], attempts: number): readonly KeptMessage[] {
  for (const kept of messages) kept.attempts = attempts;
  return messages;
}

/** One that Postgres gave us, and of which it could not be told what came of it. */
export function stranger(message: ClaimedMessage, settled: Settled): KeptMessage | undefined {
  if (settled.kind !== 'done' && settled.kind !== 'dead') return undefined;
  const { messageId: _, ...rest } = message;
  return { ...rest, conclusion: null, concludedAt: 0, notBefore: 0, shared: true };
}

/** News before changes of what is known. */
export function updatesLast(a: OutboxMessage, b: OutboxMessage): number {
  return Number(a.kind === 'update') - Number(b.kind === 'update');
}

/** Only a change takes the place of another. Who else tells of a beginning, or an end, has words of its own. */
export function saysTheSame({ kind, body }: OutboxMessage, other: OutboxMessage): boolean {
  return kind !== 'update' || body === other.body;
}

export function isWaiting({ conclusion }: KeptMessage): boolean {
  return conclusion === null;
}

export function isConcluded(kept: KeptMessage): kept is KeptMessage & ConcludedMessage {
  return kept.conclusion !== null;
}
