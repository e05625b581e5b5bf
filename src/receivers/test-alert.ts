// One alert that ends by itself, sent on purpose: to see that it comes through.
import { randomUUID } from 'node:crypto';
import type { Alert } from '../domain/alert.ts';
import type { Instant } from '../domain/observation.ts';
import type { AlertmanagerOptions } from './alertmanager/alertmanager.ts';
import { toPostable } from './alertmanager/payload.ts';
import { createPoster, type Delivery } from './delivery/post.ts';
import { signature, webhookBody } from './webhook/payload.ts';
import type { WebhookOptions } from './webhook/webhook.ts';

const LIVES_MS = 60_000;
const TIMEOUT_MS = 10_000;

/** Sends an Alertmanager an alert that ends in a minute. */
export async function testAlertmanager(
  options: Pick<AlertmanagerOptions, 'url' | 'authorization' | 'connect'>,
  now: Instant,
): Promise<Delivery> {
  const poster = createPoster({
    timeoutMs: TIMEOUT_MS,
    ...(options.connect ? { connect: options.connect } : {}),
  });
  try {
    const url = new URL(`${options.url.replace(/\/+$/, '')}/api/v2/alerts`);
    const authorization = options.authorization?.();
    const body = [toPostable(testAlert(now), { now, resendMs: LIVES_MS / 4 })];
    return await poster.post(url, JSON.stringify(body), authorization === undefined ? {} : { authorization });
  } finally {
    await poster.close();
  }
}

/** Sends a webhook the beginning and, if that was accepted, the end of an alert. Returns the last answer. */
export async function testWebhook(
  options: Pick<WebhookOptions, 'name' | 'url' | 'hmacSecret' | 'externalUrl'>,
  now: Instant,
): Promise<Delivery> {
  const poster = createPoster({ timeoutMs: TIMEOUT_MS, guarded: true });
  const begun = testAlert(now);
  const over: Alert = { ...begun, phase: 'inactive', resolvedAt: now };
  try {
    const send = (alert: Alert): Promise<Delivery> => {
      const body = webhookBody(alert, options.name, options.externalUrl ?? '');
      const secret = options.hmacSecret?.();
      const signed = secret === undefined ? {} : signature(body, secret, now);
      const headers = { 'idempotency-key': randomUUID(), 'user-agent': 'floatwatch', ...signed };
      return poster.post(new URL(options.url()), body, headers);
    };
    const first = await send(begun);
    return first.outcome === 'ok' ? await send(over) : first;
  } finally {
    await poster.close();
  }
}

function testAlert(now: Instant): Alert {
  return {
    fingerprint: 'FloatwatchTest',
    rule: 'FloatwatchTest',
    severity: 'info',
    account: '',
    currency: '',
    walletType: '',
    labels: { alertname: 'FloatwatchTest', severity: 'info' },
    annotations: { summary: 'A test sent by floatwatch alerts test; it ends by itself' },
    phase: 'firing',
    held: false,
    reason: 'fired',
    pendingAt: now,
    firingAt: now,
    resolvedAt: null,
    value: null,
    threshold: null,
  };
}
