// Where an alert can be looked at.
import type { Alert } from '../../domain/alert.ts';
import { walletPath } from '../../domain/wallet.ts';

/** The address of the page of an alert's wallet, of payment options or of alerts; empty without a page. */
export function alertLink(alert: Alert, externalUrl: string): string {
  if (externalUrl === '') return '';
  if (alert.currency === '') return `${externalUrl}/alerts`;
  return `${externalUrl}${alert.walletType === '' ? '/options' : walletPath(alert)}`;
}
