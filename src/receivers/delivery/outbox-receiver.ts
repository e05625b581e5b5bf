// A receiver that is told of each beginning and end of an alert, at least once, from an outbox. How it is told is the
// business of its folder.
import { createHash } from 'node:crypto';
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import type { ClaimedMessage, Outbox, Settled } from '../../monitor/alerts/outbox.ts';
import type { Delivery, DeliveryOutcome } from './post.ts';
import type { Receiver, ReceiverContext, ReceiverStatus } from './receiver.ts';
import { afterMs, createWakeUp } from './wake-up.ts';

const TIMEOUT_MS = 10_000;
const MAX_PER_CLAIM = 20;
const LOOK_EVERY_MS = 5_000; // for what other replicas left behind
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5 * 60_000;
const STOP_GRACE_MS = 3_000;
/** Outcomes that are about one message, not about the receiver: the others go on. */
const ABOUT_THE_MESSAGE: readonly DeliveryOutcome[] = ['rejected', 'too_large', 'unsupported', 'other'];

/** How often and how long is tried. */
export interface DeliveryTimes {
  /**
   * Of one request, in milliseconds.
   * @default 10_000
   */
  readonly timeoutMs?: number;
  /**
   * Until a first retry, in milliseconds; doubled each time up to five minutes.
   * @default 1_000
   */
  readonly firstRetryMs?: number;
  /**
   * Until a message is given up, in milliseconds; never while its alert fires.
   * @default 86_400_000
   */
  readonly giveUpAfterMs?: number;
}

/** What the folder of a receiver knows. */
export interface Messenger {
  /** What is kept until it is sent: of an alert that fires or has ended; the same from every replica. */
  compose(alert: Alert): string;
  /** Sends it. Never rejects, and ends at the deadline at the latest. */
  send(message: { readonly key: string; readonly body: string }): Promise<Delivery>;
  test: Receiver['test'];
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

/** Starts the loop of one receiver. */
export function createOutboxReceiver(
  messenger: Messenger,
  context: ReceiverContext,
  times: DeliveryTimes = {},
): Receiver {
  const { name, outbox, local, clock } = context;
  const { timeoutMs = TIMEOUT_MS, giveUpAfterMs = GIVE_UP_AFTER_MS } = times;
  const wakeUp = createWakeUp();
  const retry = createRetryTimes(context, times.firstRetryMs);
  let failingSince: Instant | null = null;
  let counted = { waiting: 0, dead: 0 };
  let stopping = false;
  const loop = run();

  return {
    name,
    tell,
    status: () => statusOf(failingSince, counted.dead),
    test: messenger.test,
    async stop() {
      stopping = true;
      wakeUp.now();
      await Promise.race([loop, afterMs(STOP_GRACE_MS)]);
      await messenger.close();
    },
  };

  function tell(alerts: readonly Alert[]): void {
    const messages = alerts.filter(isNews).map((alert) => ({
      receiver: name,
      key: idempotencyKey(alert),
      alert: alert.fingerprint,
      body: messenger.compose(alert),
      createdAt: clock.now(),
    }));
    if (messages.length === 0) return;
    try {
      local.put(messages);
    } catch (error) {
      context.onTrouble(name, error);
    }
    wakeUp.now();
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping) {
      const shared = await handOver();
      const drained = await drain(shared ? outbox : local);
      await recount(shared);
      if (stopping) return;
      failures = drained === 'failed' ? failures + 1 : 0;
      if (drained === 'sent') continue;
      await wakeUp.after(drained === 'failed' ? retry.after(failures) : retry.untilNextDue());
    }
  }

  /** Brings what waits on this machine to Postgres; false while that is away. */
  async function handOver(): Promise<boolean> {
    const here = local.all(name);
    try {
      if (here.length > 0) await outbox.add(here);
      for (const message of here) local.drop(message);
      return true;
    } catch {
      return false; // the store says so itself
    }
  }

  /** Sends what is due. `failed`: the receiver can't be reached, the rest has to wait. */
  async function drain(from: Outbox): Promise<'idle' | 'sent' | 'failed'> {
    let claimed: readonly ClaimedMessage[];
    try {
      claimed = await from.claim(name, MAX_PER_CLAIM, timeoutMs * MAX_PER_CLAIM + 30_000);
    } catch {
      return 'idle';
    }
    let down = false;
    for (const message of claimed) {
      if (down || stopping) {
        await settle(from, message, { kind: 'release' });
        continue;
      }
      const delivery = await messenger.send(message);
      failingSince = delivery.outcome === 'ok' ? null : (failingSince ?? clock.now());
      context.onDelivery(name, delivery.outcome, delivery.detail);
      const settled = judge(message, delivery);
      await settle(from, message, settled);
      if (settled.kind === 'retry') retry.expect(settled.afterMs);
      down = settled.kind === 'retry' && !ABOUT_THE_MESSAGE.includes(delivery.outcome);
    }
    return claimed.length === 0 ? 'idle' : down ? 'failed' : 'sent';
  }

  function judge(message: ClaimedMessage, { outcome, detail }: Delivery): Settled {
    if (outcome === 'ok') return { kind: 'done' };
    const why = `${outcome}: ${detail ?? ''}`;
    const old = clock.now() - message.createdAt >= giveUpAfterMs;
    if (old && !isStillTrue(message)) return { kind: 'dead', detail: why };
    return { kind: 'retry', afterMs: retry.after(message.attempts + 1), detail: why };
  }

  /** What says that an alert fires is worth sending for as long as it does. */
  function isStillTrue({ alert, key }: ClaimedMessage): boolean {
    const now = context.alerts().find(({ fingerprint }) => fingerprint === alert);
    return now?.phase === 'firing' && idempotencyKey(now) === key;
  }

  async function settle(from: Outbox, message: ClaimedMessage, settled: Settled): Promise<void> {
    try {
      await from.settle(message, settled);
    } catch {
      // The lease will be over some day: then it is sent once more, with the same key.
    }
  }

  async function recount(shared: boolean): Promise<void> {
    const here = await local.count(name);
    const there = shared ? await outbox.count(name).catch(() => undefined) : undefined;
    if (there) counted = { waiting: here.waiting + there.waiting, dead: here.dead + there.dead };
    else counted = { waiting: here.waiting, dead: Math.max(here.dead, counted.dead) };
  }
}

function statusOf(failingSince: Instant | null, dead: number): ReceiverStatus {
  const givenUp = dead > 0 ? `${dead} notifications were given up within a day` : null;
  return { failingSince, trouble: failingSince === null ? givenUp : 'it can not be reached' };
}

/** Pending alerts are nobody's business, and neither is one that never fired. */
function isNews({ phase, resolvedAt, firingAt }: Alert): boolean {
  return firingAt !== null && (phase === 'firing' || (phase === 'inactive' && resolvedAt !== null));
}

/** The `Idempotency-Key` of an alert's beginning or end: the same over retries, restarts and replicas. */
function idempotencyKey({ fingerprint, phase, firingAt }: Alert): string {
  const status = phase === 'firing' ? 'firing' : 'resolved';
  return createHash('sha256').update(`${fingerprint}|${status}|${firingAt}`).digest('hex');
}

/** When what failed is tried again, and when the loop has to look for it. */
function createRetryTimes({ clock, random }: ReceiverContext, firstRetryMs = FIRST_RETRY_MS) {
  /** By the monotonic clock, when messages that were put off are due. */
  let due: number[] = [];
  return {
    /** The pause after so many failures in a row, in milliseconds. */
    after(failures: number): number {
      const longest = Math.min(MAX_RETRY_MS, firstRetryMs * 2 ** Math.min(failures - 1, 20));
      return Math.ceil(longest * (0.5 + random() / 2));
    },
    /** From now, in so many milliseconds a message will be due. */
    expect(ms: number): void {
      due.push(clock.monotonic() + ms + 1);
    },
    untilNextDue(): number {
      const now = clock.monotonic();
      due = due.filter((at) => at > now);
      return Math.min(LOOK_EVERY_MS, ...due.map((at) => at - now));
    },
  };
}
