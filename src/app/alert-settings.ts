// What the alerts need to know of a configuration, and what the program reports of itself to them.

import type { Config } from '../config/resolve.ts';
import type { AlertEvaluatorOptions } from '../monitor/alerts/alert-evaluator.ts';
import type { SelfReport } from '../monitor/alerts/builtin.ts';
import type { SpoolStats } from '../store/spool/spool.ts';
import type { ScheduledAccount } from './sources.ts';

const SPOOL_FILLING = 0.8;

export function alertSettings(
  { alerts, web }: Config,
  more: Required<Pick<AlertEvaluatorOptions, 'reports' | 'runway'>> & {
    readonly accounts: readonly ScheduledAccount[];
  },
): AlertEvaluatorOptions {
  const externalUrl = web.external_url.replace(/\/+$/, '');
  return {
    ...more,
    rules: alerts.rules,
    builtin: alerts.builtin,
    watchdog: alerts.watchdog,
    externalUrl,
    runbookUrl: `${externalUrl}/runbook`,
  };
}

/** SpoolFilling, met or not. */
export function spoolReport({ bytes, maxBytes }: SpoolStats): SelfReport {
  const mebibytes = (count: number) => `${Math.round(count / 1_048_576)} MiB`;
  return {
    alert: 'SpoolFilling',
    labels: {},
    met: bytes >= maxBytes * SPOOL_FILLING,
    value: mebibytes(bytes),
    threshold: mebibytes(maxBytes),
  };
}
