// Makes built-in alerts of what receivers report of themselves.
import { formatDuration } from '../domain/duration.ts';
import type { SelfReport } from '../monitor/alerts/builtin.ts';
import type { Receiver } from './delivery/receiver.ts';

/**
 * NotificationFailing for every receiver, ReceiverCreditExhausted for receivers that cost money, and AlertmanagerClockSkewed
 * for receivers whose clock matters; whether met or not.
 */
export function reportsOf(receivers: readonly Pick<Receiver, 'name' | 'status'>[]): SelfReport[] {
  const reports: SelfReport[] = [];
  for (const { name, status } of receivers) {
    const { trouble, clockSkew, credit } = status();
    const labels = { receiver: name };
    const met = trouble === undefined ? null : trouble !== null;
    const failing = { labels, met, value: trouble ?? null, threshold: null };
    reports.push({ alert: 'NotificationFailing', ...failing });
    if (credit) {
      const { exhausted } = credit;
      reports.push({
        alert: 'ReceiverCreditExhausted',
        labels,
        met: exhausted === undefined ? null : exhausted !== null,
        value: exhausted ?? null,
        threshold: null,
      });
    }
    if (clockSkew) {
      const { ms, exceeded, limitMs } = clockSkew;
      reports.push({
        alert: 'AlertmanagerClockSkewed',
        labels,
        met: ms === null ? null : exceeded,
        value: ms === null ? null : formatDuration(Math.round(Math.abs(ms) / 1_000) * 1_000),
        threshold: formatDuration(limitMs),
      });
    }
  }
  return reports;
}
