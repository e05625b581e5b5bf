// The interface of every receiver of alerts to the rest of the program, whatever protocol it speaks.
import type { Alert } from '../../domain/alert.ts';
import type { WeekHours } from '../../domain/forecast/approval.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Silence } from '../../domain/silence.ts';
import type { Outbox } from '../../monitor/alerts/outbox.ts';
import type { KeyValueStore } from '../../monitor/alerts/ports.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { LocalOutbox } from '../local/local-outbox.ts';
import type { OutboxLooks } from './outbox-looks.ts';
import type { Poster, PosterOptions } from './post.ts';
import type { SettingsOf, SettingsShape } from './settings.ts';
import type { DeliveryVerdict } from './verdict.ts';

/** A receiver is told of alerts. It waits for nobody, and nobody waits for it. */
export interface Receiver {
  /** What metrics, logs and alerts call it. */
  readonly name: string;
  /** The names under which its messages wait. @default its own */
  readonly queues?: readonly string[];
  /** Takes in that these alerts have changed. Sends what it has to, now or when it can. Never waits, never throws. */
  tell(alerts: readonly Alert[]): void;
  status(): ReceiverStatus;
  /** Who has silenced which alerts; absent where alerts can't be silenced. Rejects when the silences can't be read. */
  readSilences?(): Promise<readonly Silence[]>;
  /** Sends an alert that ends by itself, past every queue. Never rejects. */
  test(): Promise<DeliveryVerdict>;
  /**
   * Begins nothing more, and breaks off after so many milliseconds what is being sent. Resolves no alert: a successor takes
   * over those that fire.
   * @default 3_000
   */
  stop(withinMs?: number): Promise<void>;
}

/** How delivery to a receiver stands. */
export interface ReceiverStatus {
  /** Since when no request has been accepted; `null` while all is well. */
  readonly failingSince: Instant | null;
  /** What is wrong, for NotificationFailing; `null` while all is well, `undefined` until the receiver has answered. */
  readonly trouble: string | null | undefined;
  /** How far its clock is from ours; absent where that doesn't matter. */
  readonly clockSkew?: ClockSkew;
  /**
   * Why nothing more can be paid for; `null` while it can, `undefined` while that isn't known; absent where sending costs
   * nothing.
   */
  readonly credit?: { readonly exhausted: string | null | undefined };
}

export interface ClockSkew {
  /** By how much its clock is ahead of ours, in milliseconds; `null` before its first answer. */
  readonly ms: number | null;
  /** Whether the difference is so large that an alert may be lost. */
  readonly exceeded: boolean;
  /** The limit for that, in milliseconds. */
  readonly limitMs: number;
}

/** How often, and for how long, a receiver is tried. */
export interface DeliveryTimes {
  /**
   * The time until the first retry, in milliseconds. It doubles each time, up to `resend`, and to five minutes at most.
   * @default 1_000
   */
  readonly firstRetryMs?: number;
  /**
   * The time until a message is given up, in milliseconds; never while its alert fires.
   * @default 86_400_000
   */
  readonly giveUpAfterMs?: number;
  /**
   * From one look for changes of firing alerts to the next, in milliseconds.
   * @default 60_000
   */
  readonly updateEveryMs?: number;
  /**
   * From one message to the next, in milliseconds.
   * @default what the provider allows
   */
  readonly spacingMs?: number;
  /**
   * How long a message belongs to one replica alone, in milliseconds, from when it is claimed or handed over.
   * @default 30_000, and more where sending may take longer than 15 seconds
   */
  readonly leaseMs?: number;
  /**
   * From one look at what became of messages that wait here to the next, in milliseconds.
   * @default 5_000
   */
  readonly lookEveryMs?: number;
}

/** The hours in which a receiver is told of critical alerts only, as the configuration gives them. */
export interface QuietHoursSettings {
  readonly hours: WeekHours;
  /** IANA name of the time zone. */
  readonly timezone: string;
}

/** What every receiver is given beside its own settings. */
export interface ReceiverContext {
  readonly name: string;
  /** Severities of the alerts that it is told of. An empty list means all. */
  readonly only: readonly string[];
  /** When it is told of critical alerts only; `null`: never. */
  readonly quietHours: QuietHoursSettings | null;
  /** Every alert as it stands now, inactive ones included. */
  alerts(): readonly Alert[];
  readonly clock: Clock;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  /** The network: how requests are sent. */
  readonly poster: (options: PosterOptions) => Poster;
  /** Takes secrets out of what a receiver answers; `poster` does so by itself. */
  readonly scrub: (text: string) => string;
  /** The address of the page, without a slash at the end; empty without a page. */
  readonly externalUrl: string;
  /** How often a firing alert is sent again to receivers that forget it, in milliseconds. */
  readonly resendMs: number;
  /** Messages that wait: in Postgres, shared by all replicas, and on this machine. */
  readonly outbox: Outbox;
  readonly local: LocalOutbox;
  /** Looks into the outbox for all receivers: so a receiver that has nothing of its own hears of what others left there. */
  readonly looks: OutboxLooks;
  /** What a receiver remembers on this machine, under names of its own. */
  readonly shelf: KeyValueStore;
  readonly times?: DeliveryTimes;
  /** Called with the result of each attempt; `dropped`: the message was given up. Must not throw. */
  onDelivery(receiver: string, result: 'delivered' | 'failed' | 'dropped', detail: string | null): void;
  /** Called when this machine can't store a message: the message is then only in memory. Must not throw. */
  onTrouble(receiver: string, error: unknown): void;
}

/** One kind of receiver: a folder, and a line in the registry. */
export interface ReceiverKind<Settings> {
  /** What it is, for docs/configuration.md. */
  readonly about: string;
  /** The configuration makes the receiver's section from these; `null` if the section is written there by hand. */
  readonly settings: SettingsShape | null;
  /**
   * Severities that it is told of, unless the configuration says otherwise.
   * @default all
   */
  readonly only?: readonly string[];
  /** Starts a receiver. Throws when it can't work as configured. */
  create(settings: Settings, context: ReceiverContext): Receiver;
}

/** A kind whose settings have this shape. */
export function receiverKind<const Shape extends SettingsShape>(
  about: string,
  settings: Shape,
  create: ReceiverKind<SettingsOf<Shape>>['create'],
): ReceiverKind<SettingsOf<Shape>> {
  return { about, settings, create };
}
