// One webhook: told of each beginning and end of an alert, at least once, from an outbox.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { ClaimedMessage, Outbox, Settled } from '../../monitor/ports.ts';
import type { LocalOutbox } from '../delivery/local-outbox.ts';
import { createPoster, type Delivery, type DeliveryOutcome, type PosterOptions } from '../delivery/post.ts';
import { idempotencyKey, signature, webhookBody } from './payload.ts';

const MAX_PER_CLAIM = 20;
const LOOK_EVERY_MS = 5_000; // for what other replicas left behind
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5 * 60_000;
/** Outcomes that are about one message, not about the receiver: the others go on. */
const ABOUT_THE_MESSAGE: readonly DeliveryOutcome[] = ['rejected', 'too_large', 'unsupported', 'other'];

export interface WebhookOptions {
  readonly name: string;
  /** Asked before each request; treated as a secret. */
  readonly url: () => string;
  /** Signs each body, if there is one. */
  readonly hmacSecret?: () => string | undefined;
  readonly externalUrl?: string;
  /** In Postgres, shared by all replicas. */
  readonly outbox: Outbox;
  /** On this machine. */
  readonly local: LocalOutbox;
  readonly clock: Clock;
  /** Of one request; default 10 s. */
  readonly timeoutMs?: number;
  /** Until a first retry, doubled each time up to five minutes; default 1 s. */
  readonly firstRetryMs?: number;
  /** Until a message is given up; default a day. */
  readonly giveUpAfterMs?: number;
  readonly lookup?: PosterOptions['lookup'];
  /** In [0, 1), for jitter; default `Math.random`. */
  readonly random?: () => number;
  /** Told of each request. Must not throw. */
  onDelivery?(receiver: string, outcome: DeliveryOutcome, detail: string | null): void;
  /** Told when the shelf fails: the message is then only in memory. Must not throw. */
  onTrouble?(receiver: string, error: unknown): void;
}

export interface WebhookStatus {
  readonly name: string;
  /** Since when nothing has been accepted; `null` while all is well. */
  readonly failingSince: Instant | null;
  /** Messages given up within the last day, here and in Postgres, as last counted. */
  readonly dead: number;
  readonly waiting: number;
}

export interface Webhook {
  /** Takes in beginnings and ends of alerts, and sends them. Pending ones are nobody's business. Never waits. */
  tell(alerts: readonly Alert[]): void;
  status(): WebhookStatus;
  /** Lets the request under way end, or breaks it off after three seconds. What waits is sent by a successor. */
  stop(): Promise<void>;
}

/** Starts the loop of one webhook. It waits for nobody, and nobody waits for it. */
export function createWebhook(options: WebhookOptions): Webhook {
  const { name, outbox, local, clock, random = Math.random, externalUrl = '' } = options;
  const { timeoutMs = 10_000, firstRetryMs = FIRST_RETRY_MS, giveUpAfterMs = GIVE_UP_AFTER_MS } = options;
  const { lookup } = options;
  const poster = createPoster({ timeoutMs, guarded: true, ...(lookup ? { lookup } : {}) });
  let failingSince: Instant | null = null;
  let counted = { waiting: 0, dead: 0 };
  let failures = 0;
  /** By the monotonic clock, when a message that we put off is due. */
  let soonest = Number.POSITIVE_INFINITY;
  let stopping = false;
  let wake = Promise.withResolvers<void>();
  const loop = run();

  return {
    tell(alerts) {
      const messages = alerts
        .filter(
          ({ phase, resolvedAt, firingAt }) =>
            firingAt !== null && (phase === 'firing' || resolvedAt !== null),
        )
        .map((alert) => ({
          receiver: name,
          key: idempotencyKey(alert),
          alert: alert.fingerprint,
          body: webhookBody(alert, name, externalUrl),
          createdAt: clock.now(),
        }));
      if (messages.length === 0) return;
      try {
        local.put(messages);
      } catch (error) {
        options.onTrouble?.(name, error);
      }
      wake.resolve();
    },

    status: () => ({ name, failingSince, ...counted }),

    async stop() {
      stopping = true;
      wake.resolve();
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, 3_000);
      await Promise.race([loop, late.promise]);
      clearTimeout(timer);
      await poster.close();
    },
  };

  async function run(): Promise<void> {
    while (!stopping) {
      const shared = await handOver();
      const drained = await drain(shared ? outbox : local);
      await recount(shared);
      if (stopping) return;
      const failed = drained === 'failed';
      failures = failed ? failures + 1 : 0;
      if (drained === 'sent') continue;
      await pause(failed ? retryAfter(failures) : untilNextDue());
    }
  }

  /** Brings what lies here to Postgres; false while that is away. */
  async function handOver(): Promise<boolean> {
    const lying = local.all(name);
    try {
      if (lying.length > 0) await outbox.add(lying);
      for (const message of lying) local.drop(message);
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
      const delivery = await send(message);
      const verdict = judge(message, delivery);
      await settle(from, message, verdict);
      down = verdict.kind === 'retry' && !ABOUT_THE_MESSAGE.includes(delivery.outcome);
    }
    return claimed.length === 0 ? 'idle' : down ? 'failed' : 'sent';
  }

  async function send(message: ClaimedMessage): Promise<Delivery> {
    const secret = options.hmacSecret?.();
    const signed = secret === undefined ? {} : signature(message.body, secret, clock.now());
    const headers = { 'idempotency-key': message.key, 'user-agent': 'floatwatch', ...signed };
    const delivery = await poster.post(new URL(options.url()), message.body, headers);
    failingSince = delivery.outcome === 'ok' ? null : (failingSince ?? clock.now());
    options.onDelivery?.(name, delivery.outcome, delivery.detail);
    return delivery;
  }

  function judge(message: ClaimedMessage, { outcome, detail }: Delivery): Settled {
    if (outcome === 'ok') return { kind: 'done' };
    const why = `${outcome}: ${detail ?? ''}`;
    if (clock.now() - message.createdAt >= giveUpAfterMs) return { kind: 'dead', detail: why };
    const afterMs = retryAfter(message.attempts + 1);
    soonest = Math.min(soonest, clock.monotonic() + afterMs);
    return { kind: 'retry', afterMs, detail: why };
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

  function untilNextDue(): number {
    const wait = soonest - clock.monotonic();
    if (wait <= LOOK_EVERY_MS) soonest = Number.POSITIVE_INFINITY;
    return Math.max(1, Math.min(LOOK_EVERY_MS, wait));
  }

  function retryAfter(attempts: number): number {
    const longest = Math.min(MAX_RETRY_MS, firstRetryMs * 2 ** Math.min(attempts - 1, 20));
    return Math.ceil(longest * (0.5 + random() / 2));
  }

  async function pause(ms: number): Promise<void> {
    const timer = setTimeout(() => wake.resolve(), ms);
    await wake.promise;
    clearTimeout(timer);
    wake = Promise.withResolvers();
  }
}
