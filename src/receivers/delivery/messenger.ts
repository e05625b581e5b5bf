// What a receiver's folder implements: how its provider is sent one notification. `outbox-receiver.ts` decides what is sent,
// and when.
import type { Notification } from '../notification/notification.ts';
import type { Verdict } from './verdict.ts';

/** How a receiver hears of a group that changes. */
export interface Growth {
  /** From one message about it to the next, in milliseconds. */
  readonly everyMs: number;
  /** Whether it hears of members that have ended before all have. */
  readonly shrinks: boolean;
  /** How often it hears of it at most, between beginning and end. */
  readonly most: number;
  /**
   * For how long others join one that has begun, in milliseconds: later a change of its message would go unnoticed.
   * @default as long as it lasts
   */
  readonly joinedForMs?: number;
}

/** One provider, and how it is to be spoken to. */
export interface Messenger {
  /** Sends it. Never rejects, and ends within `withinMs`. */
  send(notification: Notification): Promise<Verdict>;
  /**
   * How long that takes at most, in milliseconds.
   * @default 15_000
   */
  readonly withinMs?: number;
  /**
   * Whether it also says that an alert which fires has changed.
   * @default false
   */
  readonly sendsUpdates?: boolean;
  /**
   * Whether it says so by changing the message that it sent before, whose id must be known.
   * @default false
   */
  readonly changesMessages?: boolean;
  /**
   * Whether it goes by each alert of a group, and so is told of each end, in as many messages as that takes.
   * @default false
   */
  readonly goesByEach?: boolean;
  /**
   * Whether what it is told of stays open there, by the episode, until an end of that is told.
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
   * How it hears of a group that changes.
   * @default once a minute that it changed, where it says that of an alert; else that it grew, every five minutes
   */
  readonly growth?: Growth;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}
