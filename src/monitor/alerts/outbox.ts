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
  /** What the receiver calls the message that it was sent before in this episode; a line each where two replicas sent one. */
  readonly messageId: string | null;
}

/** What a message ended in. */
export type Conclusion =
  /**
   * `messageId`: what the receiver calls it, if that can be used later. `untaken`: the receiver hasn't taken it, as far as
   * is known: it went into a message about many, was over before it could be told, or no answer came.
   */
  | { readonly kind: 'done'; readonly messageId?: string; readonly untaken?: true }
  /** Given up, and kept to be looked at. */
  | { readonly kind: 'dead'; readonly detail: string };

/** What became of an attempt to send a message. */
export type Settled =
  | Conclusion
  /** Not tried after all. */
  | { readonly kind: 'release' }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly detail: string };

/** A message that was sent, or given up. */
export interface ConcludedMessage extends OutboxMessage {
  readonly conclusion: Conclusion;
  /**
   * When that was, by the clock of who sent it.
   * @default now
   */
  readonly concludedAt?: Instant;
}

/** What has the place of a message's id in an episode of which nothing was sent. */
export const NOTHING_SENT = 'quiet';

/** With what the id of a message begins that is told of by one about many: the rest says by which. */
export const TOLD_TOGETHER = 'group/';

/** Episodes that share a message. */
export interface Members {
  readonly lasting: readonly string[];
  /** Those that are known. */
  readonly ended: readonly string[];
  /** Of these, with the bodies of their ends, those that are still to be told: no later beginning of the alert was, or that one is over as well. */
  readonly untold: ReadonlyMap<string, string>;
}

/** Messages of which one that is claimed is nobody else's for a while. */
export interface MessageQueue {
  /**
   * The oldest message of each alert that is due, updates last, leased to us; nobody else gets them until the lease is
   * over.
   */
  claim(receiver: string, most: number, leaseMs: number): Promise<readonly ClaimedMessage[]>;
  /** Leases what was claimed of one receiver anew, from now on. */
  renew(messages: readonly ClaimedMessage[], leaseMs: number): Promise<void>;
  /**
   * Takes in what became of an attempt. An update that was replaced while it was sent is not done: it waits. The end of
   * an alert that was sent settles what else waits of its episode.
   */
  settle(message: ClaimedMessage, settled: Settled): Promise<void>;
  /**
   * The episodes whose beginning is known there by this id of a message: whether their end has been told, and whether it
   * hasn't.
   */
  membersOf(receiver: string, messageId: string): Promise<Members>;
  /** The receiver has heard of the ends of these episodes, which were settled with this id of a message. */
  noteTold(receiver: string, messageId: string, episodes: readonly string[]): Promise<void>;
  /** How many messages of the receiver wait, and how many were given up within the last day. */
  count(receiver: string): Promise<{ readonly waiting: number; readonly dead: number }>;
}

/** What became of a message so far. */
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
  /** Those of these receivers for whom a message is due. */
  due(receivers: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those messages of a receiver that are known, by their keys. */
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
  /** What was said when it was last refused. */
  readonly detail: string | null;
}
