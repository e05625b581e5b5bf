// The port of the outbox: notifications that wait to be sent. The receivers use it and the store implements it; neither
// imports the other, so it stands below both.
import type { Instant } from '../../domain/observation.ts';

/** What a notification says of an alert: that it fires, that it fires still and has changed, that it has ended. */
export type NotificationKind = 'fire' | 'update' | 'resolve';

/** One message to one receiver. The same on every replica: if two replicas add it, it is sent once. */
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

/** A message that only this replica sends until its lease is over. */
export interface ClaimedMessage extends OutboxMessage {
  /** How often it has been tried before. */
  readonly attempts: number;
  /** What the receiver calls the message that it was sent before in this episode; a line each where two replicas sent one. */
  readonly messageId: string | null;
}

/** How a message ended. */
export type Conclusion =
  /**
   * `messageId`: what the receiver calls it, if that can be used later. `untaken`: the receiver hasn't taken it, as far as
   * is known: it went into a message about many, was over before it could be told, or no answer came.
   */
  | { readonly kind: 'done'; readonly messageId?: string; readonly untaken?: true }
  /** Given up, and kept to be looked at. */
  | { readonly kind: 'dead'; readonly detail: string };

/** The result of an attempt to send a message. */
export type Settled =
  | Conclusion
  /** Not tried after all. */
  | { readonly kind: 'release' }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly detail: string };

/** A message that was sent, or given up. */
export interface ConcludedMessage extends OutboxMessage {
  readonly conclusion: Conclusion;
  /**
   * When it was concluded, by the clock of the replica that sent it.
   * @default now
   */
  readonly concludedAt?: Instant;
}

/** Stands for a message's id in an episode for which nothing was sent. */
export const NOTHING_SENT = 'quiet';

/** The prefix of a message's id when a message about many took its place: the rest says which one. */
export const TOLD_TOGETHER = 'group/';

/** Episodes that share a message. */
export interface Members {
  readonly lasting: readonly string[];
  /** The episodes known to have ended. */
  readonly ended: readonly string[];
  /** The ended ones still to be notified, with their ends' bodies: no later beginning was notified, or that is over, too. */
  readonly untold: ReadonlyMap<string, string>;
}

/** The queue of messages: a claimed message belongs to one replica until its lease is over. */
export interface MessageQueue {
  /**
   * Leases the oldest due message of each alert to this replica, updates last; no other replica gets them until the lease
   * is over.
   */
  claim(receiver: string, most: number, leaseMs: number): Promise<readonly ClaimedMessage[]>;
  /** Renews the lease of claimed messages of one receiver, from now on. */
  renew(messages: readonly ClaimedMessage[], leaseMs: number): Promise<void>;
  /**
   * Takes in the result of an attempt. An update that was replaced while it was sent is not done: it waits. When an end
   * was sent, all other waiting messages of its episode are settled.
   */
  settle(message: ClaimedMessage, settled: Settled): Promise<void>;
  /**
   * The episodes whose beginning is known there by this id of a message: whether their end has been told, and whether it
   * hasn't.
   */
  membersOf(receiver: string, messageId: string): Promise<Members>;
  /** Notes that the receiver knows the ends of these episodes, which were settled with this id of a message. */
  noteTold(receiver: string, messageId: string, episodes: readonly string[]): Promise<void>;
  /** How many messages of the receiver wait, and how many were given up within the last day. */
  count(receiver: string): Promise<{ readonly waiting: number; readonly dead: number }>;
}

/** The state of a message. */
export interface KnownMessage {
  readonly state: 'waiting' | 'done' | 'dead';
  /** See {@link ClaimedMessage}. */
  readonly messageId: string | null;
  /** How long ago the receiver took it, in milliseconds; `null` if it hasn't, as far as is known. */
  readonly takenMsAgo: number | null;
}

/** An episode that is over, of which the receiver was told that it has begun. */
export interface MissedEnd {
  /** Of the message about its beginning. */
  readonly body: string;
  readonly resolvedAt: Instant;
}

/** Messages on their way to receivers, shared by all replicas. Every method rejects when Postgres is away or slow. */
export interface Outbox extends MessageQueue {
  /**
   * Takes in messages; those whose (receiver, key) is known, also as sent long ago, change nothing, with two
   * exceptions: one that was given up waits again, as new, and an update takes the place of the last one.
   * An update of an episode whose end is known is dropped, and a beginning whose end was sent is settled.
   */
  add(messages: readonly OutboxMessage[]): Promise<void>;
  /** Takes in what was sent or given up elsewhere, whether or not it is known here. */
  conclude(messages: readonly ConcludedMessage[]): Promise<void>;
  /** The receivers among these that have a due message. */
  due(receivers: readonly string[]): Promise<ReadonlySet<string>>;
  /** The known messages of a receiver among these, by key. */
  knownByKey(receiver: string, keys: readonly string[]): Promise<ReadonlyMap<string, KnownMessage>>;
  /** These episodes last, as the replica says that reports them of itself; to be called again and again. */
  keep(receiver: string, episodes: readonly string[]): Promise<void>;
  /**
   * Episodes that are over, as alerts are remembered, or that a replica reported of itself and hasn't kept for a day, and of
   * whose ends nobody has brought a message; the oldest first. Not those of an alert that has begun to fire again, as the
   * receiver was told, or may be at any time by a message that was made up to `since`: their ends would take that back.
   */
  missedEnds(receiver: string, since: Instant): Promise<readonly MissedEnd[]>;
  /**
   * How long ago the receiver last took a message, whichever replica sent it, in milliseconds; `null` when it took none
   * within a day.
   */
  takenAgo(receiver: string): Promise<number | null>;
}

/** One notification of an episode to one receiver. */
export interface EpisodeDelivery {
  readonly receiver: string;
  readonly kind: NotificationKind;
  readonly createdAt: Instant;
  /** When it was settled; `null` while it waits. */
  readonly endedAt: Instant | null;
  /**
   * `together`: it is told of by a message about many. `unsent`: it was over before it could be told. `unknown`: nobody has
   * accepted it as far as is known, for no answer came, or its end was told first.
   */
  readonly state: 'accepted' | 'waiting' | 'given_up' | 'together' | 'unsent' | 'unknown';
  readonly attempts: number;
  /** The reason of the last refusal. */
  readonly detail: string | null;
}
