// The interface that a receiver's folder implements: how its provider is sent one notification. `outbox-receiver.ts` decides
// what is sent, and when.
import type { Notification } from '../notification/notification.ts';
import type { DeliveryVerdict } from './verdict.ts';

/** How a receiver hears of changes in a group. */
export interface Growth {
  /** From one message about the group to the next, in milliseconds. */
  readonly everyMs: number;
  /** Whether it hears of members that have ended before all have. */
  readonly shrinks: boolean;
  /**
   * Whether it hears of new values of members that last.
   * @default true
   */
  readonly values?: boolean;
  /** The most messages about changes, between the group's beginning and its end. */
  readonly most: number;
  /**
   * How long after its beginning other alerts may join a group, in milliseconds: later nobody would notice a change of its
   * message.
   * @default as long as the group lasts
   */
  readonly joinedForMs?: number;
}

/** One provider, and how to speak to it. */
export interface Messenger {
  /** Sends a notification. Never rejects, and ends within `withinMs`. */
  send(notification: Notification): Promise<DeliveryVerdict>;
  /**
   * How long sending takes at most, in milliseconds.
   * @default 15_000
   */
  readonly withinMs?: number;
  /**
   * Whether it also tells that a firing alert has changed.
   * @default false
   */
  readonly sendsUpdates?: boolean;
  /**
   * Whether it tells that by changing the message that it sent before, whose id must be known.
   * @default false
   */
  readonly changesMessages?: boolean;
  /**
   * Whether it handles each alert of a group by itself, and so is told of each end, in as many messages as that takes.
   * @default false
   */
  readonly goesByEach?: boolean;
  /**
   * Whether the receiver keeps an alert open, by its episode, until it is told the end of that episode.
   * @default false
   */
  readonly keepsOpen?: boolean;
  /**
   * From one look at what has changed to the next, in milliseconds.
   * @default 60_000
   */
  readonly updateEveryMs?: number;
  /**
   * From one message to the next, in milliseconds: the provider's limit.
   * @default 0
   */
  readonly spacingMs?: number;
  /**
   * How it hears of changes in a group.
   * @default if it sends updates: each change, once a minute; else: growth, every five minutes
   */
  readonly growth?: Growth;
  /** Breaks off requests under way. */
  close(): Promise<void>;
}
