// Notifications that wait to be sent. The receivers use this and the store implements it; neither imports the other, so
// it stands below both.
import type { Instant } from '../../domain/observation.ts';

/** What a notification says of an alert: that it fires, that it fires still and has changed, that it has ended. */
export type NotificationKind = 'fire' | 'update' | 'resolve';

/** One message to one receiver. The same for every replica: whoever brings it twice, it is sent once. */
export interface OutboxMessage {
  readonly receiver: string;
  /** Stable over retries, restarts and replicas. */
  readonly key: string;
  /** The alert's identity: its messages are sent in their order. */
  readonly alert: string;
  readonly kind: NotificationKind;
  /** The same for all messages about one time that the alert fires. */
  readonly episode: string;
  readonly body: string;
  readonly createdAt: Instant;
}

/** A message that is ours to send until its lease is over. */
export interface ClaimedMessage extends OutboxMessage {
  /** How often it has been tried before. */
  readonly attempts: number;
  /** What the receiver calls the message that it was sent before in this episode. */
  readonly messageId: string | null;
}

/** What became of an attempt to send a message. */
export type Settled =
  /** `messageId`: what the receiver calls it, if that can be used later. */
  | { readonly kind: 'done'; readonly messageId?: string }
  /** Not tried after all. */
  | { readonly kind: 'release' }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly detail: string }
  /** Given up, and kept to be looked at. */
  | { readonly kind: 'dead'; readonly detail: string };

/** Messages on their way to receivers. Every method rejects when Postgres is away or slow. */
export interface Outbox {
  /**
   * Takes in messages; those whose (receiver, key) is known, also as sent long ago, change nothing, with two
   * exceptions: one that was given up waits again, as new, and an update takes the place of the last one.
   * An update of an episode whose end is known is dropped.
   */
  add(messages: readonly OutboxMessage[]): Promise<void>;
  /**
   * The oldest message of each alert that is due, updates last, leased to us; nobody else gets them until the lease is
   * over.
   */
  claim(receiver: string, most: number, leaseMs: number): Promise<readonly ClaimedMessage[]>;
  /** An update that was replaced while it was sent is not done: it waits. */
  settle(message: ClaimedMessage, settled: Settled): Promise<void>;
  /** How many messages of the receiver wait, and how many were given up within the last day. */
  count(receiver: string): Promise<{ readonly waiting: number; readonly dead: number }>;
}
