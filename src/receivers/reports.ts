// What receivers have to report of themselves, as built-in alerts.
import { formatDuration } from '../domain/duration.ts';
import type { SelfReport } from '../monitor/alerts/builtin.ts';
import type { AlertmanagerStatus } from './alertmanager/alertmanager.ts';
import type { WebhookStatus } from './webhook/webhook.ts';

/** NotificationFailing and AlertmanagerClockSkewed of every receiver, met or not. */
export function reportsOf(
  alertmanagers: readonly AlertmanagerStatus[],
  webhooks: readonly WebhookStatus[],
): SelfReport[] {
  const failing = (receiver: string, why: string | null): SelfReport => ({
    alert: 'NotificationFailing',
    labels: { receiver },
    met: why !== null,
    value: why,
    threshold: null,
  });
  return [
    ...alertmanagers.flatMap(
      ({ name, failingSince, quarantined, skewMs, skewed, skewLimitMs }): SelfReport[] => [
        failing(
          name,
          failingSince !== null
            ? 'it can not be reached'
            : quarantined.length > 0
              ? `it refuses ${quarantined.length} of our alerts`
              : null,
        ),
        {
          alert: 'AlertmanagerClockSkewed',
          labels: { receiver: name },
          met: skewMs === null ? null : skewed,
          value: skewMs === null ? null : formatDuration(Math.round(Math.abs(skewMs) / 1_000) * 1_000),
          threshold: formatDuration(skewLimitMs),
        },
      ],
    ),
    ...webhooks.map(({ name, failingSince, dead }) =>
      failing(
        name,
        failingSince !== null
          ? 'it can not be reached'
          : dead > 0
            ? `${dead} notifications were given up within a day`
            : null,
      ),
    ),
  ];
}
