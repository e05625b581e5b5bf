// The port of the outbox: notifications that wait to be sent. The receivers use it and the store implements it; neither
// imports the other, so it stands below both.
import type { Instant } from '../../domain/observation.ts';

/** What a notification says about an alert: it fires, it still fires and has changed, or it has ended. */
export type NotificationKind = 'fire' | 'update' | 'resolve';

/** One message to one receiver. The same on every replica: if two replicas add it, it is sent once. */
export interface OutboxMessage {
  readonly receiver: string;
  /** Stable over retries, restarts and replicas. */
  readonly key: string;
  /** The alert's identity: its messages are sent in their order. */
  readonly alert: string;
  readonly kind: NotificationKind;
  /** The identity of the alert's episode: all messages about it have the same. */
  readonly episode: string;
  readonly body: string;
  readonly createdAt: Instant;
}

/** A message that only this replica sends until its lease is over. */
export interface ClaimedMessage extends OutboxMessage {
  /** How often it has been tried before. */
  readonly attempts: number;
  /** The receiver's id of the message sent before in this episode; one id a line when two replicas sent one. */
  readonly messageId: string | null;
}

/** How a message ended. */
export type Conclusion =
  /**
   * `messageId`: the receiver's id of it, if that can be used later. `untaken`: the receiver isn't known to have accepted it:
   * a message about many took its place, it was over before it could be sent, or no answer came.
   */
  | { readonly kind: 'done'; readonly messageId?: string; readonly untaken?: true }
  /** Given up, and kept for people to look at. */
  | { readonly kind: 'dead'; readonly detail: string };

/** The result of an attempt to send a message. */
export type Settled =
  | Conclusion
  /** It was not tried. */
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
  /** The episodes whose ends were told, or wait for the shared message to tell them. */
  readonly ended: readonly string[];
  /** Ends still to be told, by episode, with their bodies. An end is left out while a later episode lasts that was told. */
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
   * The episodes whose beginnings have this id of a message: lasting and ended ones.
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
  /** How long ago the receiver accepted it, in milliseconds; `null`: it isn't known to have accepted it. */
  readonly takenMsAgo: number | null;
}

/** An episode that is over. The receiver has a message about its beginning, and none about its end. */
export interface MissedEnd {
  /** The body of the message about its beginning. */
  readonly body: string;
  readonly resolvedAt: Instant;
}

/** Messages on their way to receivers, shared by all replicas. Every method rejects when Postgres is away or slow. */
export interface Outbox extends MessageQueue {
  /**
   * Adds messages. One whose (receiver, key) is known changes nothing, even if that was sent long ago, with two exceptions:
   * one that was given up waits again, as new, and an update replaces the one before it.
   * An update of an episode whose end is known is dropped, and a beginning whose end was sent is settled.
   */
  add(messages: readonly OutboxMessage[]): Promise<void>;
  /** Stores messages that were sent or given up without this outbox; it may know them or not. */
  conclude(messages: readonly ConcludedMessage[]): Promise<void>;
  /** The receivers among these that have a due message. */
  due(receivers: readonly string[]): Promise<ReadonlySet<string>>;
  /** The known messages of a receiver among these, by key. */
  knownByKey(receiver: string, keys: readonly string[]): Promise<ReadonlyMap<string, KnownMessage>>;
  /** Notes that these episodes, which a replica reports about itself, still last. The replica must call it again and again. */
  keep(receiver: string, episodes: readonly string[]): Promise<void>;
  /**
   * Finds episodes that are over and whose ends no replica has added, the oldest first. An episode is over when the alert log
   * says so, or when a replica reported it about itself and hasn't kept it for a day. Leaves out those of an alert that fires
   * again, if the receiver was told so, or may be by a message made up to `since`: their ends would take that back.
   */
  missedEnds(receiver: string, since: Instant): Promise<readonly MissedEnd[]>;
  /** The ids of messages about many for which ends wait: see {@link Members.untold}. */
  awaited(receiver: string): Promise<readonly string[]>;
  /** Makes messages of their own of these ends, which wait for a message with that id. */
  tellAlone(receiver: string, messageId: string, episodes: readonly string[]): Promise<void>;
  /**
   * How long ago the receiver last accepted a message, from any replica, in milliseconds; `null`: none within a day.
   */
  takenAgo(receiver: string): Promise<number | null>;
}

/** One notification of an episode to one receiver. */
export interface EpisodeDelivery {
  readonly receiver: string;
  readonly kind: NotificationKind;
  readonly createdAt: Instant;
  /** When it was settled or given up; `null` while it waits. */
  readonly endedAt: Instant | null;
  /**
   * `together`: a message about many tells it. `unsent`: it was over before it could be sent. `unknown`: the receiver isn't
   * known to have accepted it: no answer came, or its end was told first.
   */
  readonly state: 'accepted' | 'waiting' | 'given_up' | 'together' | 'unsent' | 'unknown';
  readonly attempts: number;
  /** The reason of the last refusal. */
  readonly detail: string | null;
}
