// Everyone who is told of alerts, as the configuration names them.
import { readFileSync } from 'node:fs';
import type { Config } from '../config/resolve.ts';
import type { Alert } from '../domain/alert.ts';
import type { SelfReport } from '../monitor/alerts/builtin.ts';
import type { KeyValueStore } from '../monitor/alerts/ports.ts';
import type { Clock } from '../monitor/clock.ts';
import type { Outbox } from '../monitor/ports.ts';
import { createAlertmanager } from '../receivers/alertmanager/alertmanager.ts';
import { createLocalOutbox } from '../receivers/delivery/local-outbox.ts';
import type { DeliveryOutcome } from '../receivers/delivery/post.ts';
import { reportsOf } from '../receivers/reports.ts';
import { createWebhook } from '../receivers/webhook/webhook.ts';

export interface ReceiverOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly externalUrl: string;
  /** Of webhooks: shared by all replicas, and on this machine. */
  readonly outbox: Outbox;
  readonly shelf: KeyValueStore;
  alerts(): readonly Alert[];
  onDelivery(receiver: string, outcome: DeliveryOutcome, detail: string | null): void;
  onTrouble(receiver: string, error: unknown): void;
}

export interface Receivers {
  /** Seconds by which each Alertmanager's clock is ahead of ours, for those that have answered. */
  clockSkew(): (readonly [receiver: string, seconds: number])[];
  /** These alerts have fired or ended: everyone is told at once. Never waits. */
  tell(alerts: readonly Alert[]): void;
  /** How delivery stands, for the alerts about ourselves. */
  reports(): readonly SelfReport[];
  /** Resolves nothing: what is firing goes on to fire for a successor to take over. */
  stop(): Promise<void>;
}

export function createReceivers(config: Config['alerts'], options: ReceiverOptions): Receivers {
  const { outbox, shelf, clock, ...shared } = options;
  const alertmanagers = config.alertmanagers.map((alertmanager) =>
    createAlertmanager({
      ...shared,
      ...alertmanagerAccess(alertmanager),
      clock,
      name: alertmanager.url,
      resendMs: config.resend,
    }),
  );
  const local = createLocalOutbox(shelf, clock);
  const webhooks = config.webhooks.map(({ name, url, hmac_secret }) =>
    createWebhook({
      ...shared,
      clock,
      outbox,
      local,
      name,
      url: () => url.reveal(),
      hmacSecret: () => hmac_secret?.reveal(),
    }),
  );
  return {
    clockSkew: () =>
      alertmanagers
        .map((alertmanager) => alertmanager.status())
        .flatMap(({ name, skewMs }) => (skewMs === null ? [] : [[name, skewMs / 1_000] as const])),
    tell(alerts) {
      for (const alertmanager of alertmanagers) alertmanager.notify();
      for (const webhook of webhooks) webhook.tell(alerts);
    },
    reports: () =>
      reportsOf(
        alertmanagers.map((alertmanager) => alertmanager.status()),
        webhooks.map((webhook) => webhook.status()),
      ),
    async stop() {
      await Promise.all([...alertmanagers, ...webhooks].map((receiver) => receiver.stop()));
    },
  };
}

/** How an Alertmanager is reached, and what it asks of us. */
export function alertmanagerAccess({
  url,
  basic_auth,
  bearer_token,
  tls,
}: Config['alerts']['alertmanagers'][number]) {
  return {
    url,
    authorization() {
      if (bearer_token) return `Bearer ${bearer_token.reveal()}`;
      if (!basic_auth) return undefined;
      const pair = `${basic_auth.username}:${basic_auth.password.reveal()}`;
      return `Basic ${Buffer.from(pair).toString('base64')}`;
    },
    ...(tls && { connect: tlsOptions(tls) }),
  };
}

/** What metrics call them. */
export function receiverNames({ alertmanagers, webhooks }: Config['alerts']): string[] {
  return [...alertmanagers.map(({ url }) => url), ...webhooks.map(({ name }) => name)];
}

function tlsOptions(tls: NonNullable<Config['alerts']['alertmanagers'][number]['tls']>) {
  return {
    ...(tls.ca_file && { ca: readFileSync(tls.ca_file) }),
    ...(tls.cert_file && { cert: readFileSync(tls.cert_file) }),
    ...(tls.key_file && { key: readFileSync(tls.key_file) }),
    ...(tls.server_name && { servername: tls.server_name }),
  };
}
