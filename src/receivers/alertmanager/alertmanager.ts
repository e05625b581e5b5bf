// Keeps one Alertmanager up to date as Prometheus does: it sends firing alerts again and again, so the next round mends every
// failure.
import type { Instant } from '../../domain/observation.ts';
import type { Delivery, Poster } from '../delivery/post.ts';
import type { Receiver, ReceiverContext, ReceiverKind } from '../delivery/receiver.ts';
import { verdictOf } from '../delivery/verdict.ts';
import { afterMs, createWakeUp } from '../delivery/wake-up.ts';
import { testAlert } from '../notification/test-alert.ts';
import { type AlertHead, createAcceptedAlerts } from './accepted.ts';
import { type AlertmanagerSettings, authorization, openTls } from './access.ts';
import { createBatches, isRefusal } from './batches.ts';
import { createSkewMeter } from './clock-skew.ts';
import { beginRound, writeAlerts } from './payload.ts';
import { readSilences } from './silences.ts';

const FIRST_RETRY_MS = 1_000;
const STOP_GRACE_MS = 3_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024; // all silenced alerts, in full
const TEST_LIVES_MS = 60_000;

export interface AlertmanagerOptions extends AlertmanagerSettings {
  /**
   * The deadline of one request, in milliseconds.
   * @default 10_000
   */
  readonly timeoutMs?: number;
}

export const alertmanager: ReceiverKind<AlertmanagerSettings> = {
  about: 'Every Alertmanager, by its address or with more settings. Each gets every alert.',
  settings: null, // src/config/schema/schema-receivers.ts: more than a flat list
  create: createAlertmanager,
};

/** Starts the loop of one Alertmanager. */
export function createAlertmanager(options: AlertmanagerOptions, context: ReceiverContext): Receiver {
  const { name, clock, resendMs, random, externalUrl } = context;
  const base = options.url.replace(/\/+$/, '');
  const endpoint = new URL(`${base}/api/v2/alerts`);
  const poster = createRenewedPoster(options, context);
  const accepted = createAcceptedAlerts(clock, resendMs);
  const batches = createBatches({ clock, post, onAccepted: accepted.accept });
  const skew = createSkewMeter(resendMs, clock);
  const wakeUp = createWakeUp();
  let round = beginRound(() => []);
  let failingSince: Instant | null = null;
  let answered = false;
  let failures = 0;
  let stopping = false;
  let timeIsKnown = false;
  /** Whether Alertmanager may have taken what was just sent for ended long ago: it is sent again, by Alertmanager's clock. */
  let missent = false;
  const loop = run();

  return {
    name,
    tell: wakeUp.now,
    status: () => ({ failingSince, trouble: trouble(), clockSkew: skew.status() }),
    readSilences: () => readSilences(askJson, base),
    async test() {
      await learnTime();
      const body = writeAlerts([testAlert(clock.now())], timing(TEST_LIVES_MS / 4));
      return verdictOf(await request(body), clock.now());
    },
    async stop(withinMs = STOP_GRACE_MS) {
      stopping = true;
      wakeUp.now();
      await Promise.race([loop, afterMs(withinMs)]);
      await poster().close();
    },
  };

  async function run(): Promise<void> {
    while (!stopping) {
      round = beginRound(context.alerts);
      batches.retain(accepted.relevant(round.heads));
      const due = accepted.due(round.heads);
      const delivered = due.length === 0 || ((await learnTime()) && (await batches.send(due, wakeUp.isDue)));
      failures = delivered ? 0 : failures + 1;
      if (missent) accepted.forget();
      await wakeUp.after(!delivered ? backoff() : missent ? FIRST_RETRY_MS : accepted.untilNextDue());
      missent = false;
    }
    // Sends them once more, so that a successor has time to start before Alertmanager takes them for ended.
    round = beginRound(context.alerts);
    const firing = round.heads.filter(({ phase }) => phase === 'firing');
    if (firing.length > 0 && (await learnTime())) await batches.send(firing);
  }

  /**
   * Asks for Alertmanager's time until it is known, by sending no alerts: alerts sent by another clock may end at once. Returns
   * whether it is known, or Alertmanager has answered without it.
   */
  async function learnTime(): Promise<boolean> {
    if (timeIsKnown) return true;
    const { outcome } = await post([]);
    // A proxy that answers in its place may not say the time. If Alertmanager itself doesn't, it goes without.
    timeIsKnown = skew.status().ms !== null || outcome === 'ok' || isRefusal(outcome);
    return timeIsKnown;
  }

  async function post(batch: readonly AlertHead[]): Promise<Delivery> {
    const [began, sentAt] = [clock.now(), clock.monotonic()];
    const delivery = await request(round.write(batch, timing(resendMs)));
    const { outcome, detail, headers } = delivery;
    answered = true;
    failingSince = outcome === 'ok' || isRefusal(outcome) ? null : (failingSince ?? began);
    if (outcome !== 'ok') context.onDelivery(name, 'failed', `${outcome}: ${detail ?? ''}`);
    else if (batch.length > 0) context.onDelivery(name, 'delivered', null);
    const { date } = headers;
    if (date !== undefined && skew.measure(date, sentAt, clock.monotonic()) && timeIsKnown) missent = true;
    return delivery;
  }

  function timing(everyMs: number) {
    return { now: clock.now(), resendMs: everyMs, skewMs: skew.correction(), externalUrl };
  }

  function request(body: string): Promise<Delivery> {
    return poster().post(endpoint, body, authorization(options));
  }

  async function askJson(path: string): Promise<unknown> {
    const { outcome, body } = await poster().get(new URL(`${base}${path}`), authorization(options));
    if (outcome !== 'ok') throw new Error(`${name}: ${outcome}`);
    return JSON.parse(body) as unknown;
  }

  function trouble(): string | null | undefined {
    if (!answered) return undefined;
    if (failingSince !== null) return 'it can not be reached';
    const refused = batches.quarantined();
    return refused > 0 ? `it refuses ${refused} of our alerts` : null;
  }

  function backoff(): number {
    const longest = Math.min(resendMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10));
    return longest * (0.5 + random() / 2);
  }
}

/** Gives the poster: a new one when the TLS files have changed. */
function createRenewedPoster(
  { tls, timeoutMs }: AlertmanagerOptions,
  context: ReceiverContext,
): () => Poster {
  const connect = openTls(tls);
  let known = connect();
  let poster = context.poster({ timeoutMs, connect: known, maxAnswerBytes: MAX_ANSWER_BYTES });
  return () => {
    const now = connect();
    if (now === known) return poster;
    void poster.close();
    known = now;
    poster = context.poster({ timeoutMs, connect: now, maxAnswerBytes: MAX_ANSWER_BYTES });
    return poster;
  };
}
