// One Alertmanager, kept up to date: level-triggered, as Prometheus itself does it. The resend loop is the retry.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../../monitor/clock.ts';
import { createPoster, type Delivery, type DeliveryOutcome, type PosterOptions } from '../delivery/post.ts';
import { generatorUrl, type PostableAlert, RESOLVED_FOR_MS, toPostable, windowMs } from './payload.ts';

const MAX_PER_POST = 256;
const MAX_BISECTIONS = 64; // requests of one round that look for an offender; more means that all are refused
const QUARANTINE_MS = 15 * 60_000;
const FIRST_RETRY_MS = 1_000;
const STOP_GRACE_MS = 3_000;
const MIN_SKEW_MS = 2_000; // what the header's whole seconds can't tell

export interface AlertmanagerOptions {
  /** What metrics, logs and alerts call it. */
  readonly name: string;
  /** Its address, a path prefix included: `http://127.0.0.1:9093`. */
  readonly url: string;
  /** Every alert as it stands now, inactive ones included. Called whenever there may be something to send. */
  alerts(): readonly Alert[];
  readonly clock: Clock;
  /** How often a firing alert is sent again. */
  readonly resendMs: number;
  /** Of one request; default 10 s. */
  readonly timeoutMs?: number;
  /** Where the page is, without a slash at the end. */
  readonly externalUrl?: string;
  /** The `Authorization` header's value, asked before each request: secrets change. */
  readonly authorization?: () => string | undefined;
  readonly connect?: PosterOptions['connect'];
  /** In [0, 1), for jitter; default `Math.random`. */
  readonly random?: () => number;
  /** Told of each request. Must not throw. */
  onDelivery?(receiver: string, outcome: DeliveryOutcome, detail: string | null): void;
}

/** How an Alertmanager stands with us. */
export interface AlertmanagerStatus {
  readonly name: string;
  /** By how much its clock is ahead of ours, in milliseconds; `null` before its first answer. */
  readonly skewMs: number | null;
  /** Whether that is so much that an alert may be lost: a quarter of an alert's life at the receiver. */
  readonly skewed: boolean;
  readonly skewLimitMs: number;
  /** Since when no request has been accepted; `null` while all is well. */
  readonly failingSince: Instant | null;
  /** Identities of alerts that it refuses. */
  readonly quarantined: readonly string[];
}

export interface Alertmanager {
  /** Something has changed: sends it at once. Coalesces; never waits. */
  notify(): void;
  status(): AlertmanagerStatus;
  /** Sends what is firing once more, so that a successor has time to come up, and ends. Resolves nothing. */
  stop(): Promise<void>;
}

/** What it has accepted of an alert. */
interface Told {
  readonly what: string;
  readonly firing: boolean;
  readonly at: Instant;
}

/** Starts the loop of one Alertmanager. It waits for nobody, and nobody waits for it. */
export function createAlertmanager(options: AlertmanagerOptions): Alertmanager {
  const { name, clock, resendMs, random = Math.random } = options;
  const endpoint = new URL(`${options.url.replace(/\/+$/, '')}/api/v2/alerts`);
  const poster = createPoster({
    timeoutMs: options.timeoutMs ?? 10_000,
    ...(options.connect ? { connect: options.connect } : {}),
  });
  const told = new Map<string, Told>();
  const quarantine = new Map<string, { readonly what: string; readonly until: number }>();
  const skewLimitMs = Math.max(windowMs(resendMs) / 4, MIN_SKEW_MS);
  let skewMs: number | null = null;
  let failingSince: Instant | null = null;
  let failures = 0;
  let stopping = false;
  /** What was just told may have been taken for ended long ago: to be told again, by their clock. */
  let mistold = false;
  let wake = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const loop = run();

  return {
    notify: () => wake.resolve(),
    status: () => ({
      name,
      skewMs,
      skewed: correction() !== 0,
      skewLimitMs,
      failingSince,
      quarantined: [...quarantine.keys()],
    }),
    async stop() {
      stopping = true;
      wake.resolve();
      await Promise.race([loop, afterMs(STOP_GRACE_MS)]);
      await poster.close();
    },
  };

  async function run(): Promise<void> {
    while (!stopping) {
      const delivered = await round(due());
      failures = delivered ? 0 : failures + 1;
      if (mistold) told.clear();
      await pause(!delivered ? backoff() : mistold ? FIRST_RETRY_MS : untilNextDue());
      mistold = false;
    }
    await round(relevant().filter((alert) => alert.phase === 'firing'));
  }

  /** Firing, or ended so lately that it must still be told; or ended, and last told as firing. */
  function relevant(): Alert[] {
    const now = clock.now();
    return options.alerts().filter(({ phase, resolvedAt, firingAt, fingerprint }) => {
      if (firingAt === null) return false;
      if (phase === 'firing') return true;
      return (
        resolvedAt !== null && (now - resolvedAt <= RESOLVED_FOR_MS || told.get(fingerprint)?.firing === true)
      );
    });
  }

  /** What it must be told now, the newest changes first. */
  function due(): Alert[] {
    const now = clock.monotonic();
    const all = relevant();
    const kept = new Set(all.map((alert) => alert.fingerprint));
    for (const known of [told, quarantine]) {
      for (const fingerprint of known.keys()) if (!kept.has(fingerprint)) known.delete(fingerprint);
    }
    return all
      .filter((alert) => {
        const last = told.get(alert.fingerprint);
        return !last || last.what !== gist(alert) || now - last.at >= resendMs;
      })
      .sort((a, b) => changedAt(b) - changedAt(a));
  }

  function untilNextDue(): number {
    const now = clock.monotonic();
    let next = resendMs;
    for (const { at } of told.values()) next = Math.min(next, at + resendMs - now);
    return Math.max(0, next);
  }

  /** Sends these; false when the rest had to be left for later because it can't be reached. */
  async function round(alerts: readonly Alert[]): Promise<boolean> {
    const budget = { bisections: MAX_BISECTIONS };
    const now = clock.monotonic();
    const suspects: Alert[] = [];
    const others: Alert[] = [];
    for (const alert of alerts) {
      const suspect = quarantine.get(alert.fingerprint);
      if (!suspect) others.push(alert);
      else if (suspect.what !== gist(alert) || suspect.until <= now) suspects.push(alert);
    }
    const batches = suspects.map((alert) => [alert]);
    for (let i = 0; i < others.length; i += MAX_PER_POST) batches.push(others.slice(i, i + MAX_PER_POST));
    for (const batch of batches) if (!(await send(batch, budget))) return false;
    return true;
  }

  async function send(batch: readonly Alert[], budget: { bisections: number }): Promise<boolean> {
    const { outcome } = await post(batch);
    if (outcome === 'ok') {
      accepted(batch);
      return true;
    }
    if (outcome !== 'rejected') return false;
    if (batch.length === 1) {
      const [offender] = batch as [Alert];
      quarantine.set(offender.fingerprint, {
        what: gist(offender),
        until: clock.monotonic() + QUARANTINE_MS,
      });
      return true;
    }
    budget.bisections -= 2;
    if (budget.bisections < 0) return false;
    // Those that are fine have been taken in although the request was refused; which they are, only asking tells.
    const half = Math.ceil(batch.length / 2);
    return (await send(batch.slice(0, half), budget)) && (await send(batch.slice(half), budget));
  }

  async function post(batch: readonly Alert[]): Promise<Delivery> {
    const sentAt = clock.now();
    const skew = correction();
    const postable = batch
      .map((alert) =>
        toPostable(alert, {
          now: sentAt,
          resendMs,
          skewMs: skew,
          generatorUrl: generatorUrl(alert, options.externalUrl ?? ''),
        }),
      )
      .filter((alert): alert is PostableAlert => alert !== undefined);
    const authorization = options.authorization?.();
    const headers = authorization === undefined ? {} : { authorization };
    const delivery = await poster.post(endpoint, JSON.stringify(postable), headers);
    failingSince =
      delivery.outcome === 'ok' || delivery.outcome === 'rejected' ? null : (failingSince ?? sentAt);
    options.onDelivery?.(name, delivery.outcome, delivery.detail);
    if (delivery.date !== null) measure(delivery.date, sentAt, skew);
    return delivery;
  }

  function accepted(batch: readonly Alert[]): void {
    const at = clock.monotonic();
    for (const alert of batch) {
      quarantine.delete(alert.fingerprint);
      told.set(alert.fingerprint, { what: gist(alert), firing: alert.phase === 'firing', at });
    }
  }

  /** The header has whole seconds: half a second is added, on average right. */
  function measure(date: string, sentAt: Instant, corrected: number): void {
    const theirs = Date.parse(date);
    if (Number.isNaN(theirs)) return;
    skewMs = theirs + 500 - Math.round((sentAt + clock.now()) / 2);
    if (Math.abs(correction() - corrected) > MIN_SKEW_MS) mistold = true;
  }

  /** A clock that is a little off is nobody's business; a quarter of an alert's life is. */
  function correction(): number {
    return skewMs !== null && Math.abs(skewMs) > skewLimitMs ? skewMs : 0;
  }

  function backoff(): number {
    const longest = Math.min(resendMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
    return longest * (0.5 + random() / 2);
  }

  async function pause(ms: number): Promise<void> {
    timer = setTimeout(() => wake.resolve(), ms);
    await wake.promise;
    clearTimeout(timer);
    wake = Promise.withResolvers();
  }
}

/** What must be told at once when it changes. */
function gist({ phase, firingAt, resolvedAt }: Alert): string {
  return `${phase === 'firing' ? 'firing' : 'resolved'} ${firingAt} ${resolvedAt}`;
}

function changedAt({ firingAt, resolvedAt }: Alert): Instant {
  return Math.max(firingAt ?? 0, resolvedAt ?? 0);
}

function afterMs(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms).unref();
  return promise;
}
