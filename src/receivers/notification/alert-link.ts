// Links an alert to the page that shows it.
import type { Alert } from '../../domain/alert.ts';
import { walletPath } from '../../domain/wallet.ts';
import { episodePath } from '../../monitor/alerts/episode.ts';
import { isGroup } from './group.ts';
import { TEST_ALERT } from './test-alert.ts';

/**
 * The address of the episode's page, which lasts. An alert that has not fired yet links to the page of its wallet, of payment
 * options or of alerts. Empty if there is no page.
 */
export function alertLink(alert: Alert, externalUrl: string): string {
  if (externalUrl === '') return '';
  if (isGroup(alert)) return `${externalUrl}/alerts`;
  if (alert.firingAt !== null && alert.rule !== TEST_ALERT) return `${externalUrl}${episodePath(alert)}`;
  if (alert.currency === '') return `${externalUrl}/alerts`;
  return `${externalUrl}${alert.walletType === '' ? '/options' : walletPath(alert)}`;
}
