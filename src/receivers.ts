// Everyone who is told of alerts, as the configuration names them.
import { readFileSync } from 'node:fs';
import type { Config } from './config/complete.ts';
import { createAlertmanager } from './deliver/alertmanager.ts';
import type { DeliveryOutcome } from './deliver/http.ts';
import type { Alert } from './domain/alert.ts';
import type { SelfReport } from './monitor/builtin.ts';
import type { Clock } from './monitor/ports.ts';

const FAILING_MS = 2 * 60_000;

export interface ReceiverOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly externalUrl: string;
  alerts(): readonly Alert[];
  onDelivery(receiver: string, outcome: DeliveryOutcome, detail: string | null): void;
}

export interface Receivers {
  /** Seconds by which each Alertmanager's clock is ahead of ours, for those that have answered. */
  clockSkew(): (readonly [receiver: string, seconds: number])[];
  /** An alert has changed: each is told at once. Never waits. */
  notify(): void;
  /** How delivery stands, for the alerts about ourselves. */
  reports(): readonly SelfReport[];
  /** Resolves nothing: what is firing goes on to fire for a successor to take over. */
  stop(): Promise<void>;
}

export function createReceivers(config: Config['alerts'], options: ReceiverOptions): Receivers {
  const alertmanagers = config.alertmanagers.map(({ url, basic_auth, bearer_token, tls }) =>
    createAlertmanager({
      ...options,
      name: url,
      url,
      resendMs: config.resend,
      authorization() {
        if (bearer_token) return `Bearer ${bearer_token.reveal()}`;
        if (!basic_auth) return undefined;
        const pair = `${basic_auth.username}:${basic_auth.password.reveal()}`;
        return `Basic ${Buffer.from(pair).toString('base64')}`;
      },
      ...(tls && { connect: tlsOptions(tls) }),
    }),
  );
  return {
    clockSkew: () =>
      alertmanagers
        .map((alertmanager) => alertmanager.status())
        .flatMap(({ name, skewMs }) => (skewMs === null ? [] : [[name, skewMs / 1_000] as const])),
    notify() {
      for (const alertmanager of alertmanagers) alertmanager.notify();
    },
    reports() {
      return alertmanagers.flatMap((alertmanager): SelfReport[] => {
        const { name, failingSince, skewMs, skewed } = alertmanager.status();
        const labels = { receiver: name };
        const failing = failingSince !== null && options.clock.now() - failingSince >= FAILING_MS;
        return [
          { alert: 'NotificationFailing', labels, met: failing, value: name, threshold: null },
          {
            alert: 'AlertmanagerClockSkewed',
            labels,
            met: skewMs === null ? null : skewed,
            value: skewMs === null ? null : `${Math.round(skewMs / 1_000)}s`,
            threshold: `${Math.round(config.resend / 1_000)}s`,
          },
        ];
      });
    },
    async stop() {
      await Promise.all(alertmanagers.map((alertmanager) => alertmanager.stop()));
    },
  };
}

function tlsOptions(tls: NonNullable<Config['alerts']['alertmanagers'][number]['tls']>) {
  return {
    ...(tls.ca_file && { ca: readFileSync(tls.ca_file) }),
    ...(tls.cert_file && { cert: readFileSync(tls.cert_file) }),
    ...(tls.key_file && { key: readFileSync(tls.key_file) }),
    ...(tls.server_name && { servername: tls.server_name }),
  };
}
